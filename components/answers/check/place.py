"""Is my number sane? Where a value lies among all that is known of the same metric, method, model and split."""

import math
from dataclasses import dataclass

import plotly.graph_objects as go

from components import choice_text as reading
from components.answers.check import known
from components.answers.check.known import Known, noted, values_table
from components.answers.check.limits import PRIVLEAK, Limit, limits_of, limits_sentence
from components.answers.record import Absent, Answer, Ask, Look, Part, Said
from components.format import counted, figure_text, joined, number, shortened
from components.plotting.marks import MOST_ROWS, benchmark_marks, log_ticks, write
from components.plotting.theme import palette
from components.served import Served
from components.stats.audits.sanity import Sanity, Spread, sanity, spreads
from components.table import Column, Table, table
from components.words import Labels


@dataclass(frozen=True)
class SetUp:
    """How a study got its values, and their spread; `at_bound` of them are known to be no larger than the lowest."""

    source: str
    setup: str
    spread: Spread
    at_bound: int

    @property
    def name(self) -> str:
        """Both in a line."""
        return f"{self.source}, {self.setup}" if self.setup else self.source


@dataclass(frozen=True, eq=False)
class Place:
    """The reader's value, None without one, among those that are known.

    `reported` is the highest value that any study reports of any method and model on this split.
    """

    known: Known
    value: float | None
    setups: tuple[SetUp, ...]
    found: Sanity | None
    limits: tuple[Limit, ...]
    reported: float = math.nan

    @property
    def sources(self) -> int:
        """The number of studies."""
        return self.known.values["source"].nunique()

    @property
    def passed(self) -> tuple[Limit, ...]:
        """The limits that the value is beyond."""
        return tuple(limit for limit in self.limits if self.value is not None and self.value > limit.highest)

    @property
    def impossible(self) -> str:
        """Why the value cannot be, as the rest of a sentence; empty where it can."""
        scale, value = self.known.scale, self.value
        if value is None:
            return ""
        if self.passed and len(self.passed) == len(self.limits) and value > self.reported:
            most = max(self.limits, key=lambda limit: limit.highest)
            return f"with the retrained model of {most.source} an AUC of 1 gives {number(most.highest, 1)}"
        if scale.low is not None and value < scale.low:
            return f"it cannot be below {number(scale.low)}"
        if scale.high is not None and value > scale.high and self.known.asked["metric"] != PRIVLEAK:
            return f"it cannot be above {number(scale.high)}"
        return ""


def compute(served: Served, *asked: str | None) -> Place | Absent:
    """Return the place of a value: metric, method, model, split, then the value as a text."""
    *chosen, text = (*asked, *[None] * 5)[:5]
    found = served.of(known.compute, *chosen)
    if isinstance(found, Absent):
        return found
    values, log = found.values, found.scale.log
    value = float(text) if text else None
    groups = list(dict.fromkeys(zip(values["source"], values["setup"], strict=True)))
    own = [groups.index(pair) for pair in zip(values["source"], values["setup"], strict=True)]
    numbers = values["value"].to_numpy(dtype=float)
    setups = tuple(
        SetUp(source, setup, spread, int(values.loc[[i == at for i in own], "at_bound"].sum()))
        for at, ((source, setup), spread) in enumerate(zip(groups, spreads(numbers, own, log=log), strict=True))
    )
    placed = None if value is None or (log and value <= 0) else sanity(value, numbers, own, log=log)
    limits = tuple(limit for tables in served.suites for limit in limits_of(tables, found))
    every = served.of(known.everything)
    alike = (every["metric"] == found.asked["metric"]) & (every["split"] == found.asked["split"])
    return Place(found, value, setups, placed, limits, float(every.loc[alike, "value"].max()))


def say(place: Place, names: Labels) -> Said:
    """Whether the value can be, where it lies, what that rests on, and what most often explains a value out there."""
    lines = [verdict(place), basis(place), explanation(place)]
    return Said([line for line in lines if line], [limits_sentence(place.limits), noted(place.known), at_bound(place)])


