"""One page to take away, as Markdown, as HTML for the page that prints it, and as JSON."""

from dataclasses import dataclass
from datetime import date

from components import pages
from components.answers.brief.sections import Section, sections
from components.exports.provenance import caption, provenance
from components.format import markdown_text
from components.markup import tag, text
from components.resolved import Resolved
from components.table import html_table, markdown_table, records
from components.web.share import words
from components.words import Labels


@dataclass(frozen=True)
class Brief:
    """What a brief is made of."""

    title: str
    basis: str
    sections: list[Section]
    about: str
    link: str
    citation: str
    names: Labels


def brief(view: Resolved, link: str, today: date) -> Brief:
    """The brief of a selection; `link` is the whole address of the ranking."""
    return Brief(
        f"{view.labels.panel}, {view.labels.suite}",
        words.basis_of(view, pages.LEADERBOARD),
        sections(view),
        caption(provenance(view)),
        link,
        words.cite_text(view, link, pages.LEADERBOARD, today),
        view.labels,
    )


def markdown(made: Brief) -> str:
    """The brief as GitHub Markdown."""
    parts = [f"# {markdown_text(made.title)}", f"{markdown_text(made.basis)}."]
    for section in made.sections:
        parts += [f"## {section.heading}", *map(markdown_text, section.lines)]
        for title, table in section.tables:
            parts += [f"*{markdown_text(title)}*", markdown_table(table, made.names, {}).rstrip()]
    parts += ["## Data, link and citation", markdown_text(made.about), f"<{made.link}>", markdown_text(made.citation)]
    return "\n\n".join(parts) + "\n"


def html(made: Brief) -> str:
    """The brief as markup."""
    parts = [tag("h2", text(made.title)), tag("p", text(f"{made.basis}."))]
    for section in made.sections:
        lines = [tag("p", text(line)) for line in section.lines]
        tables = [
            tag("div", tag("p", text(title), class_="title"), html_table(title, table, made.names), class_="whole")
            for title, table in section.tables
        ]
        parts.append(tag("section", tag("h3", text(section.heading)), *lines, *tables))
    link = tag("p", tag("a", text(made.link), href=made.link))
    last = tag("p", text(made.about)), link, tag("p", text(made.citation))
    parts.append(tag("section", tag("h3", "Data, link and citation"), *last, class_="small"))
    return tag("article", *parts, class_="brief linked")


def content(made: Brief) -> dict[str, object]:
    """The brief as JSON."""
    parts = [
        {
            "heading": s.heading,
            "sentences": s.lines,
            "tables": [{"title": t, "rows": records(own)} for t, own in s.tables],
        }
        for s in made.sections
    ]
    return {"title": made.title, "sections": parts, "address": made.link, "citation": made.citation}
