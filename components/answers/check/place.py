"""Is my number plausible? Where a value lies among all that is known, and whether its gap is
noise."""

from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.check import known_values
from components.answers.check.known_values import ASKED, KnownValues, values_table
from components.answers.check.limits import Limit, has_limit, limit_of, limits_sentence
from components.answers.check.near_values import (
    QUESTION,
    NearValue,
    distance_between,
    near_sentence,
    near_table,
    near_values,
)
from components.answers.check.setup_picture import draw_setups
from components.answers.check.setups import LABEL_OF_ROLE, SetUp, setups_of
from components.answers.record import Answer, Look, Part, Said, silent
from components.choices import parsing
from components.choices.controls import Boxes, TextBox
from components.choices.record import Choice
from components.format import counted, joined, number, shortened, verb
from components.served import Served
from components.stats.audits.new_setup import Prediction, prediction
from components.stats.audits.sanity import Sanity, sanity
from components.table import Column, Link, Table, count_column, flag_column, number_column, table
from components.words import Labels
from data.cell_rules import n_decimals

MAX_DECIMALS = 6
"""Digits after the point that are repeated as written."""
READING = (
    "One row per set-up, one mark per value. Band: what a new set-up could give (95 %). Dashed: the"
    " value asked about."
)


@dataclass(frozen=True, eq=False)
class CheckedValue:
    """A value, None without one, among those that are known, with the set-ups nearest first.

    written           the value as it was written
    others            the models before unlearning and without the data, on this model and split
    near              what is known near the value, of any method, model and split
    sanity            where the value lies; None without one, and if it has no place on the scale
    highest_reported  of any method and model on this split
    predicted         what a run in a new set-up, or a new seed, gives; None if that is not known
    """

    reported: KnownValues
    value: float | None
    written: str
    setups: tuple[SetUp, ...]
    others: tuple[SetUp, ...]
    near: tuple[NearValue, ...]
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
            return f"cannot be below {_shown(scale.low)}"
        is_bounded = not has_limit(self.reported.asked["metric"])
        if scale.high is not None and is_bounded and typed_value > scale.high:
            return f"cannot be above {_shown(scale.high)}"
        return ""

    @property
    def is_compared(self) -> bool:
        """Whether there is a value that can be, and known ones to compare it with."""
        return self.sanity is not None and not self.impossible

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
    value_text = (asked[len(ASKED)] if len(asked) > len(ASKED) else None) or ""
    is_log = reported.scale.log
    typed_value = float(value_text) if value_text else None
    setups = setups_of(reported.values, reported.offered["method"], is_log)
    placed = None
    near: tuple[NearValue, ...] = ()
    if typed_value is not None and (typed_value > 0 or not is_log):
        numbers = reported.values["value"].to_numpy(dtype=float)
        setup_of_value = reported.values.groupby(["source", "setup"], sort=False).ngroup()
        placed = sanity(typed_value, numbers, setup_of_value.tolist(), log=is_log)
        setups.sort(key=lambda setup: distance_between(setup.spread.mean, typed_value, is_log))
        near = near_values(served, reported, typed_value, value_text)
    every_value = served.of(known_values.all_values)
    is_alike = every_value["metric"] == reported.asked["metric"]
    is_alike &= every_value["split"] == reported.asked["split"]
    alike = every_value[is_alike]
    is_other = alike["role"].isin(LABEL_OF_ROLE) & (alike["model"] == reported.asked["model"])
    is_other &= alike["method"] != reported.asked["method"]
    others = setups_of(reported.scale.floored(alike[is_other]), {}, is_log)
    others.sort(key=lambda other: other.method)
    limits = [limit_of(tables, reported) for tables in served.suites]
    return CheckedValue(
        reported=reported,
        value=typed_value,
        written=_written(value_text),
        setups=tuple(setups),
        others=tuple(others),
        near=near,
        sanity=placed,
        limits=tuple(known_limit for known_limit in limits if known_limit is not None),
        highest_reported=float(alike["value"].max()),
        predicted=_predicted(reported),
    )


def _written(value_text: str) -> str:
    """Return a value as it was written: 0.60 for .60; one with many digits shortened."""
    if not value_text:
        return ""
    decimals = n_decimals(value_text)
    if decimals > MAX_DECIMALS:
        return _shown(float(value_text))
    return f"{float(value_text):.{decimals}f}".replace("-", "−")


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


def say(checked: CheckedValue, labels: Labels) -> Said:
    lines = [headline(checked), basis(checked), read_otherwise(checked), looked_up(checked)]
    notes = [limits_sentence(checked.limits), at_bound(checked)]
    return Said(lines, notes, [checked.reported.notice])


def headline(checked: CheckedValue) -> str:
    """Return the verdict; where model or split were not asked for, whether they are the same is
    asked before."""
    sentence = verdict(checked)
    if not checked.is_compared or not checked.reported.assumed:
        return sentence
    model = shortened(checked.reported.label("model"))
    split = shortened(checked.reported.label("split"))
    question = QUESTION.replace("?", f" ({model}, {split})?")
    return f"{question} Then {sentence[0].lower()}{sentence[1:]}"


