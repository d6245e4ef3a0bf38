"""What a shared view says of itself: title, sentences, links, snippets, citation."""

import re
from datetime import date

from components.answers.record import Page
from components.citation import entry, study_entry, study_text
from components.defaults import NAME, VERSION
from components.exports.provenance import opened
from components.format import cleaned, counted, forge_text, latex_text
from components.markup import tag
from components.served import Served, View
from components.words import counted_methods


def title_of(view: View, page: Page) -> str:
    """Return the page and what it is about."""
    if isinstance(view, Served):
        return f"{page.title}: {cleaned(', '.join(opened(view).values())) or 'every suite'}"
    return f"{page.title}: {cleaned(view.labels.panel)}, {cleaned(view.labels.suite)}"


def basis_of(resolved: View, page: Page) -> str:
    """Return how much data a view rests on, and which."""
    if isinstance(resolved, Served):
        return "Every suite served, each under its default weights"
    methods = counted_methods(len(resolved.panel.methods), len(resolved.contest.checkpoints))
    number = f"{counted(resolved.panel.n_runs, 'run')} of {methods}"
    return (
        f"{number}, {resolved.selection.protocol} protocol, data version"
        f" {resolved.tables.data_version}"
    )


def markdown_snippet(resolved: View, link: str, page: Page) -> str:
    """Return a Markdown link to a view, with what it rests on."""
    return (
        f"[{forge_text(title_of(resolved, page))}]({link}) ({forge_text(basis_of(resolved, page))})"
    )


def embed_snippet(resolved: View, link: str, page: Page) -> str:
    """Return HTML that shows the page without navigation inside another one."""
    sized = {"width": 900, "height": 640, "style": "border: 0; max-width: 100%"}
    return tag(
        "iframe", src=f"{link}&embed=true", title=title_of(resolved, page), loading="lazy", **sized
    )


def _made_of(view: View) -> str:
    if isinstance(view, Served):
        return f"Version {VERSION}"
    return f"Data version {view.tables.data_version}, {view.selection.protocol} protocol"


def cite_text(resolved: View, link: str, page: Page, today: date) -> str:
    """Return a citation of a view in a sentence, with data version and date, and the study behind
    it."""
    study = "" if isinstance(resolved, Served) else f" Data: {study_text(resolved.tables.suite)}"
    return (
        f"{NAME}, {title_of(resolved, page)}. {_made_of(resolved)}. {link} (seen"
        f" {today.isoformat()}).{study}"
    )


def cite_bibtex(resolved: View, link: str, page: Page, today: date) -> str:
    """Return a view as a BibTeX entry, with data version and date, and the study behind it as
    another."""
    own = (
        opened(resolved).values()
        if isinstance(resolved, Served)
        else [resolved.tables.data_version]
    )
    key = re.sub("[^A-Za-z0-9_]", "_", "_".join(["unlearning_leaderboard", page.path, *own]))
    fields = {
        "title": f"{{{latex_text(NAME)}: {latex_text(title_of(resolved, page))}}}",
        "author": f"{{The {latex_text(NAME.lower())} contributors}}",
        "year": str(today.year),
        "url": link,
        "urldate": today.isoformat(),
        "note": latex_text(_made_of(resolved)),
    }
    view = entry("online", key, fields)
    return (
        view if isinstance(resolved, Served) else f"{view}\n\n{study_entry(resolved.tables.suite)}"
    )
