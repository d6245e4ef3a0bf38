"""Is my number plausible? Where a value lies among all that is known, and whether its gap is
noise."""

import math
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.check import known_values
from components.answers.check.known_values import ASKED, KnownValues, values_table
from components.answers.check.limits import Limit, has_limit, limit_of, limits_sentence
from components.answers.record import Answer, Look, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes, TextBox
from components.choices.record import Choice
from components.format import counted, figure_text, joined, number, shortened, verb
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
    """How a study got its values, and their spread.

    recorded    what else the source says of it
    is_grid     whether its values are checkpoints with different hyper-parameters, which do not
                enter the prediction
    n_at_bound  values known to be no larger than the lowest
    """

    source: str
    setup: str
    spread: Spread
    recorded: str
    is_grid: bool
    n_at_bound: int


@dataclass(frozen=True, eq=False)
class CheckedValue:
    """A value, None without one, among those that are known, with the set-ups nearest first.

    sanity            where the value lies; None without one, and if it has no place on the scale
    highest_reported  of any method and model on this split
    predicted         what a run in a new set-up, or a new seed, gives; None if that is not known
    """

    reported: KnownValues
    value: float | None
    setups: tuple[SetUp, ...]
    sanity: Sanity | None
    limits: tuple[Limit, ...]
    highest_reported: float
    predicted: Prediction | None

    @property
    def n_studies(self) -> int:
        return int(self.reported.values["source"].nunique())

    @property
    def impossible(self) -> str:
        """Which bound the value is beyond, as the rest of a sentence; "" if it can be."""
        scale = self.reported.scale
        typed_value = self.value
        if typed_value is None:
            return ""
        limits = [known_limit.highest for known_limit in self.limits]
        if limits and typed_value > max(*limits, self.highest_reported):
            return f"cannot be above {number(max(limits), 1)}"
        if scale.low is not None and typed_value < scale.low:
            return f"cannot be below {_as_typed(scale.low)}"
        is_bounded = not has_limit(self.reported.asked["metric"])
        if scale.high is not None and is_bounded and typed_value > scale.high:
            return f"cannot be above {_as_typed(scale.high)}"
        return ""

    @property
    def useful_prediction(self) -> Prediction | None:
        """The prediction, None if it is so wide that it says nothing."""
        return None if self.predicted is None or self.predicted.wide else self.predicted

    @property
    def plausible(self) -> bool | None:
        """Whether the value is what is predicted; None if nothing is."""
        if self.value is None or self.useful_prediction is None or self.impossible:
            return None
        return self.useful_prediction.holds(self.value)


def compute(served: Served, *asked: str | None) -> CheckedValue:
    """Return the place of a value among the known ones; asked are ASKED in order, then the value as
    a text."""
    reported = served.of(known_values.compute, *asked[: len(ASKED)])
    value_text = asked[len(ASKED)] if len(asked) > len(ASKED) else None
    is_log = reported.scale.log
    typed_value = float(value_text) if value_text else None
    numbers = reported.values["value"].to_numpy(dtype=float)
    groups = reported.values.groupby(["source", "setup"], sort=False)
    setup_of_value = groups.ngroup().tolist()
    setups = []
    spread_of_setup = spreads(numbers, setup_of_value, log=is_log)
    for ((source, setup), rows), spread in zip(groups, spread_of_setup, strict=True):
        recorded = "; ".join(
            dict.fromkeys(recorded_note for recorded_note in rows["note"] if recorded_note)
        )
        is_grid = bool(rows["grid"].any())
        n_at_bound = int(rows["at_bound"].sum())
        setups.append(SetUp(str(source), str(setup), spread, recorded, is_grid, n_at_bound))
    placed = None
    if typed_value is not None and (typed_value > 0 or not is_log):
        placed = sanity(typed_value, numbers, setup_of_value, log=is_log)
        setups.sort(key=lambda setup: _distance(setup.spread.mean, typed_value, is_log))
    every_value = served.of(known_values.all_values)
    is_alike = every_value["metric"] == reported.asked["metric"]
    is_alike &= every_value["split"] == reported.asked["split"]
    limits = [limit_of(tables, reported) for tables in served.suites]
    return CheckedValue(
        reported=reported,
        value=typed_value,
        setups=tuple(setups),
        sanity=placed,
        limits=tuple(known_limit for known_limit in limits if known_limit is not None),
        highest_reported=float(every_value.loc[is_alike, "value"].max()),
        predicted=_predicted(reported),
    )


def _predicted(reported: KnownValues) -> Prediction | None:
    """Return what a new set-up gives, by the values that are no checkpoints; of two sources' equal
    values one counts."""
    rows = reported.values[~reported.values["grid"].astype(bool)]
    n_sources = rows.groupby("value")["source"].transform("nunique")
    rows = rows[~(rows.duplicated("value") & (n_sources > 1))]
    setups = rows.groupby(["source", "setup"], sort=False).ngroup().tolist()
    scale = reported.scale
    return prediction(
        rows["value"].to_numpy(), setups, log=scale.log, low=scale.low, high=scale.high
    )


