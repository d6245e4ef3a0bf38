"""What a shared view says of itself."""

import re
from datetime import date
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import numpy as np

from components import pages
from components.choices.query import parse
from components.citation import study_entry
from components.links import lasting_link
from components.resolved import Resolved
from components.web.share import words
from tests.answered import view_of
from tests.made import made_tables
from tests.released import TABLES

VIEW = view_of(weights="FA:0.2,RA:0.8", panel="resnet_unimodal")
HOSTILE = '"><script>alert(1)</script>[x](y)\u202e'


def hostile() -> Resolved:
    return view_of(made_tables(np.random.default_rng(0).random((2, 2, 3, 2)), title=HOSTILE))


def test_a_link_gives_the_same_view_again() -> None:
    link = urlsplit(lasting_link(VIEW, "https://board.example/", pages.AGREEMENT))
    assert (link.netloc, link.path) == ("board.example", "/agreement")
    query = {k: v[0] for k, v in parse_qs(link.query).items()}
    assert query.pop("data") == TABLES.data_version
    assert parse(query, TABLES) == (VIEW.selection, ())
    assert "weights=FA:0.2,RA:0.8" in link.query


def test_citations_name_version_date_and_study() -> None:
    link = lasting_link(VIEW, "https://board.example", pages.LEADERBOARD)
    told = words.cite_text(VIEW, link, pages.LEADERBOARD, date(2026, 11, 20))
    for part in (TABLES.data_version, "2026-11-20", link, "Khan, Laga, Sohel (2026)"):
        assert part in told
    entry = words.cite_bibtex(VIEW, link, pages.LEADERBOARD, date(2026, 11, 20))
    assert entry.startswith(f"@online{{unlearning_leaderboard_leaderboard_{TABLES.data_version},")
    assert "urldate = {2026-11-20}" in entry
    assert "ResNet-18" in entry
    assert entry.count("@") == 2
    assert entry.endswith(study_entry(TABLES.suite))
    assert entry.count("{") == entry.count("}")


def test_snippets_keep_hostile_names_as_text() -> None:
    resolved = hostile()
    link = lasting_link(resolved, "https://board.example", pages.LEADERBOARD)
    elements: list[tuple[str, dict[str, str | None]]] = []

    class Tags(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            elements.append((tag, dict(attrs)))

    Tags().feed(words.embed_snippet(resolved, link, pages.LEADERBOARD))
    ((name, attributes),) = elements
    assert name == "iframe"
    assert attributes["src"] == f"{link}&embed=true"
    assert "<script>" in str(attributes["title"])
    markdown = words.markdown_snippet(resolved, link, pages.LEADERBOARD)
    assert re.findall(r"(?<!\\)[<\]\[]", markdown) == ["[", "]"]
    assert "\u202e" not in markdown
