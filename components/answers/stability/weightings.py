"""Does the ranking depend on the weights? Who leads under random weights, and how far these agree
with the order."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Answer, Said
from components.format import joined, number, percent, thousands
from components.resolved import Resolved
from components.results import lead_shares
from components.results.absent import Absent
from components.results.lead_shares import LeadShares
from components.stats.panel import Floats
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import preset_weights, presets
from components.stats.stability.acceptability import Acceptability
from components.stats.stability.perturbation import (
    NO_TAUS,
    PUBLISHED_DRAWS,
    TauSummary,
    published_baseline,
    published_stability,
    summarised,
)
from components.words import MAX_NAMED, Labels, short

NOT_PUBLISHED = (
    "the published rule needs a complete reference panel with an oracle distance, which this suite"
    " lacks"
)
ONE_METRIC = "there is one metric only: no weight can be moved"
TIED = "all methods are tied"
ABOUT_EQUAL = 0.05
"""Two mean τ closer than this are about the same."""


@dataclass(frozen=True, eq=False)
class RandomWeights:
    """The ranking under weights drawn uniformly from the simplex, at least two rows.

    methods        the ranked rows, best first; `leaders` share rank 1 now
    taus           τ-b with the ranking, `baseline` of two random weightings, under the protocol: as
                   published (100 draws, whole reference panel, published weights, reciprocal map)
                   or of the current ranking under `draws`; `tau_reason` says why none is defined
    tie_aware      the baseline of this selection, whatever the protocol
    acceptability  tie-aware too
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    leaders: tuple[str, ...]
    protocol: str
    taus: TauSummary
    baseline: TauSummary
    tie_aware: TauSummary
    draws: int
    tau_reason: str
    leads: LeadShares
    has_one_order: bool

    @property
    def acceptability(self) -> Acceptability:
        """How often each method takes each rank."""
        return self.leads.acceptability


def compute(view: Resolved) -> RandomWeights | Absent:
    """Return what random weights do to the ranking."""
    contest = view.contest
    leads = view.of(lead_shares.compute)
    if isinstance(leads, Absent):
        return leads
    tie_aware = summarised(contest.baseline_taus())
    if view.selection.protocol == "published":
        n_draws = PUBLISHED_DRAWS
        tau_summary, baseline = _published(view)
        reason = NOT_PUBLISHED
    else:
        n_draws = view.selection.draws
        tau_summary = summarised(contest.taus())
        baseline = tie_aware
        reason = ONE_METRIC if len(contest.metric_ids) < 2 else TIED
    return RandomWeights(
        methods=contest.by_score,
        metrics=contest.metric_ids,
        leaders=contest.leaders,
        protocol=view.selection.protocol,
        taus=tau_summary,
        baseline=baseline,
        tie_aware=tie_aware,
        draws=n_draws,
        tau_reason="" if tau_summary.defined else reason,
        leads=leads,
        has_one_order=contest.has_one_order,
    )


def _published(view: Resolved) -> tuple[TauSummary, TauSummary]:
    """The paper's τ and baseline, on the whole reference panel; of nothing if its weights cannot be
    derived."""
    panel = view.reference_panel
    utilities: Floats = method_utilities(panel, "reciprocal", "score-of-means")
    is_derived = any(preset.name == "published" for preset in presets(view.tables))
    if not is_derived or np.isnan(utilities).any():
        return summarised(NO_TAUS), summarised(NO_TAUS)
    weights = preset_weights("published", view.tables, view.panel, panel)
    rows = panel.row_places
    baseline = published_baseline(utilities, view.panel.metric_ids, view.selection.rng, rows=rows)
    return summarised(published_stability(utilities, weights, rows=rows)), summarised(baseline)


def say(random_weights: RandomWeights, labels: Labels) -> Said:
    how_drawn = (
        f"Shares are of {thousands(random_weights.acceptability.draws)} random weights; SE at most"
        f" {number(random_weights.acceptability.largest_se)}."
    )
    return Said(
        [first_sentence(random_weights, labels), agreement_sentence(random_weights)], [how_drawn]
    )


def first_sentence(random_weights: RandomWeights, names: Labels) -> str:
    """Return how often the current leader leads under random weights, and who leads most often."""
    labels = short(names)
    share_first = random_weights.leads.share_first()
    shares = []
    for method in random_weights.leaders[:MAX_NAMED]:
        shares.append(f"{labels.method(method)} leads {_with(share_first[method])}")
    sentence = f"{joined(shares)} of random weights"
    most_often = max(random_weights.methods, key=lambda method: share_first[method])
    if most_often not in random_weights.leaders:
        share = _with(share_first[most_often])
        sentence += f"; {labels.method(most_often)} leads most often, {share}"
    return f"{sentence}."


def _with(share_first: float) -> str:
    return f"with {percent(share_first)}"


def agreement_sentence(random_weights: RandomWeights) -> str:
    """Return how well the order agrees with random weights compared with their agreement with each
    other."""
    if not random_weights.taus.defined:
        return f"No agreement with random weights can be given: {random_weights.tau_reason}."
    order_text = "This order"
    if random_weights.protocol == "published":
        order_text = "The published order"
    difference = random_weights.taus.mean - random_weights.baseline.mean
    how_well = "about as well as"
    if difference > ABOUT_EQUAL:
        how_well = "more than"
    elif difference < -ABOUT_EQUAL:
        how_well = "less than"
    taus_text = f"τ {number(random_weights.taus.mean)} and {number(random_weights.baseline.mean)}"
    return (
        f"{order_text} agrees with random weights {how_well} they agree with each other"
        f" ({taus_text})."
    )


def facts(random_weights: RandomWeights) -> Mapping[str, object]:
    """Return every number on agreement between rankings, and how many weightings everything rests
    on."""
    return {
        "methods": random_weights.methods,
        "metrics": random_weights.metrics,
        "protocol": random_weights.protocol,
        "mean_tau": random_weights.taus.mean,
        "sd_tau": random_weights.taus.sd,
        "se_tau": random_weights.taus.se,
        "undefined": random_weights.taus.undefined,
        "draws": random_weights.draws,
        "baseline_tau": random_weights.baseline.mean,
        "baseline_sd": random_weights.baseline.sd,
        "tau_reason": random_weights.tau_reason,
        "weightings": random_weights.acceptability.draws,
        "largest_se": random_weights.acceptability.largest_se,
    }


WEIGHTINGS = Answer(
    "weightings", compute, say, facts=facts, terms=("tau_b", "baseline", "published_stability")
)
