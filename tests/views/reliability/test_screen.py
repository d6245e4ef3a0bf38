"""Tables drawn as HTML: what comes from the data stays text, numbers are those of the rows."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from components.views.reliability.rules import bars_html

from components.resolved import Resolved
from components.selection import default_selection
from components.views.reliability.weight_rules import weight_rules
from components.views.reproduction.result import reproduction
from components.views.reproduction.screen import claims_html, see
from tests.made import made_tables
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
    rows = reproduction(resolved())
    read = Reader(claims_html(resolved(), rows))
    assert len(read.cells) == 7 * 41
    assert read.cells[8:11] == ["−0.26", "−0.269 of 9 blocks", "✓ match"]
    assert "https://arxiv.org/abs/2605.02206v1" in read.links
    assert "reliability?suite=unified_unlearning&metric=RA" in read.links


def test_hostile_names_stay_text_in_the_claims(hostile):
    rows = reproduction(resolved(hostile))
    read = Reader(claims_html(resolved(hostile), rows))
    assert read.tags <= {"table", "thead", "tbody", "tr", "th", "td", "div", "span", "strong", "a"}
    assert "onerror" not in read.attributes
    assert not [link for link in read.links if link.startswith("javascript")]
    assert "\u202e" not in claims_html(resolved(hostile), rows)


def test_hostile_names_stay_text_in_the_bars(hostile):
    read = Reader(bars_html(resolved(hostile), dict.fromkeys(resolved(hostile).panel.metric_ids, 0.2), HOSTILE))
    assert read.tags == {"table", "tr", "th", "td", "div"}
    assert "onerror" not in read.attributes


def test_bars_carry_their_numbers_as_text():
    rule = next(r for r in weight_rules(resolved()) if r["preset"] == "published")
    read = Reader(bars_html(resolved(), rule["weights"], "weights"))
    assert read.cells[0::3] == ["FA", "RA", "MIA", "AD", "JS"]
    assert read.cells[2::3] == ["0.014", "0.656", "0.304", "0.014", "0.014"]


def test_of_many_metrics_the_heaviest_are_bars_and_the_rest_is_summed():
    tables = made_tables(np.random.default_rng(0).random((1, 2, 3, 12)))
    many = Resolved(tables, default_selection(tables))
    names = list(many.panel.metric_ids)
    read = Reader(bars_html(many, {m: float(m == names[7]) for m in names}, "one metric alone"))
    assert read.cells == [many.metric_label(names[7]), "", "1.000", "11 others", "", "0.000"]
    read = Reader(bars_html(many, dict.fromkeys(names, 1 / 12), "equal weights"))
    assert read.cells[0::3] == [*(many.metric_label(m) for m in names[:10]), "2 others"]
    assert read.cells[-1] == "0.167"


def test_the_link_of_a_claim_ignores_what_is_filtered_here():
    rows = reproduction(resolved())
    stability = next(r for r in rows if r["claim"] == "stability_mean")
    assert see(resolved(), stability) == "stability?suite=unified_unlearning&protocol=published"