def _distance(first_value: float, second_value: float, is_log: bool) -> float:
    """Return how far two values are apart, on a log scale in powers of ten."""
    if is_log:
        return abs(math.log10(first_value) - math.log10(second_value))
    return abs(first_value - second_value)


def say(checked: CheckedValue, labels: Labels) -> Said:
    lines = [verdict(checked), basis(checked), read_otherwise(checked)]
    notes = [limits_sentence(checked.limits), at_bound(checked)]
    return Said(lines, notes, [checked.reported.notice])


def verdict(checked: CheckedValue) -> str:
    """Return whether the value can be, and whether it is what a new set-up gives."""
    scale = checked.reported.scale
    predicted = checked.predicted
    if checked.value is None:
        before_rounding = " before rounding" if scale.log else ""
        return f"Enter a value of {scale.label}{before_rounding}."
    typed_value = _as_typed(checked.value)
    if checked.impossible:
        return f"{typed_value} is impossible: {scale.label} {checked.impossible}."
    if checked.sanity is None:
        return (
            f"Enter a value of {scale.label} before rounding: 0 has no place on its logarithmic"
            " scale."
        )
    if predicted is None:
        distance = number(checked.sanity.distance)
        if scale.log:
            distance = f"a factor of {number(10**checked.sanity.distance)}"
        return f"The nearest value is {distance} away."
    if predicted.wide:
        return "Known values differ so much that no gap says anything."
    interval_text = f"{number(predicted.low)} to {number(predicted.high)}, 95 %"
    if predicted.basis == "seeds":
        which_side = "inside" if checked.plausible else "outside"
        return (
            f"{typed_value} lies {which_side} the seeds of the one setup known ({interval_text})."
        )
    return (
        f"{typed_value} {'is' if checked.plausible else 'is not'} what a new setup gives"
        f" ({interval_text})."
    )


def _as_typed(value: float) -> str:
    return f"{value:.6g}".replace("-", "−")


def basis(checked: CheckedValue) -> str:
    """Return how much is known, of how many studies: seeds of one study are one source."""
    reported = checked.reported
    values = reported.values["value"]
    method, model, split = (shortened(reported.label(asked_name)) for asked_name in ASKED[1:])
    low = number(values.min())
    high = number(values.max())
    range_text = "" if low == high else f"from {low} to {high}, "
    studies = f"{checked.n_studies} {verb(checked.n_studies, 'study', 'studies')}"
    return (
        f"{counted(len(values), 'known value')} of {method} on {split} with {model},"
        f" {range_text}of {studies}."
    )


def read_otherwise(checked: CheckedValue) -> str:
    """Return how else the number may be meant, if it would be plausible then; "" for a plausible
    value."""
    scale = checked.reported.scale
    typed_value = checked.value
    is_unlikely = checked.plausible is False or bool(checked.impossible)
    if typed_value is None or not is_unlikely:
        return ""
    value_of_reading = {}
    if not scale.log:
        value_of_reading["a percentage"] = typed_value / 100
    elif abs(typed_value) < 300:
        value_of_reading["a logarithm"] = 10.0 ** -abs(typed_value)
    if (scale.low, scale.high) == (0.0, 1.0):
        value_of_reading[f"1 − {scale.label}"] = 1 - typed_value
    fitting = [
        reading for reading, read_value in value_of_reading.items() if _fits(checked, read_value)
    ]
    return f"As {' or '.join(fitting)} it would be plausible." if fitting else ""


def _fits(checked: CheckedValue, value: float) -> bool:
    if checked.useful_prediction is None:
        return any(setup.spread.low <= value <= setup.spread.high for setup in checked.setups)
    return checked.useful_prediction.holds(value)


def at_bound(checked: CheckedValue) -> str:
    """Return how many values are only known to be small."""
    sentences = []
    for setup in checked.setups:
        if setup.n_at_bound:
            sentences.append(f"{setup.n_at_bound} of {setup.source} at {number(setup.spread.low)}")
    if not sentences:
        return ""
    return f"Printed as 0, or below what was kept, and drawn at that bound: {joined(sentences)}."


