"""Which of several numbers are plausible? A metric and a number a line, all of one method, model
and split."""

import re
from dataclasses import dataclass

from components import words
from components.answers.check import place
from components.answers.check.known_values import ASKED
from components.answers.check.place import PLACE, Place
from components.answers.record import Answer, Part, Said
from components.choices.controls import TextBox
from components.choices.record import Choice
from components.format import counted, number
from components.served import Served
from components.table import Column, Link, Table, table
from components.words import Labels
from data.errors import LeaderboardError

MOST = 20
_LINE = re.compile(
    r"(?P<name>.*?[^\s:=|&])[\s:=|&]+(?P<number>[-−+]?[0-9.]+(?:e[-−+]?[0-9]+)?)", re.I
)
_ENDS = re.compile(r"[\n;]+|,(?=\s*[A-Za-z])")


@dataclass(frozen=True)
class One:
    """A line: what it calls the metric, the number as written, and its place; None if the metric is
    not known."""

    name: str
    text: str
    place: Place | None

    @property
    def verdict(self) -> str:
        """What is said of the number."""
        if self.place is None:
            return "No study reports a metric of this name for this method, model and split."
        return place.verdict(self.place)


def compute(served: Served, *asked: str | None) -> tuple[One, ...]:
    """Return the place of each number; asked are metric, method, model, split, a value, then the
    lines."""
    *chosen, _, lines = (*asked, *[None] * 6)[:6]
    base = served.of(place.compute, *chosen)
    labels = {label.casefold(): own for own, label in words.known("metrics", served.suites).items()}
    rest = [base.known.asked[name] for name in ASKED[1:]]
    found = []
    for name, text in (part.rsplit(":", 1) for part in lines.split(";")) if lines else ():
        metric = labels.get(name.casefold(), re.sub(r"[\s-]+", "_", name.casefold()))
        one = served.of(place.compute, metric, *rest, text)
        known = not one.known.notice and one.known.asked["metric"] == metric
        found.append(One(name, text, one if known else None))
    return tuple(found)


def say(result: tuple[One, ...], names: Labels) -> Said:
    if not result:
        return Said()
    odd = sum(
        bool(one.place and (one.place.impossible or one.place.plausible is False)) for one in result
    )
    return Said(
        [
            f"{odd or 'None'} of {counted(len(result), 'number')} {'is' if odd == 1 else 'are'}"
            " implausible."
        ]
    )


def several_table(result: tuple[One, ...], names: Labels) -> Table[One]:
    """One row per line of the reader."""
    column = Column[One]
    columns = (
        column("name", lambda one: one.name, "metric", place="print", link=_alone),
        column("value", lambda one: one.text, "value", place="print"),
        column("verdict", lambda one: one.verdict, "verdict", place="print"),
        column(
            "plausible", lambda one: one.place and one.place.plausible, kind="flag", place="file"
        ),
        column(
            "impossible",
            lambda one: one.place and bool(one.place.impossible),
            kind="flag",
            place="file",
        ),
        column("low", lambda one: _end(one, "low"), kind="number", place="file"),
        column("high", lambda one: _end(one, "high"), kind="number", place="file"),
    )
    return table(columns, result)


def _alone(one: One) -> Link:
    return Link("check", {**one.place.known.asked, "value": one.text}) if one.place else Link()


def _end(one: One, end: str) -> float | None:
    predicted = one.place.predicted if one.place else None
    return None if predicted is None else float(getattr(predicted, end))


def read(text: str, tables: object = None) -> str:
    """Return lines such as "model utility 0.41" as "model utility:0.41;…". Raises LeaderboardError
    for others."""
    found = []
    for line in filter(str.strip, _ENDS.split(text)):
        match = _LINE.fullmatch(line.strip())
        try:
            float(match["number"].replace("−", "-") if match else "")
        except ValueError:
            raise LeaderboardError("a metric and a number on each line") from None
        assert match is not None
        found.append(f"{match['name'].replace(':', ' ')}:{match['number'].replace('−', '-')}")
    if len(found) > MOST:
        raise LeaderboardError(f"at most {number(MOST)} lines")
    return ";".join(found)


SEVERAL = Answer(
    "several",
    compute,
    say,
    Part("several", "Several numbers", several_table, shown="open", when=bool),
    heading="Several numbers at once",
    asks=(
        *PLACE.asks,
        Choice(
            "values",
            "a metric and its value, one a line",
            read,
            TextBox("Metric and value, one a line", lines=True),
        ),
    ),
    key="several",
)
