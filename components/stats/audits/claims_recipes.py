"""How each kind of printed figure is recomputed, and what the data support instead: one function
per statistic.

A claim whose statistic is not listed here, or whose runs are not in the suite, is not recomputable.
A counterpart answers the same question if a figure rests on row order, pooling or an approximation.
"""

import math
from collections.abc import Mapping
from functools import partial
from typing import Literal

import numpy as np

from components.stats.agreement.exact_p import pair_p
from components.stats.agreement.mean_tau import BLOCKS, MeanTau, mean_taus
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.stats.agreement.tau_intervals import pair_intervals
from components.stats.audits.claims import Case, Claim, Figure, Recipe, Study, follow
from components.stats.audits.ground_truth import (
    HALF_DIGIT,
    auc,
    ground_truth_pools,
    rounded_auc_range,
)
from components.stats.memo import memoised
from components.stats.panel import Floats, Panel, nanmean
from components.stats.ranking.scorer import Scorer
from components.stats.ranking.utility import method_utilities, utilities
from components.stats.ranking.weights import reliability_rule
from components.stats.reliability.no_signal import no_signal
from components.stats.reliability.rho_intervals import reliability_intervals
from components.stats.reliability.spearman import spearman_pooled, spearman_within
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.perturbation import (
    baseline_taus,
    global_taus,
    published_stability,
    summarised,
)
from data.registry import REFERENCE, Metric

DRAWS = 10_000
"""Random weightings behind the counterpart of a published stability figure."""


def recompute(study: Study, claim: Claim) -> Figure:
    """Return the printed figure recomputed under its own protocol.

    NaN with a note if it cannot be.
    """
    if claim.statistic not in RECIPES:
        return Figure(math.nan, note=f"no rule for the statistic {claim.statistic}")
    recipe, _ = RECIPES[claim.statistic]
    return follow(recipe, study, claim)


def counterpart(study: Study, claim: Claim) -> Figure | None:
    """Return the figure without ties decided by row order or benchmarks pooled.

    None if there is no such figure.
    """
    _, recipe = RECIPES.get(claim.statistic, (None, None))
    return None if recipe is None else follow(recipe, study, claim)


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


def _tau_published(case: Case) -> Figure:
    agreement = case.agreement(PUBLISHED, "blocks")
    note = f"{agreement.defined[case.pair]} of {len(agreement.blocks)} blocks"
    return Figure(agreement.tau[case.pair], note=note)


def _tau_runs(case: Case) -> Figure:
    scope = case.scope("runs", "pooled")
    agreement = case.agreement(TIE_AWARE, scope)
    if not agreement.blocks:
        return Figure(math.nan, note=f"no runs of {scope}")
    note = f"{len(agreement.blocks[0].values)} runs"
    return Figure(agreement.tau[case.pair], note=note)


def _tau_blocks(case: Case) -> Figure:
    scope = case.scope("benchmark", "blocks")
    agreement = case.agreement(TIE_AWARE, scope)
    (interval,) = pair_intervals(agreement, [case.pair], seed=case.study.seed)
    return Figure(
        agreement.tau[case.pair],
        "τ-b, mean over blocks" if scope == "blocks" else "τ-b, mean over its blocks",
        f"defined in {agreement.defined[case.pair]} of {len(agreement.blocks)} blocks",
        interval.low,
        interval.high,
    )


def _p(case: Case) -> Figure:
    """The p as printed: by t-test over blocks, or of the runs of the benchmark that the claim
    names."""
    names_benchmark = len(case.claim.subject) > 2
    protocol = TIE_AWARE if names_benchmark else PUBLISHED
    agreement = case.agreement(protocol, case.scope("runs", "blocks"))
    test = pair_p(agreement, *case.pair)
    return Figure(_or_nan(test.p), note=test.reason or test.kind)


def _p_blocks(case: Case) -> Figure:
    agreement = case.agreement(TIE_AWARE, case.scope("benchmark", "blocks"))
    test = pair_p(agreement, *case.pair, seed=case.study.seed)
    if test.p is None or test.p_min is None:
        return Figure(math.nan, "permutation p", test.reason)
    label = test.kind.replace("permutation", "p")
    return Figure(test.p, label, f"smallest possible {test.p_min:.3f}")


def _mean_tau(rule: str, label: str, case: Case) -> Figure:
    mean = mean_taus(case.panel)[rule]
    note = f"{mean.pairs_defined} of {mean.pairs} pairs"
    return Figure(_or_nan(mean.mean_tau), label, note)


