"""Leaderboard: which method wins under these weights, and how far it is from losing."""

from components.parts.leaderboard_words import sentences
from components.widgets import cached, leaderboard
from components.widgets.glossary import terms
from components.widgets.page import notes, page, section, sentence
from components.widgets.selection import control, filters

page("Unlearning leaderboard", "Which unlearning method wins under your priorities, and how little would change it?")
view = filters("suite", "panel", "benchmarks", "seeds", "methods", "transform", "aggregate")

head = cached.part("summary", view.selection)
rows = cached.part("leaderboard", view.selection)
lead, *others = sentences(view, head, rows)
sentence(lead, *others[:1])

leaderboard.board(view, head, rows)
notes(*others[1:])

section("All methods")
control(view, "columns")
leaderboard.table(view, rows)
leaderboard.opened(view, rows)

terms(
    "uqs", "utility", "weight_rule", "rank_interval", "competition_rank", "effective_weight", "dominance", "dethroning"
)
