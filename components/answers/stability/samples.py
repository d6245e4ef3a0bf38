"""Which of two methods is better sample by sample, where the suite brings the values of single samples?"""

from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said
from components.answers.stability.measured import Better, Measured, asked_of, measured_label, measured_of_both
from components.answers.stability.pair import pair_sampled
from components.labels import Labels
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import short
from components.stats.separation.samples import SampleDifferences, sample_differences
from components.table import Column, Table, table
from components.text import cleaned, counted, figure_text, joined, number, percent, shortened, thousands
from data import sample_pairs
from data.sample_pairs import Wanted

MOST_SAVED = 200_000
"""Samples that a download holds at most: the ones that differ most."""
NOTHING_SHARED = "Nothing can be compared sample by sample: no sample has values of both under one metric."
FEW = 60
"""With at most this many samples each is marked."""
OTHER = 4
"""The hue of the second method: the colour-blind can tell it from the accent, and the side of 0 says the same."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Two methods sample by sample; of several seeds of a method, each sample counts with its mean over them.

    wanted       the query for the values: the methods a and b, the metric and its field, the target
    better       which values are better; "" where that is unknown, and higher counts as ahead
    differences  above 0 where a is better
    only_a, …_b  samples that have a value of one alone and are left out
    carrier      benchmark and name of the sample, if one alone makes the difference
    runs_a, …_b  the most runs of one sample
    offered      what was measured of both; `missed` is what the reader asked for and was not
    """

    wanted: Wanted
    better: Better
    differences: SampleDifferences
    only_a: int
    only_b: int
    carrier: tuple[str, str] | None
    benchmarks: int
    runs_a: int
    runs_b: int
    offered: tuple[Measured, ...]
    missed: str

    @property
    def measured(self) -> Measured:
        """What is compared."""
        return Measured(self.wanted.metric, self.wanted.field)


@reads(view_only=("versus", "samples"))
def compute(view: Resolved) -> Samples | Absent:
    """The two methods chosen, sample by sample under the metric chosen."""
    values, pair = view.tables.per_sample, pair_sampled(view)
    if values is None:
        return Absent("")
    offered = () if pair is None else measured_of_both(view, values, pair)
    if pair is None or not offered:
        return Absent(NOTHING_SHARED)
    named = view.selection.samples
    measured = next((m for m in offered if m.text == named), offered[0])
    wanted, better = asked_of(view, pair, measured)
    rows = sample_pairs.differences(values, wanted)
    both = rows["difference"].dropna().to_numpy()
    if not len(both):
        return Absent(NOTHING_SHARED)
    found, carrier = sample_differences(both, view.selection.rng), None
    if found.carriers == 1:
        benchmark, name = sample_pairs.foremost(values, wanted, 1 if found.mean > 0 else -1)
        carrier = (benchmark, cleaned(name))
    return Samples(
        wanted=wanted,
        better=better,
        differences=found,
        only_a=int((rows["runs_b"] == 0).sum()),
        only_b=int((rows["runs_a"] == 0).sum()),
        carrier=carrier,
        benchmarks=len(view.panel.benchmarks),
        runs_a=int(rows["runs_a"].max()),
        runs_b=int(rows["runs_b"].max()),
        offered=offered,
        missed=named if named not in ("", measured.text) else "",
    )


def measures(result: Samples, names: Labels) -> dict[str, str]:
    """What can be chosen."""
    return {m.text: measured_label(m, names) for m in result.offered}


def say(result: Samples, names: Labels) -> Said:
    """On how many samples which method is better, the mean, how few samples make the difference, and what of."""
    labels = short(names)
    lines = [_missed(result, names), _count(result, labels), _mean(result, labels), _carriers(result, labels)]
    return Said(lines, _notes(result, labels))


def _missed(result: Samples, names: Labels) -> str:
    if not result.missed:
        return ""
    return f"No sample has {shortened(result.missed)} of both; shown is {measured_label(result.measured, names)}."


def _count(result: Samples, labels: Labels) -> str:
    found, a, b = result.differences, labels.method(result.wanted.a), labels.method(result.wanted.b)
    most, x, other, y = (a, found.ahead, b, found.behind)
    if y > x:
        most, x, other, y = other, y, most, x
    n = thousands(found.n)
    level = f"; {thousands(found.level)} {'is' if found.level == 1 else 'are'} level" if found.level else ""
    better = "is better" if result.better else "has the higher value"
    under = f"Under {measured_label(result.measured, labels)}"
    if x == y == 0:
        return f"{under}, {a} and {b} have the same value on each of {counted(found.n, 'sample')}."
    if x == y:
        return f"{under}, each {better} on {thousands(x)} of {n} samples{level}."
    return f"{under}, {most} {better} on {thousands(x)} of {n} samples, {other} on {thousands(y)}{level}."


def _mean(result: Samples, labels: Labels) -> str:
    found = result.differences
    if not found.level < found.n:
        return ""
    if found.carriers is None:
        return "On average the two are level."
    first, second = _favoured(result, labels)
    size = number(abs(found.mean), 3 if abs(found.mean) >= 0.0005 else 6)
    against = "all the same, " if (found.ahead - found.behind) * found.mean < 0 else ""
    value = f"{size} {'lower' if result.better == 'lower' else 'higher'}"
    if result.better == "nearer":
        value = f"{size} nearer to {number(result.wanted.target)}"
    end = ", which is better" if result.better else ""
    return f"On average, {against}{first}'s value is {value} than {second}'s{end}."


