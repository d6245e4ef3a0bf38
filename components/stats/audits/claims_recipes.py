"""How each kind of printed figure is recomputed, and what the data support instead: one function
per statistic.

A claim whose statistic is not listed here, or whose runs are not in the suite, is not recomputable.
A counterpart answers the same question if a figure rests on row order, pooling or an approximation.
"""

import math
from collections.abc import Mapping

import numpy as np

from components.stats.agreement.exact_p import pair_p
from components.stats.agreement.mean_tau import BLOCKS, mean_taus
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.stats.agreement.tau_intervals import pair_intervals
from components.stats.audits.claims import Claim, Figure, Recipe, Study, follow, metric_pair, or_nan
from components.stats.audits.ground_truth import (
    HALF_DIGIT,
    auc,
    ground_truth_pools,
    rounded_auc_range,
)
from components.stats.memo import memoised
from components.stats.panel import Floats, nanmean
from components.stats.ranking.scorer import Scorer
from components.stats.ranking.utility import method_utilities, utilities
from components.stats.ranking.weights import reliability_rule
from components.stats.reliability.intervals import reliability_intervals
from components.stats.reliability.null import no_signal
from components.stats.reliability.spearman import spearman_pooled, spearman_within
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.perturbation import (
    baseline_taus,
    global_taus,
    published_stability,
    summarised,
)
from data.registry import REFERENCE

DRAWS = 10_000
"""Random weightings behind the counterpart of a published stability figure."""


def recompute(study: Study, claim: Claim) -> Figure:
    """Return the printed figure recomputed under its own protocol; NaN with a note if it cannot
    be."""
    recipe, _ = RECIPES.get(claim.statistic, (None, None))
    if recipe is None:
        return Figure(math.nan, note=f"no rule for the statistic {claim.statistic}")
    return follow(recipe, study, claim)


def counterpart(study: Study, claim: Claim) -> Figure | None:
    """Return the figure without ties decided by row order or benchmarks pooled; None if there is no
    such figure."""
    _, recipe = RECIPES.get(claim.statistic, (None, None))
    return None if recipe is None else follow(recipe, study, claim)


def _scope(claim: Claim, kind: str, otherwise: str) -> str:
    """The scope of the benchmark that a claim names in third place; `otherwise` if it names
    none."""
    return f"{kind}:{claim.subject[2]}" if len(claim.subject) > 2 else otherwise


def _tau_published(study: Study, claim: Claim) -> Figure:
    agreement, pair = study.agreement(claim.panel), metric_pair(study, claim)
    return Figure(
        float(agreement.tau[pair]),
        note=f"{agreement.defined[pair]} of {len(agreement.blocks)} blocks",
    )


def _p(study: Study, claim: Claim) -> Figure:
    """The p as printed: by t-test over blocks, or of the runs of the benchmark that the claim
    names."""
    protocol = PUBLISHED if len(claim.subject) < 3 else TIE_AWARE
    test = pair_p(
        study.agreement(claim.panel, protocol, _scope(claim, "runs", "blocks")),
        *metric_pair(study, claim),
    )
    return Figure(or_nan(test.p), note=test.reason or test.kind)


def _mean_tau(rule: str, label: str = "") -> Recipe:
    def recipe(study: Study, claim: Claim) -> Figure:
        mean = mean_taus(study.panel(claim.panel))[rule]
        return Figure(or_nan(mean.mean_tau), label, f"{mean.pairs_defined} of {mean.pairs} pairs")

    return recipe


def _difference(study: Study, claim: Claim) -> Figure:
    first, second = (mean_taus(study.panel(panel))[PUBLISHED] for panel in claim.subject)
    return Figure(or_nan(first.mean_tau) - or_nan(second.mean_tau))


def _rho(p: bool) -> Recipe:
    def recipe(study: Study, claim: Claim) -> Figure:
        panel = study.panel(claim.panel)
        correlation, k = spearman_pooled(panel), panel.metric(claim.subject[0])
        value = (correlation.p if p else correlation.rho)[k]
        return Figure(float(value), note=f"{'asymptotic, ' * p}{correlation.n[k]} runs")

    return recipe


