"""Does anybody beat the untouched or the retrained model? Models that are drawn for comparison and
never ranked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.format import verb
from components.resolved import Resolved
from components.stats.panel import Floats, Panel, in_units
from components.stats.ranking.utility import method_means, method_utilities, weighted_scores
from components.words import Labels
from data.registry import REFERENCE, Metric

ORIGINAL = "original"
"""The role of a model before unlearning: the untouched model of a sentence."""
ROLE_NAMES = {ORIGINAL: "Original model", REFERENCE: "Retrained model"}
"""The models that stand as rows between the ranked ones, by role."""


@dataclass(frozen=True, eq=False)
class References:
    """The models of a panel that are never ranked, in row order; part of no rank, τ, weight or p.

    uqs           (m,) scores under the current weights on the benchmarks of `compared_on`, NaN
                  where there is none; `means` and `utilities` (m, K) are of the same benchmarks
    listed        the metrics that the ranking lists
    n_benchmarks  how many benchmarks are shown
    compared_on   the benchmarks shown on which a model has every weighted metric, by model
    row_scores    (m, n) the scores of the ranked rows on these benchmarks alone
    """

    methods: tuple[str, ...]
    roles: Mapping[str, str]
    metrics: tuple[Metric, ...]
    listed: tuple[Metric, ...]
    n_benchmarks: int
    compared_on: Mapping[str, tuple[str, ...]]
    uqs: Floats
    means: Floats
    utilities: Floats
    row_scores: Floats

    @property
    def n_rows(self) -> int:
        """How many rows are ranked."""
        return int(self.row_scores.shape[1])

    def would_rank(self, model_index: int) -> int | None:
        """Return the rank that a model would take among the rows; None without a score."""
        model_score = self.uqs[model_index]
        if np.isnan(model_score):
            return None
        return 1 + int((self.row_scores[model_index] > model_score).sum())

    @property
    def drawn(self) -> list[int]:
        """The indices of the models that are drawn as rows; controls are not."""
        roles = [self.roles[method] for method in self.methods]
        return [model_index for model_index, role in enumerate(roles) if role in ROLE_NAMES]

    def name(self, model_index: int, labels: Labels) -> str:
        """Return what a model is called by its role, with its label where several have the role."""
        method = self.methods[model_index]
        role = self.roles[method]
        name = ROLE_NAMES.get(role, labels.method(method))
        is_alone = list(self.roles.values()).count(role) == 1
        return name if is_alone else f"{name} ({labels.method(method)})"

    def is_partial(self, model_index: int) -> bool:
        """Return whether a model is compared on some of the benchmarks shown alone."""
        n_compared = len(self.compared_on[self.methods[model_index]])
        return 0 < n_compared < self.n_benchmarks

    @property
    def untouched(self) -> int | None:
        """The index of the original model that would rank best; None if none has a score, or
        nothing is ranked."""
        best_index = None
        best_place: tuple[int, float] | None = None
        for model_index, method in enumerate(self.methods):
            rank = self.would_rank(model_index)
            if self.roles[method] != ORIGINAL or rank is None or not self.n_rows:
                continue
            place = (rank, -float(self.uqs[model_index]))
            if best_place is None or place < best_place:
                best_index = model_index
                best_place = place
        return best_index

    @property
    def untouched_leads(self) -> bool:
        """Whether no ranked row scores higher than an original model."""
        return self.untouched is not None and self.would_rank(self.untouched) == 1

    @property
    def untouched_rank(self) -> int | None:
        """The rank that the best original model would take; None if every ranked row scores at
        least as high, or nothing is compared."""
        if self.untouched is None:
            return None
        is_below = self.row_scores[self.untouched] < self.uqs[self.untouched]
        return self.would_rank(self.untouched) if is_below.any() or self.untouched_leads else None


@dataclass(frozen=True, eq=False)
class _Compared:
    """A model, and the ranked rows, on the benchmarks that it has every weighted metric of."""

    benchmarks: tuple[str, ...]
    score: float
    means: Floats
    utilities: Floats
    row_scores: Floats


def compute(view: Resolved) -> References:
    """Return what the models that are never ranked would score, each beside the rows on the same
    benchmarks."""
    panel = view.unranked
    compared = [_compared(view, model_index) for model_index in range(len(panel.methods))]
    n_models = len(compared)
    compared_on = [model.benchmarks for model in compared]
    means = np.array([model.means for model in compared])
    utilities = np.array([model.utilities for model in compared])
    row_scores = np.array([model.row_scores for model in compared])
    return References(
        methods=panel.methods,
        roles={method: view.role(method) for method in panel.methods},
        metrics=panel.metrics,
        listed=view.listed_metrics,
        n_benchmarks=len(view.panel.benchmarks),
        compared_on=dict(zip(panel.methods, compared_on, strict=True)),
        uqs=np.array([model.score for model in compared]),
        means=in_units(means.reshape(n_models, len(panel.metrics)), panel.metrics),
        utilities=utilities.reshape(n_models, len(panel.metrics)),
        row_scores=row_scores.reshape(n_models, len(view.contest.row_ids)),
    )


def _compared(view: Resolved, model_index: int) -> _Compared:
    """One model beside the ranked rows; without a score if no benchmark shown has every weighted
    metric of it."""
    model = view.unranked.subset(methods=[model_index])
    is_weighted = view.contest.weights > 0
    is_complete = np.asarray(~np.isnan(model.cells[:, 0, is_weighted]).any(axis=1))
    benchmarks = []
    for benchmark, has_every_metric in zip(model.benchmarks, is_complete, strict=True):
        if has_every_metric and benchmark in view.panel.benchmarks:
            benchmarks.append(benchmark)
    if not benchmarks:
        no_scores = np.full(len(view.contest.row_ids), np.nan)
        return _Compared(
            (), float("nan"), method_means(model)[0], _utilities(view, model)[0], no_scores
        )
    on_these = _only(model, benchmarks)
    rows = _only(view.panel, benchmarks).subset(methods=view.contest.shown.tolist())
    return _Compared(
        benchmarks=tuple(benchmarks),
        score=float(_scores(view, on_these)[0]),
        means=method_means(on_these)[0],
        utilities=_utilities(view, on_these)[0],
        row_scores=_scores(view, rows),
    )


def _only(panel: Panel, benchmarks: Sequence[str]) -> Panel:
    if tuple(benchmarks) == panel.benchmarks:
        return panel
    return panel.subset(benchmarks=[panel.benchmark(benchmark) for benchmark in benchmarks])


def _scores(view: Resolved, panel: Panel) -> Floats:
    """(M,) the scores of a panel's methods under the weights of a view."""
    return weighted_scores(_utilities(view, panel), view.contest.weights)