def _difference_published(case: Case) -> Figure:
    first, second = _mean_taus_of_panels(case, PUBLISHED)
    return Figure(_or_nan(first.mean_tau) - _or_nan(second.mean_tau))


def _difference_blocks(case: Case) -> Figure:
    first, second = _mean_taus_of_panels(case, BLOCKS)
    return Figure(
        _or_nan(first.mean_tau) - _or_nan(second.mean_tau),
        "difference of mean τ-b over blocks",
        f"{first.pairs_defined} of {first.pairs} and {second.pairs_defined} of {second.pairs}"
        " pairs",
    )


def _mean_taus_of_panels(case: Case, rule: str) -> list[MeanTau]:
    return [mean_taus(case.study.panel(panel))[rule] for panel in case.claim.subject]


def _rho(case: Case) -> Figure:
    pooled = spearman_pooled(case.panel)
    return Figure(pooled.rho[case.metric], note=f"{pooled.n[case.metric]} runs")


def _rho_p(case: Case) -> Figure:
    pooled = spearman_pooled(case.panel)
    return Figure(pooled.p[case.metric], note=f"asymptotic, {pooled.n[case.metric]} runs")


def _rho_within(case: Case) -> Figure:
    panel = case.panel
    seed = case.study.seed
    null = no_signal(panel, seed=seed)[case.metric]
    shuffled = f"with methods shuffled, all runs give {null.expected:.3f}".replace("-", "−")
    intervals = memoised(panel, ("ρ", seed), lambda: reliability_intervals(panel, seed=seed))
    interval = intervals[case.metric]
    return Figure(
        nanmean(spearman_within(panel), axis=0)[case.metric],
        "mean ρ within benchmarks",
        f"{shuffled}; interval of the ρ over all runs",
        interval.low,
        interval.high,
    )


def _rho_p_stratified(case: Case) -> Figure:
    test = no_signal(case.panel, seed=case.study.seed)[case.metric]
    kind = "exact" if test.exact else "sampled"
    label = f"{kind} p of the distance to no signal"
    return Figure(test.p, label, f"smallest possible {test.p_min:.3f}")


def _published_weights(panel: Panel) -> Floats:
    return reliability_rule(spearman_pooled(panel).rho)


def _published_utilities(panel: Panel) -> Floats:
    return method_utilities(panel, "reciprocal", "score-of-means")


def _weight(case: Case) -> Figure:
    return Figure(_published_weights(case.panel)[case.metric])


def _weight_within(case: Case) -> Figure:
    weights = reliability_rule(nanmean(spearman_within(case.panel), axis=0))
    return Figure(weights[case.metric], "weight from ρ within benchmarks")


def _uqs(case: Case) -> Figure:
    scores = _published_utilities(case.panel) @ _published_weights(case.panel)
    method = case.panel.method(case.claim.subject[0])
    return Figure(scores[method])


def _stability_published(statistic: Literal["mean", "sd"], case: Case) -> Figure:
    panel = case.panel
    draws = int(case.claim.subject[0].split()[0])
    utility = _published_utilities(panel)
    weights = _published_weights(panel)
    taus = summarised(published_stability(utility, weights, draws, panel.row_places))
    return Figure(vars(taus)[statistic], note=f"{draws} draws")


def _stability_uniform(statistic: Literal["mean", "sd"], case: Case) -> Figure:
    panel = case.panel
    scorer = Scorer(_published_utilities(panel))
    weightings = uniform_weights(DRAWS, panel.metric_ids, case.study.seed)
    taus = summarised(global_taus(scorer, _published_weights(panel), weightings))
    baseline = summarised(baseline_taus(scorer, weightings))
    name = "SD" if statistic == "sd" else "mean"
    label = f"{name} of τ-b over {DRAWS:,} draws".replace(",", " ")
    note = f"two random weightings: {vars(baseline)[statistic]:.3f}"
    return Figure(vars(taus)[statistic], label, note)


def _runs(case: Case) -> Figure:
    return Figure(float(case.panel.n_runs))


def _pool_auc(case: Case) -> Figure:
    pools = ground_truth_pools(case.study.tables)
    metric = pools.metric(case.claim.subject[0])
    with_knowledge = pools.values("known", metric.id)
    without = pools.values("unknown", metric.id)
    low, high = rounded_auc_range(with_knowledge, without, metric.sign)
    models = f"{len(with_knowledge)} models against {len(without)}"
    note = f"{models}; rounded values allow {low:.4f} to {high:.4f}"
    area = auc(with_knowledge, without, metric.sign)
    return Figure(area, note=note, low=low, high=high)