def verdict(place: Place) -> str:
    """Impossible, within a set-up, between set-ups, or beyond all."""
    label, value, found = place.known.scale.label, place.value, place.found
    if value is None:
        return f"Enter a value of {label}: it is placed among the {counted(len(place.known.values), 'value')} below."
    start = f"{label} {number(value)}"
    if place.impossible:
        return f"{start} is impossible: {place.impossible}."
    if found is None:
        return f"{start} has no place on a logarithmic scale: give the value before it was rounded."
    if found.where == "within":
        own = [place.setups[i] for i in found.within]
        few = own[0].name if len(own) == 1 else f"{len(own)} of {counted(len(place.setups), 'set-up')}"
        return f"{start} lies among what is known: within the range of {few}."
    where = "lies between the set-ups" if found.where == "between" else "is outside everything known"
    return f"{start} {where}: the nearest value is {_away(place, found)} away."


def _setup_of(place: Place, row: int) -> int:
    pair = (place.known.values["source"].iloc[row], place.known.values["setup"].iloc[row])
    return next(i for i, s in enumerate(place.setups) if (s.source, s.setup) == pair)


def _away(place: Place, found: Sanity) -> str:
    return f"{found.distance:.1f} powers of ten" if place.known.scale.log else number(found.distance)


def basis(place: Place) -> str:
    """How much is known, of how many studies: seeds of one study are one source."""
    values, found = place.known.values["value"], place.found
    what = joined([shortened(place.known.label(n)) for n in ("method", "model", "split")])
    near = ""
    if found is not None and found.where != "within":
        own = place.setups[_setup_of(place, found.nearest)]
        near = f" Nearest is {number(values.iloc[found.nearest])} ({own.name})."
    return (
        f"Known of {what}: {counted(len(values), 'value')} from {number(values.min())} to "
        f"{number(values.max())}, in {counted(len(place.setups), 'set-up')} of {place.sources} "
        f"{'study' if place.sources == 1 else 'studies'}.{near}"
    )


def explanation(place: Place) -> str:
    """What most often explains a value out there; empty for one within the range of a set-up."""
    if place.value is None or (place.found is not None and place.found.where == "within" and not place.impossible):
        return ""
    usual = _usual(place) if place.limits or not place.impossible else []
    return " ".join([*_beyond_a_limit(place), *_read_otherwise(place), *usual])


def _beyond_a_limit(place: Place) -> list[str]:
    """That a retrained model rules the value out where another does not."""
    if not place.passed or place.impossible:
        return []
    models = joined([f"{limit.source} ({number(limit.highest, 1)} at most)" for limit in place.passed])
    return [
        f"It cannot be with the retrained model of {models}; with another, up to {number(place.reported)} is reported."
    ]


def _read_otherwise(place: Place) -> list[str]:
    """Readings of the number that would put it within the range of a set-up."""
    value, scale = place.value or 0.0, place.known.scale
    readings = [("a base-10 logarithm", 10.0 ** -abs(value))] if scale.log and abs(value) < 300 else []
    if not scale.log:
        readings += [("a percentage", value / 100), ("a share of 1", value * 100)]
    if (scale.low, scale.high) == (0.0, 1.0):
        readings.append(("one minus the metric", 1 - value))
    inside = [
        f"{what} ({number(other)})"
        for what, other in readings
        if any(s.spread.low <= other <= s.spread.high for s in place.setups)
    ]
    return [f"Read as {' or '.join(inside)} it would fit."] if inside else []


def _usual(place: Place) -> list[str]:
    """What differs between studies, as far as the metric and the values known show it."""
    causes = []
    if place.known.scale.retrained:
        causes.append("from another retrained model, by which this metric is defined,")
    if len(place.setups) > 1:
        medians = [s.spread.median for s in place.setups]
        reach = f"from {number(min(medians))} to {number(max(medians))}"
        causes.append(f"from another set-up, such as hardware or number of updates (medians of set-ups {reach})")
    return [f"A difference may come {' or '.join(causes).rstrip(',')}."] if causes else []


def at_bound(place: Place) -> str:
    """How many values are only known to be small."""
    low = [f"{s.at_bound} of {s.name} at {number(s.spread.low)}" for s in place.setups if s.at_bound]
    return f"Printed as 0, or below what was kept, and drawn at that bound: {joined(low)}." if low else ""


