"""Does the ranking depend on the weights? Who leads under random weights, and how far these agree
with the order."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.record import Absent, Answer, Said
from components.answers.stability.ranked import Ranked, ranked
from components.format import joined, number, percent, thousands
from components.resolved import Resolved
from components.results.ranked_names import too_few
from components.stats.panel import Floats
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import preset_weights, presets
from components.stats.stability.acceptability import Acceptability, acceptability, uniform_weights
from components.stats.stability.perturbation import (
    NO_TAUS,
    PUBLISHED_DRAWS,
    TauSummary,
    baseline_taus,
    global_taus,
    published_baseline,
    published_stability,
    summarised,
)
from components.words import NAMED, Labels, short

NOT_PUBLISHED = (
    "the published rule needs a complete reference panel with an oracle distance, which this suite"
    " lacks"
)
ALIKE = 0.05
"""Two mean τ closer than this are about the same."""


@dataclass(frozen=True, eq=False)
class Weightings:
    """The ranking under weights drawn uniformly from the simplex, at least two rows.

    taus, baseline  τ-b with the ranking, and of two random weightings, under the protocol: as
                    published (100 draws, whole reference panel, published weights, reciprocal map)
                    or of the current ranking under `draws`
    own             the tie-aware baseline of this selection, whatever the protocol; `smaa` is
                    tie-aware too
    tau_reason      why no τ is defined
    leaders         the methods that share rank 1 now
    """

    data: Ranked
    protocol: str
    taus: TauSummary
    baseline: TauSummary
    own: TauSummary
    draws: int
    tau_reason: str
    smaa: Acceptability
    leaders: tuple[str, ...]

    @property
    def methods(self) -> tuple[str, ...]:
        """The ranked methods, best first."""
        return self.data.methods

    @property
    def first(self) -> dict[str, float]:
        """The share of weightings that put each method first, ties split."""
        return dict(zip(self.methods, self.smaa.ranks[:, 0].tolist(), strict=True))


def compute(view: Resolved) -> Weightings | Absent:
    """Return what random weights do to the ranking."""
    data, chosen, published = ranked(view), view.selection, view.selection.protocol == "published"
    if len(data.methods) < 2:
        return Absent(too_few(view.labels, data.methods))
    drawn = uniform_weights(chosen.draws, data.metrics, chosen.rng)
    own = baseline_taus(data.scorer, drawn) if len(data.metrics) > 1 else NO_TAUS
    if published:
        taus, baseline = _published(view)
    else:
        one = len(data.metrics) < 2
        taus, baseline = (
            NO_TAUS if one else global_taus(data.scorer, data.w, drawn),
            own,
        )
    summary = summarised(taus)
    reason = (
        "there is one metric only: no weight can be moved"
        if len(data.metrics) < 2
        else "all methods are tied"
    )
    return Weightings(
        data=data,
        protocol=chosen.protocol,
        taus=summary,
        baseline=summarised(baseline),
        own=summarised(own),
        draws=PUBLISHED_DRAWS if published else chosen.draws,
        tau_reason="" if summary.defined else NOT_PUBLISHED if published else reason,
        smaa=acceptability(data.scorer, drawn),
        leaders=tuple(m for m in data.methods if view.row_ranks[m] == 1),
    )


def _published(view: Resolved) -> tuple[Floats, Floats]:
    """The paper's figure, on the whole reference panel; nothing if its weights cannot be
    derived."""
    utilities: Floats = method_utilities(view.reference, "reciprocal", "score-of-means")
    if "published" not in {p.name for p in presets(view.tables)} or np.isnan(utilities).any():
        return NO_TAUS, NO_TAUS
    rows = view.reference.row_places
    weights = preset_weights("published", view.tables, view.panel, view.reference)
    stability = published_stability(utilities, weights, rows=rows)
    return stability, published_baseline(
        utilities, view.panel.metric_ids, view.selection.rng, rows=rows
    )


def say(result: Weightings, names: Labels) -> Said:
    drawn = (
        f"Shares are of {thousands(result.smaa.draws)} random weights; SE at most"
        f" {number(result.smaa.largest_se)}."
    )
    return Said([first_sentence(result, names), agreement_sentence(result)], [drawn])


def first_sentence(result: Weightings, names: Labels) -> str:
    """Return how often the current leader leads under random weights, and who leads most often."""
    labels, first = short(names), result.first
    best = max(result.methods, key=lambda m: first[m])
    shares = [f"{labels.method(m)} leads {_under(first[m])}" for m in result.leaders[:NAMED]]
    more = (
        ""
        if best in result.leaders
        else f"; {labels.method(best)} leads most often, {_under(first[best])}"
    )
    return f"{joined(shares)} of random weights{more}."


def _under(share: float) -> str:
    written = percent(share)
    return f"under {written}" if written[0].isdigit() else f"in {written}"  # not: under under 1 %


def agreement_sentence(result: Weightings) -> str:
    """Return how well the order agrees with random weights compared with their agreement with each
    other."""
    if not result.taus.defined:
        return f"No agreement with random weights can be given: {result.tau_reason}."
    order = "This order" if result.protocol != "published" else "The published order"
    difference = result.taus.mean - result.baseline.mean
    how = (
        "about as well as"
        if abs(difference) <= ALIKE
        else "more than"
        if difference > 0
        else "less than"
    )
    taus = f"τ {number(result.taus.mean)} and {number(result.baseline.mean)}"
    return f"{order} agrees with random weights {how} they agree with each other ({taus})."


def facts(result: Weightings) -> Mapping[str, object]:
    """Return every number on agreement between rankings, and how many weightings everything rests
    on."""
    return {
        "methods": result.methods,
        "metrics": result.data.metrics,
        "protocol": result.protocol,
        "mean_tau": result.taus.mean,
        "sd_tau": result.taus.sd,
        "se_tau": result.taus.se,
        "undefined": result.taus.undefined,
        "draws": result.draws,
        "baseline_tau": result.baseline.mean,
        "baseline_sd": result.baseline.sd,
        "tau_reason": result.tau_reason,
        "weightings": result.smaa.draws,
        "largest_se": result.smaa.largest_se,
    }


WEIGHTINGS = Answer(
    "weightings", compute, say, facts=facts, terms=("tau_b", "baseline", "published_stability")
)