def _pool_mean(case: Case) -> Figure:
    metric_id, pool = case.claim.subject
    pools = ground_truth_pools(case.study.tables)
    values = pools.values(pool, pools.metric(metric_id).id)
    mean = float(values.mean())
    half_digit = HALF_DIGIT / 2
    note = f"{len(values)} models"
    return Figure(mean, note=note, low=mean - half_digit, high=mean + half_digit)


def _parts(case: Case) -> list[Metric]:
    """The parts of the metric that a claim is about."""
    metric_of_id = {metric.id: metric for metric in case.study.tables.metrics}
    metric = metric_of_id[case.claim.subject[0]]
    return [metric_of_id[part] for part in metric.parts]


def _values_of_parts(case: Case, method: str) -> Floats:
    """What a method has for each part of the metric that a claim is about, on its benchmark: means
    over seeds."""
    parts = [part.id for part in _parts(case)]
    means = case.runs_of(method)[parts].mean()
    return np.asarray(means, dtype=float)


def _mean(case: Case) -> Figure:
    values = _values_of_parts(case, case.claim.subject[1])
    return Figure(values.mean(), note=f"{len(values)} parts")


def _mean_of_kinds(case: Case) -> Figure:
    parts = _parts(case)
    values = _values_of_parts(case, case.claim.subject[1])
    no_targets = np.full(len(parts), np.nan)
    utilities_of_parts = utilities(values, parts, "reciprocal", no_targets)
    families = np.array([part.family for part in parts])
    means = [utilities_of_parts[families == kind].mean() for kind in dict.fromkeys(families)]
    return Figure(np.mean(means), note=f"{len(parts)} parts of {len(means)} kinds")


def _harmonic_mean(case: Case) -> Figure:
    values = _values_of_parts(case, case.claim.subject[1])
    mean = len(values) / (1 / values).sum() if values.all() else 0.0
    return Figure(mean, note=f"{len(values)} parts")


def _change(case: Case) -> Figure:
    methods = case.study.tables.methods
    reference = next(method.id for method in methods if method.role == REFERENCE)
    (value,) = _values_of_parts(case, case.claim.subject[1])
    (reference_value,) = _values_of_parts(case, reference)
    change = 100 * (value - reference_value) / reference_value
    return Figure(change, note=f"{value:g} against {reference_value:g}")


def _value(case: Case) -> Figure:
    metric, method, _ = case.claim.subject
    values = case.runs_of(method)[metric].dropna()
    noun = "run" if len(values) == 1 else "runs"
    return Figure(values.mean(), note=f"{len(values)} {noun}")


def _cited(case: Case) -> Figure:
    return Figure(math.nan, note="its inputs are not in this suite")


RECIPES: Mapping[str, tuple[Recipe, Recipe | None]] = {
    "kendall_tau_published": (_tau_published, _tau_blocks),
    "kendall_p_published": (_p, _p_blocks),
    "mean_pairwise_tau_published": (
        partial(_mean_tau, PUBLISHED, ""),
        partial(_mean_tau, BLOCKS, "mean τ-b, mean over blocks"),
    ),
    "mean_pairwise_tau_difference": (_difference_published, _difference_blocks),
    "spearman_rho": (_rho, _rho_within),
    "spearman_p": (_rho_p, _rho_p_stratified),
    "stability_mean_tau": (
        partial(_stability_published, "mean"),
        partial(_stability_uniform, "mean"),
    ),
    "stability_sd_tau": (
        partial(_stability_published, "sd"),
        partial(_stability_uniform, "sd"),
    ),
    "count_runs": (_runs, None),
    "weight_published": (_weight, _weight_within),
    "uqs_published": (_uqs, None),
    "tau_b_pooled_aligned": (_tau_runs, _tau_blocks),
    "tau_b_benchmark": (_tau_runs, _tau_blocks),
    "tau_b_benchmark_p_asymptotic": (_p, _p_blocks),
    "ground_truth_auc": (_pool_auc, None),
    "ground_truth_mean": (_pool_mean, None),
    "mean_of_parts": (_mean, None),
    "mean_of_kinds": (_mean_of_kinds, None),
    "harmonic_mean_of_parts": (_harmonic_mean, None),
    "change_from_reference": (_change, None),
    "value": (_value, None),
    "cited": (_cited, None),
}
"""By the name in the column `statistic` of published.csv: how the figure is recomputed, and its
counterpart."""
