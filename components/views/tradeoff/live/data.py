"""What the live parts of the trade-off show: the one form in which weights, names and utilities go to the browser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.resolved import Resolved
from components.stats.panel import Floats
from components.text import cleaned
from components.views.tradeoff import words
from components.views.tradeoff.result import Axis, TradeoffResult
from components.views.tradeoff.tables import FROM, LINK, TO

FIGURE = "tradeoff"
"""The name of the picture that the live part draws into."""


@dataclass(frozen=True, kw_only=True)
class LiveAxis:
    """An axis by its name in running text and the metrics it holds."""

    name: str
    metrics: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LiveMethod:
    """A candidate and its place in the picture."""

    id: str
    label: str
    x: float | None
    y: float | None


@dataclass(frozen=True, kw_only=True)
class LiveBest:
    """A supported candidate and, in words, the shares of weight for which it is best."""

    method: str
    between: str


@dataclass(frozen=True, kw_only=True)
class Live:
    """The slider, the sentence above it, and what is drawn into the picture.

    `turns`: weight can be moved between the axes, by the slider, from `least` to `most` per cent on the first. A
    group keeps 1 %, since without any weight it would be no axis. `lead` are the sentences as they stand; while the
    slider moves they are put together from `standing`, `best_for` and `outside`, the sentence of axes that do not
    decide alone.
    `named`: the leader's name is written into the picture. `opened` are rows of `methods`.
    """

    figure: str
    metrics: tuple[str, ...]
    weights: Mapping[str, float]
    utilities: tuple[tuple[float | None, ...], ...]
    methods: tuple[LiveMethod, ...]
    axes: tuple[LiveAxis, ...]
    turns: bool
    least: int
    most: int
    exact: bool
    named: bool
    lead: tuple[str, ...]
    standing: str
    outside: str
    best_for: tuple[LiveBest, ...]
    opened: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ShareRow:
    """A row of the table of shares; `link` opens the candidate, empty where no link can show it."""

    label: str
    low: float
    high: float
    link: str


@dataclass(frozen=True, kw_only=True)
class Shares:
    """The table of shares and the share that stands now."""

    heads: tuple[str, ...]
    rows: tuple[ShareRow, ...]
    share: float | None


def live_of(resolved: Resolved, result: TradeoffResult) -> Live:
    """What the slider and the picture show of a result. Labels come as one line each and are never empty."""
    x, y = result.axes
    ids, places = resolved.panel.metric_ids, {p.method: i for i, p in enumerate(result.points)}
    return Live(
        figure=FIGURE,
        metrics=ids,
        weights=dict(zip(ids, resolved.w.tolist(), strict=True)),
        utilities=_rows(resolved.utilities),
        methods=tuple(LiveMethod(id=p.method, label=cleaned(p.label) or p.method, x=p.x, y=p.y) for p in result.points),
        axes=tuple(_axis(a) for a in result.axes),
        turns=result.turns,
        least=1 if x.is_group else 0,
        most=99 if y.is_group else 100,
        exact=result.exact,
        named=not result.all_named,
        lead=tuple(cleaned(t) for t in words.lead(result)),
        standing=words.standing(result),
        outside="" if result.exact else cleaned(words.share_sentence(result)),
        best_for=tuple(LiveBest(method=b.method, between=words.between(b)) for b in result.best_for),
        opened=tuple(places[m] for m in resolved.selection.opened if m in places),
    )


def shares_of(result: TradeoffResult, links: tuple[str, ...] = ()) -> Shares:
    """The table of shares; `links` are addresses, row by row."""
    return Shares(
        heads=(words.noun(result), FROM, TO, *([LINK] if links else [])),
        rows=tuple(
            ShareRow(label=cleaned(b.label) or b.method, low=b.low, high=b.high, link=links[i] if links else "")
            for i, b in enumerate(result.best_for)
        ),
        share=result.share,
    )


def _axis(axis: Axis) -> LiveAxis:
    return LiveAxis(name=cleaned(words.plain(axis)) or axis.axis, metrics=axis.metrics)


def _rows(utilities: Floats) -> tuple[tuple[float | None, ...], ...]:
    return tuple(tuple(None if u != u else u for u in row) for row in utilities.tolist())
