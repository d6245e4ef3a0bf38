"""What every question is made of, and how a page arranges its questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import plotly.graph_objects as go

from components.defaults import TAGLINE
from components.formats import facts_of, records
from components.labels import Labels
from components.plain import Plain
from components.plain import to_plain as plain
from components.plotting.theme import Mode
from components.resolved import read_by
from components.selection import Selection
from components.served import View
from components.table import Table
from data.names import Kind, names
from data.registry import Tables

R = TypeVar("R")
Group = Literal["", "Ranking", "Metrics", "Paper check", "Other audits", "Data", "About"]
"""The groups of the navigation, in their order; what has none is before them."""
Drawn = Literal["board", "figure", "table"]
VALUES = "values"
"""The name of the table of a page's single facts."""


_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?=\s|$)")


@dataclass(frozen=True)
class Said:
    """What an answer says: `lines`, the verdict first, then `notes` that qualify it; empty texts vanish.

    `notices` say where something else is given than what was chosen.
    """

    lines: Sequence[str] = ()
    notes: Sequence[str] = ()
    notices: Sequence[str] = ()

    def __post_init__(self) -> None:
        """A sentence that ends with an abbreviated name, such as "SURE rel.", has one full stop."""
        for field in ("lines", "notes", "notices"):
            texts = getattr(self, field)
            if any(_TWO_STOPS.search(text) for text in texts):
                object.__setattr__(self, field, [_TWO_STOPS.sub(".", text) for text in texts])


@dataclass(frozen=True)
class Absent:
    """Why there is no answer for this selection, shown instead of sentences and figures."""

    reason: str


@dataclass(frozen=True)
class Look:
    """What a drawing needs beside its result: names, theme, and what is chosen."""

    names: Labels
    mode: Mode
    chosen: Selection


Text: TypeAlias = "str | Callable[[Any, Labels], str]"
"""A text, or what makes it of a result and names."""


def said(text: Text, result: object, names: Labels) -> str:
    """The text for a result."""
    return text if isinstance(text, str) else text(result, names)


def silent(result: object, names: Labels) -> Said:
    """What answers say that are figures, tables or facts alone."""
    return Said()


def always(result: object) -> bool:
    """For parts that every result has."""
    return True


@dataclass(frozen=True)
class Part(Generic[R]):
    """A table, and the figure that draws it.

    name        of its files, one per page
    key         in the JSON, where it is not the name
    title       names figure and table; `reading` says in one line how to read the figure
    table       all columns, whatever is shown; None for a figure whose numbers another part lists
    draw        None for a table alone, which is `open` or behind a line that opens
    when        whether a result has this part on screen; its table leaves in any case
    opens       a click changes these choices: from the `customdata` of the marks clicked in the figure; of a table
                alone from the row whose name is clicked
    ticks       the method of a row of a table alone, where rows can be ticked to compare methods over all suites
    tools       whether zoom and pan are offered
    steady      whether to draw a result or keep the one drawn before, so that a chart is not rebuilt for nothing
    short       the open table has few rows and columns: on the screen it is text, which needs no further script
    transposed  the table is on the screen with a column for each row, as statements
    screen      the columns and the order of rows that the screen shows; files have all
    caption     of the table as LaTeX that floats
    """

    name: str
    title: Text
    table: Callable[[R, Labels], Table[Any]] | None = None
    draw: Callable[[R, Look], go.Figure] | None = None
    _: KW_ONLY
    reading: Text = ""
    when: Callable[[R], bool] = always
    opens: Callable[[Sequence[Any]], Mapping[str, Any]] | None = None
    ticks: Callable[[Any], str] | None = None
    selects: Sequence[Literal["points", "box", "lasso"]] = ("points",)
    tools: Callable[[R], bool] | None = None
    steady: Callable[[R, R | None], R] | None = None
    open: bool = False
    short: bool = False
    transposed: bool = False
    screen: Callable[[Table[Any], Labels, Selection], Table[Any]] | None = None
    caption: Text = ""
    key: str = ""


@dataclass(frozen=True)
class Boxes(Generic[R]):
    """Boxes for a choice of several different ids: their titles, the names to choose from, and the ids chosen.

    There are none where there are no names.
    """

    choice: str
    titles: tuple[str, ...]
    names: Callable[[R, Labels], Mapping[str, str]]
    chosen: Callable[[R], Sequence[str]]


