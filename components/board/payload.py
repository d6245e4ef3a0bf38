"""What the board shows of a ranking: the one form in which weights, names and utilities go to the
browser.

Weights cross that border as numbers by metric id, in both directions; a metric that is not named
has weight 0.

say        the verdict, the line of support, notes, `move`: what a button does, with the weights
           that it sets, and `chance`: that the weights follow chance, with equal ones one click
           away
metrics    that can be weighted: colours in both themes, what each serves, and whether it can be
           trusted and why
methods    by row: the full name, a second line, why it has no rank ("" with one); `told`: not ahead
           of by the leader; low and high: score(leader) − score(row) with its interval, `dashed` if
           two ways of averaging disagree;
           ranks: those that the data allow; `runs`: the score of each run by benchmark
utilities  a row for each method, or for each checkpoint of `members`, null where a metric was not
           measured; `passes` says which of them keep every floor
references models that are never ranked, with their utilities
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from components import floors, words
from components.answers.leaderboard.headline import Headline
from components.answers.record import Said
from components.contest import Contender
from components.exports.provenance import ranking_picture
from components.format import cleaned, finite, joined
from components.plotting.theme import metric_colours
from components.resolved import Resolved
from components.results import derived_weights
from components.results.presets import presets
from components.results.ranking import Ranking
from components.stats.ranking.utility import method_utilities
from components.stats.separation.inference import DISAGREE, PairTest
from components.words import Labels, in_full

FEW = 6
"""Up to so many metrics have a slider each; more are behind those of their groups, and listed ones
behind a line."""
GROUPS = ("forgetting", "privacy", "utility", "cost", "")
"""The groups of sliders, in order; metrics without a group come last."""


def board_of(
    view: Resolved,
    lead: Headline,
    said: Said,
    trust: Mapping[str, tuple[str, str]],
    links: Mapping[str, str],
    opened: str = "",
) -> dict[str, Any]:
    """Return the board of a ranking, methods in row order. Labels come as one line each and are
    never empty.

    `trust` is a verdict and its reason by metric. `links` are addresses by text, in which METHOD
    stands for the id of a method and PAGE for that of its page, AGAINST for the id of the first
    other method, RIVAL for its page, RIVALS for the pages of the first three. `opened` is the row
    that is open."""
    found, names = lead.ranking, view.labels
    ids = [m.id for m in found.metrics]
    places = [view.panel.metric(i) for i in ids]
    rows = found.in_order
    tests = _against_leader(found)
    light, dark = metric_colours(ids, "light"), metric_colours(ids, "dark")
    verdict, support, *notes = [cleaned(t) for t in said.lines] + [""] * (2 - len(said.lines))
    chance = cleaned(derived_weights.chance(lead.derived))
    return {
        "say": {
            "verdict": verdict,
            "support": support,
            "notes": [n for n in notes if n != chance],
            "move": _move(view, found),
            "chance": chance,
        },
        "metrics": [
            {
                "id": m.id,
                "label": cleaned(m.label) or m.id,
                "name": cleaned(in_full(m.label, m.name)),
                "arrow": m.arrow,
                "light": light[m.id],
                "dark": dark[m.id],
                "group": "" if m.role == "listed" else m.group,
                "listed": m.role == "listed",
                "href": f"metric?id={words.address('metrics', view.tables, m.id)}",
                "trust": trust.get(m.id, ("", ""))[0],
                "why": cleaned(trust.get(m.id, ("", ""))[1]),
            }
            for m in found.metrics
        ],
        "groups": [
            g for g in GROUPS if any(m.group == g and m.role != "listed" for m in found.metrics)
        ],
        "flat": sum(m.role != "listed" for m in found.metrics) <= FEW,
        "weights": {m: found.summary.weights[m] for m in ids},
        "equal": next((p.weights or {} for p in view.of(presets) if p.name == "equal"), {}),
        "methods": [_method(view, found, r, tests.get(r.method)) for r in rows],
        "utilities": [
            [finite(u) for u in own] for own in found.contest.utilities[:, places].tolist()
        ],
        "passes": (~view.below).tolist(),
        "members": [[*r.candidates] for r in rows]
        if found.contest.ranks_best_checkpoints
        else None,
        "leader": found.ranked[0].method if found.ranked else None,
        "tested": found.pair_tests.board is not None,
        "references": _references(view, places),
        "floor": cleaned(floors.listed(names, view.floors)),
        "benchmarks": [cleaned(names.benchmark(b)) for b in view.panel.benchmarks],
        "links": [{"text": text, "href": there} for text, there in links.items()],
        "open": opened,
        "picture": ranking_picture(view),
    }


def _move(view: Resolved, found: Ranking) -> dict[str, Any] | None:
    """What the button beside the support does: the move that changes the leader, or weighing what
    was measured."""
    if not found.ranked:
        weights = measured_only(view)
        return (
            None
            if weights is None
            else {"label": "Weigh only what was measured", "weights": weights}
        )
    nearest = found.nearest_change
    if nearest.applied is None or not nearest.distance:
        return None
    return {"label": "Make this move", "weights": nearest.applied}


def measured_only(view: Resolved) -> dict[str, float] | None:
    """Return the weights of the metrics that every method has, in proportion, equal if they had
    none; else None."""
    kept = ~np.isnan(view.utilities[~view.below]).any(axis=0)
    if not kept.any():
        return None
    shares = np.where(kept, view.w if (view.w[kept] > 0).any() else 1.0, 0.0)
    return dict(zip(view.panel.metric_ids, (shares / shares.sum()).tolist(), strict=True))


def _method(
    view: Resolved, found: Ranking, row: Contender, test: PairTest | None
) -> dict[str, Any]:
    names, (low, high) = view.labels, found.rank_interval(row)
    shown = (
        row.shown if found.contest.ranks_best_checkpoints and row.shown is not None else row.method
    )
    return {
        "id": row.method,
        "label": cleaned(names.method(row.method)) or row.method,
        "name": cleaned(names.in_full(row.method)) or row.method,
        "note": cleaned(_note(found, names, row)),
        "out": cleaned(_out(found, names, row)),
        "opens": shown,
        "page": words.address("methods", view.tables, row.method),
        "told": test is not None and test.low is not None and test.low <= 0,
        "difference": None if test is None or test.low is None else test.difference,
        "low": None if test is None else test.low,
        "high": None if test is None else test.high,
        "dashed": test is not None and test.reason == DISAGREE,
        "ranks": "" if low is None else f"{low}" if low == high else f"{low}–{high}",
        "runs": _runs(found, row),
    }


def _against_leader(found: Ranking) -> dict[str, PairTest]:
    """The tests of the first row against each of the others."""
    board = found.pair_tests.board
    if board is None or board.tests is None:
        return {}
    return dict(
        zip(board.names[1:], board.tests.pairs(np.arange(len(board.names) - 1)), strict=True)
    )


def _runs(found: Ranking, row: Contender) -> list[list[float]]:
    """The score of each run of a ranked row, by benchmark."""
    own = found.pair_tests.rows
    if row.method not in own.names:
        return []
    runs = own.runs[:, :, own.names.index(row.method)]
    return [[float(x) for x in of if x == x] for of in runs]


def _note(found: Ranking, names: Labels, row: Contender) -> str:
    """Where a method comes from, what supports its numbers, and which checkpoint stands for it."""
    support = found.support(row)
    parts = [names.citation(row.method), "" if support is None else support.words]
    if found.contest.ranks_best_checkpoints and row.shown is not None and row.shown != row.method:
        parts.append(f"best: {names.method(row.shown)}")
    return " · ".join(filter(None, parts))


def _out(found: Ranking, names: Labels, row: Contender) -> str:
    """Why a method has no rank; "" if it has one."""
    if row.rank is not None:
        return ""
    if row.is_below_floor:
        missed = [
            m for i in row.candidates if (m := found.below.missed.get(found.panel.methods[i]))
        ]
        return (
            "every checkpoint is below the floor"
            if len(row.candidates) > 1
            else floors.miss_words(names, missed[0][0])
        )
    lacks = [names.metric(m) for m in found.missing(row) if found.summary.weights[m]]
    return f"lacks {joined(lacks)}"


def _references(view: Resolved, places: list[int]) -> list[dict[str, Any]]:
    panel, shown = view.references, {"original": "original model", "reference": "retrained model"}
    utilities = method_utilities(panel, view.selection.transform, view.aggregate)[:, places]
    return [
        {"label": shown[view.role(m)], "utilities": [finite(u) for u in own]}
        for m, own in zip(panel.methods, utilities.tolist(), strict=True)
        if view.role(m) in shown
    ]
