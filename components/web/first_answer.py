"""What a page answers before its app has come: title, first sentences and main table of a view, as
plain HTML in the document itself.

Readers without scripts, crawlers and previews of a copied address get it; the app puts its own in
the same place and takes this away (start_page.js).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from components import kept, pages
from components.answers.record import Page
from components.choices.query import parse
from components.choices.record import read_opened
from components.defaults import INTRODUCTION, NAME, TAGLINE
from components.links import known_choices, with_query
from components.markup import table, tag, text
from components.results import leads
from components.served import View
from components.table import Table, cell_text, filled, head, numeric
from components.web.api.endpoints import PREFIX, endpoints
from components.web.share import words
from components.web.share.picture import SIZE
from data.errors import LeaderboardError

MAX_ROWS = 12
"""Rows of the main table that are written."""
MAX_COLUMNS = 9


@dataclass(frozen=True)
class FirstAnswer:
    """The first sentences of a view, the first alone and then the others, and its main table as
    markup."""

    sentences: tuple[str, ...]
    table: str

    @property
    def description(self) -> str:
        return " ".join(self.sentences)


def asked(page: Page, query: Mapping[str, str]) -> View | None:
    """Return the view that a page would show: what cannot be read keeps its default. None for a
    suite that is not public, whose answer is for its reader alone."""
    suites = kept.suites()
    suite_ids = [tables.suite.id for tables in suites]
    suite_id = query.get("suite", suite_ids[0])
    if suite_id not in suite_ids:
        return None
    tables = suites[suite_ids.index(suite_id)]
    opened, _ = read_opened(page.opens, query, None if page.spans else tables)
    if page.spans or not page.path:
        return kept.served(opened)
    selection, _ = parse({**known_choices(page, query), "suite": suite_id}, tables)
    return kept.resolved(selection, opened)


def file_of(page: Page, query: Mapping[str, str]) -> str:
    """Return where the main table of a page lies as a whole; "" for a page without one."""
    endpoint = endpoints().get(page.name)
    if endpoint is None or not endpoint.tables:
        return ""
    return with_query(f".{PREFIX}/{endpoint.name}.csv", dict(query))


def first_answer(page: Page, view: View, file: str) -> FirstAnswer:
    """Return what a page answers first, with its main table, which lies whole at `file`; without a
    file there is no table. The results are those that the page will show."""
    if page is pages.OVERVIEW:
        return FirstAnswer(_start_sentences(view), "")
    try:
        sentences = tuple(page.leads(view)) or (TAGLINE,)
        return FirstAnswer(sentences, _main_table(page, view, file))
    except LeaderboardError as error:
        return FirstAnswer((str(error),), "")


def _start_sentences(view: View) -> tuple[str, ...]:
    """Return the question of the start page, what this is, and who leads among models of each
    kind."""
    sentences = [pages.OVERVIEW.question, INTRODUCTION]
    for kind, called in leads.KINDS.items():
        leading = view.of(leads.leads_of_kind, kind)
        most = [f"{method.label} {leads.line(method)}" for method in leads.named(leading)]
        sentences.append(f"{called}: {leads.head(leading)} {'; '.join(most)}.")
    return tuple(sentences)


def _main_table(page: Page, view: View, file: str) -> str:
    """Return the first rows of the main table of a page, with a link to the whole; "" without rows
    or file."""
    if not file:
        return ""
    main_table = page.main_table(view)
    if not len(main_table):
        return ""
    shown = Table(main_table.columns, main_table.rows[:MAX_ROWS]).at("print")
    columns = filled(shown.rows, shown.columns)[:MAX_COLUMNS]
    rows = []
    for row in shown.rows:
        rows.append([text(cell_text(column, column.cell(row), view.labels)) for column in columns])
    numbers = [column_index for column_index, column in enumerate(columns) if numeric(column)]
    caption = f"{page.title}: {len(shown)} of {len(main_table)} rows"
    written = table(caption, list(map(head, columns)), rows, numbers)
    return written + tag("p", tag("a", "The whole table as CSV", href=file))


def head_tags(page: Page, view: View | None, description: str, place: str, query: str) -> str:
    """Return title and preview tags; `place` is the address of the app, `query` what follows the
    page's."""
    if view is None:
        return tag("title", text(NAME))
    title = words.title_of(view, page)
    elements = [tag("title", text(f"{title} · {NAME}"))]
    address = f"{place}/{page.path}"
    picture = f"{place}/share.png?page={page.path}"
    if query:
        address += f"?{query}"
        picture += f"&{query}"
    property_values = {
        "title": title,
        "description": description,
        "type": "website",
        "site_name": NAME,
        "image": picture,
        "image:alt": description,
        "image:width": SIZE[0],
        "image:height": SIZE[1],
        "url": address,
    }
    elements.append(tag("meta", name="description", content=description))
    elements.append(tag("meta", name="twitter:card", content="summary_large_image"))
    for property_name, content in property_values.items():
        elements.append(tag("meta", property=f"og:{property_name}", content=content))
    return "".join(elements)


def body(page: Page, answer: FirstAnswer) -> str:
    """Return the answer as it lies where the app will draw the same."""
    verdict, *support = answer.sentences
    lines = [tag("p", text(line)) for line in support]
    if page is pages.OVERVIEW:
        introduction, *leaders = lines
        hero = tag("div", tag("h1", text(verdict)), introduction, class_="hero")
        return tag("main", hero, tag("div", *leaders, class_="answer"), id="first-answer")
    title = tag("h1", text(page.title))
    head_line = tag("header", title, tag("p", text(page.question)), class_="head")
    # the leaderboard has its choices beside its verdict
    bar = tag("div", class_=f"bar {page.name}")
    sentences = tag("div", tag("h2", text(verdict)), *lines, class_="answer")
    return tag("main", head_line, bar, sentences, answer.table, id="first-answer")
