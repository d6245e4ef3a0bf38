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


def brief(view: Resolved, link_to_page: str, date_of_today: date) -> Brief:
    """Return the brief of a selection; `link_to_page` is its whole address."""
    first_section, *others = sections(view)
    verdict, *reasons = first_section.lines
    shown_sections = [replace(first_section, lines=reasons), *others]
    return Brief(
        f"{view.labels.panel}, {view.labels.suite}",
        verdict,
        f"{words.basis_of(view)}.",
        [section for section in shown_sections if section.lines or section.tables],
        f"{view.tables.suite.licence}.",
        link_to_page,
        words.cite_text(view, link_to_page, pages.BRIEF, date_of_today),
        view.labels,
    )


def markdown(brief: Brief) -> str:
    """Return the brief as GitHub Markdown."""
    paragraphs = [
        f"# {forge_text(brief.title)}",
        f"**{forge_text(brief.verdict)}**",
        forge_text(brief.basis),
    ]
    for section in brief.sections:
        paragraphs += [f"## {section.heading}", *map(forge_text, section.lines)]
        for table_title, table in section.tables:
            paragraphs.append(f"*{forge_text(table_title)}*")
            paragraphs.append(markdown_table(table, brief.labels, {}).rstrip())
    paragraphs += ["## Data and citation", forge_text(brief.terms), f"<{brief.link}>"]
    paragraphs.append(forge_text(brief.citation))
    return "\n\n".join(paragraphs) + "\n"


def html(brief: Brief) -> str:
    """Return the brief as markup."""
    elements = [
        tag("p", text(brief.verdict), class_="verdict"),
        tag("h2", text(brief.title)),
        tag("p", text(brief.basis)),
    ]
    for section in brief.sections:
        inside = [tag("h3", text(section.heading))]
        inside += [tag("p", text(line)) for line in section.lines]
        for table_title, table in section.tables:
            caption = tag("p", text(table_title), class_="title")
            inside.append(
                tag("div", caption, html_table(table_title, table, brief.labels), class_="whole")
            )
        elements.append(tag("section", *inside))
    before_link, _, after_link = brief.citation.partition(brief.link)
    link = tag("a", text(brief.link), href=brief.link)
    sources = [
        tag("h3", "Data and citation"),
        tag("p", text(brief.terms)),
        tag("p", text(before_link), link, text(after_link)),
    ]
    elements.append(tag("section", *sources, class_="small"))
    return tag("article", *elements, class_="brief linked")


def content(brief: Brief) -> dict[str, object]:
    """Return the brief as JSON."""
    section_records = []
    for section in brief.sections:
        tables = [
            {"title": table_title, "rows": records(table)} for table_title, table in section.tables
        ]
        section_records.append(
            {"heading": section.heading, "sentences": section.lines, "tables": tables}
        )
    return {
        "title": brief.title,
        "verdict": brief.verdict,
        "sections": section_records,
        "address": brief.link,
        "citation": brief.citation,
    }
