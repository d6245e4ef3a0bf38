"""The live part of the trade-off: the lead sentence, the slider below it, and what it draws into the picture.

It uses the board's arithmetic and its way of sending weights, so that a share set here gives the same ranking there.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from components.answers.leaderboard.weights import presets
from components.answers.tradeoff.lead import between, lead, leads, on_the_front, share_sentence
from components.answers.tradeoff.picture import FIGURE
from components.answers.tradeoff.plane import Tradeoff
from components.board.component import FOLDER
from components.board.data import board_preset
from components.board.exchange import exchanged
from components.board.mounted import DRAWN, component
from components.format import cleaned, to_plain
from components.resolved import Resolved


def read_scripts() -> str:
    """The script of the slider as one module, the board's rules first."""
    files = (FOLDER / f"{name}.js" for name in ("model", "lead", "turn", "drawing", "share"))
    return DRAWN + "\n".join(f.read_text(encoding="utf-8") for f in files)


_mount = component(
    "tradeoff_share",
    html=(FOLDER / "share.html").read_text(encoding="utf-8"),
    css=(FOLDER / "share.css").read_text(encoding="utf-8"),
    js=read_scripts(),
)


def live_of(view: Resolved, result: Tradeoff, board: str = "") -> dict[str, Any]:
    """What the slider and the picture show of a result. Labels come as one line each and are never empty.

    turns    whether weight can be moved between the axes, by the slider, from `least` to `most` per cent on the
             first; a group keeps 1 %, since without any weight it would be no axis
    lead     the sentences now; while the slider moves they are put together from `standing`, how many are on the
             front, `best_for`, the supported candidates with the shares of weight for which each is best, and
             `outside`, the sentence of axes that do not decide alone; `one` and `several` say that one leader or
             several lead
    methods  candidates with their places in the picture; `opened` are rows of them
    named    whether the leader's name is written into the picture
    axes     each with its name in running text and the metrics it holds; `groups` has the group of each metric
    grids    the board's rows where these are methods with several of the candidates, and what they are called
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
        "axes": tuple({"name": cleaned(a.plain) or a.axis, "metrics": [*a.metrics]} for a in result.axes),
        "turns": result.turns,
        "least": 1 if x.is_group else 0,
        "most": 99 if y.is_group else 100,
        "exact": result.exact,
        "named": not result.all_named,
        "lead": tuple(cleaned(t) for t in lead(result, names)),
        "standing": on_the_front(result),
        "outside": "" if result.exact else cleaned(share_sentence(result, names)),
        "best_for": tuple({"method": b.method, "between": between(b)} for b in result.best_for),
        "groups": tuple(m.group for m in view.panel.metrics),
        "presets": tuple(board_preset(p) for p in view.of(presets) if p.purpose and p.weights is not None),
        "board": board,
        "one": leads(result, 1),
        "several": leads(result, 2),
        "grids": {
            "members": tuple(tuple(own.tolist()) for own in view.families.values()),
            "labels": tuple(cleaned(names.method(f)) or f for f in view.families),
        }
        if result.grids
        else None,
    }
    return {key: to_plain(value) for key, value in live.items()}


def share_slider(live: Mapping[str, Any], *, key: str, on_commit: Callable[..., None]) -> None:
    """The lead sentence, the slider below it, and the presets; `on_commit` gets the weights on release."""
    presets = {p["name"]: p["weights"] for p in live["presets"]}
    exchanged(_mount, live, key=key, weights=live["weights"], presets=presets, on_commit=on_commit)
