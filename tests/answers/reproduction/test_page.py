"""The claims as the page lists them: text stays text, links lead to the numbers, filters are in the address."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from components.answers.reproduction.claims import compute
from components.resolved import Resolved
from components.selection import default_selection
from components.widgets.reproduction import claims_html
from tests.released import TABLES

HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e"


class Reader(HTMLParser):
    """Tags, attributes and cell texts of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.cells: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value for name, value in attrs if name == "href"]
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data):
        if self.cells:
            self.cells[-1] += data


def resolved(tables=TABLES) -> Resolved:
    return Resolved(tables, default_selection(tables))


@pytest.fixture
def hostile():
    """The released suite with every name that can hold text turned against the page."""
    published = TABLES.published.assign(where=HOSTILE, sentence=HOSTILE, url="javascript:alert(1)")
    metrics = tuple(replace(m, label=HOSTILE, name=HOSTILE) for m in TABLES.metrics)
    methods = tuple(replace(m, label=HOSTILE) for m in TABLES.methods)
    return replace(TABLES, published=published, metrics=metrics, methods=methods)


def test_claims_stand_in_a_table_with_their_links():
    read = Reader(claims_html(resolved(), compute(resolved())))
    assert len(read.cells) == 7 * 42, "40 claims and the heads of both tables"
    assert read.cells[8:11] == ["−0.26", "−0.269 of 9 blocks", "✓ match"]
    assert "https://arxiv.org/abs/2605.02206v1" in read.links
    assert "reliability?suite=unified_unlearning&rows=checkpoints&metric=RA" in read.links


def test_hostile_names_stay_text_in_the_claims(hostile):
    html = claims_html(resolved(hostile), compute(resolved(hostile)))
    read = Reader(html)
    assert read.tags <= {
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "div",
        "span",
        "strong",
        "a",
        "details",
        "summary",
    }
    assert "onerror" not in read.attributes
    assert not [link for link in read.links if link.startswith("javascript")]
    assert "\u202e" not in html


def test_the_filters_are_in_the_address(app_test):
    app = app_test("reproduction", {"source": "abstract", "outcome": "match"})
    (table,) = [h.proto.body for h in app.get("html") if 'class="claims"' in h.proto.body]
    assert table.count("<tr>") == 11 + 1
