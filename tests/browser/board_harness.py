"""A page that holds nothing but the weights board, for its tests: `?case=…&size=MxK&seed=…`.

The weights live in the session, as the leaderboard page keeps them in its address. `?slow=0.5` takes its time before
the board.
"""

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import streamlit as st

from components.board.component import weights_board
from components.board.exchange import Chosen
from components.format import cleaned, to_plain
from components.plotting.theme import metric_colours

HOSTILE = ("<img src=x onerror=alert(1)>", "\u202egnp.exe", "عربي <b>x</b>", "x" * 400, "a\nb\tc", "&amp;{{x}}", "")
UTILITIES = np.array(
    [
        [0.377778, 0.620000, 0.726667, 0.009430, 0.913281],
        [0.388889, 0.626667, 0.662222, 0.023584, 0.961804],
        [0.381481, 0.580000, 0.654074, 0.011350, 0.842564],
        [0.377778, 0.600000, 0.677037, 0.019190, 0.950865],
    ]
)
METRICS = (
    ("FA", "Forget Accuracy", "↓", "1−FA"),
    ("RA", "Retain Accuracy", "↑", "RA"),
    ("MIA", "Membership Inference Attack", "↓", "1−MIA"),
    ("AD", "Activation Distance", "↓", "1/(1+AD)"),
    ("JS", "Jensen-Shannon divergence", "↓", "1−JS"),
)
METHODS = ("Gradient Ascent", "Random Labels", "FT-Retain", "SalUn")
PUBLISHED = (0.01377441, 0.65612239, 0.30255438, 0.01377441, 0.01377441)

asked = st.query_params
case = asked.get("case", "real")
u = UTILITIES.copy()
if "size" in asked:
    n, k = (int(x) for x in asked["size"].split("x"))
    u = np.random.default_rng(int(asked.get("seed", 1))).random((n, k))
    if case == "ties":
        u = np.round(u, 1)
n, k = u.shape
made = [(f"M{j + 1}", f"Metric {j + 1}", "↑", f"M{j + 1}") for j in range(k)]
names = [(m[0], *m) for m in (METRICS if k == 5 else made)]
method_names = METHODS if n == 4 else [f"Method {i + 1}" for i in range(n)]
reasons: list[str | None] = [None] * n
if case == "hostile":
    names = [(m[0], HOSTILE[j % 7], HOSTILE[(j + 3) % 7], "↓", HOSTILE[j % 7]) for j, m in enumerate(names)]
    method_names = [HOSTILE[i % 7] for i in range(n)]
if case == "missing":  # one method lacks MIA, another is withheld for a reason that no utility shows
    u[2, 2], reasons[2] = np.nan, "no MIA on UnLOK-VQA"
    reasons[3] = "run withdrawn"
if case == "none":
    u[:, [2, 4]] = np.nan
    reasons = ["no MIA, no JS"] * n

ids = [m[0] for m in names]
light, dark = metric_colours(ids, "light"), metric_colours(ids, "dark")
spread = np.ptp(np.where(np.isnan(u), np.nanmean(u), u), axis=0)
metrics = [
    {**dict.fromkeys(("href", "trust", "group"), ""), "parts": []}
    | {
        "id": i,
        "label": cleaned(label) or i,
        "name": cleaned(name) or i,
        "arrow": arrow,
        "light": light[i],
        "dark": dark[i],
        "map": cleaned(formula),
        "slight": "hardly varies" if spread[j] < 0.02 else "",
    }
    for j, (i, label, name, arrow, formula) in enumerate(names)
]
grids = None
if case in ("best", "median"):  # the methods are checkpoints of two methods
    members = (tuple(range(n // 2)), tuple(range(n // 2, n)))
    grids, method_names, reasons = (
        {"rule": case, "members": members, "labels": tuple(method_names)},
        ["A", "B"],
        [None] * 2,
    )
methods = [
    {"id": f"m{i + 1}", "href": "", "label": cleaned(method_names[i]) or f"m{i + 1}", "incomplete": reasons[i]}
    for i in range(len(method_names))
]
published = np.array(PUBLISHED if k == 5 else np.random.default_rng(7).dirichlet(np.ones(k)))
presets = [
    {
        "name": "published",
        "label": "Published rule",
        "weights": dict(zip(ids, (published / published.sum()).tolist(), strict=True)),
    },
    {"name": "equal", "label": "Equal weights", "weights": dict.fromkeys(ids, 1 / k)},
    *({"name": f"only-{i}", "label": f"{i} alone", "weights": {i: 1.0}} for i in ids),
]
by_name = {p["name"]: p for p in presets}


def adopt(weights: "Chosen | None" = None, floors: Mapping[str, float] = MappingProxyType({})) -> None:
    if weights is None:
        st.session_state["floors"] = dict(floors)
        name = " ".join(["floors", *(f"{i}{value:g}" for i, value in floors.items())])
    else:
        given = dict(weights) if isinstance(weights, tuple) else by_name[weights]["weights"]
        st.session_state["weights"] = {i: given.get(i, 0.0) for i in ids}
        name = "custom" if isinstance(weights, tuple) else weights
    st.session_state["commits"] = [*st.session_state.get("commits", []), name]


st.set_page_config(layout="wide")
st.title("Board")
if st.button("Equal from outside"):
    adopt("equal")
time.sleep(float(asked.get("slow", 0)))
weights = st.session_state.setdefault("weights", presets[0]["weights"])
floors: list[dict[str, Any]] = []
if case == "floors":  # of the first two metrics, on benchmarks of their own
    limits = st.session_state.setdefault("floors", {"FA::": 0.38})
    floors = [
        {
            "id": f"{ids[j]}::",
            "subject": metrics[j]["label"],
            "on": metrics[j]["label"],
            "share": False,
            "value": limits.get(f"{ids[j]}::", 0.0),
            "usual": 0.38 * (j == 0),
            "kept": to_plain(u[:, j]),
            "where": ["News"] * n,
        }
        for j in range(1 + ("RA::" in limits))
    ]
weights_board(
    dict.fromkeys(("spoken", "help", "sure", "tradeoff", "plan", "others"), "")
    | dict.fromkeys(("expected", "flip"))
    | {
        "metrics": metrics,
        "methods": methods,
        "utilities": to_plain(u),
        "unfit": [],
        "noun": "method",
        "weights": weights,
        "preset": "published",
        "presets": [{"purpose": False, "told": "", **p} for p in presets],
        "fragile": "fragile lead",
        "over": "Rank, other seeds",
        "intervals": [None if case == "seeds" else [max(1, i), min(n, i + 2)] for i in range(len(methods))],
        "instead": "seeds only" if case == "seeds" else "",
        "letters": ["a", "ab", "b", "c"] if n == 4 and grids is None else None,
        "follows": "What follows holds until a hand moves.",
        "grids": to_plain(grids),
        "floors": floors,
        "further": [{"id": "RA::", "label": "RA"}] if floors else [],
        "weak": ["is near zero in utility", *[""] * (n - 1)],
    },
    key="board",
    on_commit=adopt,
)
st.code(repr({"commits": st.session_state.get("commits", []), "weights": weights}), language=None, wrap_lines=True)
