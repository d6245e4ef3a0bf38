"""Is my number plausible? Where a value lies among all that is known, and whether its gap is
noise."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.check import known_values as known
from components.answers.check.known_values import ASKED, Known, values_table
from components.answers.check.limits import PRIVLEAK, Limit, limits_of, limits_sentence
from components.answers.record import Answer, Look, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes, TextBox
from components.choices.record import Choice
from components.format import counted, figure_text, joined, number, shortened
from components.plotting.marks import MAX_ROWS, benchmark_marks, log_ticks, write
from components.plotting.theme import palette
from components.served import Served
from components.stats.audits.new_setup import Prediction, prediction
from components.stats.audits.sanity import Sanity, Spread, sanity, spreads
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "One row per setup, one mark per value. Band: what a new setup gives (95 %). Dashed: the value"
    " asked about."
)


@dataclass(frozen=True)
class SetUp:
    """How a study got its values, and their spread; `at_bound` of them are known to be no larger
    than the lowest.

    recorded   what else the source says of it
    grid       whether its values are checkpoints with different hyper-parameters, which do not
               enter the prediction
    """

    source: str
    setup: str
    spread: Spread
    at_bound: int
    recorded: str
    grid: bool


@dataclass(frozen=True, eq=False)
class Place:
    """The reader's value, None without one, among those that are known, with the set-ups nearest
    first.

    `reported` is the highest value that any study reports of any method and model on this split.
    """

    known: Known
    value: float | None
    setups: tuple[SetUp, ...]
    found: Sanity | None
    limits: tuple[Limit, ...]
    reported: float
    predicted: Prediction | None

    @property
    def sources(self) -> int:
        """The number of studies."""
        return int(self.known.values["source"].nunique())

    @property
    def impossible(self) -> str:
        """Which bound the value is beyond, as the rest of a sentence; empty if it can be."""
        scale, value = self.known.scale, self.value
        if value is None:
            return ""
        beyond = [limit.highest for limit in self.limits if value > limit.highest]
        if beyond and len(beyond) == len(self.limits) and value > self.reported:
            return f"cannot be above {number(max(beyond), 1)}"
        if scale.low is not None and value < scale.low:
            return f"cannot be below {_plain(scale.low)}"
        if scale.high is not None and value > scale.high and self.known.asked["metric"] != PRIVLEAK:
            return f"cannot be above {_plain(scale.high)}"
        return ""

    @property
    def plausible(self) -> bool | None:
        """Whether the value is what a run in a new set-up, or a new seed, gives; None if that is
        not known."""
        if self.value is None or self.predicted is None or self.predicted.wide or self.impossible:
            return None
        return self.predicted.holds(self.value)


def compute(served: Served, *asked: str | None) -> Place:
    """Return the place of a value: metric, method, model, split, then the value as a text."""
    *chosen, text = (*asked, *[None] * 5)[:5]
    found = served.of(known.compute, *chosen)
    values, log = found.values, found.scale.log
    value = float(text) if text else None
    groups = list(dict.fromkeys(zip(values["source"], values["setup"], strict=True)))
    own = [groups.index(pair) for pair in zip(values["source"], values["setup"], strict=True)]
    numbers = values["value"].to_numpy(dtype=float)
    setups = [
        SetUp(
            source,
            setup,
            spread,
            int(of["at_bound"].sum()),
            _recorded(of["note"]),
            bool(of["grid"].any()),
        )
        for (source, setup), spread, of in zip(
            groups,
            spreads(numbers, own, log=log),
            (values[[i == at for i in own]] for at in range(len(groups))),
            strict=True,
        )
    ]
    placed = None if value is None or (log and value <= 0) else sanity(value, numbers, own, log=log)
    if placed is not None:
        setups.sort(key=lambda s: _apart(s.spread.mean, value or 0.0, log))
    every = served.of(known.everything)
    alike = (every["metric"] == found.asked["metric"]) & (every["split"] == found.asked["split"])
    return Place(
        found,
        value,
        tuple(setups),
        placed,
        tuple(limit for tables in served.suites for limit in limits_of(tables, found)),
        float(every.loc[alike, "value"].max()),
        _predicted(found),
    )


def _recorded(notes: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(note for note in notes if note))


def _predicted(found: Known) -> Prediction | None:
    """What a new set-up gives, by the values that are no checkpoints; of two sources' equal values
    one counts."""
    rows = found.values[~found.values["grid"].astype(bool)]
    copied = rows.duplicated("value") & (rows.groupby("value")["source"].transform("nunique") > 1)
    rows, scale = rows[~copied], found.scale
    pairs = list(zip(rows["source"], rows["setup"], strict=True))
    setups = [pairs.index(pair) for pair in pairs]
    return prediction(
        rows["value"].to_numpy(), setups, log=scale.log, low=scale.low, high=scale.high
    )


def _apart(a: float, b: float, log: bool) -> float:
    return abs(math.log10(a) - math.log10(b)) if log else abs(a - b)


def say(place: Place, names: Labels) -> Said:
    lines = [verdict(place), basis(place), read_otherwise(place)]
    return Said(lines, [limits_sentence(place.limits), at_bound(place)], [place.known.notice])


def verdict(place: Place) -> str:
    """Return whether the value can be, and whether it is what a new set-up gives."""
    label, value, predicted, log = (
        place.known.scale.label,
        place.value,
        place.predicted,
        place.known.scale.log,
    )
    if value is None:
        return f"Enter a value of {label}{' before rounding' if log else ''}."
    if place.impossible:
        return f"{_plain(value)} is impossible: {label} {place.impossible}."
    if place.found is None:
        return f"Enter a value of {label} before rounding: 0 has no place on its logarithmic scale."
    if predicted is None:
        away = (
            f"a factor of {number(10**place.found.distance)}"
            if log
            else number(place.found.distance)
        )
        return f"The nearest value is {away} away."
    if predicted.wide:
        return "Known values differ so much that no gap says anything."
    reach = f"{number(predicted.low)} to {number(predicted.high)}, 95 %"
    if predicted.basis == "seeds":
        side = "inside" if place.plausible else "outside"
        return f"{_plain(value)} lies {side} the seeds of the one setup known ({reach})."
    return (
        f"{_plain(value)} {'is' if place.plausible else 'is not'} what a new setup gives ({reach})."
    )


def _plain(value: float) -> str:
    """A number as a reader would type it."""
    return f"{value:.6g}".replace("-", "−")


def basis(place: Place) -> str:
    """Return how much is known, of how many studies: seeds of one study are one source."""
    values, (method, model, split) = place.known.values["value"], map(place.known.label, ASKED[1:])
    known_of = f"{shortened(method)} on {shortened(split)} with {shortened(model)}"
    studies = "study" if place.sources == 1 else "studies"
    low, high = number(values.min()), number(values.max())
    reach = "" if low == high else f"from {low} to {high}, "
    return (
        f"{counted(len(values), 'known value')} of {known_of}, {reach}of {place.sources} {studies}."
    )


def read_otherwise(place: Place) -> str:
    """Return how else the number may be meant, if it would be plausible then; "" for a plausible
    value."""
    scale = place.known.scale
    value = place.value
    if value is None or place.plausible or (place.plausible is None and not place.impossible):
        return ""
    readings = {"a percentage": value / 100} if not scale.log else {}
    if scale.log and abs(value) < 300:
        readings["a logarithm"] = 10.0 ** -abs(value)
    if (scale.low, scale.high) == (0.0, 1.0):
        readings[f"1 − {scale.label}"] = 1 - value
    fitting = [what for what, other in readings.items() if _fits(place, other)]
    return f"As {' or '.join(fitting)} it would be plausible." if fitting else ""


def _fits(place: Place, value: float) -> bool:
    predicted = place.predicted
    if predicted is None or predicted.wide:
        return any(s.spread.low <= value <= s.spread.high for s in place.setups)
    return predicted.holds(value)


def at_bound(place: Place) -> str:
    """Return how many values are only known to be small."""
    low = [
        f"{s.at_bound} of {s.source} at {number(s.spread.low)}" for s in place.setups if s.at_bound
    ]
    return (
        f"Printed as 0, or below what was kept, and drawn at that bound: {joined(low)}."
        if low
        else ""
    )


def draw(place: Place, look: Look) -> go.Figure:
    """Draw a row per set-up with its values, its name above them; a line at the value asked
    about."""
    colours, rows = palette(look.mode), place.setups[:MAX_ROWS]
    values, log = place.known.values, place.known.scale.log
    marks = benchmark_marks(list(dict.fromkeys(s.source for s in rows)), look.mode)
    fig = go.Figure()
    line = None if place.value is None or place.impossible or place.found is None else place.value
    predicted = None if place.predicted is None or place.predicted.wide else place.predicted
    ends = [] if predicted is None else [predicted.low, predicted.high]
    low, high = _span(
        [
            *values["value"],
            *([] if line is None else [line]),
            *(e for e in ends if e > 0 or not log),
        ],
        log,
    )
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
        write(
            fig,
            left,
            len(rows) - 1 - i + 0.36,
            figure_text(shortened(s.setup or s.source, 44)),
            colours.muted,
            12,
        )
    if ends:
        fig.add_vrect(
            x0=ends[0],
            x1=ends[1],
            fillcolor=colours.accent,
            opacity=0.1,
            line_width=0,
            layer="below",
        )
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
    """One row per set-up, the nearest first, with what its source records of it."""
    column = Column[SetUp]
    log = place.known.scale.log

    def away(setup: SetUp) -> float | None:
        return None if place.found is None else _apart(setup.spread.mean, place.value or 0.0, log)

    columns = (
        column("source", lambda s: s.source, "study", place="print"),
        column("setup", lambda s: s.setup, "setup", place="print"),
        column("mean", lambda s: s.spread.mean, "mean", kind="number", place="print"),
        column("n", lambda s: s.spread.n, "values", kind="count", place="print"),
        column("away", away, "powers of ten away" if log else "away", kind="number", place="print"),
        column("low", lambda s: s.spread.low, "lowest", kind="number", digits=None),
        column("high", lambda s: s.spread.high, "highest", kind="number", digits=None),
        column("recorded", lambda s: s.recorded, "recorded", place="print"),
        column("grid", lambda s: s.grid, "checkpoints", kind="flag", place="file"),
        column("at_bound", lambda s: s.at_bound, "at the bound", kind="count", place="file"),
    )
    return table(columns, place.setups)


def facts(place: Place) -> dict[str, object]:
    """Return what was asked, where the value lies, and what a new set-up gives."""
    found, predicted = place.found, place.predicted
    return {
        **place.known.asked,
        "value": place.value,
        "where": None if found is None else found.where,
        "nearest": (
            None if found is None else float(place.known.values["value"].iloc[found.nearest])
        ),
        "distance": None if found is None else found.distance,
        "log": place.known.scale.log,
        "impossible": place.impossible,
        "sources": place.sources,
        "predicted": None if predicted is None else vars(predicted),
        "plausible": place.plausible,
        "limits": [
            {"source": limit.source, "auc": limit.auc, "highest": limit.highest}
            for limit in place.limits
        ],
        "reason": place.known.notice,
    }


def _box(name: str) -> Choice:
    return Choice(
        name,
        f"the {name} that a value is asked of",
        parsing.free,
        Boxes(
            (name.capitalize(),),
            lambda place, names: place.known.offered[name],
            chosen=lambda place: [place.known.asked[name]],
        ),
    )


PLACE = Answer(
    "place",
    compute,
    say,
    [
        Part(
            "setups",
            "Known values, setup by setup",
            setups_table,
            draw,
            reading=READING,
            shown="open",
        ),
        Part("values", "Every known value", lambda place, names: values_table(place.known)),
    ],
    facts=facts,
    asks=(
        *map(_box, ASKED),
        Choice("value", "the value that is asked about", parsing.any_number, TextBox("Your value")),
    ),
)
