"""The live part of the trade-off: the lead sentence, the slider below it, and what it draws into the picture.

It uses the board's arithmetic and its way of sending weights, so that a share set here gives the same ranking there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.tradeoff.picture import FIGURE
from components.answers.tradeoff.plane import Tradeoff, between, lead, on_the_front, share_sentence
from components.board.component import FOLDER
from components.board.exchange import exchanged
from components.board.mounted import DRAWN, component
from components.plain import Plain, plain_record
from components.resolved import Resolved
from components.text import cleaned


def read_scripts() -> str:
    """The script of the slider as one module, the board's rules first."""
    files = (FOLDER / f"{name}.js" for name in ("model", "lead", "turn", "drawing", "share"))
    return DRAWN + "\n".join(f.read_text(encoding="utf-8") for f in files)


_mount = component(
    "tradeoff_share",
    html=(FOLDER / "share.html").read_text(encoding="utf-8"),
    css=(FOLDER / "share.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


@dataclass(frozen=True, kw_only=True)
class Live:
    """The slider, the sentence above it, and what is drawn into the picture.

    `turns`: weight can be moved between the axes, by the slider, from `least` to `most` per cent on the first. A
    group keeps 1 %, since without any weight it would be no axis. `lead` are the sentences now; while the slider
    moves they are put together from `standing`, how many are on the front, `best_for` and `outside`, the sentence of
    axes that do not decide alone. `named`: the leader's name is written into the picture. `opened` are rows of
    `methods`, which are candidates with their places in the picture. `axes` have their names in running text and the
    metrics they hold, `best_for` the supported candidates and, in words, the shares of weight for which each is best.
    """

    figure: str
    metrics: tuple[str, ...]
    weights: Mapping[str, float]
    utilities: list[list[float]]
    methods: tuple[Mapping[str, Plain], ...]
    axes: tuple[Mapping[str, Plain], ...]
    turns: bool
    least: int
    most: int
    exact: bool
    named: bool
    lead: tuple[str, ...]
    standing: str
    outside: str
    best_for: tuple[Mapping[str, Plain], ...]
    opened: tuple[int, ...]


def live_of(view: Resolved, result: Tradeoff) -> Live:
    """What the slider and the picture show of a result. Labels come as one line each and are never empty."""
    x, y = result.axes
    names, ids, places = view.labels, view.panel.metric_ids, {p.method: i for i, p in enumerate(result.points)}
    return Live(
        figure=FIGURE,
        metrics=ids,
        weights=dict(zip(ids, view.w.tolist(), strict=True)),
        utilities=np.where(view.below[:, None], np.nan, view.utilities).tolist(),
        methods=tuple(
            {"id": p.method, "label": cleaned(names.method(p.method)) or p.method, "x": p.x, "y": p.y}
            for p in result.points
        ),
        axes=tuple({"name": cleaned(a.plain) or a.axis, "metrics": [*a.metrics]} for a in result.axes),
        turns=result.turns,
        least=1 if x.is_group else 0,
        most=99 if y.is_group else 100,
        exact=result.exact,
        named=not result.all_named,
        lead=tuple(cleaned(t) for t in lead(result, names)),
        standing=on_the_front(result),
        outside="" if result.exact else cleaned(share_sentence(result, names)),
        best_for=tuple({"method": b.method, "between": between(b)} for b in result.best_for),
        opened=tuple(places[m] for m in view.selection.opened if m in places),
    )


def share_slider(live: Live, *, key: str, on_commit: Callable[..., None]) -> None:
    """The lead sentence and the slider below it; `on_commit` gets the weights that were let go of."""
    exchanged(_mount, plain_record(live), key=key, weights=live.weights, presets={}, on_commit=on_commit)
