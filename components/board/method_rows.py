"""The rows of the board: methods by rank and the models that are never ranked, with what is drawn
of each."""

from typing import Any

import numpy as np

from components import floors, name_pages
from components.contest import Contender
from components.format import cleaned, joined
from components.resolved import Resolved
from components.results.pair_tests import SPREADS_DIFFER
from components.results.past_retrained import PastRetrained, row_note
from components.results.ranking import Ranking
from components.results.references import References
from components.results.score_lines import span_around
from components.stats.separation.inference import DISAGREE, PairTest
from components.words import Labels

ROLE_NOTES = {
    "original": "untouched, before unlearning",
    "reference": "trained without the forgotten data",
}
"""By role of a model that is never ranked."""


def method_row(
    view: Resolved,
    ranking: Ranking,
    row: Contender,
    leader_test: PairTest | None,
    past_retrained: PastRetrained,
) -> dict[str, Any]:
    """Return a method with its rank, or why it has none, and its test against the leader."""
    labels = view.labels
    method_record = _record(view, row.method, role="")
    method_record |= {
        "note": cleaned(_note(ranking, labels, row, leader_test, past_retrained)),
        "out": cleaned(_why_unranked(ranking, labels, row)),
        "opens": row.shown or row.method,
        "runs": _run_scores(ranking, row),
    }
    best_rank, worst_rank = ranking.rank_interval(row)
    if best_rank is not None:
        method_record["ranks"] = (
            f"{best_rank}" if best_rank == worst_rank else f"{best_rank}–{worst_rank}"
        )
    if leader_test is not None and leader_test.low is not None:
        method_record["whisker"] = _whisker(ranking, row, leader_test)
        method_record["told"] = leader_test.low <= 0
    return method_record


def model_row(view: Resolved, models: References, model_index: int) -> dict[str, Any]:
    """Return a model that is never ranked, with the benchmarks on which it is scored if these are
    some of those shown."""
    method = models.methods[model_index]
    role = models.roles[method]
    labels = view.labels
    parts = [ROLE_NOTES[role]]
    if models.is_partial(model_index):
        parts.append(f"on {labels.listed_benchmarks(models.compared_on[method])}")
    model_record = _record(view, method, role)
    model_record |= {
        "name": cleaned(models.name(model_index, labels)),
        "note": cleaned(" · ".join(parts)),
    }
    return model_record


def _record(view: Resolved, method: str, role: str) -> dict[str, Any]:
    """What a row holds before anything is known of its rank."""
    return {
        "id": method,
        "role": role,
        "label": cleaned(view.labels.method(method)) or method,
        "name": cleaned(view.labels.in_full(method)) or method,
        "note": "",
        "out": "",
        "opens": method,
        "page": name_pages.address("methods", view.tables, method),
        "told": False,
        "whisker": None,
        "ranks": "",
        "runs": [],
    }


def _whisker(ranking: Ranking, row: Contender, leader_test: PairTest) -> dict[str, Any]:
    """The interval of score(leader) − score(row), `low` to `high`, where it is drawn, and whether
    it is `dashed`: two ways of averaging disagree."""
    assert leader_test.low is not None
    assert leader_test.high is not None
    assert row.score is not None
    leader_score = ranking.ranked[0].score
    assert leader_score is not None
    is_ahead = leader_test.low > 0
    span = span_around(row.score, leader_test.low, leader_test.high, leader_score, is_ahead)
    return {
        "low": leader_test.low,
        "high": leader_test.high,
        **vars(span),
        "dashed": leader_test.reason == DISAGREE,
    }


def tests_against_leader(ranking: Ranking) -> dict[str, PairTest]:
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


def _note(
    ranking: Ranking,
    labels: Labels,
    row: Contender,
    leader_test: PairTest | None,
    past_retrained: PastRetrained,
) -> str:
    """Return where a method comes from, what supports its numbers, which checkpoint stands for it,
    whether the leader is less surely ahead of it, and whether it is past the retrained model."""
    parts = [labels.citation(row.method)]
    support = ranking.support(row)
    if support is not None and not ranking.printed_note:
        parts.append(support.words)
    if row.shown is not None and row.shown != row.method:
        parts.append(f"best: {labels.method(row.shown)}")
    if leader_test is not None and leader_test.spreads_differ:
        parts.append(SPREADS_DIFFER)
    parts.append(row_note(past_retrained, row.method, labels))
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
