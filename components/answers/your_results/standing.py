"""Where do your methods rank, on what all of them have, and which scores otherwise than the suite
says?"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from components.format import (
    MARK,
    at_most,
    counted,
    few,
    joined,
    number,
    share_list,
    shortened,
    verb,
)
from components.private_ids import twin_of
from components.resolved import Resolved
from components.results import references
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import OVER, untested_reason
from components.selection import default_selection, to_text
from components.stats.panel import Bools
from data.registry import Tables

MAX_TWIN_DIFFERENCE = 0.1
"""Scores of one method that differ by more come from different set-ups."""


@dataclass(frozen=True)
class StandingRow:
    """A method: `kind` is mine, theirs or clash; one with a reason `why` it has no rank is not
    drawn."""

    method: str
    label: str
    score: float
    rank: int | None
    kind: str
    why: str


@dataclass(frozen=True)
class Standing:
    """All methods by score, then those without a rank.

    best       the first of the user's own
    metrics    labels of the weighted metrics
    uncounted  metrics without weight, each with what keeps it out
    clashes    methods with their scores as brought and in the suite
    sure       which ranks are possible, or why nobody knows
    weights    the share of each metric in the score
    notes      which model for comparison would rank first, or above others
    """

    rows: tuple[StandingRow, ...]
    best: StandingRow | None
    metrics: tuple[str, ...]
    n_benchmarks: int
    uncounted: tuple[str, ...]
    clashes: tuple[tuple[str, float, float], ...]
    sure: str
    weights: str = ""
    notes: tuple[str, ...] = ()


def choices(suite: Tables, panel: str) -> dict[str, str]:
    """Return the choices under which the user's methods have a rank: the default weights on what
    all of them have.

    That is the most benchmarks and metrics together; if all have none, of what most have. Floors on
    other metrics are off."""
    default = default_selection(suite)
    view = Resolved(suite, replace(default, panel=panel or default.panel))
    query = {"panel": panel} if panel not in ("", default.panel) else {}
    shared = _shared_by_all(view)
    if shared is None:
        return query
    benchmarks, metrics = shared
    contest = view.contest
    if (metrics != (contest.weights > 0)).any():
        weights = contest.weights if contest.weights[metrics].any() else np.ones(len(metrics))
        shares = (weights / weights[metrics].sum()).tolist()
        weighted = zip(view.panel.metric_ids, shares, strict=True)
        query["weights"] = to_text(tuple(compress(weighted, metrics)))
    if not benchmarks.all():
        query["benchmarks"] = to_text(tuple(compress(view.panel.benchmarks, benchmarks)))
    floors = [
        chosen_floor
        for chosen_floor in contest.floors
        if metrics[list(contest.serving(chosen_floor.subject))].all()
    ]
    if len(floors) < len(contest.floors):
        query["floors"] = to_text(tuple(floors)) or "none"
    return query


def _shared_by_all(view: Resolved) -> tuple[Bools, Bools] | None:
    """Return (B,) and (K,) which benchmarks and metrics all of the user's methods have, and another
    method too, the most together; None if no method has any.

    If all have none, only the methods count that have the cell which most have."""
    panel = view.panel
    is_mine = np.array(
        [view.labels.method(method).endswith(MARK) for method in panel.methods], dtype=bool
    )
    is_measured = ~np.isnan(panel.cells) & [not metric.by_hand for metric in panel.metrics]
    is_usable = is_measured
    if is_mine.any():
        of_others = is_measured[:, ~is_mine].any(axis=1, keepdims=True)
        is_usable = is_measured[:, is_mine] & of_others
    if not is_usable.any():
        return None
    n_methods = is_usable.sum(axis=1)
    benchmark, metric = np.unravel_index(n_methods.argmax(), n_methods.shape)
    counted_methods = is_usable[benchmark, :, metric]
    is_full: Bools = np.asarray(is_usable[:, counted_methods].all(axis=1))
    blocks = [
        (np.asarray(is_full[:, metrics].all(axis=1)), metrics)
        for metrics in (*is_full, is_full.all(axis=0))
    ]
    return max(
        blocks, key=lambda block_of_values: int(block_of_values[0].sum() * block_of_values[1].sum())
    )


def standing(view: Resolved, own_methods: Collection[str], together: bool = False) -> Standing:
    """Return where methods stand; `own_methods` are the ids of the user's own, `together` ranks
    what clashes too."""
    contest = view.contest
    labels = view.labels
    score_of_method = dict(zip(view.panel.methods, contest.scores.tolist(), strict=True))
    reason_of_method = _reasons(view, own_methods)
    twin_of_clashing = {} if together else _clashing(score_of_method)
    ranked_scores = []
    for method, reason in reason_of_method.items():
        if not reason and method not in twin_of_clashing:
            ranked_scores.append(score_of_method[method])
    rows = []
    for method, reason in reason_of_method.items():
        row_kind = "mine" if method in own_methods else "theirs"
        row_score = 0.0 if reason else score_of_method[method]
        row_rank = (
            None if reason else 1 + sum(other_score > row_score for other_score in ranked_scores)
        )
        if method in twin_of_clashing:
            row_kind = "clash"
            row_score = score_of_method[method]
            row_rank = None
            reason = ""
        method_label = labels.method(method).removesuffix(MARK)
        rows.append(StandingRow(method, method_label, row_score, row_rank, row_kind, reason))
    rows.sort(key=lambda standing_row: (bool(standing_row.why), -standing_row.score))
    own_rows = [standing_row for standing_row in rows if standing_row.kind == "mine"]
    best_row = min(
        own_rows,
        key=lambda standing_row: (standing_row.rank is None, standing_row.rank),
        default=None,
    )
    clashes = []
    for method, twin_method in twin_of_clashing.items():
        clashes.append(
            (labels.method(twin_method), score_of_method[method], score_of_method[twin_method])
        )
    is_ranked_with_others = best_row is not None and bool(best_row.rank) and len(ranked_scores) > 1
    weight_of_label = dict(zip(_weighted_labels(view), _weights(view), strict=True))
    return Standing(
        rows=tuple(rows),
        best=best_row,
        metrics=tuple(_weighted_labels(view)),
        n_benchmarks=len(view.panel.benchmarks),
        uncounted=tuple(_uncounted(view)),
        clashes=tuple(clashes),
        sure=_sure(view, best_row.method)
        if best_row and is_ranked_with_others and not clashes
        else "",
        weights=share_list(weight_of_label),
        notes=tuple(_notes(view)),
    )


def _weighted_labels(view: Resolved) -> list[str]:
    weighted = compress(view.panel.metric_ids, view.contest.weights > 0)
    return [view.labels.metric(metric) for metric in weighted]


def _weights(view: Resolved) -> list[float]:
    weights = view.contest.weights
    shares: list[float] = (weights[weights > 0] / weights.sum()).tolist()
    return shares


def _notes(view: Resolved) -> list[str]:
    """Return what the models for comparison would rank, which no list of methods shows."""
    compared = view.of(references.compute)
    notes = [
        references.untouched_line(compared, view.labels),
        references.untouched_note(compared, view.labels),
        references.above(compared),
    ]
    return [note for note in notes if note]


def _reasons(view: Resolved, own_methods: Collection[str]) -> dict[str, str]:
    """Return why a method has no rank, "" if it has one, by method."""
    contest = view.contest
    weighted = _weighted_labels(view)
    reason_of_method = dict.fromkeys((*view.panel.methods, *own_methods), "lacks every value here")
    is_missing = np.isnan(contest.utilities[:, contest.weights > 0])
    for method_index, method in enumerate(view.panel.methods):
        reason = ""
        if contest.is_below_floor[method_index]:
            reason = "below the floor"
        elif is_missing[method_index].any():
            reason = f"lacks {weighted[is_missing[method_index].argmax()]}"
        reason_of_method[method] = reason
    return reason_of_method


def _clashing(score_of_method: Mapping[str, float]) -> dict[str, str]:
    """Return the methods that score otherwise than the same method of the suite, with that one."""
    twin_of_clashing = {}
    for method, method_score in score_of_method.items():
        twin_method = twin_of(method)
        if (
            twin_method in score_of_method
            and abs(method_score - score_of_method[twin_method]) > MAX_TWIN_DIFFERENCE
        ):
            twin_of_clashing[method] = twin_method
    return twin_of_clashing


def _uncounted(view: Resolved) -> list[str]:
    """Return the metrics without weight that some method has, each with what keeps it out."""
    contest = view.contest
    methods = view.panel.methods
    reason_texts = []
    for metric_index, metric in enumerate(view.panel.metrics):
        lacking = np.flatnonzero(np.isnan(contest.utilities[:, metric_index]))
        if contest.weights[metric_index] or metric.by_hand or len(lacking) == len(methods):
            continue
        reason = "no weight by default"
        if len(lacking):
            labels = [
                view.labels.method(methods[method_index]).removesuffix(MARK)
                for method_index in lacking
            ]
            listed = joined(at_most(2, [shortened(method_label, 20) for method_label in labels]))
            reason = f"{listed} {verb(len(labels), 'lacks', 'lack')} it"
        reason_texts.append(f"{metric.label}: {reason}")
    return reason_texts


def _sure(view: Resolved, method: str) -> str:
    """Return which ranks of a method are possible, or why nobody can say."""
    pair_tests = view.of(all_pair_tests)
    ranks_of_row = pair_tests.board.rank_sets if pair_tests.board is not None else None
    if pair_tests.board is None or not ranks_of_row or method not in ranks_of_row:
        return f"{untested_reason(pair_tests)}, so nobody can say how surely"
    low, high = ranks_of_row[method]
    ranks_text = f"rank {low}" if low == high else f"ranks {low} to {high}"
    return f"{ranks_text} (95 %, {OVER[pair_tests.board.over]})"


def sentences(result: Standing) -> tuple[str, str]:
    """Return the first line, and on what the rank rests."""
    ranked = [row for row in result.rows if row.rank]
    best_row = result.best
    places = f" and {result.n_benchmarks} benchmarks" if result.n_benchmarks > 1 else ""
    basis_text = (
        f"On {counted(len(result.metrics), 'metric')}{places}:"
        f" {joined(at_most(4, list(result.metrics)))}."
    )
    if result.clashes:
        twin_method, twin_score, suite_score = result.clashes[0]
        verdict = (
            f"Your {twin_method} scores {number(twin_score)}, the suite’s"
            f" {number(suite_score)}: the set-ups"
            " differ."
        )
        if best_row is not None and best_row.rank:
            best_label = shortened(best_row.label, 40)
            basis_text = (
                f"If they matched, {best_label} would rank {best_row.rank} of"
                f" {len(ranked)}. {basis_text}"
            )
        return verdict, basis_text
    if best_row is None:
        return "No method can be ranked.", basis_text
    return _verdict(best_row, ranked, result.sure), basis_text


def _verdict(best_row: StandingRow, ranked: list[StandingRow], sure_text: str) -> str:
    best_label = shortened(best_row.label, 40)
    if not best_row.rank:
        is_below = "is " if best_row.why.startswith("below") else ""
        return f"{best_label} has no rank: it {is_below}{best_row.why}."
    if len(ranked) == 1:
        return f"{best_label} is the only method ranked."
    tied_labels = [
        shortened(row.label, 30) for row in ranked if row.rank == best_row.rank and row != best_row
    ]
    if tied_labels:
        return (
            f"{best_label} ties with {few(tied_labels, 'other method')} for rank"
            f" {best_row.rank} of {len(ranked)}."
        )
    return f"{best_label} ranks {best_row.rank} of {len(ranked)}; {sure_text}."
