"""Do metrics agree less on questions about images than on the same images alone?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.calibration import controls
from components.answers.record import Answer, Look, Part, Said
from components.labels import Labels
from components.plain import number as known
from components.plotting.marks import benchmark_marks
from components.resolved import Resolved, reads, whole_panel
from components.stats.audits.calibration import Modality, modality
from components.stats.panel import Panel
from components.table import Column, Table, table
from components.text import counted, figure_text, joined, number, shortened

READING = (
    "One line per seed: mean τ between metrics on images alone (left) and on questions about the same images (right), "
    "over the pairs of metrics that have a τ on both sides."
)


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


def modality_pairs(view: Resolved) -> tuple[ModalityPair, ...]:
    """One row per pair of benchmarks of the whole suite, controls of the panel shown left out."""
    sets = controls.forget_sets(view)
    panels: dict[str, tuple[str, Panel]] = {}
    for info in view.tables.panels:
        whole = whole_panel(view.tables, info.id)
        methods = whole.subset(methods=[i for i, m in enumerate(whole.methods) if m not in view.controls.all])
        panels |= dict.fromkeys(whole.benchmarks, (info.setting, methods))
    settings = {b: setting for b, (setting, _) in panels.items()}
    return tuple(
        _pair(uni, multi, modality(panels[uni][1], uni, panels[multi][1], multi))
        for uni, own in sets.items()
        for multi, other in sets.items()
        if own == other and own.images and (settings.get(uni), settings.get(multi)) == ("unimodal", "multimodal")
    )


def _pair(unimodal: str, multimodal: str, means: Modality) -> ModalityPair:
    uni, multi = means.means
    return ModalityPair(
        unimodal=unimodal,
        multimodal=multimodal,
        mean_unimodal=known(uni),
        mean_multimodal=known(multi),
        lower=means.lower,
        seeds=int(means.both.sum()),
        pairs=means.pairs,
        by_seed=tuple(
            SeedAgreement(seed=s, unimodal=known(u), multimodal=known(m))
            for s, u, m in zip(means.seeds, means.unimodal, means.multimodal, strict=True)
        ),
    )


@dataclass(frozen=True)
class ModalityPairs:
    """The pairs of benchmarks, and whether the panel has controls; without them nothing is said of a suite."""

    rows: tuple[ModalityPair, ...]
    judged: bool


@reads(weights=False)
def compute(view: Resolved) -> ModalityPairs:
    """One row per pair of benchmarks of the whole suite."""
    judged = not view.of(controls.compute).reason
    return ModalityPairs(modality_pairs(view) if judged else (), judged)


def say(result: ModalityPairs, names: Labels) -> Said:
    """Whether metrics agree less on multimodal than on unimodal tasks made of the same images."""
    return Said([modality_sentence(result, names)] if result.judged else [])


def modality_sentence(result: ModalityPairs, names: Labels) -> str:
    """Whether metrics agree less on multimodal than on unimodal tasks made of the same images."""
    known = [r for r in result.rows if r.seeds]
    if not known:
        return (
            "This suite has no pair of benchmarks, one of images alone and one of images with questions, that are made "
            "of the same images and have the same methods and seeds."
        )
    lower, n = sum(r.lower for r in known), sum(r.seeds for r in known)
    label = names.benchmark
    pairs = [
        f"{number(r.mean_multimodal)} on {label(r.multimodal)} against {number(r.mean_unimodal)} on {label(r.unimodal)}"
        for r in known
    ]
    return (
        f"On the same images, multimodal agreement is the lower one in {lower} of {counted(n, 'block')} (mean τ "
        f"{joined(pairs)}). Seeds of one benchmark are near-duplicates, so no p is given."
    )


def draw(result: ModalityPairs, look: Look) -> go.Figure:
    """Mean τ of each seed on the unimodal (left) and the multimodal benchmark (right), one colour and mark per pair."""
    fig, label = go.Figure(), look.names.benchmark
    marks = benchmark_marks([r.multimodal for r in result.rows], look.mode)
    for row in result.rows:
        own = [s for s in row.by_seed if s.unimodal is not None and s.multimodal is not None]
        mark = marks[row.multimodal]
        name = f"{shortened(label(row.unimodal), 16)} → {shortened(label(row.multimodal), 18)}"
        fig.add_scatter(
            x=[x for _ in own for x in (0, 1, None)],
            y=[y for s in own for y in (s.unimodal, s.multimodal, None)],
            mode="lines+markers",
            line={"width": 1.5, "color": mark["color"]},
            marker={**mark, "size": 9},
            name=figure_text(name),
            hovertemplate="mean τ %{y:.3f}<extra></extra>",
        )
    fig.update_xaxes(tickvals=[0, 1], ticktext=["images alone", "with questions"], range=[-0.3, 1.3], showgrid=False)
    fig.update_yaxes(title_text="Mean τ between metrics", zeroline=True)
    return fig.update_layout(height=420)


def modality_table(result: ModalityPairs, names: Labels) -> Table[tuple[ModalityPair, SeedAgreement]]:
    """One row per pair of benchmarks and seed."""
    column = Column[tuple[ModalityPair, SeedAgreement]]
    columns = (
        column("unimodal", lambda r: r[0].unimodal, kind="benchmark", place="print"),
        column("multimodal", lambda r: r[0].multimodal, kind="benchmark", place="print"),
        column("seed", lambda r: r[1].seed, place="print"),
        column("tau_unimodal", lambda r: r[1].unimodal, "mean τ, unimodal", kind="number", place="print"),
        column("tau_multimodal", lambda r: r[1].multimodal, "mean τ, multimodal", kind="number", place="print"),
        column("pairs", lambda r: r[0].pairs, "pairs of metrics", kind="count"),
    )
    return table(columns, [(pair, seed) for pair in result.rows for seed in pair.by_seed])


def facts(result: ModalityPairs) -> Mapping[str, object]:
    """The means over seeds of each pair of benchmarks."""
    return {
        "modality_means": [
            {
                "unimodal": r.unimodal,
                "multimodal": r.multimodal,
                "mean_unimodal": r.mean_unimodal,
                "mean_multimodal": r.mean_multimodal,
                "lower": r.lower,
                "seeds": r.seeds,
            }
            for r in result.rows
        ]
    }


MODALITY_OF_IMAGES = Answer(
    "modality",
    compute,
    say,
    [
        Part(
            "modality",
            "Mean τ between metrics on the same images",
            modality_table,
            draw,
            reading=READING,
            when=lambda result: bool(result.rows),
        )
    ],
    heading="Multimodal against unimodal, on the same images",
    facts=facts,
    terms=("kendall_tau",),
)
