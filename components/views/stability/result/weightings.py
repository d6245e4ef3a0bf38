"""What random weights do to the ranking: agreement between rankings, and SMAA-2 indices of every method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.plain import aside, by_id, number
from components.resolved import Resolved, reads
from components.stats.audits.claims import claims
from components.stats.panel import Floats
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import preset_weights, presets
from components.stats.stability.acceptability import Acceptability, Progress, acceptability, uniform_weights
from components.stats.stability.perturbation import (
    PUBLISHED_DRAWS,
    Bar,
    Taus,
    baseline_taus,
    global_taus,
    histogram,
    published_baseline,
    published_stability,
)
from components.views.stability.result.ranked import FEWER_THAN_TWO, NOBODY, Ranked, ranked_rows

NOT_PUBLISHED = "the published rule needs a complete reference panel with an oracle distance, which this suite lacks"
NONE, NO_PAIRS = np.empty(0), np.empty((0, 0))
NO_TAUS = Taus(NONE)
NO_INDICES = Acceptability(NO_PAIRS, NO_PAIRS, NO_PAIRS, NONE, NONE, NONE, draws=0)


@dataclass(frozen=True, kw_only=True)
class OtherDraws:
    """What the published rule gives with another number of draws that is in print."""

    draws: int
    mean_tau: float | None
    sd_tau: float | None


@dataclass(frozen=True, kw_only=True)
class WeightingsResult:
    """The ranking under weights drawn uniformly from the simplex. Methods stand in order of their score.

    `mean_tau`, `sd_tau` (population SD), `se_tau` (standard error of the mean), `undefined`, `draws`, `baseline_*`
    and `histogram` follow the protocol: the published figures (100 draws, whole reference panel, published weights,
    reciprocal map) or the current ranking under `draws` weightings. Everything else, `own_baseline_tau` too, is
    tie-aware. τ is Kendall's τ-b; the baseline is that of two random weightings. `reason` says why nobody is ranked,
    `tau_reason` why no τ is defined.

    `rank_acceptability` is the share of weightings that give a method each rank, `winning` the share in which it
    scores higher than another (None for itself), ties split equally; `central_weights` is the mean of the weightings
    that put it first, None below 100 such draws; `first_draws` counts them. `largest_se` bounds the standard error
    of all shares.

    Aside: `leaders` share rank 1 now, `weights` are the current ones of all metrics, `reference` is the label of the
    reference panel and `rng` the seed of the draws.
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    reason: str
    protocol: str
    mean_tau: float | None
    sd_tau: float | None
    se_tau: float | None
    undefined: int
    draws: int
    baseline_tau: float | None
    other_draws: tuple[OtherDraws, ...]
    own_baseline_tau: float | None
    baseline_sd: float | None
    baseline_pairs: int
    histogram: tuple[Bar, ...]
    tau_reason: str
    rank_acceptability: Mapping[str, tuple[float, ...]]
    winning: Mapping[str, Mapping[str, float | None]]
    central_weights: Mapping[str, Mapping[str, float] | None]
    first_draws: Mapping[str, float]
    expected_rank: Mapping[str, float]
    expected_rank_se: Mapping[str, float]
    weightings: int
    largest_se: float | None
    leaders: tuple[str, ...] = aside()
    weights: Mapping[str, float] = aside()
    reference: str = aside()
    rng: int = aside()
    labels: Labels = aside()

    @property
    def typical_weights(self) -> dict[str, Mapping[str, float]]:
        """The central weights of the methods that have them, whoever is first in most draws foremost."""
        known = {m: w for m, w in self.central_weights.items() if w is not None}
        return {m: known[m] for m in sorted(known, key=lambda m: -self.first_draws[m])}


