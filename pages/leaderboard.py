"""Leaderboard: which method wins under these weights, and how far it is from losing."""

from components.views import LEADERBOARD
from components.views.leaderboard import screen as leaderboard
from components.views.leaderboard.words import sentences
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import notes, page, section, sentence
from components.widgets.selection import control, filters

page(LEADERBOARD)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "transform", "aggregate")

head = cached.part("summary", resolved.selection)
rows = cached.part("leaderboard", resolved.selection)
lead, *others = sentences(resolved, head, rows)
sentence(lead, *others[:1])

leaderboard.board(resolved, head, rows)
notes(*others[1:])

section("All methods")
control(resolved, "columns")
leaderboard.table(resolved, rows)
leaderboard.opened(resolved, rows)

terms(
    "uqs", "utility", "weight_rule", "rank_interval", "competition_rank", "effective_weight", "dominance", "dethroning"
)