def verdict(checked: CheckedValue) -> str:
    """Return whether the value can be, and whether it is what a new set-up could give."""
    scale = checked.reported.scale
    if checked.value is None:
        before_rounding = " before rounding" if scale.log else ""
        return f"Enter a value of {scale.label}{before_rounding}."
    if checked.impossible:
        return f"{checked.written} is impossible: {scale.label} {checked.impossible}."
    if checked.sanity is None:
        return (
            f"Enter a value of {scale.label} before rounding: 0 has no place on its logarithmic"
            " scale."
        )
    return f"{_against_prediction(checked, checked.sanity)}{_beyond_all(checked, checked.sanity)}"


def _against_prediction(checked: CheckedValue, placed: Sanity) -> str:
    predicted = checked.predicted
    if predicted is None:
        distance = number(placed.distance)
        if checked.reported.scale.log:
            distance = f"a factor of {number(10**placed.distance)}"
        return f"The nearest value is {distance} away."
    if predicted.wide:
        return "Known values differ so much that no gap says anything."
    interval = f"{number(predicted.low)} to {number(predicted.high)}, 95 %"
    if predicted.basis == "seeds":
        side = "inside" if checked.plausible else "outside"
        return f"{checked.written} lies {side} the seeds of the one set-up known ({interval})."
    side = "within" if checked.plausible else "not within"
    return f"{checked.written} is {side} what a new set-up could give ({interval})."


def _beyond_all(checked: CheckedValue, placed: Sanity) -> str:
    """Return that the value is above, or below, all known ones, "" if it is not."""
    n_values = len(checked.reported.values)
    if placed.where not in ("above", "below"):
        return ""
    values = f"all {n_values} known values" if n_values > 1 else "the one known value"
    return f" It is {placed.where} {values}."


def looked_up(checked: CheckedValue) -> str:
    """Return what else the value may be, "" without a value that can be; that model and split are
    the same is asked before."""
    if not checked.is_compared:
        return ""
    sentence = near_sentence(checked.near, checked.written, checked.reported.label("method"))
    return sentence if checked.reported.assumed else f"{QUESTION} {sentence}"


def _shown(value: float) -> str:
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
    """Draw the set-ups, what a new one could give, and the value asked about."""
    return draw_setups(
        checked.setups,
        checked.others,
        checked.reported.scale,
        checked.useful_prediction,
        checked.value if checked.is_compared else None,
        look,
    )


def setups_table(checked: CheckedValue, labels: Labels) -> Table[SetUp]:
    """Return one row per set-up, the nearest first, with what its source records of it; then the
    models that are no method."""
    is_log = checked.reported.scale.log

    def away(setup: SetUp) -> float | None:
        if checked.sanity is None or checked.value is None:
            return None
        return distance_between(setup.spread.mean, checked.value, is_log)

    def source(setup: SetUp) -> Link:
        return Link(url=setup.url)

    distance_unit = "powers of ten away" if is_log else "away"
    return table(
        (*checked.setups, *checked.others),
        Column("method", head="of"),
        Column("source", head="study", link=source),
        Column("setup", head="set-up"),
        number_column("mean", "spread.mean", "mean"),
        count_column("n", "spread.n", "values"),
        number_column("away", away, distance_unit),
        number_column("low", "spread.low", "lowest", digits=None, place="screen"),
        number_column("high", "spread.high", "highest", digits=None, place="screen"),
        Column("recorded", head="recorded"),
        Column("url", place="file"),
        flag_column("grid", "is_grid", "checkpoints", place="file"),
        count_column("at_bound", "n_at_bound", "at the bound", place="file"),
    )


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
        "assumed": reported.assumed,
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
            "Known values, set-up by set-up",
            setups_table,
            draw,
            reading=READING,
            shown="open",
        ),
        Part("values", "Every known value", lambda checked, labels: values_table(checked.reported)),
    ],
    facts=facts,
    keeps=lambda checked: checked.reported.asked,
    asks=(
        *map(_box, ASKED),
        Choice("value", "the value that is asked about", parsing.any_number, TextBox("Your value")),
    ),
)


def near_heading(checked: CheckedValue, labels: Labels) -> str:
    """Return what the table of near values is called, "" without a value."""
    if not checked.is_compared:
        return ""
    is_near = any(near_value.is_near for near_value in checked.near)
    closeness = "Known near" if is_near else "Nearest to"
    return f"{closeness} {checked.written}, of any method, model and split"


NEAR = Answer(
    "near",
    compute,
    silent,
    Part(
        "near",
        near_heading,
        lambda checked, labels: near_table(checked.near, labels),
        shown="open",
        when=lambda checked: checked.is_compared,
    ),
    heading=near_heading,
    key="near",
    asks=PLACE.asks,
)