@dataclass(frozen=True)
class Answer(Generic[R]):
    """One question, over a selection or over all suites: `compute` takes a Resolved or a Served.

    name       its key where it is `alone` in the report; else its facts and tables are keys of its page
    compute    the result of a selection; `reads` on it declares what it depends on
    facts      single values and ragged things (matrices, a dendrogram) by their key
    controls   choices that are made beside the answer
    mount      what only the screen has of it, beneath its sentences (`Mount`)
    links      what of the result has a page of its own, by kind
    dear       whether computing may take seconds
    underway   names what is under way where `compute(view, progress)` takes so long that a bar shows it; else empty
    opened     whether it is no part of the report, only its tables can be asked for: what follows what a reader opens
    """

    name: str
    compute: Callable[[Any], R | Absent]
    say: Callable[[R, Labels], Said]
    shown: Part[R] | Sequence[Part[R]] = ()
    _: KW_ONLY
    heading: Text = ""
    question: str = ""
    facts: Callable[[R], Mapping[str, object]] | None = None
    alone: bool = False
    controls: tuple[str, ...] = ()
    boxes: Boxes[R] | None = None
    mount: str = ""
    links: Callable[[R], Mapping[Literal["methods", "metrics"], Sequence[str]]] | None = None
    terms: tuple[str, ...] = ()
    dear: bool = False
    underway: Callable[[Any], str] | None = None
    opened: bool = False

    @property
    def parts(self) -> Sequence[Part[R]]:
        """Its tables and figures."""
        return (self.shown,) if isinstance(self.shown, Part) else self.shown

    def names(self, view: View) -> Labels:
        """What everything is called on the page of the answer."""
        return view.row_labels if read_by(self.compute).rows else view.labels

    def said(self, view: View) -> Said:
        """What it says of a selection."""
        result = view.of(self.compute)
        return Said([result.reason]) if isinstance(result, Absent) else self.say(result, self.names(view))

    def table(self, view: View, name: str) -> Table[Any]:
        """The table of one of its parts, without rows where there is no answer."""
        make = next(part.table for part in self.parts if part.name == name)
        result = view.of(self.compute)
        return Table((), ()) if isinstance(result, Absent) or make is None else make(result, self.names(view))

    @property
    def table_names(self) -> list[str]:
        """The names of its tables."""
        return [part.name for part in self.parts if part.table is not None]

    def content(self, view: View) -> dict[str, Plain]:
        """Its facts and tables as JSON by key, or the reason why there are none.

        A fact replaces the table of its name: it has the table's content by id, as a matrix.
        """
        result = view.of(self.compute)
        if isinstance(result, Absent):
            key = "reason" if self.alone else f"{self.name}_reason"
            return {key: result.reason} if result.reason else {}
        facts = {} if self.facts is None else {key: plain(value) for key, value in self.facts(result).items()}
        keys = {part.name: part.key or part.name for part in self.parts if part.table is not None}
        listed = {key: self.table(view, name) for name, key in keys.items() if key not in facts}
        return {**facts, **{key: [*records(own)] for key, own in listed.items()}}

    def whole(self, view: View) -> Plain:
        """The same where it is `alone`: a table of its own name is its whole content."""
        content = self.content(view)
        return content[self.name] if list(content) == [self.name] else dict(content)


@dataclass(frozen=True)
class Beside:
    """Answers next to one another with these shares of the width; beneath one another where `when` says no."""

    columns: Sequence[Item]
    widths: Sequence[int] = (1, 1)
    when: Callable[[Any], bool] = always


@dataclass(frozen=True)
class Tabs:
    """Answers of which one is open at a time, by name in the address (the choice `show`), with title.

    `usual` is the one that is open where the address names none, by default the first; `when` says whether there are
    any.
    """

    items: Mapping[str, tuple[str, Sequence[Item]]]
    heading: str = ""
    usual: Callable[[Any], str] | None = None
    when: Callable[[Any], bool] = always

    def open(self, view: View) -> str:
        """The one that is open."""
        named = view.selection.show
        return named if named in self.items else self.start(view)

    def start(self, view: View) -> str:
        """The one that is open where the address names none."""
        return next(iter(self.items)) if self.usual is None else self.usual(view)