def _weight(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    return Figure(
        float(reliability_rule(spearman_pooled(panel).rho)[panel.metric(claim.subject[0])])
    )


def _uqs(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    scores = method_utilities(panel, "reciprocal", "score-of-means") @ reliability_rule(
        spearman_pooled(panel).rho
    )
    return Figure(float(scores[panel.method(claim.subject[0])]))


def _stability(sd: bool) -> Recipe:
    def recipe(study: Study, claim: Claim) -> Figure:
        panel, draws = study.panel(claim.panel), int(claim.subject[0].split()[0])
        utilities = method_utilities(panel, "reciprocal", "score-of-means")
        weights = reliability_rule(spearman_pooled(panel).rho)
        taus = summarised(published_stability(utilities, weights, draws, panel.row_places))
        return Figure(taus.sd if sd else taus.mean, note=f"{draws} draws")

    return recipe


def _runs(study: Study, claim: Claim) -> Figure:
    return Figure(float(study.panel(claim.panel).n_runs))


def _tau_runs(study: Study, claim: Claim) -> Figure:
    scope = _scope(claim, "runs", "pooled")
    agreement = study.agreement(claim.panel, TIE_AWARE, scope)
    if not agreement.blocks:
        return Figure(math.nan, note=f"no runs of {scope}")
    return Figure(
        float(agreement.tau[metric_pair(study, claim)]),
        note=f"{len(agreement.blocks[0].values)} runs",
    )


def _pool_auc(study: Study, claim: Claim) -> Figure:
    pools = ground_truth_pools(study.tables)
    metric = pools.metric(claim.subject[0])
    known, unknown = pools.values("known", metric.id), pools.values("unknown", metric.id)
    low, high = rounded_auc_range(known, unknown, metric.sign)
    note = (
        f"{len(known)} models against {len(unknown)}; rounded values allow {low:.4f} to {high:.4f}"
    )
    return Figure(auc(known, unknown, metric.sign), note=note, low=low, high=high)


def _pool_mean(study: Study, claim: Claim) -> Figure:
    pools = ground_truth_pools(study.tables)
    values = pools.values(claim.subject[1], pools.metric(claim.subject[0]).id)
    mean = float(values.mean())
    return Figure(
        mean, note=f"{len(values)} models", low=mean - HALF_DIGIT / 2, high=mean + HALF_DIGIT / 2
    )


def _parts(study: Study, claim: Claim, method: str) -> Floats:
    """What a method has for each part of the metric that a claim is about, on its benchmark: means
    over seeds."""
    metric, _, benchmark = claim.subject
    own = next(m for m in study.tables.metrics if m.id == metric)
    return np.asarray(
        study.runs_of(claim.panel, benchmark, method)[list(own.parts)].mean(), dtype=float
    )


def _mean(study: Study, claim: Claim) -> Figure:
    parts = _parts(study, claim, claim.subject[1])
    return Figure(float(parts.mean()), note=f"{len(parts)} parts")


def _mean_of_kinds(study: Study, claim: Claim) -> Figure:
    by_id = {m.id: m for m in study.tables.metrics}
    parts = [by_id[p] for p in by_id[claim.subject[0]].parts]
    no_targets = np.full(len(parts), np.nan)
    values = utilities(_parts(study, claim, claim.subject[1]), parts, "reciprocal", no_targets)
    kinds = dict.fromkeys(p.family for p in parts)
    means = [values[[p.family == kind for p in parts]].mean() for kind in kinds]
    return Figure(float(np.mean(means)), note=f"{len(parts)} parts of {len(means)} kinds")


def _value(study: Study, claim: Claim) -> Figure:
    metric, method, benchmark = claim.subject
    values = study.runs_of(claim.panel, benchmark, method)[metric].dropna()
    return Figure(
        float(values.mean()), note=f"{len(values)} {'run' if len(values) == 1 else 'runs'}"
    )


def _harmonic_mean(study: Study, claim: Claim) -> Figure:
    parts = _parts(study, claim, claim.subject[1])
    return Figure(
        float(len(parts) / (1 / parts).sum()) if parts.all() else 0.0, note=f"{len(parts)} parts"
    )


def _change(study: Study, claim: Claim) -> Figure:
    reference = next(m.id for m in study.tables.methods if m.role == REFERENCE)
    (own,), (other,) = (_parts(study, claim, m) for m in (claim.subject[1], reference))
    return Figure(float(100 * (own - other) / other), note=f"{own:g} against {other:g}")


def _tau_blocks(study: Study, claim: Claim) -> Figure:
    scope = _scope(claim, "benchmark", "blocks")
    agreement, pair = study.agreement(claim.panel, TIE_AWARE, scope), metric_pair(study, claim)
    note = f"defined in {agreement.defined[pair]} of {len(agreement.blocks)} blocks"
    label = "τ-b, mean over blocks" if scope == "blocks" else "τ-b, mean over its blocks"
    interval = pair_intervals(agreement, [pair], seed=study.seed)[0]
    return Figure(float(agreement.tau[pair]), label, note, interval.low, interval.high)


def _p_blocks(study: Study, claim: Claim) -> Figure:
    agreement = study.agreement(claim.panel, TIE_AWARE, _scope(claim, "benchmark", "blocks"))
    test = pair_p(agreement, *metric_pair(study, claim), seed=study.seed)
    if test.p is None or test.p_min is None:
        return Figure(math.nan, "permutation p", test.reason)
    return Figure(
        test.p, test.kind.replace("permutation", "p"), f"smallest possible {test.p_min:.3f}"
    )


def _difference_blocks(study: Study, claim: Claim) -> Figure:
    first, second = (mean_taus(study.panel(panel))[BLOCKS] for panel in claim.subject)
    note = (
        f"{first.pairs_defined} of {first.pairs} and {second.pairs_defined} of {second.pairs} pairs"
    )
    return Figure(
        or_nan(first.mean_tau) - or_nan(second.mean_tau), "difference of mean τ-b over blocks", note
    )


def _rho_within(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    k = panel.metric(claim.subject[0])
    null = no_signal(panel, seed=study.seed)[k].expected
    intervals = memoised(
        panel, ("ρ", study.seed), lambda: reliability_intervals(panel, seed=study.seed)
    )
    value = float(nanmean(spearman_within(panel), axis=0)[k])
    note = (
        f"with methods shuffled, all runs give {null:.3f}; interval of the ρ over all runs".replace(
            "-", "−"
        )
    )
    return Figure(value, "mean ρ within benchmarks", note, intervals[k].low, intervals[k].high)


def _rho_p_stratified(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    test = no_signal(panel, seed=study.seed)[panel.metric(claim.subject[0])]
    kind = "exact" if test.exact else "sampled"
    return Figure(
        test.p, f"{kind} p of the distance to no signal", f"smallest possible {test.p_min:.3f}"
    )


def _weight_within(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    weights = reliability_rule(nanmean(spearman_within(panel), axis=0))
    return Figure(float(weights[panel.metric(claim.subject[0])]), "weight from ρ within benchmarks")


def _stability_uniform(sd: bool) -> Recipe:
    def recipe(study: Study, claim: Claim) -> Figure:
        panel = study.panel(claim.panel)
        scorer = Scorer(method_utilities(panel, "reciprocal", "score-of-means"))
        drawn = uniform_weights(DRAWS, panel.metric_ids, study.seed)
        taus = summarised(global_taus(scorer, reliability_rule(spearman_pooled(panel).rho), drawn))
        base = summarised(baseline_taus(scorer, drawn))
        value, other = (taus.sd, base.sd) if sd else (taus.mean, base.mean)
        label = f"{'SD' if sd else 'mean'} of τ-b over {DRAWS:,} draws".replace(",", " ")
        return Figure(value, label, f"two random weightings: {other:.3f}")

    return recipe


RECIPES: Mapping[str, tuple[Recipe, Recipe | None]] = {
    "kendall_tau_published": (_tau_published, _tau_blocks),
    "kendall_p_published": (_p, _p_blocks),
    "mean_pairwise_tau_published": (
        _mean_tau(PUBLISHED),
        _mean_tau(BLOCKS, "mean τ-b, mean over blocks"),
    ),
    "mean_pairwise_tau_difference": (_difference, _difference_blocks),
    "spearman_rho": (_rho(p=False), _rho_within),
    "spearman_p": (_rho(p=True), _rho_p_stratified),
    "stability_mean_tau": (_stability(sd=False), _stability_uniform(sd=False)),
    "stability_sd_tau": (_stability(sd=True), _stability_uniform(sd=True)),
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
    "cited": (lambda study, claim: Figure(math.nan, note="its inputs are not in this suite"), None),
}
"""By the name in the column `statistic` of published.csv: how the figure is recomputed, and its
counterpart."""
