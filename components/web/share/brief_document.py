"""One page to take away, as Markdown, as HTML for the page that prints it, and as JSON."""

from dataclasses import dataclass
from datetime import date

from components import pages
from components.exports.brief_sections import WholeBrief, whole_brief
from components.format import cleaned, forge_text
from components.formats.printed import html_table, markdown_table
from components.markup import tag, text
from components.resolved import Resolved
from components.results.score_lines import lines_table
from components.table import records
from components.web.share import words
from components.web.share.brief_picture import drawn
from components.words import Labels

PICTURE_TITLE = "Scores, and the interval of each difference"


@dataclass(frozen=True)
class Brief:
    """What a brief is made of; `terms` are those of the data, `link` is its whole address."""

    title: str
    whole: WholeBrief
    data: str
    terms: str
    link: str
    citation: str
    labels: Labels


def brief(view: Resolved, link_to_page: str, date_of_today: date) -> Brief:
    """Return the brief of a selection; `link_to_page` is its whole address."""
    return Brief(
        title=f"{cleaned(view.labels.panel)}, {cleaned(view.labels.suite)}",
        whole=whole_brief(view),
        data=f"{words.basis_of(view)}.",
        terms=f"{view.tables.suite.licence}.",
        link=link_to_page,
        citation=words.cite_text(view, link_to_page, pages.BRIEF, date_of_today),
        labels=view.labels,
    )


def markdown(brief: Brief) -> str:
    """Return the brief as GitHub Markdown."""
    whole = brief.whole
    paragraphs = [
        f"# {forge_text(brief.title)}",
        f"**{forge_text(whole.verdict)}**",
        forge_text(whole.support),
        forge_text(whole.basis),
    ]
    if whole.picture:
        paragraphs.append(markdown_table(lines_table(whole.picture), brief.labels, {}).rstrip())
    for section in whole.sections:
        paragraphs += [f"## {section.heading}", *map(forge_text, section.lines)]
        for table_title, table in section.tables:
            paragraphs.append(f"*{forge_text(table_title)}*")
            paragraphs.append(markdown_table(table, brief.labels, {}).rstrip())
    paragraphs += ["## Data and citation", forge_text(f"{brief.data} {brief.terms}")]
    paragraphs += [f"<{brief.link}>", forge_text(brief.citation)]
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def html(brief: Brief) -> str:
    """Return the brief as markup."""
    whole = brief.whole
    elements = [tag("h2", _line(whole.verdict), class_="verdict")]
    if whole.support:
        elements.append(tag("p", _line(whole.support), class_="support"))
    elements.append(tag("p", tag("strong", text(brief.title)), f". {_line(whole.basis)}"))
    if whole.picture:
        elements.append(drawn(whole.picture, PICTURE_TITLE))
    for section in whole.sections:
        inside = [tag("h3", text(section.heading))]
        inside += [tag("p", _line(line)) for line in section.lines]
        inside += [
            tag("div", html_table(table_title, table, brief.labels), class_="whole")
            for table_title, table in section.tables
        ]
        elements.append(tag("section", *inside))
    before_link, _, after_link = brief.citation.partition(brief.link)
    link = tag("a", text(brief.link), href=brief.link)
    sources = [
        tag("h3", "Data and citation"),
        tag("p", text(f"{brief.data} {brief.terms}")),
        tag("p", f"{text(before_link)} {link} {text(after_link)}"),
    ]
    elements.append(tag("section", *sources, class_="small"))
    return tag("article", *elements, class_="brief linked")


def _line(sentence: str) -> str:
    """Return a sentence as markup; a number stays on one line with its sign."""
    return text(sentence).replace(" %", "\u00a0%")


def content(brief: Brief) -> dict[str, object]:
    """Return the brief as JSON."""
    whole = brief.whole
    section_records = []
    for section in whole.sections:
        tables = [
            {"title": table_title, "rows": records(table)} for table_title, table in section.tables
        ]
        section_records.append(
            {"heading": section.heading, "sentences": section.lines, "tables": tables}
        )
    return {
        "title": brief.title,
        "verdict": whole.verdict,
        "support": whole.support,
        "basis": whole.basis,
        "scores": records(lines_table(whole.picture)),
        "sections": section_records,
        "address": brief.link,
        "citation": brief.citation,
    }
