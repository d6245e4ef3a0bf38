"""What a shared view says of itself: title, sentences, snippets, citation."""

import re
from datetime import date

from components.answers.record import Page
from components.citation import entry, study_entry, study_text
from components.defaults import NAME, VERSION
from components.exports.provenance import opened
from components.format import cleaned, counted, forge_text, latex_text
from components.markup import tag
from components.results.ranking import compute as ranking_of
from components.served import Served, View
from components.words import counted_methods

SCREEN = 640
ROW = 56
ROOM_AROUND_ROWS = 380
"""Pixels of a page in a frame; of a ranking those of a row, and of what stands above and below the
rows."""


def title_of(view: View, page: Page) -> str:
    """Return the page and what it is about."""
    if isinstance(view, Served):
        return f"{page.title}: {cleaned(', '.join(opened(view).values())) or 'every suite'}"
    return f"{page.title}: {cleaned(view.labels.panel)}, {cleaned(view.labels.suite)}"


def basis_of(view: View) -> str:
    """Return how much data a view rests on, and which."""
    if isinstance(view, Served):
        return "Every suite served, each under its default weights"
    methods = counted_methods(len(view.panel.methods), len(view.contest.checkpoints))
    return (
        f"{counted(view.panel.n_runs, 'run')} of {methods}, {view.selection.protocol} protocol,"
        f" data version {view.tables.data_version}"
    )


def markdown_snippet(view: View, link_to_page: str, page: Page) -> str:
    """Return a Markdown link to a view, with what it rests on."""
    return f"[{forge_text(title_of(view, page))}]({link_to_page}) ({forge_text(basis_of(view))})"


def embed_snippet(view: View, link_to_page: str, page: Page) -> str:
    """Return HTML that shows the page without navigation inside another one."""
    query_separator = "&" if "?" in link_to_page else "?"
    return tag(
        "iframe",
        src=f"{link_to_page}{query_separator}embed=true",
        title=title_of(view, page),
        loading="lazy",
        width=900,
        height=_height(view, page),
        style="border: 0; max-width: 100%",
    )


def _height(view: View, page: Page) -> int:
    """Return the pixels that a page takes in a frame: those of the rows of a ranking, else a
    screen."""
    if page.name != "leaderboard" or isinstance(view, Served):
        return SCREEN
    ranking = view.of(ranking_of)
    return ROOM_AROUND_ROWS + ROW * (len(ranking.rows) + len(ranking.references.drawn))


def _versions(view: View) -> str:
    if isinstance(view, Served):
        return f"Version {VERSION}"
    return f"Data version {view.tables.data_version}, {view.selection.protocol} protocol"


def cite_text(view: View, link_to_page: str, page: Page, date_of_today: date) -> str:
    """Return a citation of a view in a sentence, with data version and date, and the study behind
    it."""
    link_and_date = f"{link_to_page} (seen {date_of_today.isoformat()})."
    citation = f"{NAME}, {title_of(view, page)}. {_versions(view)}. {link_and_date}"
    if isinstance(view, Served):
        return citation
    return f"{citation} Data: {study_text(view.tables.suite)}"


def cite_bibtex(view: View, link_to_page: str, page: Page, date_of_today: date) -> str:
    """Return a view as a BibTeX entry, with data version and date, and the study behind it as
    another."""
    key_parts = ["unlearning_leaderboard", page.path]
    if isinstance(view, Served):
        key_parts += opened(view).values()
    else:
        key_parts.append(view.tables.data_version)
    fields = {
        "title": f"{{{latex_text(NAME)}: {latex_text(title_of(view, page))}}}",
        "author": f"{{The {latex_text(NAME.lower())} contributors}}",
        "year": str(date_of_today.year),
        "url": link_to_page,
        "urldate": date_of_today.isoformat(),
        "note": latex_text(_versions(view)),
    }
    citation = entry("online", re.sub("[^A-Za-z0-9_]", "_", "_".join(key_parts)), fields)
    if isinstance(view, Served):
        return citation
    return f"{citation}\n\n{study_entry(view.tables.suite)}"
