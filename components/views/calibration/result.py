"""Whether each metric recognises a genuine retrain: places, false alarms, areas, ρ with the oracle, modality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.controls import panel_with_controls, panels_with_controls
from components.labels import Labels
from components.plain import aside, number
from components.resolved import Resolved, reads
from components.stats.agreement.resolution import smallest_steps
from components.stats.audits.calibration import Places, Separation, places, separation, within
from components.views.calibration.ground_truth import GroundTruthResult, ground_truth, panel_with_pools
from components.views.calibration.modality import ModalityPair, forget_sets, modality_pairs
from data.registry import Tables

CANARY = "canary"


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where genuine retrains stand.

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
    """How well a metric tells originals from retrained models.

    `auc` is the mean over the `benchmarks` with a value on both sides of P(a retrained model looks better) + half of
    P(equal), None without such a benchmark. `flagged` counts, of `absent` retrained models, those that look no better
    than the best-looking of the `present` originals of their benchmark; ties count.
    """

    auc: float | None
    flagged: int
    absent: int
    present: int
    benchmarks: int


@dataclass(frozen=True, kw_only=True)
class _OnBenchmark:
    benchmark: str
    canary: bool


@dataclass(frozen=True, kw_only=True)
class BenchmarkRow(Standing, Recognition, _OnBenchmark):
    """One metric on one benchmark, and ρ with closeness to the oracle.

    `canary` says whether its forget set holds canaries.
    """

    rho: float | None


@dataclass(frozen=True, kw_only=True)
class _OfMetric:
    metric: str
    label: str


@dataclass(frozen=True, kw_only=True)
class MetricRow(Standing, _OfMetric):
    """One score metric, held against the controls: where retrains stand over all benchmarks, and

    all, canary  over all benchmarks, and over those with canaries
    rho          mean over benchmarks of Spearman's ρ with closeness to the oracle over `n_methods` approximate
                 methods, `p` from shuffling methods within benchmarks (`exact` or from so many `arrangements`),
                 `p_min` the smallest that so many methods can reach
    constant_on  benchmarks where all methods and controls have the same value
    resolution   smallest step by benchmark id, where the metric is a proportion
    """

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


@dataclass(frozen=True, kw_only=True)
class CalibrationResult:
    """One row per score metric, in registry order; `metrics` is empty where a control is missing, `reason` says which.

    Comparisons are within benchmarks. `canaries` are the benchmarks whose forget set holds canaries, which a retrained
    model cannot know; on a random forget set a good retrained model knows much of it by generalising. `panels` are
    those that have both controls. `truth` is what pools of models whose knowledge is known say, where the suite has
    such pools; the report gives it under a key of its own.
    """

    reason: str = ""
    panels: tuple[str, ...]
    metrics: tuple[MetricRow, ...] = ()
    modality: tuple[ModalityPair, ...] = ()
    canaries: tuple[str, ...] = ()
    labels: Labels = aside()
    truth: GroundTruthResult = aside()


def panel_judged(tables: Tables) -> str:
    """The first panel of a suite that this page says something of: one with controls, or with pools; else empty."""
    return panel_with_controls(tables) or panel_with_pools(tables)


@reads(weights=False)
def calibration(resolved: Resolved) -> CalibrationResult:
    """Every metric held against the controls, whatever methods are filtered: without them there is no right answer."""
    empty = CalibrationResult(
        panels=tuple(panels_with_controls(resolved.tables)), labels=resolved.labels, truth=ground_truth(resolved)
    )
    panel, known = resolved.judged, resolved.controls
    if not panel.n_runs:
        return replace(empty, reason="No run matches these filters.")
    if not (known.original in panel.methods and known.retrain in panel.methods):
        return replace(empty, reason=_reason(resolved))
    sets = forget_sets(resolved)
    canaries = tuple(b for b in panel.benchmarks if b in sets and sets[b].forget == CANARY)
    return replace(empty, metrics=_metrics(resolved, canaries), modality=modality_pairs(resolved), canaries=canaries)


def _metrics(resolved: Resolved, canaries: Sequence[str]) -> tuple[MetricRow, ...]:
    panel, known = resolved.judged, resolved.controls
    original, retrain = panel.method(known.original), panel.method(known.retrain)
    approximate = [i for i, m in enumerate(panel.methods) if m not in known.all]
    stands = places(panel, retrain, range(len(panel.methods)))
    rivals = places(panel, retrain, [*approximate, retrain])
    separations = separation(panel, original, retrain)
    correlations = within(panel.subset(methods=approximate), resolved.selection.rng)
    steps = smallest_steps(panel, resolved.samples)
    rows = []
    for metric, separated, rho, k in zip(
        panel.metrics, separations, correlations, range(len(panel.metrics)), strict=True
    ):
        by_benchmark = tuple(
            BenchmarkRow(
                benchmark=b,
                canary=b in canaries,
                **vars(_recognition([separated[i]])),
                rho=number(rho.by_benchmark[i]),
                **vars(_standing(stands, rivals, k, slice(i, i + 1))),
            )
            for i, b in enumerate(panel.benchmarks)
        )
        rows.append(
            MetricRow(
                metric=metric.id,
                label=metric.label,
                **vars(_standing(stands, rivals, k)),
                by_benchmark=by_benchmark,
                all=_recognition(separated),
                canary=_recognition([s for s, b in zip(separated, by_benchmark, strict=True) if b.canary]),
                rho=number(rho.rho),
                p=number(rho.p),
                p_min=number(rho.p_min),
                exact=rho.exact,
                arrangements=rho.arrangements,
                n_methods=len(approximate),
                constant_on=tuple(b for b, c in zip(panel.benchmarks, panel.constant[:, k], strict=True) if c),
                resolution=steps[metric.id],
            )
        )
    return tuple(rows)


def _standing(stands: Places, rivals: Places, k: int, blocks: slice = slice(None)) -> Standing:
    """The places among all methods and controls, and in how many blocks an approximate method looks better."""
    place, ahead, compared = (a[blocks, :, k].ravel() for a in (stands.place, rivals.ahead, stands.compared))
    seen = ~np.isnan(place)
    return Standing(
        places=tuple(float(p) for p in place[seen]),
        mean_place=number(place[seen].mean()) if seen.any() else None,
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


def _reason(resolved: Resolved) -> str:
    known, labels = resolved.controls, resolved.labels
    needed = {"the original model": known.original, "an independently retrained model": known.retrain}
    lacking = [name for name, present in needed.items() if not present]
    neither = "neither" if len(lacking) > 1 else "no run of"
    return (
        f"{labels.suite} has {neither} {' nor '.join(lacking)} on {labels.panel}, so nothing says what a metric should "
        "answer."
    )
