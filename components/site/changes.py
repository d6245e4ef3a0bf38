"""What changed in every suite on one page, and as a feed, without a server."""

from __future__ import annotations

from collections.abc import Sequence

from components.api.files import beginning
from components.defaults import NAME
from components.markup import document, tag, text
from components.views import CHANGES
from components.views.changes import words
from components.views.changes.feed import FILE, MEDIA, TITLE, atom
from components.views.changes.result import ChangesResult

PAGE = "changes.html"
ALTERNATE = tag("link", rel="alternate", type=MEDIA, title=TITLE, href=FILE)
"""What tells a page's readers of the feed."""


def changes_page(results: Sequence[ChangesResult], policy: str) -> str:
    """A section per suite, its data versions newest first."""
    return document(
        f"{NAME}: {CHANGES.title}",
        tag(
            "main",
            tag("h1", text(CHANGES.title)),
            tag("p", text(words.SAME_CODE), " ", tag("a", "Atom feed", href=FILE)),
            *(_suite(r) for r in results if r.versions),
        ),
        head=policy + ALTERNATE,
    )


def feed(results: Sequence[ChangesResult]) -> bytes:
    """The feed of the copy; its addresses begin with LEADERBOARD_URL, or are relative."""
    place = beginning()
    return atom(results, f"{place}{FILE}", lambda suite: f"{place}{PAGE}" + (f"#{suite}" if suite else ""))


def _suite(result: ChangesResult) -> str:
    versions = [
        tag("section", tag("h3", text(words.heading(v))), tag("ul", *(tag("li", text(s)) for s in words.verdicts(v))))
        for v in result.versions
    ]
    return tag("section", tag("h2", text(result.suite)), *versions, id=result.suite_id)
