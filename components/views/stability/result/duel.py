"""Two methods against each other: who is ahead, on what, how surely, and what would turn it round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import aside, by_id, number
from components.resolved import Resolved, reads
from components.stats.panel import Floats
from components.stats.ranking.rank_intervals import NO_DRAW, undrawable
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.head_to_head import head_to_head, resampled_lead
from components.stats.stability.nearby import concentration, nearby_weights
from components.views.stability.result.nearby import NEARBY_DRAWS
from components.views.stability.result.ranked import FEWER_THAN_TWO, Absent, ranked


@dataclass(frozen=True, kw_only=True)
class Swap:
    """The smallest change of the weights, in one norm, at which the method behind catches the one ahead.

    `distance` is None when no weights do it; `shifted` is the amount of weight that changes hands, `moved` what each
    metric gains (below 0: gives), `weights` where the two are level.
    """

    distance: float | None
    shifted: float | None
    moved: Mapping[str, float | None]
    weights: Mapping[str, float | None]


@dataclass(frozen=True, kw_only=True)
class DuelResult:
    """Two methods; `ahead` is the better one (the first named when level), `behind` the other.

    `verdict` is "tied", "dominated", "too little data" or "ahead" (see `components.stats.stability.head_to_head`),
    `gap` the difference of their scores, `margins` that of their utilities by metric, `weighted` the same times the
    weights. `nearby`, `anywhere` and `resampled` are the shares with `ahead` ahead under weights near the current
    ones (None: `nearby_reason` says why), under `draws` random weightings, and in `resampled_draws` draws of
    benchmarks and seeds (None: `resampled_reason` says why). `flips` is by norm (l1, l2, linf).

    Aside: `metrics` are all of the suite, in registry order.
    """

    reason: str = ""
    ahead: str
    behind: str
    verdict: str
    gap: float
    margins: Mapping[str, float]
    weighted: Mapping[str, float]
    nearby: float | None
    nearby_reason: str
    radius: float
    anywhere: float
    draws: int
    resampled: float | None
    resampled_draws: int
    resampled_reason: str
    benchmarks: int
    blocks: int
    flips: Mapping[str, Swap]
    metrics: tuple[str, ...] = aside()
    labels: Labels = aside()


def pair_compared(resolved: Resolved) -> tuple[str, str] | None:
    """The two methods to compare: those chosen, else the two best; None when fewer than two are ranked."""
    methods = ranked(resolved).methods
    chosen = tuple(m for m in resolved.selection.versus if m in methods)
    if len(chosen) == 2:
        return chosen[0], chosen[1]
    return (methods[0], methods[1]) if len(methods) > 1 else None


@reads(view_only=("versus",))
def duel(resolved: Resolved) -> DuelResult | Absent:
    """The two methods chosen, head to head; absent when fewer than two are ranked."""
    pair = pair_compared(resolved)
    if pair is None:
        return Absent(reason=FEWER_THAN_TWO)
    data, chosen = ranked(resolved), resolved.selection
    a, b = (data.methods.index(m) for m in pair)
    nearby, nearby_reason = _nearby_weights(data.w, chosen.radius, chosen.draws, chosen.rng)
    compared = head_to_head(
        data.utilities[a],
        data.utilities[b],
        data.w,
        nearby=nearby,
        anywhere=uniform_weights(chosen.draws, len(data.metrics), chosen.rng),
        data=resampled_lead(
            resolved.panel,
            data.w,
            [data.rows[a], data.rows[b]],
            resolved.in_play,
            transform=chosen.transform,
            aggregate=resolved.aggregate,
            rng=chosen.rng,
        ),
    )
    ahead, behind = pair[::-1] if compared.swapped else pair
    return DuelResult(
        ahead=ahead,
        behind=behind,
        verdict=compared.verdict,
        gap=compared.gap,
        margins=dict(zip(data.metrics, compared.margins.tolist(), strict=True)),
        weighted=dict(zip(data.metrics, compared.weighted.tolist(), strict=True)),
        nearby=compared.nearby,
        nearby_reason=nearby_reason,
        radius=chosen.radius,
        anywhere=compared.anywhere,
        draws=chosen.draws,
        resampled=compared.resampled,
        resampled_draws=compared.resampled_draws,
        resampled_reason=""
        if compared.resampled is not None
        else undrawable(resolved.panel, [data.rows[a], data.rows[b]]) or NO_DRAW,
        benchmarks=len(resolved.panel.benchmarks),
        blocks=len(resolved.panel.blocks),
        flips={
            norm: Swap(
                distance=number(flip.distance),
                shifted=number(flip.shifted),
                moved=by_id(data.metrics, flip.moved),
                weights=by_id(data.metrics, flip.weights),
            )
            for norm, flip in compared.flips.items()
        },
        metrics=resolved.panel.metric_ids,
        labels=resolved.labels,
    )


def _nearby_weights(w: Floats, radius: float, draws: int, rng: int) -> tuple[Floats | None, str]:
    """Weights drawn around the current ones, or why there are none."""
    try:
        return nearby_weights(w, concentration(w, radius), min(draws, NEARBY_DRAWS), rng), ""
    except NotEnoughData as error:
        return None, str(error)
