"""The live parts of the trade-off: what goes to the browser, weight that moves, and the table whose row follows it.

They use the board's arithmetic and its way of sending weights, so that a share set here gives the same ranking there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from components.plain import Plain, plain_record
from components.resolved import Resolved
from components.stats.panel import Floats
from components.text import cleaned
from components.views.leaderboard.board import component as board
from components.views.leaderboard.board.exchange import Chosen, exchanged
from components.views.tradeoff import words
from components.views.tradeoff.result import TradeoffResult
from components.views.tradeoff.tables import FROM, LINK, TO
from components.widgets.component import DRAWN, component

FIGURE = "tradeoff"
"""The name of the picture that the live part draws into."""
_HERE = Path(__file__).parent
_BOARD_SCRIPTS = ("model", "lead")
_SCRIPTS = ("turn", "drawing", "live")


def read_scripts() -> str:
    """The script of the slider as one module, the board's rules first."""
    files = [*(board.FOLDER / f"{name}.js" for name in _BOARD_SCRIPTS), *(_HERE / f"{name}.js" for name in _SCRIPTS)]
    return DRAWN + "\n".join(f.read_text(encoding="utf-8") for f in files)


_mount_share = component(
    "tradeoff_share",
    html=(_HERE / "live.html").read_text(encoding="utf-8"),
    css=(_HERE / "live.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)
_mount_shares = component(
    "tradeoff_shares",
    html='<div class="shares" tabindex="0" role="region" aria-label="Best for which weights">'
    "<table><thead></thead><tbody></tbody></table></div>",
    css=(_HERE / "shares.css").read_text(encoding="utf-8"),
    js=DRAWN + (_HERE / "shares.js").read_text(encoding="utf-8"),
)


def share_slider(live: Live, *, key: str, on_commit: Callable[[Chosen], None]) -> None:
    """The lead sentence and the slider below it; `on_commit` gets the weights that were let go of."""
    exchanged(_mount_share, plain_record(live), key=key, weights=live.weights, presets={}, on_commit=on_commit)


def shares_table(result: TradeoffResult, links: Sequence[str], *, key: str) -> None:
    """The table of who is best for which share of weight."""
    _mount_shares(key=key, data=shares_of(result, links))


@dataclass(frozen=True, kw_only=True)
class Live:
    """The slider, the sentence above it, and what is drawn into the picture.

    `turns`: weight can be moved between the axes, by the slider, from `least` to `most` per cent on the first. A
    group keeps 1 %, since without any weight it would be no axis. `lead` are the sentences as they stand; while the
    slider moves they are put together from `standing`, `best_for` and `outside`, the sentence of axes that do not
    decide alone.
    `named`: the leader's name is written into the picture. `opened` are rows of `methods`, which are candidates with
    their places in the picture. `axes` have their names in running text and the metrics they hold, `best_for` the
    supported candidates and, in words, the shares of weight for which each is best.
    """

    figure: str
    metrics: tuple[str, ...]
    weights: Mapping[str, float]
    utilities: tuple[tuple[float | None, ...], ...]
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


def live_of(resolved: Resolved, result: TradeoffResult) -> Live:
    """What the slider and the picture show of a result. Labels come as one line each and are never empty."""
    x, y = result.axes
    ids, places = resolved.panel.metric_ids, {p.method: i for i, p in enumerate(result.points)}
    return Live(
        figure=FIGURE,
        metrics=ids,
        weights=dict(zip(ids, resolved.w.tolist(), strict=True)),
        utilities=_rows(resolved.utilities),
        methods=tuple(
            {"id": p.method, "label": cleaned(p.label) or p.method, "x": p.x, "y": p.y} for p in result.points
        ),
        axes=tuple({"name": cleaned(words.plain(a)) or a.axis, "metrics": [*a.metrics]} for a in result.axes),
        turns=result.turns,
        least=1 if x.is_group else 0,
        most=99 if y.is_group else 100,
        exact=result.exact,
        named=not result.all_named,
        lead=tuple(cleaned(t) for t in words.lead(result)),
        standing=words.standing(result),
        outside="" if result.exact else cleaned(words.share_sentence(result)),
        best_for=tuple({"method": b.method, "between": words.between(b)} for b in result.best_for),
        opened=tuple(places[m] for m in resolved.selection.opened if m in places),
    )


def shares_of(result: TradeoffResult, links: Sequence[str] = ()) -> dict[str, Plain]:
    """The table of shares and the share that stands now; `links` open the candidates, row by row, if they can."""
    return {
        "heads": [words.noun(result), FROM, TO, *([LINK] if links else [])],
        "rows": [
            {"label": cleaned(b.label) or b.method, "low": b.low, "high": b.high, "link": links[i] if links else ""}
            for i, b in enumerate(result.best_for)
        ],
        "share": result.share,
    }


def _rows(utilities: Floats) -> tuple[tuple[float | None, ...], ...]:
    return tuple(tuple(None if u != u else u for u in row) for row in utilities.tolist())
