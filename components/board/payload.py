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

from components import floors, name_pages
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
from components.stats.panel import Floats
from components.stats.ranking.utility import method_utilities
from components.stats.separation.inference import DISAGREE, PairTest
from components.words import Labels, in_full

MAX_FLAT = 6
"""Up to so many metrics have a slider each; more are behind those of their groups, and listed ones
behind a line."""
GROUPS = ("forgetting", "privacy", "utility", "cost", "")
"""The groups of sliders, in order; metrics without a group come last."""
LISTED = "listed"
"""The role of a metric that stands apart from the groups."""
REFERENCE_LABELS = {"original": "original model", "reference": "retrained model"}
"""By role of a model that is never ranked."""


def board_of(
    view: Resolved,
    headline: Headline,
    sentences: Said,
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
    ranking = headline.ranking
    labels = view.labels
    metric_ids = [metric.id for metric in ranking.metrics]
    columns = [view.panel.metric(metric_id) for metric_id in metric_ids]
    tests = _tests_against_leader(ranking)
    rows = ranking.in_order
    grouped = [metric.group for metric in ranking.metrics if metric.role != LISTED]
    weights_of_preset = {preset.name: preset.weights for preset in view.of(presets)}
    return {
        "say": _sentences(view, headline, sentences),
        "metrics": _metrics(view, ranking, trust),
        "groups": [group for group in GROUPS if group in grouped],
        "flat": len(grouped) <= MAX_FLAT,
        "weights": {metric_id: ranking.summary.weights[metric_id] for metric_id in metric_ids},
        "equal": weights_of_preset.get("equal") or {},
        "methods": [_method(view, ranking, row, tests.get(row.method)) for row in rows],
        "utilities": _finite_rows(ranking.contest.utilities[:, columns]),
        "passes": (~view.contest.is_below_floor).tolist(),
        "members": [list(r.candidates) for r in rows]
        if ranking.contest.ranks_best_checkpoints
        else None,
        "leader": ranking.ranked[0].method if ranking.ranked else None,
        "tested": ranking.pair_tests.board is not None,
        "references": _references(view, columns),
        "floor": cleaned(floors.listed(labels, view.contest.floors)),
        "benchmarks": [cleaned(labels.benchmark(benchmark)) for benchmark in view.panel.benchmarks],
        "links": [{"text": text, "href": address} for text, address in links.items()],
        "open": opened,
        "picture": ranking_picture(view),
    }


def _sentences(view: Resolved, headline: Headline, sentences: Said) -> dict[str, Any]:
    lines = [cleaned(line) for line in sentences.lines]
    chance = cleaned(derived_weights.chance(headline.derived))
    return {
        "verdict": "".join(lines[:1]),
        "support": "".join(lines[1:2]),
        "notes": [line for line in lines[2:] if line != chance],
        "move": _move(view, headline.ranking),
        "chance": chance,
    }


def _move(view: Resolved, ranking: Ranking) -> dict[str, Any] | None:
    """Return what the button beside the support does: the move that changes the leader, or weighing
    what was measured. None without a button."""
    if ranking.ranked:
        label = "Make this move"
        change = ranking.contest.nearest_change
        weights = change.applied if change.distance else None
    else:
        label = "Weigh only what was measured"
        weights = measured_only(view)
    if weights is None:
        return None
    return {"label": label, "weights": weights}


def measured_only(view: Resolved) -> dict[str, float] | None:
    """Return the weights of the metrics that every method has, in proportion, equal if they had
    none; None if there is no such metric."""
    is_measured = ~np.isnan(view.contest.utilities[~view.contest.is_below_floor]).any(axis=0)
    if not is_measured.any():
        return None
    shares = np.where(is_measured, view.contest.weights, 0.0)
    if not shares.any():
        shares = is_measured.astype(float)
    return dict(zip(view.panel.metric_ids, (shares / shares.sum()).tolist(), strict=True))


def _metrics(
    view: Resolved, ranking: Ranking, trust: Mapping[str, tuple[str, str]]
) -> list[dict[str, Any]]:
    metric_ids = [metric.id for metric in ranking.metrics]
    light = metric_colours(metric_ids, "light")
    dark = metric_colours(metric_ids, "dark")
    shown = []
    for metric in ranking.metrics:
        verdict, reason = trust.get(metric.id, ("", ""))
        is_listed = metric.role == LISTED
        sent = {
            "id": metric.id,
            "label": cleaned(metric.label) or metric.id,
            "name": cleaned(in_full(metric.label, metric.name)),
            "arrow": metric.arrow,
            "light": light[metric.id],
            "dark": dark[metric.id],
            "group": "" if is_listed else metric.group,
            "listed": is_listed,
            "href": f"metric?id={name_pages.address('metrics', view.tables, metric.id)}",
            "trust": verdict,
            "why": cleaned(reason),
        }
        shown.append(sent)
    return shown


def _method(
    view: Resolved, ranking: Ranking, row: Contender, test: PairTest | None
) -> dict[str, Any]:
    labels = view.labels
    sent = {
        "id": row.method,
        "label": cleaned(labels.method(row.method)) or row.method,
        "name": cleaned(labels.in_full(row.method)) or row.method,
        "note": cleaned(_note(ranking, labels, row)),
        "out": cleaned(_why_unranked(ranking, labels, row)),
        "opens": row.shown or row.method,
        "page": name_pages.address("methods", view.tables, row.method),
        "told": False,
        "difference": None,
        "low": None,
        "high": None,
        "dashed": False,
        "ranks": "",
        "runs": _run_scores(ranking, row),
    }
    low, high = ranking.rank_interval(row)
    if low is not None:
        sent["ranks"] = f"{low}" if low == high else f"{low}–{high}"
    if test is not None:
        sent["dashed"] = test.reason == DISAGREE
    if test is not None and test.low is not None:
        sent |= {"low": test.low, "high": test.high, "difference": test.difference}
        sent["told"] = test.low <= 0
    return sent


def _tests_against_leader(ranking: Ranking) -> dict[str, PairTest]:
    """Return the tests of the first row against each of the others, by the other."""
    board = ranking.pair_tests.board
    if board is None or board.tests is None:
        return {}
    others = board.names[1:]
    return dict(zip(others, board.tests.pairs(np.arange(len(others))), strict=True))


def _run_scores(ranking: Ranking, row: Contender) -> list[list[float]]:
    """Return the score of each run of a ranked row, by benchmark."""
    rows = ranking.pair_tests.rows
    if row.method not in rows.names:
        return []
    scores = rows.runs[:, :, rows.names.index(row.method)]
    return [of_benchmark[~np.isnan(of_benchmark)].tolist() for of_benchmark in scores]


def _note(ranking: Ranking, labels: Labels, row: Contender) -> str:
    """Return where a method comes from, what supports its numbers, and which checkpoint stands for
    it."""
    parts = [labels.citation(row.method)]
    support = ranking.support(row)
    if support is not None:
        parts.append(support.words)
    if row.shown is not None and row.shown != row.method:
        parts.append(f"best: {labels.method(row.shown)}")
    return " · ".join(filter(None, parts))


def _why_unranked(ranking: Ranking, labels: Labels, row: Contender) -> str:
    """Return why a method has no rank; "" if it has one."""
    if row.rank is not None:
        return ""
    if not row.is_below_floor:
        weights = ranking.summary.weights
        missing = [labels.metric(metric) for metric in ranking.missing(row) if weights[metric]]
        return f"lacks {joined(missing)}"
    if len(row.candidates) > 1:
        return "every checkpoint is below the floor"
    missed = ranking.below.missed[ranking.panel.methods[row.candidates[0]]]
    return floors.miss_words(labels, missed[0])


def _references(view: Resolved, columns: list[int]) -> list[dict[str, Any]]:
    panel = view.unranked
    utilities = method_utilities(panel, view.selection.transform, view.contest.aggregate)
    references = []
    for method, row in zip(panel.methods, _finite_rows(utilities[:, columns]), strict=True):
        label = REFERENCE_LABELS.get(view.role(method))
        if label is not None:
            references.append({"label": label, "utilities": row})
    return references


def _finite_rows(values: Floats) -> list[list[float | None]]:
    return [[finite(value) for value in row] for row in values.tolist()]
