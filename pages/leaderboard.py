"""Leaderboard: which method wins under these weights."""

import pandas as pd

from components.widgets import tables
from components.widgets.page import page, sentence
from components.widgets.selection import filters

page("Unlearning leaderboard", "Which method wins under your priorities?")
view = filters("suite", "panel", "benchmarks", "seeds", "transform", "aggregate", "weights")
sentence(f"{view.panel.n_runs} runs of {len(view.panel.methods)} methods.")
scores = {"method": [view.method_label(m) for m in view.panel.methods], "rank": view.ranks, "UQS": view.scores}
tables.table(pd.DataFrame(scores), name="leaderboard", title="Scores by method")