def _carriers(result: Samples, labels: Labels) -> str:
    found = result.differences
    if found.carriers is None or found.n == 1:
        return ""
    favours = f"the mean favours {_favoured(result, labels)[0]} no more"
    if result.carrier is not None:
        benchmark, name = result.carrier
        where = f" ({labels.benchmark(benchmark)})" if result.benchmarks > 1 else ""
        return f"One sample alone makes that difference: without {shortened(name)}{where} {favours}. {_chance(found)}"
    share = percent(found.carriers / found.n)
    sentence = f"{thousands(found.carriers)} samples ({share}) make that difference: without them {favours}."
    return f"{sentence} {_chance(found)}"


def _chance(found: SampleDifferences) -> str:
    """How few samples would make the difference if chance alone decided whom each favours."""
    return f"With shuffled signs it would be {number(found.by_chance, 1)} on average."


def _favoured(result: Samples, labels: Labels) -> tuple[str, str]:
    """Whom the mean favours, and the other one."""
    a, b = labels.method(result.wanted.a), labels.method(result.wanted.b)
    return (a, b) if result.differences.mean > 0 else (b, a)


def _notes(result: Samples, labels: Labels) -> list[str]:
    """What the numbers are of, and what was left out."""
    found, a, b = result.differences, labels.method(result.wanted.a), labels.method(result.wanted.b)
    left = [f"{thousands(n)} of {m} alone" for n, m in ((result.only_a, a), (result.only_b, b)) if n]
    runs = f"{a}: {counted(result.runs_a, 'run')}, {b}: {counted(result.runs_b, 'run')}"
    notes = [f"A sample counts with the mean of a method's values over its seeds ({runs} of a sample at most)."]
    if left:
        notes.append(f"Samples without a value of both are left out: {joined(left)}.")
    if result.wanted.field:
        beside = measured_label(result.measured, labels)
        notes.append(f"{beside} is not the metric itself: nothing says which of its values are better.")
    elif not result.better:
        notes.append("The reference's value of each sample is not known, so nothing says which values are better.")
    if len(found.ranks) < found.n:
        notes.append(
            f"The figure has {thousands(len(found.ranks))} of {thousands(found.n)} differences, at even ranks."
        )
    if found.n > MOST_SAVED:
        notes.append(f"A file holds the {thousands(MOST_SAVED)} samples that differ most.")
    return notes


def reading(result: Samples, names: Labels) -> str:
    """How the curve is read."""
    a, b = (shortened(names.method(m)) for m in (result.wanted.a, result.wanted.b))
    if not result.better:
        return f"All samples, sorted by the value of {a} less that of {b}. Above 0 {a} has the higher value."
    return f"All samples, sorted by how much better {a} does. Above 0 {a} is better, below it {b}."


def draw(result: Samples, look: Look) -> go.Figure:
    """A curve from the sample on which the first method is ahead most to the one on which the second is."""
    c, found = palette(look.mode), result.differences
    names = [figure_text(shortened(look.names.method(m), 24)) for m in (result.wanted.a, result.wanted.b)]
    fig = go.Figure()
    for name, own, colour in zip(names, (found.values > 0, found.values < 0), (c.accent, c.lines[OTHER]), strict=True):
        if own.any():
            fig.add_scatter(
                x=found.ranks[own],
                y=found.values[own],
                mode="lines+markers" if found.n <= FEW else "lines",
                fill="tozeroy",
                line={"width": 2, "color": colour, "shape": "hvh"},
                marker={"size": 6, "color": colour},
                hovertemplate=f"sample %{{x}} of {found.n}: %{{y:+.4~g}}, for {name}<extra></extra>",
                name=f"for {name}",
            )
    fig.add_hline(y=0, line={"width": 1, "color": c.muted})
    fig.update_xaxes(title_text="samples, sorted", range=[0.5, found.n + 0.5], zeroline=False)
    fig.update_yaxes(title_text="difference", zeroline=False)
    return fig.update_layout(height=320, showlegend=True)


def title(result: Samples, names: Labels) -> str:
    """What figure and files are called."""
    return f"{names.method(result.wanted.a)} against {names.method(result.wanted.b)}, sample by sample"


def differences_table(result: Samples, names: Labels) -> Table[int]:
    """The points of the curve."""
    column, found = Column[int], result.differences
    columns = (
        column("rank", found.ranks.__getitem__, kind="count"),
        column("difference", found.values.__getitem__, kind="number", digits=None),
    )
    return table(columns, range(len(found.ranks)))


def facts(result: Samples) -> Mapping[str, object]:
    """Counts, mean, and how few samples make the difference."""
    found, wanted = result.differences, result.wanted
    return {
        "a": wanted.a,
        "b": wanted.b,
        "metric": wanted.metric,
        "field": wanted.field,
        "better": result.better,
        "target": wanted.target,
        "n": found.n,
        "only_a": result.only_a,
        "only_b": result.only_b,
        "ahead": found.ahead,
        "behind": found.behind,
        "level": found.level,
        "mean": found.mean,
        "carriers": found.carriers,
        "carriers_by_chance": found.by_chance,
        "carrier": result.carrier,
        "benchmarks": result.benchmarks,
        "seeds_a": result.runs_a,
        "seeds_b": result.runs_b,
    }


SAMPLES = Answer(
    "samples",
    compute,
    say,
    Part("differences", title, differences_table, draw, reading=reading),
    heading="Sample by sample",
    facts=facts,
    alone=True,
    boxes=Boxes(
        "samples",
        ("Measured",),
        lambda result, names: measures(result, names) if len(result.offered) > 1 else {},
        lambda result: (result.measured.text,),
    ),
    terms=("per_sample",),
)
