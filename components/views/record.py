"""What everything that lists pages knows of one: navigation, sharing, report, interface, exports, the static copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

import pandas as pd

from components.defaults import TAGLINE
from components.exports.flat import tables_of
from components.plain import Plain, to_plain
from components.resolved import Resolved
from components.table import Direction, Table, of_frame

Group = Literal["", "Ranking", "Metrics", "Paper check", "Other audits", "Data", "About"]
"""The groups of the navigation, in their order; what has none stands before them."""

Drawn = Literal["board", "figure", "table"]

R = TypeVar("R")


@dataclass(frozen=True)
class Numbers:
    """What a page adds to the report and to the interface, under its name.

    `result` computes it, `about` is one sentence for the interface. `main` is the name of the table that stands for
    the whole where the result has several; `printed` maps the columns of that table which a printed page has room
    for to their heads (`means.*` takes every metric, headed by its label where the head is `*`). `dear`: computing
    takes seconds on a large suite, so that the interface computes one such answer at a time.
    """

    result: Callable[[Resolved], object]
    about: str
    main: str = ""
    printed: Mapping[str, str] = field(default_factory=dict)
    dear: bool = False

    def plain(self, resolved: Resolved) -> Plain:
        """The numbers as JSON can say them."""
        return to_plain(self.result(resolved))


@dataclass(frozen=True)
class Page:
    """One page. `name` is its file in pages/ and its key in the report; `leads` gives its first sentences.

    `start` marks the page that stands at /. `draws` says what it opens with beside text, names and choices: the code
    for it is asked for with the page.
    """

    name: str
    title: str
    question: str
    group: Group
    leads: Callable[[Resolved], Sequence[str]] = lambda _: [TAGLINE]
    numbers: Numbers | None = None
    start: bool = False
    spans: tuple[str, ...] = ()
    kind: None = None
    draws: Drawn | None = None

    @property
    def path(self) -> str:
        """The address of the page, without its leading slash."""
        return "" if self.start else self.name.replace("_", "-")

    @property
    def about(self) -> str:
        """One sentence for the interface; empty where the page adds nothing to the report."""
        return self.numbers.about if self.numbers is not None else ""

    def subject(self, chosen: object) -> str:
        """Empty: it is about no one name."""
        return ""

    def content(self, view: Resolved) -> dict[str, Plain]:
        """What the page adds to the report, by key."""
        return {} if self.numbers is None else {self.name: self.numbers.plain(view)}

    def main_table(self, view: Resolved) -> Table[Any]:
        """The table that stands for the page."""
        return next(iter(self.tables(view).values()))

    def tables(self, view: Resolved) -> dict[str, Table[Any]]:
        """Every table of the page by name, the main one first, and its single facts."""
        assert self.numbers is not None
        frames = tables_of(self.name, self.numbers.plain(view), self.numbers.main)
        main = next(iter(frames))
        return {
            name: _table(frame, self.numbers.printed if name == main else {}, view) for name, frame in frames.items()
        }

    @property
    def dear(self) -> bool:
        """Whether computing its numbers may take seconds."""
        return self.numbers is not None and self.numbers.dear

    @property
    def script(self) -> str:
        """The script of the page, as links between pages name it."""
        return f"../pages/{self.name}.py"


def _table(frame: pd.DataFrame, printed: Mapping[str, str], view: Resolved) -> Table[Any]:
    """A frame of the report with the heads that print has for some of its columns."""
    metrics = {m.id: m for m in view.tables.metrics}
    columns = []
    for column in of_frame(frame, "file" if printed else "screen").columns:
        for key, head in printed.items():
            stem = key.removesuffix("*")
            if column.id == key or (key.endswith("*") and column.id.startswith(stem)):
                metric = metrics.get(column.id.removeprefix(stem))
                title = metric.label if metric and head == "*" else head
                better: Direction | None = "higher" if column.id == "uqs" else None
                if metric and metric in view.tables.scores and not metric.targeted and column.id.startswith("means."):
                    better = "higher" if metric.direction == "higher" else "lower"
                values = [v for v in frame[column.id] if v is not None]
                kind: Any = "text"
                if values and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values):
                    kind = "p" if title.split(" ")[0] == "p" else "number"
                column = replace(column, head=title, place="print", better=better, kind=kind, digits=3)
        columns.append(column)
    order = [key.removesuffix("*") for key in printed]
    places = {c.id: next((i for i, key in enumerate(order) if c.id.startswith(key)), -1) for c in columns}
    inside = sorted((c for c in columns if c.place == "print"), key=lambda c: places[c.id])
    every = [*inside, *(c for c in columns if c.place != "print")] if printed else columns
    return Table(tuple(every), tuple(frame.itertuples(index=False, name=None)))


def lead(result: Callable[[Resolved], R], words: Callable[[R], Sequence[str]]) -> Callable[[Resolved], Sequence[str]]:
    """The first sentences of a page from its result; empty ones vanish."""
    return lambda resolved: [s for s in words(result(resolved)) if s]
