"""Which of several numbers are plausible? A metric and a number a line, all of one method, model
and split."""

import re
from dataclasses import dataclass

from components import name_pages
from components.answers.check import place
from components.answers.check.known_values import ASKED
from components.answers.check.place import PLACE, CheckedValue
from components.answers.record import Answer, Part, Said
from components.choices.controls import TextBox
from components.choices.record import Choice
from components.format import counted, number, verb
from components.served import Served
from components.stats.audits.new_setup import Prediction
from components.table import Column, Link, Table, flag_column, number_column, table
from components.words import Labels
from data.errors import LeaderboardError

MAX_LINES = 20
_LINE = re.compile(
    r"(?P<name>.*?[^\s:=|&])[\s:=|&]+(?P<number>[-−+]?[0-9.]+(?:e[-−+]?[0-9]+)?)", re.I
)
_LINE_END = re.compile(r"[\n;]+|,(?=\s*[A-Za-z])")


@dataclass(frozen=True)
class CheckedLine:
    """A line: what it calls the metric, the number as written, and its place; None if the metric is
    not known."""

    name: str
    text: str
    checked: CheckedValue | None

    @property
    def verdict(self) -> str:
        if self.checked is None:
            return "No study reports a metric of this name for this method, model and split."
        return place.verdict(self.checked)

    @property
    def predicted(self) -> Prediction | None:
        return None if self.checked is None else self.checked.predicted

    @property
    def is_implausible(self) -> bool:
        if self.checked is None:
            return False
        return bool(self.checked.impossible) or self.checked.plausible is False


def compute(served: Served, *asked: str | None) -> tuple[CheckedLine, ...]:
    """Return the place of each number; asked are metric, method, model, split, a value, then the
    lines."""
    *chosen, _, pasted_lines = (*asked, *[None] * 6)[:6]
    if not pasted_lines:
        return ()
    reported = served.of(place.compute, *chosen).reported
    method, model, split = (reported.asked[name] for name in ASKED[1:])
    address_of_label = {}
    for address, metric_label in name_pages.label_by_address("metrics", served.suites).items():
        address_of_label[metric_label.casefold()] = address
    checked_lines = []
    for line_text in pasted_lines.split(";"):
        name, value_text = line_text.rsplit(":", 1)
        written = re.sub(r"[\s-]+", "_", name.casefold())
        metric = address_of_label.get(name.casefold(), written)
        checked = served.of(place.compute, metric, method, model, split, value_text)
        is_known = not checked.reported.notice and checked.reported.asked["metric"] == metric
        checked_lines.append(CheckedLine(name, value_text, checked if is_known else None))
    return tuple(checked_lines)


def say(result: tuple[CheckedLine, ...], labels: Labels) -> Said:
    if not result:
        return Said()
    n_implausible = sum(checked_line.is_implausible for checked_line in result)
    numbers = counted(len(result), "number")
    return Said(
        [f"{n_implausible or 'None'} of {numbers} {verb(n_implausible, 'is', 'are')} implausible."]
    )


def several_table(result: tuple[CheckedLine, ...], labels: Labels) -> Table[CheckedLine]:
    """Return one row per line."""
    return table(
        result,
        Column("name", head="metric", link=_alone),
        Column("value", "text", "value"),
        Column("verdict", head="verdict"),
        flag_column(
            "plausible", lambda line: line.checked and line.checked.plausible, place="file"
        ),
        flag_column(
            "impossible", lambda line: line.checked and bool(line.checked.impossible), place="file"
        ),
        number_column("low", lambda line: line.predicted and line.predicted.low, place="file"),
        number_column("high", lambda line: line.predicted and line.predicted.high, place="file"),
    )


def _alone(checked_line: CheckedLine) -> Link:
    """Return the link to one line alone."""
    if checked_line.checked is None:
        return Link()
    return Link("check", {**checked_line.checked.reported.asked, "value": checked_line.text})


def read(pasted_text: str, tables: object = None) -> str:
    """Return lines such as "model utility 0.41" as "model utility:0.41;…". Raises LeaderboardError
    for others."""
    lines_read = []
    for line_text in filter(str.strip, _LINE_END.split(pasted_text)):
        line_match = _LINE.fullmatch(line_text.strip())
        number_text = line_match["number"].replace("−", "-") if line_match else ""
        try:
            float(number_text)
        except ValueError:
            raise LeaderboardError("a metric and a number on each line") from None
        assert line_match is not None
        lines_read.append(f"{line_match['name'].replace(':', ' ')}:{number_text}")
    if len(lines_read) > MAX_LINES:
        raise LeaderboardError(f"at most {number(MAX_LINES)} lines")
    return ";".join(lines_read)


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
