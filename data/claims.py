"""The statistics that a published claim can be about, and what its subject must name."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Statistic:
    """One kind of printed figure. `subject` lists what its parts name; "draws" is a number and that
    word."""

    label: str
    subject: tuple[str, ...] = ()
    panel: bool = True


_DERIVED = ("metric", "method", "benchmark")
STATISTICS: Mapping[str, Statistic] = {
    "kendall_tau_published": Statistic(
        "Kendall's τ, mean over blocks, ties by row order", ("metric", "metric")
    ),
    "kendall_p_published": Statistic(
        "p of a t-test of the block τ against 0", ("metric", "metric")
    ),
    "mean_pairwise_tau_published": Statistic(
        "mean τ over metric pairs, runs pooled, directions not aligned"
    ),
    "mean_pairwise_tau_difference": Statistic(
        "difference of two mean pairwise τ, first minus second", ("panel", "panel"), panel=False
    ),
    "spearman_rho": Statistic(
        "Spearman's ρ with closeness to the oracle, runs pooled", ("metric",)
    ),
    "spearman_p": Statistic("p of that ρ", ("metric",)),
    "stability_mean_tau": Statistic("mean τ under random weights", ("draws",)),
    "stability_sd_tau": Statistic("standard deviation of τ under random weights", ("draws",)),
    "count_runs": Statistic("number of runs"),
    "weight_published": Statistic("weight by the published rule", ("metric",)),
    "uqs_published": Statistic("score at the published weights, reciprocal map", ("method",)),
    "tau_b_pooled_aligned": Statistic(
        "τ-b on aligned values, runs of all benchmarks pooled", ("metric", "metric")
    ),
    "tau_b_benchmark": Statistic(
        "τ-b on aligned values, runs of one benchmark", ("metric", "metric", "benchmark")
    ),
    "tau_b_benchmark_p_asymptotic": Statistic(
        "asymptotic p of that τ-b", ("metric", "metric", "benchmark")
    ),
    "ground_truth_auc": Statistic(
        "AUC between models that have the knowledge and models that do not", ("pool_metric",), False
    ),
    "ground_truth_mean": Statistic(
        "mean over the models of one pool", ("pool_metric", "pool"), False
    ),
    "mean_of_parts": Statistic("a metric as the mean of its parts", _DERIVED),
    "mean_of_kinds": Statistic(
        "a metric as the mean over families of its parts, by their mapped values", _DERIVED
    ),
    "harmonic_mean_of_parts": Statistic("a metric as the harmonic mean of its parts", _DERIVED),
    "change_from_reference": Statistic(
        "a metric as the change of its part from the reference, in per cent", _DERIVED
    ),
    "value": Statistic("a value of a method, mean over seeds", _DERIVED),
    "cited": Statistic("figure of another study, given for comparison", panel=False),
}
"""By the name in the column `statistic` of published.csv."""


def subject_parts(subject: str) -> tuple[str, ...]:
    """Return the parts of a subject, () if it is empty."""
    return tuple(subject.split("|")) if subject else ()
