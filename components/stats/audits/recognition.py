"""Whether each metric recognises a genuine retrain: places, false alarms, areas, and ρ with the oracle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.stats.agreement.resolution import smallest_steps
from components.stats.audits.calibration import Places, Separation, places, separation, within
from components.stats.panel import Panel


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where genuine retrains are.

    `places` are midranks of the `retrains` genuine retrains, block by block, among at most `candidates` methods and
    controls of a block, itself included, 1 = best: places it would take, not ranks. `outranked` counts the blocks in
    which an approximate method looks better than the retrain.
    """

    places: tuple[float, ...]
    mean_place: float | None
    candidates: int
    outranked: int
    retrains: int


@dataclass(frozen=True, kw_only=True)
class Recognition:
    """How well a metric separates originals from retrained models.

    `auc` is the mean over the `benchmarks` with a value on both sides, None without one. `flagged` counts, of `absent`
    retrained models, those that look no better than the best-looking of the `present` originals; ties count.
    """

    auc: float | None
    flagged: int
    absent: int
    present: int
    benchmarks: int


@dataclass(frozen=True, kw_only=True)
class BenchmarkRow(Standing, Recognition):
    """One metric on one benchmark, whose forget set may hold canaries, and ρ with closeness to the oracle."""

    benchmark: str
    canary: bool
    rho: float | None


@dataclass(frozen=True, kw_only=True)
class MetricRow(Standing):
    """One score metric, held against the controls: where retrains are over all benchmarks, and

    all, canary  over all benchmarks, and over those with canaries
    rho          mean over benchmarks of Spearman's ρ with closeness to the oracle over `n_methods` approximate
                 methods, `p` from shuffling methods within benchmarks (`exact` or from so many `arrangements`),
                 `p_min` the smallest that so many methods can reach
    constant_on  benchmarks where all methods and controls have the same value
    resolution   smallest step by benchmark id, where the metric is a proportion
    """

    metric: str
    by_benchmark: tuple[BenchmarkRow, ...]
    all: Recognition
    canary: Recognition
    rho: float | None
    p: float | None
    p_min: float | None
    exact: bool
    arrangements: int
    n_methods: int
    constant_on: tuple[str, ...]
    resolution: Mapping[str, float]

    @property
    def judged(self) -> Recognition:
        """The separation that counts: on canaries where there are some, else on all benchmarks."""
        return self.canary if self.canary.benchmarks else self.all


def recognitions(
    panel: Panel,
    original: int,
    retrain: int,
    approximate: Sequence[int],
    canaries: Sequence[str],
    stated: Mapping[tuple[str, str], tuple[int, str]],
    seed: int = 0,
) -> tuple[MetricRow, ...]:
    """Every score metric held against the controls, in registry order.

    `original`, `retrain` and `approximate` are places of methods of the panel, `canaries` benchmarks whose forget set
    holds canaries, `stated` sample sizes behind proportions, (benchmark, metric) to (samples, basis).
    """
    among_all = places(panel, retrain, range(len(panel.methods)))
    rivals = places(panel, retrain, [*approximate, retrain])
    separations = separation(panel, original, retrain)
    correlations = within(panel.subset(methods=list(approximate)), seed)
    steps = smallest_steps(panel, stated)
    rows = []
    for k, (metric, separated, rho) in enumerate(zip(panel.metrics, separations, correlations, strict=True)):
        by_benchmark = tuple(
            BenchmarkRow(
                benchmark=b,
                canary=b in canaries,
                **vars(_recognition([separated[i]])),
                rho=finite(rho.by_benchmark[i]),
                **vars(_standing(among_all, rivals, k, slice(i, i + 1))),
            )
            for i, b in enumerate(panel.benchmarks)
        )
        rows.append(
            MetricRow(
                metric=metric.id,
                **vars(_standing(among_all, rivals, k)),
                by_benchmark=by_benchmark,
                all=_recognition(separated),
                canary=_recognition([s for s, b in zip(separated, by_benchmark, strict=True) if b.canary]),
                rho=finite(rho.rho),
                p=finite(rho.p),
                p_min=finite(rho.p_min),
                exact=rho.exact,
                arrangements=rho.arrangements,
                n_methods=len(approximate),
                constant_on=panel.constant_on(k),
                resolution=steps[metric.id],
            )
        )
    return tuple(rows)


def _standing(among_all: Places, rivals: Places, k: int, blocks: slice = slice(None)) -> Standing:
    """The places among all methods and controls, and in how many blocks an approximate method looks better."""
    place, ahead, compared = (a[blocks, :, k].ravel() for a in (among_all.place, rivals.ahead, among_all.compared))
    seen = ~np.isnan(place)
    return Standing(
        places=tuple(float(p) for p in place[seen]),
        mean_place=finite(place[seen].mean()) if seen.any() else None,
        candidates=int(compared[seen].max()) + 1 if seen.any() else 0,
        outranked=int((ahead[seen] > 0).sum()),
        retrains=int(seen.sum()),
    )


def _recognition(by_benchmark: Sequence[Separation]) -> Recognition:
    known = [s for s in by_benchmark if not np.isnan(s.auc)]
    return Recognition(
        auc=float(np.mean([s.auc for s in known])) if known else None,
        flagged=sum(s.flagged for s in known),
        absent=sum(s.absent for s in known),
        present=sum(s.present for s in known),
        benchmarks=len(known),
    )