@reads(rows=True)
def weightings(resolved: Resolved, progress: Progress | None = None) -> WeightingsResult:
    """What random weights do to the ranking, wherever the radius stands. `progress` is told the share of work done."""
    data, chosen, metric_ids = ranked_rows(resolved), resolved.selection, resolved.panel.metric_ids
    ids, published = data.methods, chosen.protocol == "published"
    drawn = uniform_weights(chosen.draws, len(data.metrics), chosen.rng) if ids else NO_PAIRS
    own, taus = _own_taus(data, drawn, not published, _share(progress, 0.0, 0.4))
    baseline = own
    if published:
        taus, baseline = _published(resolved)
    smaa = acceptability(data.utilities, drawn, _share(progress, 0.4, 1.0), data.grids) if ids else NO_INDICES
    return WeightingsResult(
        methods=ids,
        metrics=data.metrics,
        reason="" if ids else NOBODY,
        protocol=chosen.protocol,
        mean_tau=number(taus.mean),
        sd_tau=number(taus.sd),
        se_tau=number(taus.se),
        undefined=taus.undefined,
        draws=PUBLISHED_DRAWS if published else chosen.draws,
        baseline_tau=number(baseline.mean),
        other_draws=_other_draws(resolved) if published and taus.defined.size else (),
        own_baseline_tau=number(own.mean),
        baseline_sd=number(baseline.sd),
        baseline_pairs=len(baseline.values),
        histogram=histogram(taus, baseline),
        tau_reason="" if taus.defined.size else NOT_PUBLISHED if published else _tau_reason(data),
        rank_acceptability={m: tuple(row) for m, row in zip(ids, smaa.ranks.tolist(), strict=True)},
        winning={m: by_id(ids, row) for m, row in zip(ids, smaa.winning, strict=True)},
        central_weights={
            m: None if np.isnan(row).any() else _named(data.metrics, row)
            for m, row in zip(ids, smaa.central, strict=True)
        },
        first_draws=_named(ids, smaa.first),
        expected_rank=_named(ids, smaa.expected),
        expected_rank_se=_named(ids, smaa.expected_se),
        weightings=smaa.draws,
        largest_se=smaa.largest_se if ids else None,
        leaders=tuple(m for m in ids if resolved.row_ranks[m] == 1),
        weights=_named(metric_ids, resolved.w),
        reference=resolved.tables.reference_panel.label,
        rng=chosen.rng,
        labels=resolved.row_labels,
    )


def _own_taus(data: Ranked, drawn: Floats, current: bool, progress: Progress | None) -> tuple[Taus, Taus]:
    """τ of two random weightings, and, where `current` asks for it, of the ranking with one."""
    if len(data.methods) < 2 or len(data.metrics) < 2:
        return NO_TAUS, NO_TAUS
    own = baseline_taus(data.utilities, drawn, _share(progress, 0.0, 0.4), data.grids)
    if not current:
        return own, NO_TAUS
    return own, global_taus(data.utilities, data.w, drawn, _share(progress, 0.4, 1.0), data.grids)


def _published(resolved: Resolved) -> tuple[Taus, Taus]:
    """The paper's figure, always on the whole reference panel; nothing when its weights cannot be derived."""
    utilities = _reference_utilities(resolved)
    if "published" not in {p.name for p in presets(resolved.tables)} or np.isnan(utilities).any():
        return NO_TAUS, NO_TAUS
    rows = resolved.reference.row_places
    stability = published_stability(utilities, _published_weights(resolved), rows=rows)
    return stability, published_baseline(utilities, resolved.selection.rng, rows=rows)


def _other_draws(resolved: Resolved) -> tuple[OtherDraws, ...]:
    """The same rule with the other numbers of draws that figures in print name."""
    named = {
        int(c.subject[0].split()[0])
        for c in claims(resolved.tables)
        if c.statistic.startswith("stability_") and c.panel == resolved.tables.reference_panel.id
    }
    utilities, weights = _reference_utilities(resolved), _published_weights(resolved)
    rows, others = resolved.reference.row_places, sorted(named - {PUBLISHED_DRAWS})
    by_draws = {draws: published_stability(utilities, weights, draws, rows) for draws in others}
    return tuple(OtherDraws(draws=n, mean_tau=number(t.mean), sd_tau=number(t.sd)) for n, t in by_draws.items())


def _reference_utilities(resolved: Resolved) -> Floats:
    return method_utilities(resolved.reference, "reciprocal", "score-of-means")


def _published_weights(resolved: Resolved) -> Floats:
    return preset_weights("published", resolved.tables, resolved.panel, resolved.reference)


def _tau_reason(data: Ranked) -> str:
    """Why no τ between rankings is defined."""
    if len(data.methods) < 2:
        return FEWER_THAN_TWO
    if len(data.metrics) < 2:
        return "there is one metric only: no weight can be moved"
    return "all methods are tied"


def _named(ids: tuple[str, ...], values: Floats) -> dict[str, float]:
    """Numbers that are all defined, by id."""
    return dict(zip(ids, values.tolist(), strict=True))


def _share(progress: Progress | None, start: float, end: float) -> Progress | None:
    """The progress of a part of the work, as a share of the whole."""
    if progress is None:
        return None
    return lambda done: progress(start + (end - start) * done)
