"""J of FADE for each model of a panel: how far its answers are from those of a retrained model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.format import counted, finite, joined, verb
from components.resolved import Resolved, unweighted
from components.results import nearest_evidence
from components.results.absent import Absent
from components.served import Served
from components.stats.audits.equivalence import Equivalence, ScoredAnswers, by_prompt, equivalence
from components.stats.panel import Floats, nanmean
from data.registry import Tables

DRAWN_ANSWERS = "fade_samples"
"""The table of a suite with drawn answers."""
WHOLE_FORGET_SET = "fade"
"""The table of a suite with J over the whole forget set, run by run."""
PROMPT = ["benchmark", "seed", "prompt"]
"""The columns that identify a prompt; the first two identify its run."""


@dataclass(frozen=True, kw_only=True)
class ModelDistance:
    """J of one model. An infinite J is None.

    estimate       J of the drawn answers, with its parts and intervals
    lowest_prompt  the lowest finite J of a single prompt, `highest_prompt` the highest
    j_whole        J over the whole forget set, None if the suite does not have it
    is_control     whether the model is a control, which has no rank
    is_farther     whether J is larger than that of the original model, None if unknown
    """

    method: str
    is_control: bool
    estimate: Equivalence
    lowest_prompt: float | None
    highest_prompt: float | None
    j_whole: float | None
    rank: int | None = None
    is_farther: bool | None = None

    @property
    def ranking_j(self) -> float | None:
        """Return the J that ranks: over the whole forget set if it is known, else of the drawn
        answers."""
        return self.estimate.j if self.j_whole is None else self.j_whole

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """Return the 95 % interval to judge by: over runs if they are enough, else over prompts."""
        if self.estimate.low_runs is None:
            return self.estimate.low, self.estimate.high
        return self.estimate.low_runs, self.estimate.high_runs

    @property
    def infinite(self) -> str:
        """Return why J is infinite, "" if it is finite."""
        reasons = []
        if self.estimate.infinite_forward:
            answers = counted(self.estimate.infinite_forward, "answer")
            reasons.append(f"{answers} of the unlearned model that the retrained model cannot give")
        if self.estimate.infinite_backward:
            answers = counted(self.estimate.infinite_backward, "answer")
            reasons.append(f"{answers} of the retrained model that the unlearned model cannot give")
        return f"infinite: {' and '.join(reasons)}" if reasons else ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Distances:
    """The models, closest first, then the controls; no filter of methods hides `retrained` or
    `original`.

    j_by_run  (B, S, M of `judged`) the J that ranks, NaN where there is none
    is_whole  whether that is J over the whole forget set, else the mean over the drawn prompts
    """

    models: tuple[ModelDistance, ...]
    retrained: ModelDistance | None
    original: ModelDistance | None
    j_by_run: Floats
    is_whole: bool

    @property
    def closest(self) -> tuple[ModelDistance, ...]:
        """The models with the lowest J of those that rank."""
        return tuple(model for model in self.models if model.rank == 1)

    @property
    def closest_by_drawn_answers(self) -> ModelDistance | None:
        """The model with the lowest J of the drawn answers, where it is not among the closest."""
        has_j = [model for model in self.models if model.estimate.j is not None]
        ranked = [model for model in has_j if model.rank is not None]
        lowest = min(ranked, key=lambda model: model.estimate.j or 0.0, default=None)
        return None if lowest in self.closest else lowest

    @property
    def j_of_controls(self) -> dict[str, float | None]:
        """J of the retrained and the original model under these names, of those that there are."""
        controls = {"retrained": self.retrained, "original": self.original}
        return {name: model.ranking_j for name, model in controls.items() if model is not None}


def do_overlap(model: ModelDistance, other: ModelDistance) -> bool:
    """Return whether the intervals of two models overlap; no if one has none."""
    low, high = model.interval
    other_low, other_high = other.interval
    if low is None or high is None or other_low is None or other_high is None:
        return False
    return low <= other_high and other_low <= high


@unweighted
def compute(view: Resolved) -> Distances | Absent:
    """Return J of every model of a selection that has drawn answers."""
    if DRAWN_ANSWERS not in view.tables.extras:
        lacking = f"No answers on {view.labels.panel} were scored by a retrained model"
        return nearest_evidence.absent(view, metrics_with_answers, f"{lacking}.", lacking)
    answers = _selected_answers(view)
    if answers.empty:
        return Absent(_reason(view))
    panel = view.judged
    controls = view.control_models
    whole_j = _j_over_forget_set(view)
    j_by_run = np.full(panel.has_run.shape, np.nan) if whole_j is None else whole_j
    model_of_method: dict[str, ModelDistance] = {}
    for method_index, method in enumerate(panel.methods):
        answers_of_method = answers[answers["method"] == method]
        if answers_of_method.empty:
            continue
        model, drawn_j_by_run = _distance_of_model(view, method, answers_of_method)
        if whole_j is None:
            j_by_run[:, :, method_index] = drawn_j_by_run
        else:
            mean_of_seeds = nanmean(whole_j[:, :, method_index], axis=1)
            model = replace(model, j_whole=finite(nanmean(mean_of_seeds, axis=0)))
        model_of_method[method] = model
    shown_methods = set(view.panel.methods)
    if not view.selection.methods:
        shown_methods.update(controls.ids)
    original = model_of_method.get(controls.original)
    return Distances(
        models=in_order(
            [model for method, model in model_of_method.items() if method in shown_methods],
            original,
        ),
        retrained=model_of_method.get(controls.retrain),
        original=original,
        j_by_run=j_by_run,
        is_whole=whole_j is not None,
    )


def _selected_answers(view: Resolved) -> pd.DataFrame:
    answers = view.tables.extras[DRAWN_ANSWERS]
    panel = view.judged
    if "seed" in answers:
        answers = answers[answers["seed"].isin(panel.seeds)]
    else:
        answers = answers.assign(seed=0)
    if "tokens" not in answers:
        answers = answers.assign(tokens=np.nan)
    is_selected = answers["benchmark"].isin(panel.benchmarks)
    is_selected &= answers["method"].isin(panel.methods)
    return answers[is_selected]


def _distance_of_model(
    view: Resolved, method: str, rows: pd.DataFrame
) -> tuple[ModelDistance, Floats]:
    """Return J of one model, not yet ranked, and (B, S) its mean over the finite prompts of each
    run."""
    panel = view.judged
    prompts = rows[PROMPT].drop_duplicates()
    prompt_runs = prompts[PROMPT[:2]].drop_duplicates()
    run_of_prompt = _group_numbers(prompts, PROMPT[:2])
    answers = ScoredAnswers(
        _group_numbers(rows, PROMPT),
        (rows["generated_by"] == "unlearned").to_numpy(dtype=bool),
        rows["loglik_unlearned"].to_numpy(dtype=float),
        rows["loglik_reference"].to_numpy(dtype=float),
        rows["tokens"].to_numpy(dtype=float),
    )
    forward, backward = by_prompt(answers)
    j_of_prompt = forward + backward
    is_finite = np.isfinite(j_of_prompt)
    j_by_run = np.full((len(panel.benchmarks), len(panel.seeds)), np.nan)
    for run_index, (benchmark, seed) in enumerate(prompt_runs.itertuples(index=False, name=None)):
        j_of_run = j_of_prompt[(run_of_prompt == run_index) & is_finite]
        if j_of_run.size and int(seed) in panel.seeds:
            seed_index = panel.seeds.index(int(seed))
            j_by_run[panel.benchmark(benchmark), seed_index] = j_of_run.mean()
    model = ModelDistance(
        method=method,
        is_control=method in view.control_models.ids,
        estimate=equivalence(answers, seed=view.selection.rng, run=run_of_prompt),
        lowest_prompt=min(j_of_prompt[is_finite].tolist(), default=None),
        highest_prompt=max(j_of_prompt[is_finite].tolist(), default=None),
        j_whole=None,
    )
    return model, j_by_run


def _group_numbers(rows: pd.DataFrame, columns: list[str]) -> npt.NDArray[np.intp]:
    """Return (N,) the number of each row's group, in order of appearance."""
    groups = rows.groupby(columns, sort=False, observed=True, dropna=False)
    return np.asarray(groups.ngroup(), dtype=np.intp)