def _utilities(view: Resolved, panel: Panel) -> Floats:
    """(M, K) as the rows of a view are mapped and averaged."""
    return method_utilities(panel, view.selection.transform, view.contest.aggregate)


def above(references: References) -> str:
    """Return how many rows score above every retrained model; "" if none does."""
    ranks = []
    for model_index, method in enumerate(references.methods):
        rank = references.would_rank(model_index)
        if rank is not None and references.roles[method] == REFERENCE:
            ranks.append(rank)
    n_above = min(ranks, default=1) - 1
    if not n_above:
        return ""
    score = verb(n_above, "method scores", "methods score")
    return f"{n_above} {score} above the retrained model: check the metrics."


def untouched_line(references: References, labels: Labels) -> str:
    """Return that no ranked method beats the untouched model; "" if one does."""
    if not references.untouched_leads:
        return ""
    return f"No ranked method beats the untouched model{_where(references, labels)}."


def untouched_note(references: References, labels: Labels) -> str:
    """Return the rank that the untouched model would take; "" if it would lead, or if every ranked
    method scores at least as high."""
    if references.untouched_leads or references.untouched_rank is None:
        return ""
    where = _where(references, labels)
    return f"The untouched model would rank {references.untouched_rank}{where}."


def _where(references: References, labels: Labels) -> str:
    """On which benchmarks the untouched model is compared; "" if on all that are shown."""
    assert references.untouched is not None
    if not references.is_partial(references.untouched):
        return ""
    benchmarks = references.compared_on[references.methods[references.untouched]]
    return f" on {labels.listed_benchmarks(benchmarks)}"
