"""The live weights board: draggable weights, and the ranking they give, re-ranked in the browser.

The browser computes while a hand moves and sends one commit on release. What it sends is checked here again; what
does not fit is ignored, since only a page that is not ours can send it.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from components.text import cleaned

FOLDER = Path(__file__).parent
SCRIPTS = ("model", "words", "weights", "slopes", "bars", "ranking", "inspect", "board")
"""Joined in this order into one module: a component has one script, and its parts are easier read apart."""

ONE = 1_000_000
"""Weights travel with six decimals: they are counted in millionths."""
LARGEST_SEQ = 2**53 - 1

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BoardMetric:
    """A metric that can be weighted. `light` and `dark` are its CSS colours in the two themes, `map` the formula
    of its utility ("1/(1+AD)"); `hardly_any_effect` marks a utility that hardly varies over the methods shown.
    """

    id: str
    label: str
    name: str
    arrow: str
    light: str
    dark: str
    map: str
    hardly_any_effect: bool = False


@dataclass(frozen=True)
class BoardMethod:
    """A method to rank. `incomplete` says why it has no rank under the present weights, None when it has one."""

    id: str
    label: str
    incomplete: str | None = None


@dataclass(frozen=True)
class BoardPreset:
    """Named weights, in the order of the metrics, full precision, summing to 1."""

    name: str
    label: str
    weights: Sequence[float]


@dataclass(frozen=True)
class Commit:
    """What a reader has set and let go of: either a preset's name, or weights of six decimals that sum to 1."""

    preset: str | None
    weights: Mapping[str, float] | None


@dataclass
class _Exchange:
    """Per session and board: who talks (a new token makes the browser start over), the last commit taken over,
    and the one that has just come in.
    """

    token: str
    seq: int = 0
    arrived: tuple[int, Commit] | None = None