def draw(checked: CheckedValue, look: Look) -> go.Figure:
    """Draw a row per set-up with its values, its name above them; a line at the value asked
    about."""
    colours = palette(look.mode)
    setups = checked.setups[:MAX_ROWS]
    scale = checked.reported.scale
    values = checked.reported.values
    is_drawn = checked.sanity is not None and not checked.impossible
    value_line = checked.value if is_drawn else None
    predicted_band = checked.useful_prediction
    drawn_values = [*values["value"]]
    if value_line is not None:
        drawn_values.append(value_line)
    if predicted_band is not None:
        drawn_values += [
            band_end
            for band_end in (predicted_band.low, predicted_band.high)
            if band_end > 0 or not scale.log
        ]
    low, high = _span(drawn_values, scale.log)
    fig = go.Figure()
    for source, mark_of_source in benchmark_marks(
        [*dict.fromkeys(set_up.source for set_up in setups)], look.mode
    ).items():
        height_of_setup = {}
        for height, setup in enumerate(reversed(setups)):
            if setup.source == source:
                height_of_setup[setup.setup] = height
        rows = values[(values["source"] == source) & values["setup"].isin(height_of_setup)]
        seed_texts = ["" if math.isnan(seed) else f"<br>seed {seed:g}" for seed in rows["seed"]]
        fig.add_scatter(
            x=rows["value"].tolist(),
            y=rows["setup"].map(height_of_setup).tolist(),
            mode="markers",
            marker={**mark_of_source, "size": 10, "opacity": 0.75},
            name=figure_text(shortened(source, 32)),
            customdata=[*zip(rows["setup"].map(figure_text), seed_texts, strict=True)],
            hovertemplate="%{x:.4g}<br>%{customdata[0]}%{customdata[1]}<extra></extra>",
        )
    axis_start = math.log10(low) if scale.log else low
    for height, setup in enumerate(reversed(setups)):
        setup_label = figure_text(shortened(setup.setup or setup.source, 44))
        write(fig, axis_start, height + 0.36, setup_label, colours.muted, 12)
    if predicted_band is not None:
        band_style = {"opacity": 0.1, "line_width": 0, "layer": "below"}
        fig.add_vrect(
            x0=predicted_band.low, x1=predicted_band.high, fillcolor=colours.accent, **band_style
        )
    if value_line is not None:
        fig.add_vline(x=value_line, line={"width": 2, "dash": "dash", "color": colours.accent})
    fig.update_yaxes(range=[-0.6, len(setups) - 0.3], visible=False)
    axis_title = figure_text(shortened(scale.label))
    if scale.log:
        tick_values = log_ticks(low, high)
        fig.update_xaxes(
            type="log", tickvals=tick_values, ticktext=[f"{tick:g}" for tick in tick_values]
        )
        fig.update_xaxes(
            range=[axis_start, math.log10(high)], title_text=f"{axis_title} (logarithmic)"
        )
    else:
        fig.update_xaxes(range=[low, high], title_text=axis_title)
    return fig.update_layout(height=130 + 44 * max(len(setups), 2), showlegend=True)


def _span(values: list[float], is_log: bool) -> tuple[float, float]:
    """Return the lowest and the highest value drawn, with room around them."""
    low = min(values)
    high = max(values)
    if is_log:
        margin = max(1.2, (high / low) ** 0.05)
        return low / margin, high * margin
    margin = 0.05 * (high - low) or max(0.05 * abs(high), 0.01)
    return low - margin, high + margin


def setups_table(checked: CheckedValue, labels: Labels) -> Table[SetUp]:
    """Return one row per set-up, the nearest first, with what its source records of it."""
    column = Column[SetUp]
    is_log = checked.reported.scale.log

    def away(setup: SetUp) -> float | None:
        if checked.sanity is None or checked.value is None:
            return None
        return _distance(setup.spread.mean, checked.value, is_log)

    distance_unit = "powers of ten away" if is_log else "away"
    columns = (
        column("source", head="study", place="print"),
        column("setup", head="setup", place="print"),
        column("mean", lambda setup: setup.spread.mean, "mean", kind="number", place="print"),
        column("n", lambda setup: setup.spread.n, "values", kind="count", place="print"),
        column("away", away, distance_unit, kind="number", place="print"),
        column("low", lambda setup: setup.spread.low, "lowest", kind="number", digits=None),
        column("high", lambda setup: setup.spread.high, "highest", kind="number", digits=None),
        column("recorded", head="recorded", place="print"),
        column("grid", lambda setup: setup.is_grid, "checkpoints", kind="flag", place="file"),
        column(
            "at_bound", lambda setup: setup.n_at_bound, "at the bound", kind="count", place="file"
        ),
    )
    return table(columns, checked.setups)


def facts(checked: CheckedValue) -> dict[str, object]:
    """Return what was asked, where the value lies, and what a new set-up gives."""
    reported = checked.reported
    placed = checked.sanity
    predicted = checked.predicted
    return {
        **reported.asked,
        "value": checked.value,
        "where": placed and placed.where,
        "nearest": placed and float(reported.values["value"].iloc[placed.nearest]),
        "distance": placed and placed.distance,
        "log": reported.scale.log,
        "impossible": checked.impossible,
        "sources": checked.n_studies,
        "predicted": predicted and vars(predicted),
        "plausible": checked.plausible,
        "limits": [vars(limit) for limit in checked.limits],
        "reason": reported.notice,
    }


def _box(asked_name: str) -> Choice:
    return Choice(
        asked_name,
        f"the {asked_name} that a value is asked of",
        parsing.free,
        Boxes(
            (asked_name.capitalize(),),
            lambda checked, labels: checked.reported.offered[asked_name],
            chosen=lambda checked: [checked.reported.asked[asked_name]],
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
        Part("values", "Every known value", lambda checked, labels: values_table(checked.reported)),
    ],
    facts=facts,
    asks=(
        *map(_box, ASKED),
        Choice("value", "the value that is asked about", parsing.any_number, TextBox("Your value")),
    ),
)
