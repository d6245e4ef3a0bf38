"""Leaderboard: which method wins under these weights, and how far it is from losing."""

from components.pages import LEADERBOARD
from components.views.leaderboard import screen
from components.widgets.glossary import terms
from components.widgets.page import page
from components.widgets.part import part
from components.widgets.selection import filters

page(LEADERBOARD)
filters("suite", "panel", "benchmarks", "seeds", "methods", "rows", "transform", "aggregate", "aim")
part(screen.ranking)
terms(
    "uqs",
    "utility",
    "purpose",
    "weight_rule",
    "rank_interval",
    "inference",
    "competition_rank",
    "letters",
    "effective_weight",
    "dominance",
    "dethroning",
    "reference_model",
    "target",
    "expected_best",
)
