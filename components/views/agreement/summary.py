"""What the agreement of metrics amounts to: Kendall's W, mean ranks, mean τ per panel, and how fine each metric is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components.plain import number, whole_number
from components.resolved import Resolved, whole_panel
from components.stats.agreement.concordance import concordance
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.rank_profile import rank_profile
from components.stats.agreement.resolution import resolution
from components.stats.panel import Floats
from data.registry import REFERENCE

Matrix = tuple[tuple[float | None, ...], ...]
"""Numbers by row and column, None = undefined."""


@dataclass(frozen=True, kw_only=True)
class BenchmarkConcordance:
    """Kendall's W of one benchmark over `metrics`, None with a `reason` where it is undefined.

    Left out are metrics that are `constant` (one value for all methods) and those that are `incomplete` (no value
    for some method). `df` are the degrees of freedom of χ².
    """

    benchmark: str
    w: float | None
    chi2: float | None
    df: int
    p: float | None
    p_kind: str
    n_methods: int
    metrics: tuple[str, ...]
    constant: tuple[str, ...]
    incomplete: tuple[str, ...]
    reason: str


@dataclass(frozen=True, kw_only=True)
class PanelMeanTau:
    """Mean pairwise τ of one panel under one counting rule, over all its runs whatever is filtered.

    `pairs_defined` of `pairs` pairs of metrics have a τ; from `runs_fewest` to `runs_most` of `runs` runs entered
    one, from `blocks_fewest` to `blocks_most` of `blocks` blocks gave it. `missing` counts by metric the runs
    without a value.
    """

    panel: str
    setting: str
    rule: str
    mean_tau: float | None
    pairs_defined: int
    pairs: int
    runs_fewest: int
    runs_most: int
    runs: int
    blocks_fewest: int
    blocks_most: int
    blocks: int
    methods: int
    missing: Mapping[str, int]
    undefined_pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class MeanRanks:
    """The rank of each method (row) by each metric (column), 1 = best: mean, best and worst over blocks.

    `blocks_ranked` says for each metric how many of `blocks` blocks it ranks.
    """

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    mean: Matrix
    best: Matrix
    worst: Matrix
    blocks_ranked: tuple[int, ...]
    blocks: int


@dataclass(frozen=True, kw_only=True)
class MetricResolution:
    """How fine one metric is on one benchmark.

    `samples` lie behind the proportion, so that 1/samples is its smallest `step`; None where it is no proportion or
    the values do not tell, as `basis` says. `spread` is the largest minus the smallest of its values.
    """

    metric: str
    benchmark: str
    samples: int | None
    step: float | None
    basis: str
    different_values: int
    runs: int
    spread: float | None
    spread_in_steps: int | None


def concordances(resolved: Resolved) -> tuple[BenchmarkConcordance, ...]:
    """Kendall's W of each benchmark shown."""
    return tuple(
        BenchmarkConcordance(
            benchmark=c.benchmark,
            w=number(c.w),
            chi2=number(c.chi2),
            df=c.n - 1,
            p=number(c.p),
            p_kind="asymptotic (χ²)",
            n_methods=c.n,
            metrics=c.used,
            constant=c.constant,
            incomplete=c.incomplete,
            reason=c.reason,
        )
        for c in concordance(resolved.panel)
    )


def panel_means(resolved: Resolved) -> tuple[PanelMeanTau, ...]:
    """Mean pairwise τ of every panel of the suite under every counting rule."""
    chosen = resolved.selection
    shown = chosen.panel if not (chosen.benchmarks or chosen.seeds or chosen.methods or chosen.aim == REFERENCE) else ""
    panels = [
        (info, resolved.panel if info.id == shown else whole_panel(resolved.tables, info.id))
        for info in resolved.tables.panels
    ]
    return tuple(
        PanelMeanTau(
            panel=info.id,
            setting=info.setting,
            rule=rule,
            mean_tau=number(m.mean),
            pairs_defined=m.defined,
            pairs=m.pairs,
            runs_fewest=m.fewest,
            runs_most=m.most,
            runs=m.runs,
            blocks_fewest=m.blocks[0],
            blocks_most=m.blocks[1],
            blocks=m.blocks_in_all,
            methods=len(panel.methods),
            missing=m.missing,
            undefined_pairs=m.undefined,
        )
        for info, panel in panels
        for rule, m in mean_taus(panel).items()
    )


def mean_ranks(resolved: Resolved) -> MeanRanks:
    """Where each metric places each method, under the protocol and in the scope selected."""
    profile = rank_profile(resolved.panel, resolved.selection.protocol, resolved.selection.scope)
    return MeanRanks(
        methods=resolved.panel.methods,
        metrics=resolved.panel.metric_ids,
        mean=matrix(profile.mean),
        best=matrix(profile.best),
        worst=matrix(profile.worst),
        blocks_ranked=tuple(int(n) for n in profile.blocks),
        blocks=profile.blocks_in_all,
    )


def resolutions(resolved: Resolved) -> tuple[MetricResolution, ...]:
    """How fine each metric is on each benchmark shown."""
    return tuple(
        MetricResolution(
            metric=r.metric,
            benchmark=r.benchmark,
            samples=r.n,
            step=number(r.step),
            basis=r.basis,
            different_values=r.values,
            runs=r.runs,
            spread=number(r.spread),
            spread_in_steps=whole_number(r.steps),
        )
        for r in resolution(resolved.panel, resolved.samples)
    )


def matrix(values: Floats) -> Matrix:
    """A two-dimensional array as rows of numbers."""
    return tuple(tuple(number(v) for v in row) for row in values)
