"""Does this ranking survive other weights? Agreement with random weightings, and who leads how often."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.leaderboard.lead import lead_sentence
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.record import Answer, Said
from components.answers.stability.ranked import FEWER_THAN_TWO, NOBODY, Ranked, ranked_rows
from components.labels import Labels
from components.resolved import Resolved, reads
from components.sentences import NAMED, short
from components.stats.audits.claims import claims
from components.stats.panel import Floats
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import preset_weights, presets
from components.stats.stability.acceptability import Acceptability, Progress, acceptability, uniform_weights
from components.stats.stability.perturbation import (
    NO_TAUS,
    PUBLISHED_DRAWS,
    Bar,
    Taus,
    TauSummary,
    baseline_taus,
    global_taus,
    histogram,
    published_baseline,
    published_stability,
)
from components.text import counted, joined, number, percent, thousands

NOT_PUBLISHED = "the published rule needs a complete reference panel with an oracle distance, which this suite lacks"
LONG = 4_000_000
"""Draws × methods from which the work shows its progress and can be cancelled: about a second."""
ALIKE = 0.05
"""Two mean τ closer than this are about the same."""


@dataclass(frozen=True, eq=False)
class Weightings:
    """The ranking under weights drawn uniformly from the simplex.

    taus, baseline  τ-b with the ranking, and of two random weightings, under the protocol: as published (100 draws,
                    whole reference panel, published weights, reciprocal map) or of the current ranking under `draws`
    own             the tie-aware baseline of this selection, whatever the protocol; `smaa` is tie-aware too
    tau_reason      why no τ is defined
    others          the published rule with the other numbers of draws that are in print
    leaders         the methods that share rank 1 now; `weights` are the current ones of all metrics
    unmeasured      the metrics that some ranked method has no value of
    board           the ranking where it says more: where fewer than two methods are ranked
    """

    data: Ranked
    protocol: str
    taus: TauSummary
    baseline: TauSummary
    own: TauSummary
    bars: tuple[Bar, ...]
    draws: int
    tau_reason: str
    others: Mapping[int, TauSummary]
    smaa: Acceptability | None
    leaders: tuple[str, ...]
    weights: Mapping[str, float]
    unmeasured: tuple[str, ...]
    reference: str
    rng: int
    board: Ranking | None

    @property
    def methods(self) -> tuple[str, ...]:
        """The ranked methods, best first."""
        return self.data.methods

    @property
    def several(self) -> bool:
        """Whether there is an order that weights could change."""
        return len(self.methods) > 1

    @property
    def first(self) -> dict[str, float]:
        """The share of weightings that put each method first, ties split."""
        return {} if self.smaa is None else dict(zip(self.methods, self.smaa.ranks[:, 0].tolist(), strict=True))

    @property
    def weightings(self) -> int:
        """How many were drawn."""
        return 0 if self.smaa is None else self.smaa.draws

    @property
    def largest_se(self) -> float | None:
        """What bounds the standard error of all shares."""
        return None if self.smaa is None else self.smaa.largest_se


@reads(rows=True, without=("radius",))
def compute(view: Resolved, progress: Progress | None = None) -> Weightings:
    """What random weights do to the ranking. `progress` is given the share of work done."""
    data, chosen, published = ranked_rows(view), view.selection, view.selection.protocol == "published"
    drawn = uniform_weights(chosen.draws, data.metrics, chosen.rng)
    own, taus = _own_taus(data, drawn, not published, _share(progress, 0.0, 0.4))
    baseline = own
    if published:
        taus, baseline = _published(view)
    defined = bool(taus.defined.size)
    return Weightings(
        data=data,
        protocol=chosen.protocol,
        taus=taus.summary,
        baseline=baseline.summary,
        own=own.summary,
        bars=histogram(taus, baseline),
        draws=PUBLISHED_DRAWS if published else chosen.draws,
        tau_reason="" if defined else NOT_PUBLISHED if published else _tau_reason(data),
        others=_other_draws(view) if published and defined else {},
        smaa=acceptability(data.utilities, drawn, _share(progress, 0.4, 1.0), data.grids) if data.methods else None,
        leaders=tuple(m for m in data.methods if view.row_ranks[m] == 1),
        weights=dict(zip(view.panel.metric_ids, view.w.tolist(), strict=True)),
        unmeasured=_unmeasured(view),
        reference=view.tables.reference_panel.id,
        rng=chosen.rng,
        board=view.of(ranking) if len(data.methods) < 2 else None,
    )


def _unmeasured(view: Resolved) -> tuple[str, ...]:
    lacking = np.flatnonzero(np.isnan(view.utilities[view.ranked]).any(axis=0))
    return tuple(view.panel.metric_ids[k] for k in lacking)


def _own_taus(data: Ranked, drawn: Floats, current: bool, progress: Progress | None) -> tuple[Taus, Taus]:
    """τ of two random weightings, and, where `current` asks for it, of the ranking with one."""
    if len(data.methods) < 2 or len(data.metrics) < 2:
        return NO_TAUS, NO_TAUS
    own = baseline_taus(data.utilities, drawn, _share(progress, 0.0, 0.4), data.grids)
    if not current:
        return own, NO_TAUS
    return own, global_taus(data.utilities, data.w, drawn, _share(progress, 0.4, 1.0), data.grids)


def _published(view: Resolved) -> tuple[Taus, Taus]:
    """The paper's figure, always on the whole reference panel; nothing when its weights cannot be derived."""
    utilities = _reference_utilities(view)
    if "published" not in {p.name for p in presets(view.tables)} or np.isnan(utilities).any():
        return NO_TAUS, NO_TAUS
    rows = view.reference.row_places
    stability = published_stability(utilities, _published_weights(view), rows=rows)
    return stability, published_baseline(utilities, view.panel.metric_ids, view.selection.rng, rows=rows)


