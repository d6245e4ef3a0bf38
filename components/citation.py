"""How to cite: the leaderboard and the study whose results it shows, as BibTeX and as plain
text."""

import re

from components.defaults import NAME, VERSION
from components.format import cleaned, latex_text
from data.registry import Suite


def leaderboard_text(suite: Suite, data_version: str) -> str:
    """The leaderboard in one line, with the version of the data shown."""
    return f"{NAME}, version {VERSION}. Suite {cleaned(suite.title)}, data version {data_version}."


def study_text(suite: Suite) -> str:
    """The study in one line."""
    return f"{cleaned(suite.authors)} ({suite.year}). {cleaned(suite.paper)}. {cleaned(suite.url)}".strip()


def bibtex(suite: Suite, data_version: str) -> str:
    """Two BibTeX entries: the leaderboard, then the study."""
    board = {
        "title": f"{{{latex_text(NAME)}}}",
        "author": f"{{The {latex_text(NAME.lower())} contributors}}",
        "version": VERSION,
        "note": latex_text(f"Suite {cleaned(suite.title)}, data version {data_version}"),
    }
    return f"{entry('software', 'unlearning_leaderboard', board)}\n\n{study_entry(suite)}"


def study_entry(suite: Suite) -> str:
    """The study as a BibTeX entry."""
    title, note = _titled(suite.paper)
    study = {
        "title": f"{{{latex_text(title)}}}",
        "author": " and ".join(
            latex_text(name)
            for name in re.split(r"\s*(?:,|\band\b|&)\s*", cleaned(suite.authors))
            if name
        ),
        "year": str(suite.year),
        "url": suite.url,
        "note": latex_text(note),
    }
    return entry("article", suite.id, study)


def _titled(paper: str) -> tuple[str, str]:
    """The title of a study, and the remark in brackets that ends it: an entry keeps that as its
    note."""
    match = re.fullmatch(r"(.+?)\s*\(([^()]*)\)", cleaned(paper))
    return (match[1], match[2]) if match else (cleaned(paper), "")


def entry(kind: str, key: str, fields: dict[str, str]) -> str:
    """One BibTeX entry; the values are TeX, empty ones vanish."""
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])