def read_scripts() -> str:
    """The board's script as one module."""
    return "\n".join((FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)


_mount = st.components.v2.component(
    "weights_board",
    html=(FOLDER / "board.html").read_text(encoding="utf-8"),
    css=(FOLDER / "board.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


def weights_board(
    *,
    metrics: Sequence[BoardMetric],
    methods: Sequence[BoardMethod],
    utilities: Floats,
    weights: Mapping[str, float],
    preset: str,
    presets: Sequence[BoardPreset],
    intervals: Mapping[str, tuple[int, int]] | None,
    key: str,
    on_commit: Callable[[Commit], None] | None = None,
) -> Commit | None:
    """Mount the board and return what the reader committed since the last run, if anything.

    `utilities` is (n methods, K metrics), NaN where a method was not measured on all benchmarks shown: such a
    method is ranked only while that metric has no weight. `weights` are the present ones (a metric not named has
    0), `preset` names the preset to which Reset returns and against which changes of rank are counted. `intervals`
    maps method ids to (low, high) ranks under the present weights.

    `on_commit` runs before the script, so that a page which writes the weights to the URL there is computed once,
    with the new weights. A page that acts on the returned commit instead has to rerun; the browser keeps showing
    the new weights meanwhile. Ranks are competition ranks of scores rounded to 12 decimals.

    Raises ValueError when the arguments do not fit each other.
    """
    names = [p.name for p in presets]
    data = payload(metrics, methods, utilities, weights, preset, presets, intervals)
    exchange: _Exchange = st.session_state.setdefault(f"{key}.exchange", _Exchange(secrets.token_hex(4)))

    def receive() -> None:
        held = st.session_state.get(key)
        sent = held.get("commit") if isinstance(held, dict) else None
        arrived = read_commit(sent, [m.id for m in metrics], names)
        if arrived is None:
            return
        exchange.arrived = arrived
        if on_commit is not None:
            on_commit(arrived[1])

    arrived, exchange.arrived = exchange.arrived, None
    if arrived is not None and _taken_over(arrived[1], data):
        exchange.seq = arrived[0]
    _mount(key=key, data=data | {"seq": exchange.seq, "token": exchange.token}, on_commit_change=receive)
    if arrived is None:
        return None
    exchange.seq = arrived[0]
    return arrived[1]


def payload(
    metrics: Sequence[BoardMetric],
    methods: Sequence[BoardMethod],
    utilities: Floats,
    weights: Mapping[str, float],
    preset: str,
    presets: Sequence[BoardPreset],
    intervals: Mapping[str, tuple[int, int]] | None,
) -> dict[str, Any]:
    """What the browser is given, as plain JSON: missing utilities are null, weights stand in metric order.

    Raises ValueError as weights_board does.
    """
    ids = [m.id for m in metrics]
    table = np.asarray(utilities, dtype=float)
    if table.shape != (len(methods), len(ids)) or not ids:
        raise ValueError(f"utilities: found shape {table.shape}, expected {(len(methods), len(ids))}, metrics ≥ 1")
    reference = next((p for p in presets if p.name == preset), None)
    if reference is None:
        raise ValueError(f"preset: found {preset!r}, expected one of {', '.join(p.name for p in presets)}")
    for given in presets:
        if len(given.weights) != len(ids):
            raise ValueError(f"preset {given.name}: found {len(given.weights)} weights, expected {len(ids)}")
    return {
        "metrics": [
            {
                "id": m.id,
                "label": cleaned(m.label) or m.id,
                "name": cleaned(m.name) or m.id,
                "arrow": m.arrow,
                "light": m.light,
                "dark": m.dark,
                "map": cleaned(m.map),
                "slight": m.hardly_any_effect,
            }
            for m in metrics
        ],
        "methods": [
            {
                "id": m.id,
                "label": cleaned(m.label) or m.id,
                "incomplete": None if m.incomplete is None else cleaned(m.incomplete),
            }
            for m in methods
        ],
        "utilities": [None if math.isnan(u) else u for u in table.ravel().tolist()],
        "weights": [float(weights.get(i, 0.0)) for i in ids],
        "preset": [float(w) for w in reference.weights],
        "preset_name": preset,
        "presets": [
            {"name": p.name, "label": cleaned(p.label) or p.name, "weights": [float(w) for w in p.weights]}
            for p in presets
        ],
        "intervals": None if intervals is None else [_interval(intervals.get(m.id)) for m in methods],
    }


def read_commit(raw: object, metric_ids: Sequence[str], presets: Collection[str]) -> tuple[int, Commit] | None:
    """Check what a browser sent; None for anything that is not a commit of this board.

    A commit is {"seq": whole number, "preset": known name} or {"seq": …, "weights": {known id: number}} with
    finite weights from 0 to 1 of which one at least is above 0. Weights come back for all metrics, in their order,
    as millionths that sum to exactly one million, divided by it.
    """
    if not isinstance(raw, dict) or not _is_whole(raw.get("seq")):
        return None
    seq, preset, weights = raw["seq"], raw.get("preset"), raw.get("weights")
    if isinstance(preset, str) and weights is None:
        return (seq, Commit(preset, None)) if preset in presets else None
    if preset is not None or not isinstance(weights, dict) or not 0 < len(weights) <= len(metric_ids):
        return None
    if not all(i in metric_ids for i in weights) or not all(_is_share(w) for w in weights.values()):
        return None
    shares = np.array([float(weights.get(i, 0.0)) for i in metric_ids])
    if not shares.sum() > 0:
        return None
    return seq, Commit(None, dict(zip(metric_ids, (apportion(shares) / ONE).tolist(), strict=True)))


def apportion(shares: Floats) -> npt.NDArray[np.int64]:
    """Divide one million in proportion to shares (K,) ≥ 0, by largest remainder; equal remainders: the earlier."""
    exact = shares / shares.sum() * ONE
    parts: npt.NDArray[np.int64] = np.floor(exact + 1e-6).astype(np.int64)
    order = np.argsort(-(exact - parts), kind="stable")
    order = order[shares[order] > 0]
    missing = ONE - int(parts.sum())
    parts[order[:missing] if missing >= 0 else order[missing:]] += int(np.sign(missing))
    return parts


def _taken_over(commit: Commit, data: Mapping[str, Any]) -> bool:
    """Whether the page is being drawn with the committed weights already."""
    if commit.weights is not None:
        expected = list(commit.weights.values())
    else:
        expected = next(p["weights"] for p in data["presets"] if p["name"] == commit.preset)
    return bool(np.allclose(expected, data["weights"], rtol=0, atol=1.5 / ONE))


def _interval(ranks: tuple[int, int] | None) -> list[int] | None:
    return None if ranks is None else [int(ranks[0]), int(ranks[1])]


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEQ


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
