"""How to cite: the leaderboard and the study whose results it shows, as BibTeX and as plain
text."""

import re

from components.defaults import NAME, VERSION
from components.format import cleaned, latex_text
from data.registry import Suite


def leaderboard_text(suite: Suite, data_version: str) -> str:
    """Return the leaderboard in one line, with the version of the data shown."""
    return f"{NAME}, version {VERSION}. Suite {cleaned(suite.title)}, data version {data_version}."


def study_text(suite: Suite) -> str:
    """Return the study in one line."""
    authors = f"{cleaned(suite.authors)} ({suite.year})"
    return f"{authors}. {cleaned(suite.paper)}. {cleaned(suite.url)}".strip()


def bibtex(suite: Suite, data_version: str) -> str:
    """Return two BibTeX entries: the leaderboard, then the study."""
    fields = {
        "title": f"{{{latex_text(NAME)}}}",
        "author": f"{{The {latex_text(NAME.lower())} contributors}}",
        "version": VERSION,
        "note": latex_text(f"Suite {cleaned(suite.title)}, data version {data_version}"),
    }
    return f"{entry('software', 'unlearning_leaderboard', fields)}\n\n{study_entry(suite)}"


def study_entry(suite: Suite) -> str:
    """Return the study as a BibTeX entry; a remark in brackets that ends its title is the note."""
    paper_title = cleaned(suite.paper)
    venue_note = ""
    title_match = re.fullmatch(r"(.+?)\s*\(([^()]*)\)", paper_title)
    if title_match:
        paper_title, venue_note = title_match.groups()
    authors = re.split(r"\s*(?:,|\band\b|&)\s*", cleaned(suite.authors))
    fields = {
        "title": f"{{{latex_text(paper_title)}}}",
        "author": " and ".join(map(latex_text, filter(None, authors))),
        "year": str(suite.year),
        "url": suite.url,
        "note": latex_text(venue_note),
    }
    return entry("article", suite.id, fields)


def entry(entry_type: str, citation_key: str, value_of_field: dict[str, str]) -> str:
    """Return one BibTeX entry; the values are TeX, empty ones vanish."""
    field_lines = [
        f"  {field_name} = {{{value}}}," for field_name, value in value_of_field.items() if value
    ]
    return "\n".join([f"@{entry_type}{{{citation_key},", *field_lines, "}"])