def in_order(
    models: Sequence[ModelDistance], original: ModelDistance | None
) -> tuple[ModelDistance, ...]:
    """Return models by J, closest first, then the controls.

    Each model gets its rank, and whether it is farther away than the original. Ranks are
    competition ranks; models with infinite J come last and share a rank."""
    original_j = None if original is None else original.ranking_j
    controls = [model for model in models if model.is_control]
    candidates = [model for model in models if not model.is_control]
    distances = np.array(
        [np.inf if candidate.ranking_j is None else candidate.ranking_j for candidate in candidates]
    )
    ranked = []
    for model, distance in zip(candidates, distances, strict=True):
        is_farther = None
        if original_j is not None and model.ranking_j is not None:
            is_farther = model.ranking_j > original_j
        model_rank = int((distances < distance - 1e-12).sum()) + 1
        ranked.append(replace(model, rank=model_rank, is_farther=is_farther))
    return (*sorted(ranked, key=lambda model: model.rank or 0), *controls)


def _j_over_forget_set(view: Resolved) -> Floats | None:
    """Return (B, S, M of `judged`) J over the whole forget set, None unless all runs have it."""
    forget_set = view.tables.extras.get(WHOLE_FORGET_SET)
    panel = view.judged
    if forget_set is None:
        return None
    benchmark = pd.Index(panel.benchmarks).get_indexer(pd.Index(forget_set["benchmark"]))
    seed_index = pd.Index(panel.seeds).get_indexer(pd.Index(forget_set["seed"]))
    method = pd.Index(panel.methods).get_indexer(pd.Index(forget_set["method"]))
    is_here = (benchmark >= 0) & (seed_index >= 0) & (method >= 0)
    is_here &= (forget_set["panel"] == panel.id).to_numpy()
    j_by_run = np.full(panel.has_run.shape, np.nan)
    cell_index = (benchmark[is_here], seed_index[is_here], method[is_here])
    j_by_run[cell_index] = forget_set.loc[is_here, "j"].to_numpy(dtype=float)
    return None if np.isnan(j_by_run[panel.has_run]).any() else j_by_run


