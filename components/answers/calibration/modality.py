"""Do metrics agree less on questions about images than on the same images alone?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.calibration import controls
from components.answers.record import Answer, Look, Part, Said
from components.labels import Labels
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
NO_PAIRS = (
    "This suite has no pair of benchmarks, one of images alone and one of images with questions, that are made of the "
    "same images and have the same methods and seeds."
)


@dataclass(frozen=True, eq=False)
class ModalityPair:
    """Two benchmarks with the same images and forget set, one of images alone and one with questions, by their ids."""

    unimodal: str
    multimodal: str
    found: Modality

    @property
    def seeds(self) -> int:
        """In how many seeds both sides have a mean τ."""
        return int(self.found.both.sum())


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
        ModalityPair(uni, multi, modality(panels[uni][1], uni, panels[multi][1], multi))
        for uni, own in sets.items()
        for multi, other in sets.items()
        if own == other and own.images and (settings.get(uni), settings.get(multi)) == ("unimodal", "multimodal")
    )


@dataclass(frozen=True)
class ModalityPairs:
    """The pairs of benchmarks, and whether the panel has controls; without them the answer is silent."""

    rows: tuple[ModalityPair, ...]
    judged: bool


@reads(weights=False)
def compute(view: Resolved) -> ModalityPairs:
    """One row per pair of benchmarks of the whole suite."""
    judged = not view.of(controls.compute).reason
    return ModalityPairs(modality_pairs(view) if judged else (), judged)


def say(result: ModalityPairs, names: Labels) -> Said:
    """Whether metrics agree less on multimodal than on unimodal tasks made of the same images."""
    known = [r for r in result.rows if r.seeds]
    if not result.judged:
        return Said()
    if not known:
        return Said([NO_PAIRS])
    lower, n = sum(r.found.lower for r in known), sum(r.seeds for r in known)
    pairs = []
    for r in known:
        unimodal, multimodal = map(number, r.found.means)
        pairs.append(
            f"{multimodal} on {names.benchmark(r.multimodal)} against {unimodal} on {names.benchmark(r.unimodal)}"
        )
    return Said(
        [
            f"On the same images, multimodal agreement is the lower one in {lower} of {counted(n, 'block')} (mean τ "
            f"{joined(pairs)}). Seeds of one benchmark are near-duplicates, so no p is given."
        ]
    )


def draw(result: ModalityPairs, look: Look) -> go.Figure:
    """Mean τ of each seed on the unimodal (left) and the multimodal benchmark (right), one colour and mark per pair."""
    fig, label = go.Figure(), look.names.benchmark
    marks = benchmark_marks([r.multimodal for r in result.rows], look.mode)
    for row in result.rows:
        found, mark = row.found, marks[row.multimodal]
        name = f"{shortened(label(row.unimodal), 16)} → {shortened(label(row.multimodal), 18)}"
        fig.add_scatter(
            x=[0, 1, None] * row.seeds,
            y=[y for s in np.flatnonzero(found.both) for y in (found.unimodal[s], found.multimodal[s], None)],
            mode="lines+markers",
            line={"width": 1.5, "color": mark["color"]},
            marker={**mark, "size": 9},
            name=figure_text(name),
            hovertemplate="mean τ %{y:.3f}<extra></extra>",
        )
    fig.update_xaxes(tickvals=[0, 1], ticktext=["images alone", "with questions"], range=[-0.3, 1.3], showgrid=False)
    fig.update_yaxes(title_text="Mean τ between metrics", zeroline=True)
    return fig.update_layout(height=420)


def modality_table(result: ModalityPairs, names: Labels) -> Table[tuple[ModalityPair, int]]:
    """One row per pair of benchmarks and seed."""
    column = Column[tuple[ModalityPair, int]]
    columns = (
        column("unimodal", lambda r: r[0].unimodal, kind="benchmark", place="print"),
        column("multimodal", lambda r: r[0].multimodal, kind="benchmark", place="print"),
        column("seed", lambda r: r[0].found.seeds[r[1]], place="print"),
        column("tau_unimodal", lambda r: r[0].found.unimodal[r[1]], "mean τ, unimodal", kind="number", place="print"),
        column(
            "tau_multimodal", lambda r: r[0].found.multimodal[r[1]], "mean τ, multimodal", kind="number", place="print"
        ),
        column("pairs", lambda r: r[0].found.pairs, "pairs of metrics", kind="count"),
    )
    return table(columns, [(pair, i) for pair in result.rows for i in range(len(pair.found.seeds))])


def facts(result: ModalityPairs) -> Mapping[str, object]:
    """The means over seeds of each pair of benchmarks."""
    return {
        "modality_means": [
            {
                "unimodal": r.unimodal,
                "multimodal": r.multimodal,
                "mean_unimodal": r.found.means[0],
                "mean_multimodal": r.found.means[1],
                "lower": r.found.lower,
                "seeds": r.seeds,
            }
            for r in result.rows
        ]
    }


MODALITY_OF_IMAGES = Answer(
    "modality",
    compute,
    say,
    Part(
        "modality",
        "Mean τ between metrics on the same images",
        modality_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.rows),
    ),
    heading="Multimodal against unimodal, on the same images",
    facts=facts,
    terms=("kendall_tau",),
)
