"""One page to take away, as Markdown, as HTML for the page that prints it, and as JSON."""

from dataclasses import dataclass, replace
from datetime import date

from components import pages
from components.exports.brief import Section, sections
from components.format import forge_text
from components.formats.printed import html_table, markdown_table
from components.markup import tag, text
from components.resolved import Resolved
from components.table import records
from components.web.share import words
from components.words import Labels


@dataclass(frozen=True)
class Brief:
    """What a brief is made of."""

    title: str
    verdict: str
    basis: str
    sections: list[Section]
    about: str
    link: str
    citation: str
    names: Labels


def brief(view: Resolved, link: str, today: date) -> Brief:
    """The brief of a selection; `link` is its whole address."""
    first, *others = sections(view)
    verdict, *reasons = first.lines
    return Brief(
        f"{view.labels.panel}, {view.labels.suite}",
        verdict,
        words.basis_of(view, pages.BRIEF),
        [s for s in (replace(first, lines=reasons), *others) if s.lines or s.tables],
        f"{view.tables.suite.licence}.",
        link,
        words.cite_text(view, link, pages.BRIEF, today),
        view.labels,
    )


def markdown(made: Brief) -> str:
    """The brief as GitHub Markdown."""
    parts = [
        f"# {forge_text(made.title)}",
        f"**{forge_text(made.verdict)}**",
        f"{forge_text(made.basis)}.",
    ]
    for section in made.sections:
        parts += [f"## {section.heading}", *map(forge_text, section.lines)]
        for title, table in section.tables:
            parts += [f"*{forge_text(title)}*", markdown_table(table, made.names, {}).rstrip()]
    parts += [
        "## Data and citation",
        forge_text(made.about),
        f"<{made.link}>",
        forge_text(made.citation),
    ]
    return "\n\n".join(parts) + "\n"


def html(made: Brief) -> str:
    """The brief as markup."""
    parts = [tag("p", text(made.verdict), class_="verdict"), tag("h2", text(made.title))]
    parts += [tag("p", text(f"{made.basis}."))]
    for section in made.sections:
        lines = [tag("p", text(line)) for line in section.lines]
        tables = [
            tag(
                "div",
                tag("p", text(title), class_="title"),
                html_table(title, table, made.names),
                class_="whole",
            )
            for title, table in section.tables
        ]
        parts.append(tag("section", tag("h3", text(section.heading)), *lines, *tables))
    before, _, after = made.citation.partition(made.link)
    cited = tag("p", text(before), tag("a", text(made.link), href=made.link), text(after))
    parts.append(
        tag(
            "section",
            tag("h3", "Data and citation"),
            tag("p", text(made.about)),
            cited,
            class_="small",
        )
    )
    return tag("article", *parts, class_="brief linked")


def content(made: Brief) -> dict[str, object]:
    """The brief as JSON."""

    def part(section: Section) -> dict[str, object]:
        tables = [{"title": title, "rows": records(own)} for title, own in section.tables]
        return {"heading": section.heading, "sentences": section.lines, "tables": tables}

    said = {
        "title": made.title,
        "verdict": made.verdict,
        "sections": [part(s) for s in made.sections],
    }
    return {**said, "address": made.link, "citation": made.citation}