@dataclass(frozen=True)
class Mount:
    """Something that only the screen has, by its name in components/widgets/mounts.py: the board, a query, an upload.

    The `answers` that it shows are part of the report too.
    """

    name: str
    answers: Sequence[Answer[Any]] = ()


Item: TypeAlias = "Answer[Any] | Beside | Tabs | Mount"


def answers_in(items: Sequence[Item], view: View | None = None) -> Iterator[Answer[Any]]:
    """The answers of a list, in order; of tabs all, or the one that a `view` has open."""
    for item in items:
        if isinstance(item, Answer):
            yield item
        elif isinstance(item, Beside):
            yield from answers_in(item.columns, view)
        elif isinstance(item, Mount):
            yield from item.answers
        else:
            for name, (_, inside) in item.items.items():
                if view is None or name == item.open(view):
                    yield from answers_in(inside, view)


@dataclass(frozen=True)
class Page:
    """One page. `name` is its file in pages/ and its key in the report.

    about     one sentence for the interface
    filters   the choices at its head; `starts` names a panel for suites that have numbers for it
    spans     the choices of a page over all suites, which keeps no other; empty for a page of one selection
    kind      what the choice `id` names, where the page is about one name: links lead to it, the navigation does not
    first     its first screen, the answer to its question first; `below` is drawn after it
    unseen    answers of the report that the page does not show as such
    main      the name of the main table where it has several
    terms     of the page, beyond the terms of its answers
    live      `first` runs alone when a choice in it changes; `below` follows where it is in sight
    draws     what it opens with beside text, names and choices; its code is loaded with the page
    """

    name: str
    title: str
    question: str
    group: Group
    _: KW_ONLY
    about: str = ""
    filters: tuple[str, ...] = ()
    starts: Callable[[Tables], str] | None = None
    spans: tuple[str, ...] = ()
    kind: Kind | None = None
    first: Sequence[Item] = ()
    below: Sequence[Item] = ()
    unseen: Sequence[Answer[Any]] = ()
    main: str = ""
    terms: tuple[str, ...] = ()
    start: bool = False
    live: bool = False
    draws: Drawn | None = None

    @property
    def path(self) -> str:
        """The address of the page, without its leading slash."""
        return "" if self.start else self.name.replace("_", "-")

    @property
    def script(self) -> str:
        """The script of the page, as links between pages name it."""
        return f"../pages/{self.name}.py"

    def subject(self, chosen: Selection) -> str:
        """The name that the page is about, as far as it is known without the suites; else empty."""
        return "" if self.kind is None else names(self.kind).label(chosen.id) or chosen.id

    @property
    def dear(self) -> bool:
        """Whether computing its numbers may take seconds."""
        return any(answer.dear for answer in self.answers)

    @property
    def answers(self) -> list[Answer[Any]]:
        """Its questions, each once."""
        every = [*answers_in(self.first), *answers_in(self.below), *self.unseen]
        return list({id(a): a for a in every}.values())

    def leads(self, view: View) -> list[str]:
        """The first sentences of the page."""
        answers = self.answers
        return [line for line in answers[0].said(view).lines if line] if answers else [TAGLINE]

    def content(self, view: View) -> dict[str, Plain]:
        """What the page adds to the report, by key."""
        mine: dict[str, Plain] = {}
        alone: dict[str, Plain] = {}
        for answer in (a for a in self.answers if not a.opened):
            if not answer.alone:
                mine |= answer.content(view)
            elif answer.content(view):
                alone[answer.name] = answer.whole(view)
        return {**({self.name: mine} if mine else {}), **alone}

    @property
    def table_names(self) -> list[str]:
        """The names of its tables, the main one first, and of its single facts."""
        names = [name for answer in self.answers for name in answer.table_names]
        return list(dict.fromkeys([*([self.main] if self.main else []), *names, VALUES]))

    def main_table(self, view: View) -> Table[Any]:
        """The main table of the page."""
        return self.table(view, self.table_names[0])

    def table(self, view: View, name: str) -> Table[Any]:
        """One of its tables."""
        if name != VALUES:
            return next(a for a in self.answers if name in a.table_names).table(view, name)
        facts: dict[str, object] = {}
        for answer in self.answers:
            result = view.of(answer.compute)
            if answer.facts is not None and not answer.opened and not isinstance(result, Absent):
                facts |= answer.facts(result)
        return facts_of(facts)
