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
from components.results.pair_tests import SPREADS_DIFFER
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
    trust_of_metric: Mapping[str, tuple[str, str]],
    address_of_text: Mapping[str, str],
    opened: str = "",
) -> dict[str, Any]:
    """Return the board of a ranking, methods in row order. Labels come as one line each and are
    never empty.

    `trust_of_metric` is a verdict and its reason by metric. `address_of_text` are addresses by
    text, in which METHOD stands for the id of a method and PAGE for that of its page, AGAINST for
    the id of the first other method, RIVAL for its page, RIVALS for the pages of the first three.
    `opened` is the row that is open."""
    ranking = headline.ranking
    labels = view.labels
    metric_ids = [metric.id for metric in ranking.metrics]
    columns = list(map(view.panel.metric, metric_ids))
    test_of_rival = _tests_against_leader(ranking)
    rows = ranking.in_order
    grouped = [metric.group for metric in ranking.metrics if metric.role != LISTED]
    members = None
    if ranking.contest.ranks_best_checkpoints:
        members = [list(row.candidates) for row in rows]
    weights_of_preset = {preset.name: preset.weights for preset in view.of(presets)}
    return {
        "say": _sentences(view, headline, sentences),
        "metrics": _metrics(view, ranking, trust_of_metric),
        "groups": [group for group in GROUPS if group in grouped],
        "flat": len(grouped) <= MAX_FLAT,
        "weights": {metric_id: ranking.summary.weights[metric_id] for metric_id in metric_ids},
        "equal": weights_of_preset.get("equal") or {},
        "methods": [_method(view, ranking, row, test_of_rival.get(row.method)) for row in rows],
        "utilities": _finite_rows(ranking.contest.utilities[:, columns]),
        "passes": (~view.contest.is_below_floor).tolist(),
        "members": members,
        "leader": ranking.ranked[0].method if ranking.ranked else None,
        "tested": ranking.pair_tests.board is not None,
        "references": _references(view, columns),
        "floor": cleaned(floors.listed(labels, view.contest.floors)),
        "benchmarks": list(map(cleaned, map(labels.benchmark, view.panel.benchmarks))),
        "links": [{"text": text, "href": address} for text, address in address_of_text.items()],
        "open": opened,
        "picture": ranking_picture(view),
    }


def _sentences(view: Resolved, headline: Headline, sentences: Said) -> dict[str, Any]:
    lines = list(map(cleaned, sentences.lines))
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
        button_label = "Make this move"
        change = ranking.contest.nearest_change
        weights = change.applied if change.distance else None
    else:
        button_label = "Weigh only what was measured"
        weights = measured_only(view)
    if weights is None:
        return None
    return {"label": button_label, "weights": weights}


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
    view: Resolved, ranking: Ranking, trust_of_metric: Mapping[str, tuple[str, str]]
) -> list[dict[str, Any]]:
    metric_ids = [metric.id for metric in ranking.metrics]
    light_colours = metric_colours(metric_ids, "light")
    dark_colours = metric_colours(metric_ids, "dark")
    metric_records = []
    for metric in ranking.metrics:
        verdict, reason = trust_of_metric.get(metric.id, ("", ""))
        is_listed = metric.role == LISTED
        metric_record = {
            "id": metric.id,
            "label": cleaned(metric.label) or metric.id,
            "name": cleaned(in_full(metric.label, metric.name)),
            "arrow": metric.arrow,
            "light": light_colours[metric.id],
            "dark": dark_colours[metric.id],
            "group": "" if is_listed else metric.group,
            "listed": is_listed,
            "href": f"metric?id={name_pages.address('metrics', view.tables, metric.id)}",
            "trust": verdict,
            "why": cleaned(reason),
        }
        metric_records.append(metric_record)
    return metric_records


def _method(
    view: Resolved, ranking: Ranking, row: Contender, leader_test: PairTest | None
) -> dict[str, Any]:
    labels = view.labels
    method_record = {
        "id": row.method,
        "label": cleaned(labels.method(row.method)) or row.method,
        "name": cleaned(labels.in_full(row.method)) or row.method,
        "note": cleaned(_note(ranking, labels, row, leader_test)),
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
    best_rank, worst_rank = ranking.rank_interval(row)
    if best_rank is not None:
        method_record["ranks"] = (
            f"{best_rank}" if best_rank == worst_rank else f"{best_rank}–{worst_rank}"
        )
    if leader_test is not None:
        method_record["dashed"] = leader_test.reason == DISAGREE
    if leader_test is not None and leader_test.low is not None:
        method_record |= {
            "low": leader_test.low,
            "high": leader_test.high,
            "difference": leader_test.difference,
        }
        method_record["told"] = leader_test.low <= 0
    return method_record


def _tests_against_leader(ranking: Ranking) -> dict[str, PairTest]:
    """Return the tests of the first row against each of the others, by the other."""
    inference_of_board = ranking.pair_tests.board
    if inference_of_board is None or inference_of_board.tests is None:
        return {}
    others = inference_of_board.names[1:]
    return dict(zip(others, inference_of_board.tests.pairs(np.arange(len(others))), strict=True))


def _run_scores(ranking: Ranking, row: Contender) -> list[list[float]]:
    """Return the score of each run of a ranked row, by benchmark."""
    rows = ranking.pair_tests.rows
    if row.method not in rows.names:
        return []
    scores = rows.runs[:, :, rows.names.index(row.method)]
    return [of_benchmark[~np.isnan(of_benchmark)].tolist() for of_benchmark in scores]


def _note(ranking: Ranking, labels: Labels, row: Contender, leader_test: PairTest | None) -> str:
    """Return where a method comes from, what supports its numbers, which checkpoint stands for it,
    and whether the leader is less surely ahead of it."""
    parts = [labels.citation(row.method)]
    support = ranking.support(row)
    if support is not None:
        parts.append(support.words)
    if row.shown is not None and row.shown != row.method:
        parts.append(f"best: {labels.method(row.shown)}")
    if leader_test is not None and leader_test.spreads_differ:
        parts.append(SPREADS_DIFFER)
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
        reference_label = REFERENCE_LABELS.get(view.role(method))
        if reference_label is not None:
            references.append({"label": reference_label, "utilities": row})
    return references


def _finite_rows(values: Floats) -> list[list[float | None]]:
    return [list(map(finite, row)) for row in values.tolist()]
