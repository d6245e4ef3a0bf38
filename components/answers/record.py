"""What every question is made of, and how a page arranges its questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import plotly.graph_objects as go

from components.choices.record import Choice
from components.defaults import TAGLINE
from components.format import Plain
from components.format import to_plain as plain
from components.plotting.theme import Mode
from components.results.absent import Absent as Absent
from components.served import View
from components.table import Table, facts_of, records
from components.words import Labels, short
from data.registry import Tables

R = TypeVar("R")
Group = Literal["", "Rank", "Claims", "Metrics", "Audits", "Data"]
"""The groups of the navigation, in their order; pages without one stand before them."""
Shown = Literal["folded", "open", "turned"]
"""How a table without a figure is shown: behind a line that opens, in the open, or with a column
for each row."""
VALUES = "values"
"""The name of the table of a page's single facts."""


_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?=\s|$)")


@dataclass(frozen=True)
class Said:
    """What an answer says: `lines`, the verdict first, then `notes` that qualify it; empty texts
    vanish.

    `notices` say that something else is given than what was chosen.
    """

    lines: Sequence[str] = ()
    notes: Sequence[str] = ()
    notices: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Drop empty texts, and the second full stop of a sentence that ends with an abbreviated
        name."""
        for field_name in ("lines", "notes", "notices"):
            sentences = [
                _TWO_STOPS.sub(".", sentence) for sentence in getattr(self, field_name) if sentence
            ]
            object.__setattr__(self, field_name, sentences)


@dataclass(frozen=True)
class Look:
    """What a drawing needs besides its result: names and theme."""

    names: Labels
    mode: Mode


Text: TypeAlias = "str | Callable[[Any, Labels], str]"
"""A text, or what makes it of a result and names."""


def text_of(part_text: Text, result: object, labels: Labels) -> str:
    return part_text if isinstance(part_text, str) else part_text(result, labels)


def silent(result: object, labels: Labels) -> Said:
    """Say nothing: for answers that are figures, tables or facts alone."""
    return Said()


def always(result: object) -> bool:
    """Return True: every result has the part."""
    return True


@dataclass(frozen=True)
class Part(Generic[R]):
    """A table, and the figure that draws it.

    name     of its files, one per page
    title    names figure and table; `reading` says in one line how to read the figure
    finding  what the figure shows, for those who cannot see it; the first line of the answer if
             empty
    heard    a table beside the figure for screen readers alone, None if its own table is enough
    table    all columns, whatever is shown; None for a figure whose numbers another part lists
    draw     None for a table alone
    when     whether a result has this part on screen; its table leaves in any case
    opens    what a click on a mark with this `customdata` opens, by name
    shown    how a table without figure is shown
    zoom     whether zoom and pan are offered
    """

    name: str
    title: Text
    table: Callable[[R, Labels], Table[Any]] | None = None
    draw: Callable[[R, Look], go.Figure] | None = None
    _: KW_ONLY
    reading: Text = ""
    finding: Text = ""
    heard: Callable[[R, Labels], Table[Any]] | None = None
    when: Callable[[R], bool] = always
    opens: Callable[[Sequence[Any]], Mapping[str, str]] | None = None
    shown: Shown = "folded"
    zoom: Callable[[R], bool] | None = None


@dataclass(frozen=True)
class Answer(Generic[R]):
    """One question, over a selection or over all suites: `compute` takes a Resolved or a Served.

    name      unique among all answers
    compute   the result of a selection, and of the values of `asks` in their order, None for what
              is not asked
    facts     single values and ragged things (matrices, a dendrogram) by their key
    key       the key of the report under which tables and facts stand, by default that of its page;
              a table or fact of this very name is the whole content; None for what only the page
              and its tables have
    controls  choices that are made next to the answer
    asks      what is opened in it; an answer with some is part of the report only under a key of
              its own
    keeps     what the choices in it show, by name: changing one of these writes the others too
    """

    name: str
    compute: Callable[..., R | Absent]
    say: Callable[[R, Labels], Said]
    shown: Part[R] | Sequence[Part[R]] = ()
    _: KW_ONLY
    heading: Text = ""
    facts: Callable[[R], Mapping[str, object]] | None = None
    key: str | None = ""
    controls: tuple[Choice, ...] = ()
    asks: tuple[Choice, ...] = ()
    keeps: Callable[[R], Mapping[str, str]] | None = None
    terms: tuple[str, ...] = ()

    @property
    def parts(self) -> Sequence[Part[R]]:
        return (self.shown,) if isinstance(self.shown, Part) else self.shown

    def result(self, view: View) -> R | Absent:
        """Return the result for a view and what it has open."""
        opened_values = [view.opened.get(asked_choice.name) for asked_choice in self.asks]
        return view.of(self.compute, *opened_values)

    def said(self, view: View) -> Said:
        """Return the sentences on a view, long names shortened."""
        result = self.result(view)
        if isinstance(result, Absent):
            return Said([result.reason])
        return self.say(result, short(view.labels))

    def table(self, view: View, table_name: str) -> Table[Any]:
        """Return the table of a part, without rows if there is no answer."""
        make_table = next(
            named_part.table for named_part in self.parts if named_part.name == table_name
        )
        result = self.result(view)
        if isinstance(result, Absent) or make_table is None:
            return Table((), ())
        return make_table(result, view.labels)

    @property
    def table_names(self) -> list[str]:
        return [part.name for part in self.parts if part.table is not None]

    def content(self, view: View) -> dict[str, Plain]:
        """Return facts and tables as JSON by key, or the reason why there are none.

        A fact replaces the table of its name: it has the table's content by id, as a matrix.
        """
        result = self.result(view)
        if isinstance(result, Absent):
            fact_key = "reason" if self.key else f"{self.name}_reason"
            return {fact_key: result.reason} if result.reason else {}
        content: dict[str, Plain] = {}
        if self.facts is not None:
            for fact_key, fact_value in self.facts(result).items():
                content[fact_key] = plain(fact_value)
        for table_name in self.table_names:
            if table_name not in content:
                content[table_name] = [*records(self.table(view, table_name))]
        return content


@dataclass(frozen=True)
class Beside:
    """Answers next to one another with these shares of the width; below one another where `when`
    says no."""

    columns: Sequence[Item]
    widths: Sequence[int] = (1, 1)
    when: Callable[[Any], bool] = always


@dataclass(frozen=True)
class Tabs:
    """Answers by the title of their tab; one tab is open at a time."""

    items: Mapping[str, Sequence[Item]]


Item: TypeAlias = "Answer[Any] | Beside | Tabs"


def answers_in(items: Sequence[Item]) -> Iterator[Answer[Any]]:
    """Yield the answers of a list, in order."""
    for page_item in items:
        if isinstance(page_item, Answer):
            yield page_item
        elif isinstance(page_item, Beside):
            yield from answers_in(page_item.columns)
        else:
            for items_of_tab in page_item.items.values():
                yield from answers_in(items_of_tab)


@dataclass(frozen=True)
class Page:
    """One page. `name` is its file in pages/ and its key in the report.

    filters  the choices at its head; `starts` names a panel for suites that have numbers for it
    spans    whether it is about all suites, without a selection
    first    its first screen, the answer to its question first; `below` is drawn after it
    unseen   answers of the report that the page does not show as such
    main     the name of the main table where it has several
    state    what else its address holds: filters of a list, the term that is open
    """

    name: str
    title: str
    question: str
    group: Group
    _: KW_ONLY
    filters: tuple[Choice, ...] = ()
    starts: Callable[[Tables], str] | None = None
    spans: bool = False
    first: Sequence[Item] = ()
    below: Sequence[Item] = ()
    unseen: Sequence[Answer[Any]] = ()
    main: str = ""
    state: tuple[Choice, ...] = ()

    @property
    def path(self) -> str:
        """The address of the page, without its leading slash."""
        return "" if self.name == START else self.name.replace("_", "-")

    @property
    def script(self) -> str:
        """The script of the page, as links between pages name it."""
        return f"../pages/{self.name}.py"

    @cached_property
    def answers(self) -> list[Answer[Any]]:
        """Its questions, each once."""
        listed = (*answers_in(self.first), *answers_in(self.below), *self.unseen)
        return list({id(answer): answer for answer in listed}.values())

    @cached_property
    def opens(self) -> dict[str, Choice]:
        """What its address holds besides the choices of a selection, by name."""
        choices: list[Choice] = []
        for answer in self.answers:
            choices += answer.asks
        return {choice.name: choice for choice in (*choices, *self.state)}

    def leads(self, view: View) -> list[str]:
        """Return the first sentences of the page."""
        for answer in self.answers:
            lines = answer.said(view).lines
            if lines:
                return [*lines]
        return [TAGLINE]

    def content(self, view: View) -> dict[str, Plain]:
        """Return what the page adds to the report, by key, and what is asked of it."""
        content_of_key: dict[str, dict[str, Plain]] = {}
        for answer in self.answers:
            if answer.key is not None and self._is_reported(answer, view):
                fact_key = answer.key or self.name
                content_of_key.setdefault(fact_key, {}).update(answer.content(view))
        content: dict[str, Plain] = {}
        for fact_key, parts in content_of_key.items():
            if parts:
                content[fact_key] = parts[fact_key] if list(parts) == [fact_key] else parts
        return content

    def _is_reported(self, answer: Answer[Any], view: View) -> bool:
        """Return whether the report has an answer: one that asks only if it was asked."""
        if self.spans or answer.key or not answer.asks:
            return True
        return any(asked_choice.name in view.opened for asked_choice in answer.asks)

    @property
    def table_names(self) -> list[str]:
        """The names of its tables, the main one first, and of its single facts."""
        all_names = [self.main] if self.main else []
        for answer in self.answers:
            all_names += answer.table_names
        return list(dict.fromkeys([*all_names, VALUES]))

    def main_table(self, view: View) -> Table[Any]:
        """Return the main table of the page."""
        return self.table(view, self.table_names[0])

    def table(self, view: View, table_name: str) -> Table[Any]:
        if table_name != VALUES:
            answers = [answer for answer in self.answers if table_name in answer.table_names]
            return answers[0].table(view, table_name)
        facts: dict[str, object] = {}
        for answer in self.answers:
            result = answer.result(view)
            if answer.facts is not None and not answer.asks and not isinstance(result, Absent):
                facts |= answer.facts(result)
        return facts_of(facts)


START = "overview"
"""The page at the address without a name."""
