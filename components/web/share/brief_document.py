"""One page to take away, as Markdown, as HTML for the page that prints it, and as JSON."""

from dataclasses import dataclass, replace
from datetime import date

from components import pages
from components.exports.brief_sections import Section, sections
from components.format import forge_text
from components.formats.printed import html_table, markdown_table
from components.markup import tag, text
from components.resolved import Resolved
from components.table import records
from components.web.share import words
from components.words import Labels


@dataclass(frozen=True)
class Brief:
    """What a brief is made of; `terms` are those of the data, `link` is its whole address."""

    title: str
    verdict: str
    basis: str
    sections: list[Section]
    terms: str
    link: str
    citation: str
    labels: Labels


def brief(view: Resolved, link: str, today: date) -> Brief:
    """Return the brief of a selection; `link` is its whole address."""
    first, *others = sections(view)
    verdict, *reasons = first.lines
    shown = [replace(first, lines=reasons), *others]
    return Brief(
        f"{view.labels.panel}, {view.labels.suite}",
        verdict,
        f"{words.basis_of(view)}.",
        [section for section in shown if section.lines or section.tables],
        f"{view.tables.suite.licence}.",
        link,
        words.cite_text(view, link, pages.BRIEF, today),
        view.labels,
    )


def markdown(brief: Brief) -> str:
    """Return the brief as GitHub Markdown."""
    parts = [
        f"# {forge_text(brief.title)}",
        f"**{forge_text(brief.verdict)}**",
        forge_text(brief.basis),
    ]
    for section in brief.sections:
        parts += [f"## {section.heading}", *map(forge_text, section.lines)]
        for title, table in section.tables:
            parts.append(f"*{forge_text(title)}*")
            parts.append(markdown_table(table, brief.labels, {}).rstrip())
    parts += ["## Data and citation", forge_text(brief.terms), f"<{brief.link}>"]
    parts.append(forge_text(brief.citation))
    return "\n\n".join(parts) + "\n"


def html(brief: Brief) -> str:
    """Return the brief as markup."""
    parts = [
        tag("p", text(brief.verdict), class_="verdict"),
        tag("h2", text(brief.title)),
        tag("p", text(brief.basis)),
    ]
    for section in brief.sections:
        inside = [tag("h3", text(section.heading))]
        inside += [tag("p", text(line)) for line in section.lines]
        for title, table in section.tables:
            caption = tag("p", text(title), class_="title")
            inside.append(
                tag("div", caption, html_table(title, table, brief.labels), class_="whole")
            )
        parts.append(tag("section", *inside))
    before, _, after = brief.citation.partition(brief.link)
    link = tag("a", text(brief.link), href=brief.link)
    sources = [
        tag("h3", "Data and citation"),
        tag("p", text(brief.terms)),
        tag("p", text(before), link, text(after)),
    ]
    parts.append(tag("section", *sources, class_="small"))
    return tag("article", *parts, class_="brief linked")


def content(brief: Brief) -> dict[str, object]:
    """Return the brief as JSON."""
    parts = []
    for section in brief.sections:
        tables = [{"title": title, "rows": records(table)} for title, table in section.tables]
        parts.append({"heading": section.heading, "sentences": section.lines, "tables": tables})
    return {
        "title": brief.title,
        "verdict": brief.verdict,
        "sections": parts,
        "address": brief.link,
        "citation": brief.citation,
    }
