"""What the data support instead of a printed figure that rests on row order, pooling or an approximation."""

from __future__ import annotations

import math
from collections.abc import Mapping

from components.stats.agreement.exact_p import pair_p
from components.stats.agreement.mean_tau import mean_tau
from components.stats.agreement.tau import TIE_AWARE
from components.stats.audits.claims import Claim, Figure, Recipe, Study, follow, metric_pair, or_nan
from components.stats.panel import nanmean
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import reliability_rule
from components.stats.reliability.null import no_signal
from components.stats.reliability.spearman import spearman_pooled, spearman_within
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.perturbation import baseline_taus, global_taus

DRAWS = 10_000
"""Random weightings behind the counterpart of a published stability figure."""


def counterpart(study: Study, claim: Claim) -> Figure | None:
    """The same question answered without deciding ties by row order or pooling benchmarks; None where there is none."""
    return follow(COUNTERPARTS, study, claim)


def _tau_blocks(study: Study, claim: Claim) -> Figure:
    agreement, pair = study.agreement(claim.panel, TIE_AWARE), metric_pair(study, claim)
    note = f"defined in {agreement.defined[pair]} of {len(agreement.blocks)} blocks"
    return Figure(float(agreement.tau[pair]), "τ-b, mean over blocks", note)


def _p_blocks(study: Study, claim: Claim) -> Figure:
    return _permutation(study, claim, "blocks")


def _permutation(study: Study, claim: Claim, scope: str) -> Figure:
    test = pair_p(study.agreement(claim.panel, TIE_AWARE, scope), *metric_pair(study, claim), seed=study.seed)
    if test.p is None or test.p_min is None:
        return Figure(math.nan, "permutation p", test.reason)
    return Figure(test.p, test.kind.replace("permutation", "p"), f"smallest possible {test.p_min:.3f}")


def _mean_tau_blocks(study: Study, claim: Claim) -> Figure:
    mean = mean_tau(study.panel(claim.panel), "aligned, blocks")
    return Figure(or_nan(mean.mean_tau), "mean τ-b, mean over blocks", f"{mean.pairs_defined} of {mean.pairs} pairs")


def _difference_blocks(study: Study, claim: Claim) -> Figure:
    first, second = (mean_tau(study.panel(panel), "aligned, blocks") for panel in claim.subject)
    note = f"{first.pairs_defined} of {first.pairs} and {second.pairs_defined} of {second.pairs} pairs"
    return Figure(or_nan(first.mean_tau) - or_nan(second.mean_tau), "difference of mean τ-b over blocks", note)


def _rho_within(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    k = panel.metric(claim.subject[0])
    null = no_signal(panel, seed=study.seed)[k].expected
    value = float(nanmean(spearman_within(panel), axis=0)[k])
    return Figure(
        value, "mean ρ within benchmarks", f"with methods shuffled, all runs give {null:.3f}".replace("-", "−")
    )


def _rho_p_stratified(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    test = no_signal(panel, seed=study.seed)[panel.metric(claim.subject[0])]
    kind = "exact" if test.exact else "sampled"
    return Figure(test.p, f"{kind} p of the distance to no signal", f"smallest possible {test.p_min:.3f}")


def _weight_within(study: Study, claim: Claim) -> Figure:
    panel = study.panel(claim.panel)
    weights = reliability_rule(nanmean(spearman_within(panel), axis=0))
    return Figure(float(weights[panel.metric(claim.subject[0])]), "weight from ρ within benchmarks")


def _stability_uniform(sd: bool) -> Recipe:
    def recipe(study: Study, claim: Claim) -> Figure:
        panel = study.panel(claim.panel)
        utilities = method_utilities(panel, "reciprocal", "score-of-means")
        drawn = uniform_weights(DRAWS, len(panel.metrics), study.seed)
        taus = global_taus(utilities, reliability_rule(spearman_pooled(panel).rho), drawn)
        base = baseline_taus(utilities, drawn)
        value, beside = (taus.sd, base.sd) if sd else (taus.mean, base.mean)
        label = f"{'SD' if sd else 'mean'} of τ-b over {DRAWS:,} draws".replace(",", " ")
        return Figure(value, label, f"two random weightings: {beside:.3f}")

    return recipe


def _tau_benchmark_blocks(study: Study, claim: Claim) -> Figure:
    agreement = study.agreement(claim.panel, TIE_AWARE, f"benchmark:{claim.subject[2]}")
    pair = metric_pair(study, claim)
    note = f"defined in {agreement.defined[pair]} of {len(agreement.blocks)} blocks"
    return Figure(float(agreement.tau[pair]), "τ-b, mean over its blocks", note)


def _p_benchmark_blocks(study: Study, claim: Claim) -> Figure:
    return _permutation(study, claim, f"benchmark:{claim.subject[2]}")


COUNTERPARTS: Mapping[str, Recipe] = {
    "kendall_tau_published": _tau_blocks,
    "kendall_p_published": _p_blocks,
    "mean_pairwise_tau_published": _mean_tau_blocks,
    "mean_pairwise_tau_difference": _difference_blocks,
    "spearman_rho": _rho_within,
    "spearman_p": _rho_p_stratified,
    "stability_mean_tau": _stability_uniform(sd=False),
    "stability_sd_tau": _stability_uniform(sd=True),
    "weight_published": _weight_within,
    "tau_b_pooled_aligned": _tau_blocks,
    "tau_b_benchmark": _tau_benchmark_blocks,
    "tau_b_benchmark_p_asymptotic": _p_benchmark_blocks,
}
"""By the name in the column `statistic` of published.csv."""