def _other_draws(view: Resolved) -> dict[int, TauSummary]:
    """The same rule with the other numbers of draws that figures in print name."""
    named = {
        int(c.subject[0].split()[0])
        for c in claims(view.tables)
        if c.statistic.startswith("stability_") and c.panel == view.tables.reference_panel.id
    }
    utilities, weights, rows = _reference_utilities(view), _published_weights(view), view.reference.row_places
    return {n: published_stability(utilities, weights, n, rows).summary for n in sorted(named - {PUBLISHED_DRAWS})}


def _reference_utilities(view: Resolved) -> Floats:
    return method_utilities(view.reference, "reciprocal", "score-of-means")


def _published_weights(view: Resolved) -> Floats:
    return preset_weights("published", view.tables, view.panel, view.reference)


def _tau_reason(data: Ranked) -> str:
    if len(data.methods) < 2:
        return FEWER_THAN_TWO
    if len(data.metrics) < 2:
        return "there is one metric only: no weight can be moved"
    return "all methods are tied"


def _share(progress: Progress | None, start: float, end: float) -> Progress | None:
    """The progress of a part of the work, as a share of the whole."""
    if progress is None:
        return None
    return lambda done: progress(start + (end - start) * done)


def underway(view: Resolved) -> str:
    """What is under way where it takes long."""
    draws, methods = view.selection.draws, len(view.panel.methods)
    return f"{thousands(draws)} random weightings of {methods} methods" if draws * methods >= LONG else ""


def say(result: Weightings, names: Labels) -> Said:
    """Who leads how often, and agreement with random weights beside its baseline."""
    board = "" if result.board is None else lead_sentence(result.board, names)
    agreement = taus_sentence(result, names) if in_head(result) else ""
    return Said([board, first_sentence(result, names), agreement, beside_baseline(result)])


def in_head(result: Weightings) -> bool:
    """Whether the numbers of agreement are part of the verdict: where there are none, and as published."""
    return not result.taus.defined or result.protocol == "published"


def taus_sentence(result: Weightings, names: Labels) -> str:
    """How well random weightings agree with the ranking, and what two of them have in common anyway."""
    if not result.taus.defined:
        if not result.several and result.protocol != "published":
            return ""  # the leaderboard's own sentence says so
        return f"No agreement between rankings can be given: {result.tau_reason}."
    figure, baseline = f"τ = {number(result.taus.mean)} ± {number(result.taus.sd)}", number(result.baseline.mean)
    if result.protocol == "published":
        panel = names.panels[result.reference]
        return (
            f"As published: {counted(result.draws, 'random weighting')} agree with the published ranking at {figure} "
            f"on average ({panel}, published weights, reciprocal map, ties by row order); two random weightings agree "
            f"with each other at {baseline}."
        )
    return (
        f"This order agrees with that of {thousands(result.draws)} random weightings at {figure} on average; two "
        f"random weightings agree with each other at {baseline}."
    )


def beside_baseline(result: Weightings) -> str:
    """Whether the ranking agrees with random weightings more than these agree with each other."""
    if not result.taus.defined or not result.baseline.defined:
        return ""
    difference = result.taus.mean - result.baseline.mean
    if abs(difference) <= ALIKE:
        return (
            "On average random weightings agree with your order as well as with each other: it is as typical as theirs."
        )
    word = "more" if difference > 0 else "less"
    return (
        f"Random weights agree with this order {number(abs(difference), 2)} {word} than with each other, so it is "
        f"{word} typical than theirs."
    )


def first_sentence(result: Weightings, names: Labels) -> str:
    """How often the current leader leads under random weightings, and who leads most often."""
    if not result.own.defined:
        return ""
    labels, first = short(names), result.first
    best = max(result.methods, key=lambda m: first[m])
    shares = [f"{labels.method(m)} leads in {percent(first[m])}" for m in result.leaders[:NAMED]]
    others = "" if best in result.leaders else f"; {labels.method(best)} leads most often, in {percent(first[best])}"
    if result.protocol == "published":
        over = f"Tie-aware, over {thousands(result.weightings)} weightings of this selection"
        return f"{over}, {joined(shares)}{others}."
    return f"{joined(shares)} of random weightings{others}."


def facts(result: Weightings) -> Mapping[str, object]:
    """Every number on agreement between rankings, and how many weightings everything rests on."""
    return {
        "methods": result.methods,
        "metrics": result.data.metrics,
        "reason": "" if result.methods else NOBODY,
        "protocol": result.protocol,
        "mean_tau": result.taus.mean,
        "sd_tau": result.taus.sd,
        "se_tau": result.taus.se,
        "undefined": result.taus.undefined,
        "draws": result.draws,
        "baseline_tau": result.baseline.mean,
        "baseline_sd": result.baseline.sd,
        "baseline_pairs": result.baseline.defined + result.baseline.undefined,
        "own_baseline_tau": result.own.mean,
        "other_draws": [{"draws": n, "mean_tau": t.mean, "sd_tau": t.sd} for n, t in result.others.items()],
        "tau_reason": result.tau_reason,
        "weightings": result.weightings,
        "largest_se": result.largest_se,
    }


WEIGHTINGS = Answer(
    "weightings",
    compute,
    say,
    facts=facts,
    terms=("tau_b", "baseline", "published_stability"),
    dear=True,
    underway=underway,
)
