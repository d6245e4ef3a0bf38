"""What is known near a value? A value is looked up backwards: all values of its metric that are
near it, of any method, model and split."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd

from components import name_pages
from components.answers.check.known_values import ASKED, KnownValues, Scale, all_values
from components.format import at_most, number, shortened
from components.served import Served
from components.stats.audits.sanity import spreads
from components.table import Column, Link, Table, table
from components.words import Labels
from data.cell_rules import n_decimals
from data.registry import REFERENCE, MethodRole

NEAR = 0.01
"""Near is what is not farther: a share of what the bounds allow, else of the range of known
values."""
NEAR_ON_LOG = 0.1
"""The same on a log scale: powers of ten."""
MAX_SAID = 3
"""Entries of the sentence; a last one says how many others there are."""
MAX_FARTHER = 6
"""Known values that are given where none is near."""
MAX_LISTED = 8
"""Rows of the table that are seen at once."""
QUESTION = "Same base model and split?"
LABEL_OF_ROLE: Mapping[str, str] = {
    "original": "the model before unlearning",
    REFERENCE: "the retrained model",
}


@dataclass(frozen=True)
class NearValue:
    """The nearest value of a method on a model and split in one set-up.

    role       candidate, original, reference or control
    distance   to the value asked about, on a log scale in powers of ten
    n_near     how many of the set-up's `n` values are near
    is_near    whether `value` is
    is_asked   whether method, model and split are those asked about
    elsewhere  the model where it is another than the one asked about, else ""
    """

    method: str
    role: MethodRole
    model: str
    split: str
    source: str
    setup: str
    url: str
    value: float
    distance: float
    n_near: int
    n: int
    is_near: bool
    is_asked: bool
    elsewhere: str

    @property
    def name(self) -> str:
        """What the value is of: the model before unlearning, or NPO on forget01."""
        model_text = f" with {shortened(self.elsewhere)}" if self.elsewhere else ""
        if self.role == "original":
            return f"{self.method}{model_text}"
        return f"{self.method} on {shortened(self.split)}{model_text}"


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
    every_value = served.of(all_values)
    scale = reported.scale
    rows = scale.floored(every_value[every_value["metric"] == reported.asked["metric"]])
    reach = _reach(scale, rows["value"], value_text)
    label_of_method = name_pages.label_by_address("methods", served.suites)
    known_values = []
    for identifiers, of_setup in rows.groupby([*ASKED[1:], "source", "setup"], sort=False):
        method, model, split, source, setup = map(str, identifiers)
        values = of_setup["value"].astype(float).tolist()
        distances = [distance_between(known, value, scale.log) for known in values]
        nearest = values[min(range(len(values)), key=distances.__getitem__)]
        mean = spreads(values, [0] * len(values), log=scale.log)[0].mean
        is_mean_near = distance_between(mean, value, scale.log) <= reach
        if is_mean_near and not of_setup["grid"].any():
            nearest = mean
        row = of_setup.iloc[0]
        asked = reported.asked
        known_values.append(
            NearValue(
                method=LABEL_OF_ROLE.get(row["role"]) or label_of_method.get(method, method),
                role=row["role"],
                model=model,
                split=split,
                source=source,
                setup=setup,
                url=row["url"],
                value=nearest,
                distance=distance_between(nearest, value, scale.log),
                n_near=sum(distance <= reach for distance in distances),
                n=len(values),
                is_near=distance_between(nearest, value, scale.log) <= reach,
                is_asked=(method, model, split) == tuple(asked[name] for name in ASKED[1:]),
                elsewhere="" if model == asked["model"] else model,
            )
        )
    known_values.sort(key=lambda known: _order(known, reported.asked["split"]))
    near = [known for known in known_values if known.is_near]
    return tuple(near or known_values[:MAX_FARTHER])


def _reach(scale: Scale, values: pd.Series, value_text: str) -> float:
    """Return up to which distance a value is near: at least what rounding to the digits written
    hides."""
    if scale.log:
        return NEAR_ON_LOG
    low = values.min() if scale.low is None else scale.low
    high = values.max() if scale.high is None else scale.high
    rounding = 0.5 * 10.0 ** -n_decimals(value_text)
    return max(NEAR * float(high - low), rounding) * (1 + 1e-9)


def _order(known: NearValue, split: str) -> tuple[float, bool, bool, bool]:
    is_method = known.role not in LABEL_OF_ROLE
    return round(known.distance, 9), is_method, bool(known.elsewhere), known.split != split


def near_sentence(near: Sequence[NearValue], written_value: str, method: str) -> str:
    """Return what a value may be in place of what was asked about; what is nearest to it if nothing
    is near.

    The models that are no method and the method asked about (its label) come before others, each of
    these the nearest first; one entry for each method."""
    entry_of_method: dict[str, str] = {}
    others = [known for known in near if not known.is_asked]
    for known in sorted(others, key=lambda known: _is_other(known, method)):
        entry_of_method.setdefault(known.method, f"{known.name} ({_printed(known.value)})")
    entries = [*entry_of_method.values()]
    if not entries:
        return f"No other known value is near {written_value}."
    if not others[0].is_near:
        return f"Nearest to {written_value}: {'; '.join(entries[:MAX_SAID])}."
    return f"{written_value} is: {'; '.join(at_most(MAX_SAID, entries))}."


def _is_other(known: NearValue, method: str) -> bool:
    return known.role not in LABEL_OF_ROLE and known.method != method


def _printed(value: float) -> str:
    return number(value, 3 if abs(value) < 10 else 1)


def near_table(near: Sequence[NearValue], labels: Labels) -> Table[NearValue]:
    """Return one row for each method, model, split and set-up."""
    column = Column[NearValue]

    def source(known: NearValue) -> Link:
        return Link(url=known.url)

    columns = (
        column("value", kind="number", place="print"),
        column("method", head="of", place="print"),
        column("split", place="print"),
        column("model", place="print"),
        column("source", head="study", place="print", link=source),
        column("setup", head="set-up", place="print"),
        column("n_near", head="near", kind="count", place="print"),
        column("n", head="values", kind="count", place="print"),
        column("distance", head="away", kind="number", place="print"),
    )
    return replace(table(columns, near), first=MAX_LISTED)
