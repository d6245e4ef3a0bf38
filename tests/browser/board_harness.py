"""A page that holds nothing but the weights board, for its tests: `?case=…&size=MxK`, and any
choice of a selection.

The weights live in the session, as the leaderboard keeps them in its address. `?slow=0.5` takes its
time before the board. The last line tells what Python holds."""

import time
from dataclasses import replace

import numpy as np
import streamlit as st

from components.answers.leaderboard import headline
from components.answers.leaderboard.headline import RANKING
from components.board.component import weights_board
from components.board.exchange import Chosen
from components.board.payload import board_of
from components.choices.query import parse
from components.resolved import Resolved
from components.results.presets import presets
from data.registry import GROUPS, Tables
from tests.gridded import gridded
from tests.made import hostile, made_metric, made_tables
from tests.released import TABLES, built_in


def of_size(methods: int, metrics: int) -> Tables:
    """A large suite of values with ties, its metrics in three groups."""
    values = np.round(np.random.default_rng(11).random((1, 1, methods, metrics)), 1)
    grouped = [
        replace(made_metric(f"M{j + 1}", "higher"), group=GROUPS[j % 3]) for j in range(metrics)
    ]
    return made_tables(values, metrics=grouped)


asked = {name: st.query_params[name] for name in st.query_params}
case, size = asked.pop("case", "released"), asked.pop("size", "")
time.sleep(float(asked.pop("slow", 0)))
if not size and case in ("released", "hostile"):
    asked.setdefault("weights", "published")
cases = {"released": lambda: TABLES, "grids": gridded, "hostile": lambda: hostile(TABLES)}
cases["listed"] = lambda: built_in("knowundo_seeds")
cases["models"] = lambda: built_in("clear")
cases["wide"] = lambda: built_in("openunlearning")
tables = of_size(*map(int, size.split("x"))) if size else cases[case]()
selection, problems = parse(
    {name: text for name, text in asked.items() if "embed" not in name}, tables
)
assert not problems, problems


def adopt(weights: Chosen) -> None:
    """Take over what the browser sent."""
    st.session_state["weights"] = weights
    st.session_state["commits"] = st.session_state.get("commits", 0) + 1


st.set_page_config(layout="wide")
st.title("Board")
st.button("Equal from outside", on_click=adopt, kwargs={"weights": "equal"})
view = Resolved(
    tables, replace(selection, weights=st.session_state.get("weights", selection.weights))
)
assert view.of(presets)
trust = {m.id: ("supported", "follows closeness") for m in tables.scores[::2]}
links = {"Runs": "data?find=METHOD", "Method": "method?id=PAGE"}
weights_board(
    board_of(view, view.of(headline.compute), RANKING.said(view), trust, links),
    key="board",
    on_commit=adopt,
)
held = {
    m: w for m, w in zip(view.panel.metric_ids, view.contest.weights.tolist(), strict=True) if w
}
rows = [[r.method, r.rank, r.score] for r in view.of(headline.compute).ranking.rows]
st.code(
    repr({"commits": st.session_state.get("commits", 0), "weights": held, "rows": rows}),
    language=None,
)
