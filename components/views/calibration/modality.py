"""Whether metrics agree less on questions about images than on the same images alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.plain import number
from components.resolved import Resolved, whole_panel
from components.stats.audits.calibration import Modality, modality
from components.stats.panel import Panel

FORGET_SETS = "forget_sets"
"""A further table of a suite: benchmark, forget (random or canary), images (which images it is made of)."""


@dataclass(frozen=True)
class ForgetSet:
    """What a benchmark forgets (random samples or canaries), and the name of the images it is made of, "" for none."""

    forget: str
    images: str


@dataclass(frozen=True, kw_only=True)
class SeedAgreement:
    """Mean τ between metrics in one seed of either benchmark; None where no pair of metrics has a τ in both."""

    seed: int
    unimodal: float | None
    multimodal: float | None


@dataclass(frozen=True, kw_only=True)
class ModalityPair:
    """Two benchmarks with the same images and forget set, one of images alone and one with questions, by their ids.

    Means are over the `seeds` where both sides have a mean τ, `lower` counts those where the multimodal one is the
    lower; `pairs` is how many pairs of metrics there are.
    """

    unimodal: str
    multimodal: str
    mean_unimodal: float | None
    mean_multimodal: float | None
    lower: int
    seeds: int
    pairs: int
    by_seed: tuple[SeedAgreement, ...]


def forget_sets(resolved: Resolved) -> dict[str, ForgetSet]:
    """What each benchmark forgets, by its id, where the suite says so."""
    table = resolved.tables.extras.get(FORGET_SETS)
    if table is None:
        return {}
    return {str(r.benchmark): ForgetSet(str(r.forget), str(r.images)) for r in table.itertuples()}


def modality_pairs(resolved: Resolved) -> tuple[ModalityPair, ...]:
    """One row per pair of benchmarks of the whole suite, controls of the panel shown left out."""
    sets = forget_sets(resolved)
    panels: dict[str, tuple[str, Panel]] = {}
    for info in resolved.tables.panels:
        whole = whole_panel(resolved.tables, info.id)
        methods = whole.subset(methods=[i for i, m in enumerate(whole.methods) if m not in resolved.controls.all])
        panels |= dict.fromkeys(whole.benchmarks, (info.setting, methods))
    settings = {b: setting for b, (setting, _) in panels.items()}
    return tuple(
        _pair(uni, multi, modality(panels[uni][1], uni, panels[multi][1], multi))
        for uni, own in sets.items()
        for multi, other in sets.items()
        if own == other and own.images and (settings.get(uni), settings.get(multi)) == ("unimodal", "multimodal")
    )


def _pair(unimodal: str, multimodal: str, means: Modality) -> ModalityPair:
    both = ~(np.isnan(means.unimodal) | np.isnan(means.multimodal))
    return ModalityPair(
        unimodal=unimodal,
        multimodal=multimodal,
        mean_unimodal=number(means.unimodal[both].mean()) if both.any() else None,
        mean_multimodal=number(means.multimodal[both].mean()) if both.any() else None,
        lower=int((means.multimodal < means.unimodal)[both].sum()),
        seeds=int(both.sum()),
        pairs=means.pairs,
        by_seed=tuple(
            SeedAgreement(seed=s, unimodal=number(u), multimodal=number(m))
            for s, u, m in zip(means.seeds, means.unimodal, means.multimodal, strict=True)
        ),
    )
