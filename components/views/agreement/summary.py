"""What the agreement of metrics amounts to: mean ranks, and mean τ per panel."""

from __future__ import annotations

from dataclasses import dataclass

from components.plain import number
from components.resolved import Resolved, whole_panel
from components.stats.agreement.mean_tau import MeanTau, mean_taus
from components.stats.agreement.rank_profile import rank_profile
from components.stats.panel import Floats
from data.registry import REFERENCE

Matrix = tuple[tuple[float | None, ...], ...]
"""Numbers by row and column, None = undefined."""


@dataclass(frozen=True, kw_only=True)
class _OfPanel:
    panel: str
    setting: str
    methods: int


@dataclass(frozen=True, kw_only=True)
class PanelMeanTau(MeanTau, _OfPanel):
    """Mean pairwise τ of one panel under one counting rule, over all its runs whatever is filtered."""


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


def panel_means(resolved: Resolved) -> tuple[PanelMeanTau, ...]:
    """Mean pairwise τ of every panel of the suite under every counting rule."""
    chosen = resolved.selection
    whole = chosen.panel if not (chosen.benchmarks or chosen.seeds or chosen.methods or chosen.aim == REFERENCE) else ""
    panels = [
        (info, resolved.panel if info.id == whole else whole_panel(resolved.tables, info.id))
        for info in resolved.tables.panels
    ]
    return tuple(
        PanelMeanTau(panel=info.id, setting=info.setting, methods=len(panel.methods), **vars(mean))
        for info, panel in panels
        for mean in mean_taus(panel).values()
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


def matrix(values: Floats) -> Matrix:
    """A two-dimensional array as rows of numbers."""
    return tuple(tuple(number(v) for v in row) for row in values)
