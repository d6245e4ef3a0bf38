"""The live part of the trade-off: verdict, the slider below it, and what it draws into the picture.

It uses the board's arithmetic and its way of sending weights, so that a share set here gives the same ranking there.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from components.answers.leaderboard.weights import presets
from components.answers.tradeoff.lead import MOST, NONE_RANKED, outside, say, splits
from components.answers.tradeoff.picture import FIGURE
from components.answers.tradeoff.plane import Tradeoff
from components.board.component import FOLDER
from components.board.exchange import exchanged
from components.board.mounted import DRAWN, component
from components.format import cleaned, to_plain
from components.resolved import Resolved


def read_scripts() -> str:
    """Return the script of the slider as one module, the board's rules first."""
    files = (FOLDER / f"{name}.js" for name in ("model", "turn", "drawing", "share"))
    return DRAWN + "\n".join(f.read_text(encoding="utf-8") for f in files)


_mount = component(
    "tradeoff_share",
    html=(FOLDER / "share.html").read_text(encoding="utf-8"),
    css=(FOLDER / "share.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


def live_of(view: Resolved, result: Tradeoff, board: str = "") -> dict[str, Any]:
    """Return what the slider and the picture show of a result. Labels are one line each and never empty.

    turns    whether weight can be moved between the axes, by the slider, from `least` to `most` per cent on the
             first; a group keeps 1 %, since without weight it would be no axis
    lines    what is said now, the verdict first; while the slider moves, the verdict is put together from the leaders
             (up to `named` by name, more as a count of `noun`) and what follows of them: `outside` if the axes do not
             decide alone, else `splits` by candidate; `none` is said if there are no leaders
    methods  candidates with their places in the picture; `written` says whether the picture names the leader
    axes     each with its name in running text and its metrics; `groups` has the group of each metric
    grids    the board's rows if these are methods with several of the candidates, and their labels
    """
    x, y = result.axes
    names, ids = view.labels, view.panel.metric_ids
    live = {
        "figure": FIGURE,
        "metrics": ids,
        "weights": dict(zip(ids, view.w.tolist(), strict=True)),
        "utilities": np.where(view.below[:, None], np.nan, view.utilities).tolist(),
        "methods": tuple(
            {"id": p.method, "label": cleaned(names.method(p.method)) or p.method, "x": p.x, "y": p.y}
            for p in result.points
        ),
        "axes": tuple({"name": cleaned(a.plain) or a.axis, "metrics": a.metrics} for a in result.axes),
        "turns": result.turns,
        "least": 1 if x.is_group else 0,
        "most": 99 if y.is_group else 100,
        "exact": result.exact,
        "written": not result.all_named,
        "lines": tuple(map(cleaned, say(result, names).lines)),
        "named": MOST,
        "noun": "method" if result.grids else result.noun,
        "outside": outside(result),
        "splits": {m: cleaned(text) for m, text in splits(result).items()},
        "none": NONE_RANKED,
        "groups": tuple(m.group for m in view.panel.metrics),
        "presets": tuple(
            {"name": p.name, "label": cleaned(p.label) or p.name, "weights": p.weights}
            for p in view.of(presets)
            if p.purpose and p.weights is not None
        ),
        "board": board,
        "grids": {
            "members": tuple(tuple(own.tolist()) for own in view.families.values()),
            "labels": tuple(cleaned(names.method(f)) or f for f in view.families),
        }
        if result.grids
        else None,
    }
    return {key: to_plain(value) for key, value in live.items()}


def share_slider(live: Mapping[str, Any], *, key: str, on_commit: Callable[..., None]) -> None:
    """Draw the verdict, the slider below it, and the presets; `on_commit` gets the weights on release."""
    presets = {p["name"]: p["weights"] for p in live["presets"]}
    exchanged(_mount, live, key=key, weights=live["weights"], presets=presets, on_commit=on_commit)
