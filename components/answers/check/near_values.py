"""What is known near a value? A value is looked up backwards: all values of its metric that are
near it, of any method, model and split."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd

from components import name_pages
from components.answers.check.known_values import KnownValues, Scale, all_values
from components.answers.check.setups import LABEL_OF_ROLE, SetUp, setups_of
from components.format import at_most, number, shortened
from components.served import Served
from components.table import Column, Link, Table, count_column, number_column, table
from components.words import Labels
from data.cell_rules import n_decimals

NEAR = 0.01
"""Near is what is not farther: a share of what the bounds allow, else of the range of known
values."""
NEAR_ON_LOG = 0.1
"""The same on a log scale: powers of ten."""
MAX_SAID = 3
"""Entries of the sentence; a last one says how many others there are."""
MAX_FARTHER = 6
"""Set-ups that are given where none is near."""
MAX_LISTED = 8
"""Rows of the table that are seen at once."""
QUESTION = "Same base model and split?"


@dataclass(frozen=True)
class NearValue:
    """The value of a set-up that is nearest to the one asked about.

    distance   to that one, on a log scale in powers of ten
    n_near     how many of the values of the set-up are near
    is_near    whether `value` is
    is_asked   whether method, model and split are those asked about
    elsewhere  the model where it is another than the one asked about, else ""
    """

    setup: SetUp
    value: float
    distance: float
    n_near: int
    is_near: bool
    is_asked: bool
    elsewhere: str

    @property
    def entry(self) -> str:
        """What the value is of, and the value: NPO on forget01 (0.596)."""
        words = [self.setup.method]
        if self.setup.method != LABEL_OF_ROLE["original"]:
            words.append(f"on {shortened(self.setup.split)}")
        if self.elsewhere:
            words.append(f"with {shortened(self.elsewhere)}")
        return f"{' '.join(words)} ({number(self.value, 3 if abs(self.value) < 10 else 1)})"


def distance_between(first_value: float, second_value: float, is_log: bool) -> float:
    """Return how far two values are apart, on a log scale in powers of ten."""
    if is_log:
        return abs(math.log10(first_value) - math.log10(second_value))
    return abs(first_value - second_value)


def near_values(
    served: Served, reported: KnownValues, value: float, value_text: str
) -> tuple[NearValue, ...]:
    """Return what is known near a value, the nearest first, or else the MAX_FARTHER nearest; of
    equal distances the models that are no method, then the model and split asked about.

    Of a set-up the mean is taken where it is near, as studies print it, else its nearest value."""
    everything = served.of(all_values)
    scale = reported.scale
    rows = scale.floored(everything[everything["metric"] == reported.asked["metric"]])
    reach = _reach(scale, rows["value"], value_text)
    label_of_method = name_pages.label_by_address("methods", served.suites)
    asked = (reported.label("method"), reported.asked["model"], reported.asked["split"])
    near_of_setups = []
    for setup in setups_of(rows, label_of_method, scale.log):
        distances = [distance_between(measured, value, scale.log) for measured in setup.values]
        nearest = setup.values[distances.index(min(distances))]
        is_mean_near = distance_between(setup.spread.mean, value, scale.log) <= reach
        if is_mean_near and not setup.is_grid:
            nearest = setup.spread.mean
        distance = distance_between(nearest, value, scale.log)
        near_of_setups.append(
            NearValue(
                setup=setup,
                value=nearest,
                distance=distance,
                n_near=sum(each <= reach for each in distances),
                is_near=distance <= reach,
                is_asked=(setup.method, setup.model, setup.split) == asked,
                elsewhere="" if setup.model == asked[1] else setup.model,
            )
        )
    near_of_setups.sort(key=lambda near_value: _order(near_value, asked[2]))
    near = [near_value for near_value in near_of_setups if near_value.is_near]
    return tuple(near or near_of_setups[:MAX_FARTHER])


def _reach(scale: Scale, values: pd.Series, value_text: str) -> float:
    """Return up to which distance a value is near: at least what rounding to the digits written
    hides."""
    if scale.log:
        return NEAR_ON_LOG
    low = values.min() if scale.low is None else scale.low
    high = values.max() if scale.high is None else scale.high
    rounding = 0.5 * 10.0 ** -n_decimals(value_text)
    return max(NEAR * float(high - low), rounding) * (1 + 1e-9)


def _order(near_value: NearValue, split: str) -> tuple[float, bool, bool, bool]:
    setup = near_value.setup
    is_elsewhere = bool(near_value.elsewhere)
    return round(near_value.distance, 9), not setup.is_model, is_elsewhere, setup.split != split


def near_sentence(near: Sequence[NearValue], written_value: str, method: str) -> str:
    """Return what a value may be in place of what was asked about; what is nearest to it if nothing
    is near.

    The models that are no method and the method asked about (its label) come before others, each of
    these the nearest first; one entry for each method."""
    others = [near_value for near_value in near if not near_value.is_asked]
    others.sort(key=lambda near_value: _is_other_method(near_value.setup, method))
    entry_of_method: dict[str, str] = {}
    for near_value in others:
        entry_of_method.setdefault(near_value.setup.method, near_value.entry)
    entries = [*entry_of_method.values()]
    if not entries:
        return f"No other known value is near {written_value}."
    if not others[0].is_near:
        return f"Nearest to {written_value}: {'; '.join(entries[:MAX_SAID])}."
    return f"{written_value} is: {'; '.join(at_most(MAX_SAID, entries))}."


def _is_other_method(setup: SetUp, method: str) -> bool:
    return not setup.is_model and setup.method != method


def near_table(near: Sequence[NearValue], labels: Labels) -> Table[NearValue]:
    """Return one row for each method, model, split and set-up."""
    return replace(
        table(
            near,
            number_column("value"),
            Column("method", "setup.method", "of"),
            Column("split", "setup.split"),
            Column("model", "setup.model"),
            Column(
                "source",
                "setup.source",
                "study",
                link=lambda near_value: Link(url=near_value.setup.url),
            ),
            Column("setup", "setup.setup", "set-up"),
            count_column("n_near", head="near"),
            count_column("n", "setup.spread.n", "values"),
            number_column("distance", head="away"),
        ),
        first=MAX_LISTED,
    )
