"""The leaderboard on screen: the live board, then what it rests on."""

from collections.abc import Mapping
from typing import Any

from components import floors, pages, words
from components.answers.leaderboard import tries, weights
from components.answers.leaderboard.lead import after_the_lead, beside_the_intervals, say
from components.answers.leaderboard.ranking import compute
from components.answers.reliability import trust
from components.answers.stability.verdicts import undecided
from components.board.component import weights_board
from components.board.data import board_of
from components.exports.provenance import ranking_picture
from components.resolved import Resolved
from components.selection import default_selection
from components.widgets import cached
from components.widgets.names import name_link
from components.widgets.notices import notices
from components.widgets.page import notes, page
from components.widgets.selection import change, head, link
from components.widgets.show import live


def show() -> None:
    """Draw the board, which runs alone when a weight moves, then the rest of the page."""
    page(pages.LEADERBOARD)
    head(pages.LEADERBOARD)
    live(board, pages.LEADERBOARD)


def board(view: Resolved) -> None:
    """Draw movable weights, the ranking they give, and the sentences that follow every change of weight.

    On release, weights go into the address. Changes of rank are counted against the weights of a first visit, so
    that they do not jump on release.
    """
    result, labels = view.of(compute), view.labels
    after, sure = after_the_lead(result, labels), beside_the_intervals(result, labels)
    best = result.grids is not None
    notices("info", result.below.refused)
    weights_board(
        board_of(
            result,
            labels,
            view.of(weights.presets),
            str(default_selection(view.tables).weights),
            [s for s in after if s not in sure],
            sure,
            lambda kind, own_id: name_link(kind, view.tables, own_id),
            _trusted(view),
            view.of(tries.compute) if best else None,
            f"about?term={'expected_best' if best else 'rank_interval'}",
            link(view, pages.TRADEOFF.path),
            _plan(view, undecided(result.inferred)),
            link(view, pages.STABILITY.path),
        ),
        key="weights_board",
        on_commit=lambda **chosen: change(**_floors(view, chosen)),
        picture=ranking_picture(view),
    )
    notes(*say(result, labels).notes)


def _floors(view: Resolved, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What was set on the board, floors as a selection holds them."""
    return {k: floors.chosen(view, v) if k == "floors" else v for k, v in chosen.items()}


def _plan(view: Resolved, pair: tuple[str, str] | None) -> str:
    """The address of a plan for two methods; "" without them."""
    return link(view, pages.PLAN.path, {"versus": pair}) if pair else ""


def _trusted(view: Resolved) -> Mapping[str, str]:
    """Whether each metric can be trusted, in the words of the page that says why."""
    found = cached.of(trust.trust, default_selection(view.tables))
    marks, entries = getattr(found, "marks", {}), words.entries("metrics", view.tables)
    return {i: marks[n.address] for i, n in entries.items() if n.address in marks}
