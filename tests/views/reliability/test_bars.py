"""Bars of weights: what comes from the data stays text, numbers are those of the weights."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import numpy as np

from components.resolved import Resolved
from components.selection import default_selection
from components.views.reliability.figures import bars_html
from components.views.reliability.weight_rules import weight_rules
from tests.made import made_tables
from tests.released import TABLES

HOSTILE = "<img src=x onerror=alert(1)>\"'&\u202e"
VIEW = Resolved(TABLES, default_selection(TABLES))


class Reader(HTMLParser):
    """Tags, attributes and cell texts of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data):
        if self.cells:
            self.cells[-1] += data


def test_hostile_names_stay_text_in_the_bars():
    labels = replace(VIEW.labels, metrics=dict.fromkeys(VIEW.panel.metric_ids, HOSTILE))
    html = bars_html(dict.fromkeys(VIEW.panel.metric_ids, 0.2), labels, HOSTILE, "light")
    read = Reader(html)
    assert read.tags == {"table", "tr", "th", "td", "div"}
    assert "onerror" not in read.attributes
    assert "\u202e" not in html


def test_bars_carry_their_numbers_as_text():
    published = next(r.outcome for r in weight_rules(VIEW).rules if r.preset == "published")
    read = Reader(bars_html(published.weights, VIEW.labels, "weights", "light"))
    assert read.cells[0::3] == ["FA", "RA", "MIA", "AD", "JS"]
    assert read.cells[2::3] == ["0.014", "0.656", "0.304", "0.014", "0.014"]


def test_of_many_metrics_the_heaviest_are_bars_and_the_rest_is_summed():
    tables = made_tables(np.random.default_rng(0).random((1, 2, 3, 12)))
    many = Resolved(tables, default_selection(tables))
    names = list(many.panel.metric_ids)
    alone = bars_html({m: float(m == names[7]) for m in names}, many.labels, "one metric alone", "dark")
    assert Reader(alone).cells == [names[7], "", "1.000", "11 others", "", "0.000"]
    read = Reader(bars_html(dict.fromkeys(names, 1 / 12), many.labels, "equal weights", "dark"))
    assert read.cells[0::3] == [*names[:10], "2 others"]
    assert read.cells[-1] == "0.167"
