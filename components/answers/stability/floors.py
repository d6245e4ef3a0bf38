"""Which floors change the leader? Who leads for which least utility, exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
import plotly.graph_objects as go

from components import floors
from components.answers.record import Answer, Look, Part, Said
from components.labels import Labels
from components.plotting.bars import bars
from components.plotting.marks import name_rows, segments, write
from components.plotting.theme import ink_on, palette
from components.resolved import Resolved, reads
from components.sentences import short, some
from components.stats.panel import Bools
from components.stats.ranking.floors import FloorCheck, Reign, reigns
from components.table import Column, Table, table
from components.text import capital, figure_text, shortened
from data.registry import Floor

LEAST = 0.0005
"""A floor that is lower is none, at three decimals."""
LETTER = 0.012
"""The part of the scale that a letter takes."""
READING = (
    "From left to right the floor rises from nothing to all; each stretch names who leads of those that pass. The line "
    "is the floor in use."
)


@dataclass(frozen=True)
class Scale:
    """One floor from 0 to 1, all others as they are. `used` says whether it is in use, at its own value."""

    floor: Floor
    used: bool
    reigns: tuple[Reign, ...]

    @property
    def now(self) -> int | None:
        """Which of the reigns the floor in use is in; None where no method passes."""
        value = self.floor.value if self.used else 0.0
        return next((i for i, r in enumerate(self.reigns) if r.high >= value), None)


@reads(rows=True)
def compute(view: Resolved) -> tuple[Scale, ...]:
    """A scale for each floor in use; where there is none, one for utility. None where there are no two to rank."""
    if view.complete.sum() < 2:
        return ()
    checks = [view.floor_check(f) for f in view.floors or floors.usual(view)]
    scales = [_scale(view, own, [o for o in checks if o is not own]) for own in checks if own.holds.any()]
    return tuple(s for s in scales if s.reigns)


def _scale(view: Resolved, own: FloorCheck, others: Sequence[FloorCheck]) -> Scale:
    index = np.flatnonzero(np.all([view.complete, *(~o.missed for o in others)], axis=0))

    def lead(passing: Bools) -> tuple[str, ...]:
        eligible = np.zeros(len(view.complete), dtype=bool)
        eligible[index[passing]] = True
        return view.leaders(eligible) if passing.any() else ()

    return Scale(own.floor, own.floor in view.floors, reigns(own.lowest[index], lead))


def say(result: tuple[Scale, ...], names: Labels) -> Said:
    """For which floors who leads now does so, and who would for others."""
    labels = short(names)
    sentences = [(reign_sentence(scale, labels), others_sentence(scale, labels)) for scale in result]
    return Said(sentences[0] if sentences else (), [" ".join(s for s in lines if s) for lines in sentences[1:]])


def reign_sentence(scale: Scale, labels: Labels) -> str:
    """For which values of the floor who leads now does so."""
    if scale.now is None:
        return f"No method has {floors.asked(labels, scale.floor)}."
    reign = scale.reigns[scale.now]
    who = f"{some(labels, reign.leaders)} {'leads' if len(reign.leaders) == 1 else 'lead'}"
    of, on = "of" if scale.floor.of else "in", floors.subject(labels, scale.floor)
    if reign.high < LEAST:
        return f"{who} only without a floor on {on}."
    return f"{who} for floors from {_from_to(scale, reign)} {of} {on}."


def others_sentence(scale: Scale, labels: Labels) -> str:
    """Who leads without a floor, and above which floor another method does or none passes."""
    if scale.now is None:
        return ""
    before, after = scale.reigns[: scale.now], scale.reigns[scale.now + 1 :]
    high = scale.reigns[scale.now].high
    above = "With any floor" if high < LEAST else f"Above {floors.on_scale(scale.floor, high)}"
    without = f"Without a floor {some(labels, before[0].leaders)} would lead" if before else ""
    if after:
        return (
            f"{without}, {above.lower()} {some(labels, after[0].leaders)}."
            if before
            else f"{above} {some(labels, after[0].leaders)} would lead."
        )
    nobody = f"{above} nobody passes" if high < 1 - LEAST else ""
    sentence = "; ".join(s for s in (without, nobody[:1].lower() + nobody[1:] if without else nobody) if s)
    return f"{sentence}." if sentence else ""


def draw(result: tuple[Scale, ...], look: Look) -> go.Figure:
    """A strip for each floor: who leads from which value to which, and where the floor is now."""
    c, labels, fig = palette(look.mode), look.names, go.Figure()
    hues = {
        m: c.areas[i % len(c.areas)] for i, m in enumerate(dict.fromkeys(r.leaders for s in result for r in s.reigns))
    }
    for column in zip_longest(*(s.reigns for s in result)):
        hovers = [_stretch(s, r, labels) for s, r in zip(result, column, strict=True)]
        colours = [c.background if r is None else hues[r.leaders] for r in column]
        marker = {"color": colours, "line": {"width": 1, "color": c.background}}
        lengths = [None if r is None else r.high - r.low for r in column]
        bars(fig, lengths, marker, hover="%{customdata}", data=hovers, showlegend=False)
        for i, reign in enumerate(column):
            name = "" if reign is None else figure_text(shortened(some(labels, reign.leaders), 24))
            if reign is not None and LETTER * (len(name) + 2) < reign.high - reign.low:
                write(fig, reign.low + LETTER, len(result) - 1 - i, name, ink_on(colours[i]), 13)
    at = [(s.floor.value, len(result) - 1 - i) for i, s in enumerate(result) if s.used]
    segments(fig, [(x, y - 0.48, x, y + 0.48) for x, y in at], c.ink, 3, showlegend=False)
    name_rows(fig, [_title(s, labels) for s in result], 28)
    fig.update_xaxes(
        range=[0, 1.002], title_text="floor", tickformat=".0%" if all(s.floor.of for s in result) else None
    )
    return fig.update_layout(barmode="stack", bargap=0.3, height=110 + 56 * len(result))


def _stretch(scale: Scale, reign: Reign | None, labels: Labels) -> str:
    if reign is None:
        return ""
    return figure_text(f"{some(labels, reign.leaders)}: {_from_to(scale, reign)}")


def _from_to(scale: Scale, reign: Reign) -> str:
    low, high = (floors.on_scale(scale.floor, v) for v in (reign.low, reign.high))
    return f"{low.removesuffix(' %')} to {high}"


def _title(scale: Scale, labels: Labels) -> str:
    on = capital(labels.metric(scale.floor.on))
    return f"{on}, {labels.benchmark(scale.floor.benchmark)}" if scale.floor.benchmark else on


def reigns_table(result: tuple[Scale, ...], names: Labels) -> Table[tuple[Scale, Reign]]:
    """One row per floor and stretch of it."""
    column = Column[tuple[Scale, Reign]]
    columns = (
        column("on", lambda r: r[0].floor.on, "floor on", kind="metric", place="print"),
        column("of", lambda r: r[0].floor.of, place="print"),
        column("benchmark", lambda r: r[0].floor.benchmark, kind="benchmark", place="file"),
        column("value", lambda r: r[0].floor.value if r[0].used else None, "in use", kind="number"),
        column("low", lambda r: r[1].low, "above", kind="number", place="print"),
        column("high", lambda r: r[1].high, "up to", kind="number", place="print"),
        column("leaders", lambda r: r[1].leaders, "leads", kind="method", place="print"),
    )
    return table(columns, [(scale, reign) for scale in result for reign in scale.reigns])


FLOORS = Answer(
    "floor_leaders",
    compute,
    say,
    Part(
        "floor_leaders",
        "Who leads for which floor",
        reigns_table,
        draw,
        reading=READING,
        when=lambda result: any(len(s.reigns) > 1 for s in result),
    ),
    heading="Which floors change the leader",
    terms=("floor",),
)