def draw(place: Place, look: Look) -> go.Figure:
    """A row per set-up with its values, its name above them; a line at the value asked about."""
    colours, rows = palette(look.mode), place.setups[:MOST_ROWS]
    values, log = place.known.values, place.known.scale.log
    marks = benchmark_marks(list(dict.fromkeys(s.source for s in rows)), look.mode)
    fig = go.Figure()
    line = None if place.value is None or place.impossible or (log and place.value <= 0) else place.value
    low, high = _span([*values["value"], *([] if line is None else [line])], log)
    for source, mark in marks.items():
        heights = {s.setup: len(rows) - 1 - i for i, s in enumerate(rows) if s.source == source}
        own = values[(values["source"] == source) & values["setup"].isin(heights)]
        fig.add_scatter(
            x=own["value"].tolist(),
            y=[heights[s] for s in own["setup"]],
            mode="markers",
            marker={**mark, "size": 10, "opacity": 0.75},
            name=figure_text(shortened(source, 32)),
            customdata=[
                [figure_text(s), f"<br>seed {seed:g}" if seed == seed else ""]
                for s, seed in zip(own["setup"], own["seed"], strict=True)
            ],
            hovertemplate="%{x:.4g}<br>%{customdata[0]}%{customdata[1]}<extra></extra>",
        )
    for i, s in enumerate(rows):
        left = math.log10(low) if log else low
        write(fig, left, len(rows) - 1 - i + 0.36, figure_text(shortened(s.setup or s.source, 44)), colours.muted, 12)
    if line is not None:
        fig.add_vline(x=line, line={"width": 2, "dash": "dash", "color": colours.accent})
    fig.update_yaxes(range=[-0.6, len(rows) - 0.3], visible=False)
    title = figure_text(shortened(place.known.scale.label))
    fig.update_xaxes(title_text=f"{title} (logarithmic)" if log else title)
    if log:
        ticks = log_ticks(low, high)
        fig.update_xaxes(type="log", range=[math.log10(low), math.log10(high)], tickvals=ticks)
        fig.update_xaxes(ticktext=[f"{t:g}" for t in ticks])
    else:
        fig.update_xaxes(range=[low, high])
    return fig.update_layout(height=130 + 44 * max(len(rows), 2), showlegend=True)


def _span(shown: list[float], log: bool) -> tuple[float, float]:
    """From the lowest to the highest value drawn, with room around them."""
    low, high = min(shown), max(shown)
    if log:
        room = max(1.2, (high / low) ** 0.05)
        return low / room, high * room
    room = 0.05 * (high - low) or max(0.05 * abs(high), 0.01)
    return low - room, high + room


def setups_table(place: Place, names: Labels) -> Table[SetUp]:
    """One row per set-up."""
    column = Column[SetUp]
    columns = (
        column("source", lambda s: s.source, "study", place="print"),
        column("setup", lambda s: s.setup, "set-up", place="print"),
        column("n", lambda s: s.spread.n, "values", kind="count", place="print"),
        column("low", lambda s: s.spread.low, "lowest", kind="number", digits=None, place="print"),
        column("median", lambda s: s.spread.median, "median", kind="number", digits=None, place="print"),
        column("high", lambda s: s.spread.high, "highest", kind="number", digits=None, place="print"),
        column("holds", lambda s: _holds(place, s), "holds the value", kind="flag"),
        column("at_bound", lambda s: s.at_bound, "at the bound", kind="count", place="file"),
    )
    return table(columns, place.setups)


def _holds(place: Place, setup: SetUp) -> bool | None:
    return None if place.value is None else setup.spread.low <= place.value <= setup.spread.high


def facts(place: Place) -> dict[str, object]:
    """What was asked, and where the value lies."""
    found = place.found
    return {
        **place.known.asked,
        "value": place.value,
        "where": None if found is None else found.where,
        "nearest": None if found is None else float(place.known.values["value"].iloc[found.nearest]),
        "distance": None if found is None else found.distance,
        "log": place.known.scale.log,
        "impossible": place.impossible,
        "sources": place.sources,
        "limits": [{"source": limit.source, "auc": limit.auc, "highest": limit.highest} for limit in place.limits],
    }


READING = (
    "One row per set-up, one mark per value; shape and colour tell the studies apart. Dashed: the value asked about. "
    "Seeds of one set-up lie close together where the set-up decides."
)

PLACE = Answer(
    "place",
    compute,
    say,
    [
        Part("setups", "Known values, set-up by set-up", setups_table, draw, reading=READING),
        Part("values", "Every known value", lambda place, names: values_table(place.known)),
    ],
    facts=facts,
    asks=(
        *(Ask(name, f"the {name} that a value is asked of", reading.free) for name in known.ASKED),
        Ask("value", "the value that is asked about", reading.any_number),
    ),
)