def metrics_with_answers(tables: Tables, served: Served) -> dict[str, list[str]]:
    """Return by panel with drawn answers the metrics that it measures."""
    metrics_of_panel = {}
    for panel in tables.panels:
        if panel.id in _panels_with_answers(tables):
            metrics_of_panel[panel.id] = nearest_evidence.measured_metrics(tables, panel)
    return metrics_of_panel


def panel_with_answers(tables: Tables) -> str:
    """Return the first panel with drawn answers, "" if there is none."""
    return next(iter(_panels_with_answers(tables)), "")


def _panels_with_answers(tables: Tables) -> list[str]:
    answers = tables.extras.get(DRAWN_ANSWERS)
    if answers is None:
        return []
    is_answered = tables.runs["benchmark"].isin(set(answers["benchmark"]))
    answered = set(tables.runs.loc[is_answered, "panel"])
    return [panel.id for panel in tables.panels if panel.id in answered]


def _reason(view: Resolved) -> str:
    """Return why no drawn answer is selected."""
    others = _panels_with_answers(view.tables)
    if not view.panel.n_runs or view.selection.panel in others:
        return "No runs match these filters."
    verb_form = verb(len(others), "does", "do")
    labels = joined([view.labels.panels[panel] for panel in others])
    return f"{view.labels.panel} has no drawn answers; {labels} {verb_form}."
