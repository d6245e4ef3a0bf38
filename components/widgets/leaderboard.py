"""What only the screen has of the leaderboard: the live board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components import floors, names
from components.answers.leaderboard import aims, tries, weights
from components.answers.leaderboard.lead import after_the_lead, beside_the_intervals, say
from components.answers.leaderboard.ranking import compute
from components.answers.reliability.trust import trust
from components.answers.stability.verdicts import undecided
from components.board.component import weights_board
from components.board.data import board_of
from components.exports.provenance import ranking_picture
from components.pages import STABILITY, TRADEOFF
from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.grids import BEST
from components.widgets import cached
from components.widgets.names import name_link
from components.widgets.notices import notices
from components.widgets.page import notes
from components.widgets.plan import plan_address
from components.widgets.selection import change, link


def board(view: Resolved) -> None:
    """Movable weights, the ranking they give, and the sentences that follow every change of weight.

    On release, weights go into the address. Changes of rank are counted against the weights of a first visit, so
    that they do not jump on release.
    """
    result, labels = view.of(compute), view.row_labels
    after, sure = after_the_lead(result, labels), beside_the_intervals(result, labels)
    best = result.rule == BEST
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
            link(view, TRADEOFF.path),
            plan_address(view, undecided(result.inferred)),
            link(view, STABILITY.path, show="leaders"),
        ),
        key="weights_board",
        on_commit=lambda **chosen: change(**_floors(view, chosen)),
        picture=ranking_picture(view),
    )


def board_notes(view: Resolved) -> None:
    """What qualifies the ranking, behind one line below the board."""
    result, labels = view.of(compute), view.row_labels
    aimed = aims.say(view.of(aims.compute), labels).lines
    notes(*say(result, labels).notes, *aimed)


def _floors(view: Resolved, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """What was set on the board, floors as a selection holds them."""
    return {k: floors.chosen(view, v) if k == "floors" else v for k, v in chosen.items()}


def _trusted(view: Resolved) -> Mapping[str, str]:
    """Whether each metric can be trusted, in the words of the page that says why."""
    marks, entries = cached.across(trust, view.selection.suite).marks, names.entries("metrics", view.tables)
    return {i: marks[n.address] for i, n in entries.items() if n.address in marks}
