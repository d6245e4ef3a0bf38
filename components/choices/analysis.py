"""How metrics are compared, weights are varied, and what an audit or a change looks at."""

from collections.abc import Mapping
from typing import Any

from components import suite_ids
from components.choices import parsing
from components.choices.controls import (
    NARROW,
    WIDE,
    WIDEST,
    Boxes,
    Segments,
    Slider,
    WeightPerMetric,
    fixed,
)
from components.choices.record import Choice
from components.format import shortened, thousands
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.before_and_after import before_and_after, offered_perturbations
from components.results.inversion import compute as inversion_audit
from components.words import Labels
from data.registry import Metric

MIN_DRAWS = 100
MAX_DRAWS = 20_000
OFFERED_DRAWS = (1_000, 10_000, MAX_DRAWS)
MAX_CLUSTERS = 100
MIN_RADIUS = 0.01
MAX_RADIUS = 1.5
MAX_RNG = 2**32 - 1
LINKAGES = ("average", "complete", "single", "ward")


def _scopes(view: Resolved, labels: Labels) -> Mapping[str, str]:
    """Return the scopes of agreement by their text form; an odd one in the address too."""
    scopes = {"blocks": "mean over blocks"}
    for benchmark in view.panel.benchmarks:
        scopes[f"benchmark:{benchmark}"] = f"{labels.benchmark(benchmark)}, mean over its seeds"
    for benchmark in view.panel.benchmarks:
        scope_label = f"{labels.benchmark(benchmark)}, all its runs (as in the later revision)"
        scopes[f"runs:{benchmark}"] = scope_label
    scopes["pooled"] = "all runs pooled (mixes benchmarks)"
    scopes.setdefault(view.selection.scope, view.selection.scope)
    return {scope: shortened(scope_label, 60) for scope, scope_label in scopes.items()}


def _counts_of_clusters(view: Resolved, labels: Labels) -> Mapping[Any, str]:
    counts = ["auto", *range(1, len(view.panel.compared.metrics) + 1), view.selection.k]
    return {n_clusters: str(n_clusters) for n_clusters in counts}


def _draws(view: Resolved, labels: Labels) -> Mapping[int, str]:
    return {
        n_draws: thousands(n_draws) for n_draws in sorted({*OFFERED_DRAWS, view.selection.draws})
    }


def _judges(view: Resolved, names: Labels) -> Mapping[str, str]:
    inversion_result = view.of(inversion_audit)
    if isinstance(inversion_result, Absent):
        return {}
    labels = {judge.id: shortened(judge.label, 60) for judge in inversion_result.judges}
    usual_judge = inversion_result.judges[0].id
    return {"": labels.pop(usual_judge), **labels}


def _private_sets(view: Resolved, names: Labels) -> Mapping[str, str]:
    inversion_result = view.of(inversion_audit)
    if isinstance(inversion_result, Absent):
        return {}
    named_sets = [private_set for private_set in inversion_result.all_private_sets if private_set]
    if len(named_sets) < 2:
        return {}
    labels = {private_set: shortened(private_set, 60) for private_set in named_sets}
    return {"": f"all {len(inversion_result.all_private_sets)}", **labels}


def _chosen_judge(view: Resolved) -> list[str]:
    """Return the judge chosen; an address without one means the first."""
    chosen_judge = view.selection.judge
    return [chosen_judge if chosen_judge in _judges(view, view.labels) else ""]


def _perturbations(view: Resolved, names: Labels) -> Mapping[str, str]:
    measured = offered_perturbations(view)
    if len(measured) < 2:
        return {}
    perturbation_table = view.tables.extras["perturbations"]
    labels = dict(zip(perturbation_table["id"], perturbation_table["label"], strict=True))
    return {
        perturbation: shortened(labels.get(perturbation, perturbation)) for perturbation in measured
    }


def _chosen_perturbation(view: Resolved) -> list[str]:
    return [view.selection.perturbation or next(iter(offered_perturbations(view)), "")]


def _measured_again(view: Resolved) -> list[Metric]:
    measured_twice = view.of(before_and_after)
    metrics = (
        view.tables.after_metrics if isinstance(measured_twice, Absent) else measured_twice.metrics
    )
    return list(metrics) if len(metrics) > 1 else []


def _weights_in_use(view: Resolved) -> Mapping[str, float]:
    measured_twice = view.of(before_and_after)
    return (
        dict(view.selection.survival)
        if isinstance(measured_twice, Absent)
        else measured_twice.weights
    )


PROTOCOL = Choice(
    "protocol",
    "how ties are counted",
    parsing.one_of("tie-aware", "published"),
    Segments("Protocol", fixed({"tie-aware": "tie-aware", "published": "as published"})),
    tell=lambda view: "as published" if view.selection.protocol == "published" else "tie-aware",
    pages=("agreement", "reproduction", "stability"),
)
SCOPE = Choice(
    "scope",
    "over what agreement is averaged: blocks, benchmark:B, runs:B or pooled",
    parsing.scope,
    Boxes(("Scope",), _scopes, WIDE),
    tell=lambda view: _scopes(view, view.labels)[view.selection.scope],
    of_panel=True,
)
LINKAGE = Choice(
    "linkage",
    "how clusters are joined",
    parsing.one_of(*LINKAGES),
    Segments("Linkage", fixed({linkage: linkage for linkage in LINKAGES})),
    tell=lambda view: f"{view.selection.linkage} linkage",
)
K = Choice(
    "k",
    "number of clusters",
    parsing.whole(1, MAX_CLUSTERS, "auto"),
    Boxes(("Clusters",), _counts_of_clusters, NARROW),
    tell=lambda view: f"{view.selection.k} clusters",
)
RADIUS = Choice(
    "radius",
    "expected L1 change of the weights",
    parsing.number(MIN_RADIUS, MAX_RADIUS),
    Slider("Radius (expected L1 change of the weights)", MIN_RADIUS, MAX_RADIUS, 0.01),
)
DRAWS = Choice(
    "draws",
    "random weightings",
    parsing.whole(MIN_DRAWS, MAX_DRAWS),
    Boxes(("Random weightings",), _draws, NARROW),
    tell=lambda view: f"{view.selection.draws:,} random weightings",
)
RNG = Choice("rng", "seed of the random numbers", parsing.whole(0, MAX_RNG))
JUDGE = Choice(
    "judge",
    "the judge that reconstructions are measured against",
    parsing.one_id(suite_ids.judges),
    Boxes(("Judge",), _judges, WIDEST, chosen=_chosen_judge),
    place="bar",
)
PRIVATE_SET = Choice(
    "private_set",
    "only reconstructions of this private set",
    parsing.one_id(suite_ids.private_sets),
    Boxes(("Private set",), _private_sets, WIDE),
    place="bar",
)
PERTURBATION = Choice(
    "perturbation",
    "what was done to the models after unlearning",
    parsing.one_id(suite_ids.perturbations),
    Boxes(("After unlearning",), _perturbations, WIDE, chosen=_chosen_perturbation),
    place="bar",
    of_panel=True,
)
SURVIVAL = Choice(
    "survival",
    "weights of the metrics measured before and after it, as FA:0.2,RA:0.8",
    parsing.survival,
    WeightPerMetric(_measured_again, _weights_in_use),
    tell=lambda view: "your own weights of what was measured before and after",
)
