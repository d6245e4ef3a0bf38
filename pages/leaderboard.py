"""Leaderboard: which method wins under these weights, and how far it is from losing."""

from components.resolved import Resolved
from components.views import LEADERBOARD
from components.views.leaderboard import screen
from components.views.leaderboard.aims import aims
from components.views.leaderboard.result import leaderboard
from components.views.leaderboard.words import after_the_lead, aims_sentence, beside_the_board
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import notes, page, section
from components.widgets.part import part
from components.widgets.selection import control, filters


def ranking(resolved: Resolved) -> None:
    """Weights, the ranking they give and the method that is open: what a hand on the page changes."""
    result = cached.of(leaderboard, resolved.selection)
    follows, aimed = after_the_lead(result), aims_sentence(cached.of(aims, resolved.selection))
    screen.board(resolved, result, follows)
    notes(*(told for told in beside_the_board(result) if told not in follows), aimed)

    section("All methods")
    control(resolved, "columns")
    screen.table(resolved, result)
    screen.opened(resolved, result)
    screen.compared(resolved)
    screen.grids(resolved)


page(LEADERBOARD)
filters("suite", "panel", "benchmarks", "seeds", "methods", "rows", "transform", "aggregate", "aim")
part(ranking)
terms(
    "uqs",
    "utility",
    "purpose",
    "weight_rule",
    "rank_interval",
    "competition_rank",
    "letters",
    "effective_weight",
    "dominance",
    "dethroning",
    "reference_model",
    "target",
    "expected_best",
)
