"""What the board shows of a leaderboard: the one form in which weights, names and utilities go to the browser.

Weights cross that border as numbers by metric id, in both directions; a metric that is not named has weight 0.

metrics    that can be weighted: `light` and `dark` are colours in the two themes, `map` the formula of the utility
           ("1/(1+AD)"); `slight` says that it hardly varies, `trust` in short whether the metric can be trusted;
           `parts` are the metrics it is derived from, parts of parts included, `group` is what it serves
methods    by row; `incomplete` says why one has no rank under the present weights, null where it has one
utilities  a row for each method, or for each checkpoint of `grids`, a number for each metric, null where it was not
           measured on all benchmarks shown: such a method is ranked only while that metric has no weight
presets    each with its weights and the shares these give in words (`told`); those by `purpose` are offered first;
           `preset` is the one to which Reset returns, `unfit` are those that these metrics do not allow, and why
intervals  ranks by method under the present weights: `over` heads and `spoken` explains them, `help` is the address of
           more, `instead` is shown where these data allow none, `expected` where rows are the best of several
           checkpoints: the expected best of equal tries, null where a grid is too small
follows    shown after the lead while these weights hold, `sure` beside the intervals; `plan` is the address of a plan
           for the undecided pair, `tradeoff` of the trade-off with these weights, `others` of what would make each
           method lead; `flip` are the nearest weights at which another leads and what to say once they are set
fragile    shown for a first row that little weight would topple, empty where it would not
grids      methods with several checkpoints: the places of each method's checkpoints, their labels
floors     that can be moved: where each is now (`value`) and where the suite puts it (`usual`), 0 for none; `kept`
           has a number for each row of utilities, null where it was not measured, `where` on which benchmark that is:
           a `share` of what `subject` names, or a utility; `further` are those that can be added
weak       of each row of utilities, in which groups it is last or near zero: shown for a leader where no floor protects
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from components import floors
from components.answers.leaderboard.intervals import HELP, IN_SHORT, head
from components.answers.leaderboard.methods import FRAGILE_LEAD
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.rows import Row
from components.answers.leaderboard.tries import Grids as Tries
from components.answers.leaderboard.weights import PresetWeights
from components.format import capital, cleaned, finite
from components.plotting.theme import metric_colours
from components.stats.ranking.dominance import HARDLY
from components.stats.ranking.floors import FloorCheck
from components.stats.ranking.ranks import rounded
from components.stats.ranking.weights import PURPOSES, all_parts
from components.words import Labels, moving
from data.names import Kind


def board_of(
    result: Ranking,
    names: Labels,
    presets: Sequence[PresetWeights],
    preset: str,
    follows: Sequence[str] = (),
    sure: Sequence[str] = (),
    href: Callable[[Kind, str], str] = lambda kind, own_id: "",
    trust: Mapping[str, str] | None = None,
    tries: Tries | None = None,
    help_at: str = "",
    tradeoff: str = "",
    plan_at: str = "",
    others_at: str = "",
) -> dict[str, Any]:
    """The board of a leaderboard, methods in row order. Labels come as one line each and are never empty.

    `href` gives the address of the page of a method or metric, `trust` says by metric whether it can be trusted,
    `tries` are the methods at equal tries where a row is the best of several checkpoints, `help_at` is the address of
    what the last column means, `tradeoff` that of the trade-off with these weights, `plan_at` that of a plan for
    the undecided pair, `others_at` that of what would make each method lead.
    """
    ids = [m.id for m in result.metrics]
    light, dark = metric_colours(ids, "light"), metric_colours(ids, "dark")
    summary = result.summary
    rows, panel = result.in_order, result.panel
    scope = result.inferred.board
    spoken = f"No rank interval: {result.inferred.seeds.reason}" if scope is None else HELP[scope.over]
    by_family: dict[str, float | None] = {}
    if tries is not None:
        by_family = {g.family: g.expected_best(tries.tries) for g in tries.rows}
        k = tries.tries
        spoken = f"The expected best score when {k} of a method's checkpoints are drawn: as many tries for all"
    parts, places = all_parts(panel.metrics), [panel.metric(i) for i in ids]
    offered = [
        board_preset(p) for p in presets if p.weights is not None and {m for m, w in p.weights.items() if w} <= set(ids)
    ]
    if preset not in {p["name"] for p in offered}:
        offered = [_partly(preset, presets, {m: summary.weights[m] for m in ids}), *offered]
    return {
        "metrics": [
            {
                "id": m.id,
                "label": _label(m.label, m.id),
                "name": _label(m.name, m.id),
                "arrow": m.arrow,
                "light": light[m.id],
                "dark": dark[m.id],
                "map": cleaned(summary.utility_maps[m.id]),
                "slight": _slight(m.label, summary.utility_ranges[m.id]),
                "parts": [*parts[m.id]],
                "href": href("metrics", m.id),
                "trust": (trust or {}).get(m.id, ""),
                "group": m.group,
            }
            for m in result.metrics
        ],
        "methods": [
            {
                "id": r.method,
                "label": _label(names.method(r.method), r.method),
                "incomplete": cleaned(lacks(result, names, r)) or None,
                "href": href("methods", r.method),
            }
            for r in rows
        ],
        "utilities": [[finite(u) for u in own] for own in result.utilities[:, places].tolist()],
        "weights": summary.weights,
        "preset": preset,
        "presets": offered,
        "unfit": [f"{p.label}: {p.reason}" for p in presets if p.weights is None and p.name in PURPOSES],
        "intervals": [_interval(result, r) for r in rows],
        "over": head(result.inferred) if tries is None else f"Best of {tries.tries}, expected",
        "spoken": spoken,
        "help": help_at,
        "instead": "" if scope or tries else IN_SHORT.get(result.inferred.seeds.reason, ""),
        "expected": None if tries is None else [by_family.get(r.method) for r in rows],
        "follows": cleaned(" ".join(follows)),
        "sure": cleaned(" ".join(sure)),
        "tradeoff": tradeoff,
        "plan": plan_at,
        "flip": _flip(result, names),
        "others": others_at if len(result.ranked) > 1 else "",
        "fragile": FRAGILE_LEAD if any(result.fragile(r) for r in result.leaders) else "",
        "grids": {
            "members": [[*r.members] for r in rows],
            "labels": [_label(names.method(m), "–") for m in panel.methods],
        }
        if result.grids
        else None,
        "floors": [_floor(result, names, check, value) for check, value in result.below.scales],
        "further": [
            {"id": floors.key(f), "label": capital(cleaned(floors.subject(names, f)))} for f in result.below.addable
        ],
        "noun": result.below.noun,
        "weak": [*result.weak],
    }


def board_preset(preset: PresetWeights) -> dict[str, Any]:
    """A preset that fits these data."""
    return {
        "name": preset.name,
        "label": _label(preset.label, preset.name),
        "weights": preset.weights or {},
        "purpose": preset.purpose,
        "told": preset.shares,
    }


def _floor(result: Ranking, names: Labels, check: FloorCheck, value: float) -> dict[str, Any]:
    """A floor that applies on no benchmark is passed by all."""
    floor, benchmarks = check.floor, result.panel.benchmarks
    lowest = np.where(np.isinf(check.lowest), 1.0, rounded(check.lowest))
    named = [] if floor.benchmark else [cleaned(names.benchmark(b)) for b in benchmarks]
    return {
        "id": floors.key(floor),
        "subject": cleaned(floors.subject(names, floor)),
        "on": cleaned(names.metric(floor.on)),
        "share": bool(floor.of),
        "value": value,
        "usual": result.below.usual.get(floors.key(floor), 0.0),
        "kept": [finite(x) for x in lowest.tolist()],
        "where": [named[b] if named and b >= 0 else "" for b in check.place],
    }


def _flip(result: Ranking, names: Labels) -> dict[str, Any] | None:
    nearest = result.dethrone
    if nearest.applied is None or nearest.challenger is None:
        return None
    change = f"{moving(names, nearest.moved, nearest.share, 'moved')}: " if nearest.share else ""
    return {"weights": nearest.applied, "done": cleaned(f"{change}{names.method(nearest.challenger)} leads.")}


def _interval(result: Ranking, row: Row) -> list[int] | None:
    low, high = result.bounds(row)
    return None if low is None or high is None else [low, high]


def lacks(result: Ranking, names: Labels, row: Row) -> str:
    """Why a method has no rank; empty when it has one."""
    if row.rank is not None:
        return ""
    weighted = {m: where for m, where in result.missing(row).items() if result.summary.weights[m]}
    return "; ".join(f"no {names.metric(m)} on {names.listed_benchmarks(where)}" for m, where in weighted.items())


def _partly(name: str, presets: Sequence[PresetWeights], shown: Mapping[str, float | None]) -> dict[str, Any]:
    """A preset that weighs metrics not measured here: its weights over those that are, else the weights shown."""
    preset = next(p for p in presets if p.name == name)
    kept = {m: (preset.weights or {}).get(m) or 0.0 for m in shown}
    total = sum(kept.values())
    weights = {m: w / total if total else shown[m] or 0.0 for m, w in kept.items()}
    return {"name": name, "label": _label(preset.label, name), "weights": weights, "purpose": False, "told": ""}


def _slight(label: str, varies: float | None) -> str:
    if varies is None or varies >= HARDLY:
        return ""
    return f"The utility of {cleaned(label)} ranges over less than {HARDLY:g} here, so its weight hardly moves a score"


def _label(label: str, name: str) -> str:
    return cleaned(label) or name
