"""The models measured before and after a perturbation, by the weights chosen for that."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components import floors
from components.format import by_id, few, finite, shortened, verb, whole_number
from components.panels import aimed
from components.resolved import Resolved
from components.results import nearest_evidence, references
from components.results.absent import Absent
from components.selection import panel_tables
from components.served import Served
from components.stats.panel import Bools, Floats, Panel, panel_from_runs
from components.stats.ranking.survival import Survival
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import normalised
from components.suite_ids import perturbations
from data.registry import REFERENCE, Benchmark, Method, Metric, Tables

NOTHING = "This suite has no models that were measured again after relearning or quantisation."
UNWEIGHED = "No metric with weight was measured on both sides. Choose other weights."
EQUAL_SCORES = 1e-9
"""Scores that differ by less are equal."""
NO_VALUES = "No runs match these filters."


@dataclass(frozen=True)
class Measured:
    """A model on one side: score and rank, None without one, and utilities by metric id."""

    score: float | None
    rank: int | None
    utilities: Mapping[str, float | None]


@dataclass(frozen=True, kw_only=True)
class MeasuredTwice:
    """A model on both sides; `kept` is score after / before, `kept_of` the same by metric id.

    reason          why it has no rank, "" if it has one
    is_below_floor  whether that is because it is below a floor
    """

    method: str
    role: str
    family: str
    before: Measured
    after: Measured
    kept: float | None
    kept_of: Mapping[str, float | None]
    reason: str
    is_below_floor: bool


@dataclass(frozen=True, eq=False)
class BeforeAndAfter:
    """Candidates and the models that are never ranked, before and after a `perturbation`.

    label         of the perturbation; `description` says what was done, `trained_on` on which data
                  the model was trained again and `steps` how long, "" where it was not
    metrics       measured on both sides, with their `weights` by id
    candidates    in the order before, then those without a rank
    families      labels of the methods whose checkpoints are the candidates; empty if these are
                  methods
    unmeasured    the candidates above the floors that were not measured on both sides
    leaders_unmeasured  those of them that score highest before, if higher than all that have ranks
    """

    perturbation: str
    label: str
    description: str
    trained_on: str
    steps: str
    metrics: tuple[Metric, ...]
    weights: Mapping[str, float]
    survival: Survival
    candidates: tuple[MeasuredTwice, ...]
    never_ranked: tuple[MeasuredTwice, ...]
    families: Mapping[str, str]
    unmeasured: tuple[str, ...]
    leaders_unmeasured: tuple[str, ...]

    @property
    def compared(self) -> tuple[MeasuredTwice, ...]:
        """The candidates that have ranks."""
        return tuple(model for model in self.candidates if model.before.rank is not None)

    @property
    def noun(self) -> str:
        """What a candidate is."""
        return "checkpoint" if self.families else "method"

    @property
    def change(self) -> str:
        """The perturbation in running text: relearning."""
        if self.label[1:2].islower():
            return self.label[:1].lower() + self.label[1:]
        return self.label

    @property
    def leaders_before(self) -> tuple[str, ...]:
        """The candidates that score highest before."""
        return tuple(model.method for model in self.compared if model.before.rank == 1)

    @property
    def leaders_after(self) -> tuple[str, ...]:
        """The candidates that score highest after."""
        return tuple(model.method for model in self.compared if model.after.rank == 1)

    def best_before(self) -> tuple[MeasuredTwice, ...]:
        """Return the checkpoint of each method that is best before, the first of equal ones."""
        best_of_family: dict[str, MeasuredTwice] = {}
        for model in self.compared:  # in the order before
            best_of_family.setdefault(model.family, model)
        return tuple(best_of_family.values())


def offered_perturbations(view: Resolved) -> list[str]:
    """Return what was done to models of the panel shown."""
    return perturbations(panel_tables(view.tables, view.selection.panel))


def panel_measured_again(tables: Tables) -> str:
    """Return the first panel with models that were measured again; "" if there is none."""
    for panel in tables.panels:
        if perturbations(panel_tables(tables, panel.id)):
            return panel.id
    return ""


def metrics_measured_again(tables: Tables, served: Served) -> dict[str, set[str]]:
    """Return by panel the metrics that models were measured by before and after a perturbation."""
    values = tables.extras.get("after")
    if values is None:
        return {}
    complete = values[values["before"].notna() & values["after"].notna()]
    return {str(panel): {*rows["metric"]} for panel, rows in complete.groupby("panel")}


def _never(view: Resolved) -> str:
    """Return that the leader of a panel was never measured again, or its methods if none leads."""
    leaders = view.contest.leaders
    if not leaders or view.of(references.compute).untouched_leads:
        return f"No method on {view.labels.panel} was measured after relearning or quantisation"
    was = verb(len(leaders), "was", "were")
    labels = few([shortened(view.labels.method(leader)) for leader in leaders], "method")
    return f"{labels} on {view.labels.panel} {was} never measured after relearning or quantisation"


def before_and_after(view: Resolved) -> BeforeAndAfter | Absent:
    """Return both sides of the perturbation chosen, the first one by default."""
    offered = offered_perturbations(view)
    if not offered:
        return nearest_evidence.absent(view, metrics_measured_again, NOTHING, _never(view))
    perturbation = view.selection.perturbation or offered[0]
    values = _measured_on_both_sides(view, perturbation)
    metrics = _ranking_metrics(view, values)
    if not metrics:
        return Absent(NO_VALUES)
    metric_ids = _ids(metrics)
    chosen = dict(view.selection.survival)
    if chosen and not any(map(chosen.get, metric_ids)):
        return Absent(UNWEIGHED)
    weights = normalised(chosen or _equal_weights(values, metric_ids), metric_ids)
    before = _arranged(view, values, metrics, "before")
    values_after = _arranged(view, values, metrics, "after")
    methods = before.methods
    survival = Survival(
        method_utilities(before, view.selection.transform, view.contest.aggregate),
        method_utilities(values_after, view.selection.transform, view.contest.aggregate),
        weights,
        np.isin(methods, _ids(view.tables.candidates))
        & ~np.isin(methods, list(view.of(floors.missed))),
    )
    candidates: list[MeasuredTwice] = []
    never_ranked: list[MeasuredTwice] = []
    for method in view.tables.methods:
        if method.id in methods:
            model = _measured_twice(view, method, survival, metrics, methods.index(method.id))
            models = candidates if model.role == "candidate" else never_ranked
            models.append(model)
    candidates.sort(key=lambda model: model.before.rank or np.inf)
    ranked_scores = [model.before.score or 0.0 for model in candidates if not model.reason]
    measured_or_below = {model.method for model in candidates if model.before.rank is not None}
    measured_or_below |= {*view.of(floors.missed)}
    unmeasured = [method for method in view.panel.methods if method not in measured_or_below]
    leaders_unmeasured = _leaders_before(
        view, before, weights, unmeasured, max(ranked_scores, default=np.inf)
    )
    described = view.tables.extras["perturbations"].set_index("id").loc[perturbation]
    return BeforeAndAfter(
        perturbation=perturbation,
        label=str(described["label"]),
        description=str(described["description"]),
        trained_on=str(described["trained_on"]),
        steps=str(described["steps"]),
        metrics=metrics,
        weights=dict(zip(metric_ids, weights.tolist(), strict=True)),
        survival=survival,
        candidates=tuple(candidates),
        never_ranked=tuple(never_ranked),
        families={family.id: family.label for family in view.tables.families},
        unmeasured=tuple(unmeasured),
        leaders_unmeasured=leaders_unmeasured,
    )


def _leaders_before(
    view: Resolved,
    before: Panel,
    weights: Floats,
    unmeasured: Sequence[str],
    highest_measured: float,
) -> tuple[str, ...]:
    """Return the candidates not measured on both sides that score highest before, () if not higher
    than `highest_measured`.

    Their values before are those of their runs, on the benchmarks that were measured again."""
    metric_ids = list(before.metric_ids)
    runs = view.tables.runs_of(before.id)
    weighted = [metric for metric, weight in zip(metric_ids, weights, strict=True) if weight > 0]
    if not unmeasured or not {*weighted} <= {*runs.columns}:
        return ()
    runs = runs[runs["benchmark"].isin(before.benchmarks)]
    if view.selection.seeds:
        runs = runs[runs["seed"].isin(view.selection.seeds)]
    is_retrained = runs["method"].isin(_retrained(view))
    run_values = runs[["benchmark", "method", "seed"]].join(runs.reindex(columns=metric_ids))
    panel = panel_from_runs(
        before.id,
        before.metrics,
        run_values[runs["method"].isin(unmeasured)],
        before.benchmarks,
        run_values[is_retrained],
        tuple(unmeasured),
    )
    utilities = method_utilities(panel, view.selection.transform, view.contest.aggregate)
    is_weighted = weights > 0
    scores = utilities[:, is_weighted] @ weights[is_weighted]
    highest = max([score for score in scores.tolist() if score == score], default=-np.inf)
    if highest <= highest_measured + EQUAL_SCORES:
        return ()
    return tuple(
        method
        for method, score in zip(panel.methods, scores.tolist(), strict=True)
        if score >= highest - EQUAL_SCORES
    )


def _retrained(view: Resolved) -> list[str]:
    return [method.id for method in view.tables.methods if method.role == REFERENCE]


def _ids(records: Iterable[Method | Metric | Benchmark]) -> list[str]:
    return [record.id for record in records]


def _measured_on_both_sides(view: Resolved, perturbation: str) -> pd.DataFrame:
    """Return the values known on both sides; filters of seeds and methods hold for candidates
    alone."""
    selection = view.selection
    values = view.tables.extras["after"]
    is_kept = (values["panel"] == selection.panel) & (values["perturbation"] == perturbation)
    is_kept &= values["before"].notna() & values["after"].notna()
    if selection.benchmarks:
        is_kept &= values["benchmark"].isin(selection.benchmarks)
    is_candidate = values["method"].isin(_ids(view.tables.candidates))
    if selection.seeds:
        is_kept &= values["seed"].isin(selection.seeds) | ~is_candidate
    if selection.methods:
        is_kept &= values["method"].isin(selection.methods) | ~is_candidate
    return values[is_kept]


def _ranking_metrics(view: Resolved, values: pd.DataFrame) -> tuple[Metric, ...]:
    """The metrics that some candidate was measured by on both sides."""
    is_candidate = values["method"].isin(_ids(view.tables.candidates))
    measured = set(values.loc[is_candidate, "metric"])
    metrics = [metric for metric in view.tables.after_metrics if metric.id in measured]
    return aimed(tuple(metrics), view.selection.aim)


def _equal_weights(values: pd.DataFrame, metric_ids: Sequence[str]) -> dict[str, float]:
    """Return equal weights for the metrics that all models have that were measured again, or for
    all if there is none."""
    models = values[["metric", "benchmark", "method"]].drop_duplicates()
    n_models = len(models[["benchmark", "method"]].drop_duplicates())
    n_models_of_metric = models["metric"].value_counts()
    complete = [metric for metric in metric_ids if n_models_of_metric[metric] == n_models]
    return dict.fromkeys(complete or metric_ids, 1.0)


def _arranged(
    view: Resolved, values: pd.DataFrame, metrics: tuple[Metric, ...], side: str
) -> Panel:
    """Return all models on one side; a metric that aims at the retrained model aims at its value on
    that side."""
    wide_values = values.pivot_table(
        side, ["benchmark", "method", "seed"], "metric", aggfunc="first"
    )
    run_values = wide_values.reindex(columns=_ids(metrics)).reset_index()
    return panel_from_runs(
        view.selection.panel,
        metrics,
        run_values,
        tuple(_ids(view.tables.benchmarks)),
        run_values[run_values["method"].isin(_retrained(view))],
        tuple(_ids(view.tables.methods)),
    )


def _measured_twice(
    view: Resolved, method: Method, survival: Survival, metrics: Sequence[Metric], model_index: int
) -> MeasuredTwice:
    """Return the model in one row of the arrays."""
    reason = _unranked(method.role, metrics, survival.lacking[model_index])
    misses = () if reason else view.of(floors.missed).get(method.id, ())
    if misses:
        reason = "; ".join(floors.miss_words(view.labels, miss) for miss in misses)
    return MeasuredTwice(
        method=method.id,
        role=method.role,
        family=method.family if view.tables.families else method.id,
        before=_measured(survival, 0, model_index, metrics),
        after=_measured(survival, 1, model_index, metrics),
        kept=finite(survival.score_kept[model_index]),
        kept_of=by_id(_ids(metrics), survival.kept[model_index]),
        reason=reason,
        is_below_floor=bool(misses),
    )


def _measured(
    survival: Survival, side: int, model_index: int, metrics: Sequence[Metric]
) -> Measured:
    utilities = (survival.before, survival.after)[side]
    return Measured(
        score=finite(survival.scores[side, model_index]),
        rank=whole_number(survival.ranks[side, model_index]),
        utilities=by_id(_ids(metrics), utilities[model_index]),
    )


def _unranked(role: str, metrics: Sequence[Metric], lacking: Bools) -> str:
    """Why a model has no rank; "" if it may have one by what was measured."""
    if role != "candidate":
        return "never ranked"
    if not lacking.any():
        return ""
    missing = [metrics[int(metric_index)].label for metric_index in np.flatnonzero(lacking)]
    return f"not measured on both sides: {', '.join(missing)}"
