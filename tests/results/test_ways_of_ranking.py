"""Ways of ranking: METHODS 22 on every panel, against a second program that knows the files of a
suite alone."""

import csv
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from components.answers.record import Absent
from components.answers.stability.ways import WAYS, by_choice, draw
from components.resolved import Resolved
from components.results.ways_of_ranking import (
    Combination,
    Way,
    WaysOfRanking,
    ways_of_ranking,
    ways_sentence,
)
from components.selection import default_selection
from tests.answered import look, view_of
from tests.beside import beside
from tests.narrowed import narrowed
from tests.plain_ranking import Suite
from tests.released import TABLES, built_in

EXPECTED = list(csv.DictReader((Path(__file__).with_name("ways.csv")).open(encoding="utf-8")))
"""What METHODS expects; who leads is not printed there for every panel."""
NAMES = view_of().labels


def same(way: Way, plain: Iterable[frozenset[tuple[str, float]]]) -> frozenset[tuple[str, float]]:
    """The way of the second program with these rows and scores."""
    scores = dict(zip(way.rows, way.scores.tolist(), strict=True))
    (match,) = [
        p
        for p in plain
        if len(p) == len(scores) and all(abs(scores.get(r, 9.0) - s) < 2e-9 for r, s in p)
    ]
    return match


@pytest.mark.parametrize(
    "expected", EXPECTED, ids=lambda panel: f"{panel['suite']}-{panel['panel']}"
)
def test_every_way_of_every_panel_is_one_of_the_second_program(expected: dict[str, str]) -> None:
    tables = built_in(expected["suite"])
    view = Resolved(tables, replace(default_selection(tables), panel=expected["panel"]))
    plain, left_out = Suite(expected["suite"], expected["panel"], best=bool(tables.families)).ways()
    assert len(plain) == int(expected["ways"])
    result = ways_of_ranking(view)
    if isinstance(result, Absent):
        assert not plain
        return
    mine = {same(way, plain): way for way in result.ways}
    assert {way: len(w.combinations) for way, w in mine.items()} == plain
    assert len(result.left_out) == left_out
    leads: dict[str, int] = {}
    for way in plain:
        scores = sorted((-s, r) for r, s in way)
        if scores[0][0] < scores[1][0]:
            leads[scores[0][1]] = leads.get(scores[0][1], 0) + 1
        assert mine[way].margin == pytest.approx(scores[1][0] - scores[0][0], abs=2e-9)
    assert result.leads == leads
    assert result.ties == len(plain) - sum(leads.values())
    words = expected["leads"].split()
    if words:
        assert leads == dict(zip(words[::2], map(int, words[1::2]), strict=True))
    for row, (low, high) in result.ranks.items():
        ranks = [
            1 + sum(s > score for _, s in way) for way in plain for r, score in way if r == row
        ]
        assert (low, high) == (min(ranks), max(ranks))


@pytest.mark.parametrize(
    ("suite", "panel", "leads"),
    [
        ("tofu_seeds", "tofu_llama32_1b", {"pdu": 32}),
        ("tofu_seeds", "tofu_llama32_3b", {"pdu": 28}),
        ("muse_seeds", "news", {"pdu": 12, "gradient_ascent": 8}),
        ("muse_seeds", "books", {"pdu": 10}),
    ],
)
def test_ways_of_the_suites_that_methods_knew(
    suite: str, panel: str, leads: dict[str, int]
) -> None:
    """METHODS 22, of the suites before they were widened."""
    tables = narrowed(suite)
    view = Resolved(tables, replace(default_selection(tables), panel=panel))
    result = ways_of_ranking(view)
    assert isinstance(result, WaysOfRanking)
    assert (result.leads, result.ties) == (leads, 0)


def way(scores: list[float], rows: str = "abcd") -> Way:
    combination = Combination("equal", transform="", aggregate="", floors="", without="")
    ranks = np.array([1.0 + sum(s > score for s in scores) for score in scores])
    return Way((combination,), tuple(rows[: len(scores)]), np.array(scores), ranks)


@pytest.mark.parametrize(("ways", "sentence"), beside(__file__, "ways.json"))
def test_who_leads_in_how_many_ways_is_one_sentence(ways: list[Any], sentence: str) -> None:
    result = WaysOfRanking(tuple(way(*arguments) for arguments in ways), ())
    assert ways_sentence(result, NAMES) == sentence


def test_each_choice_has_its_leaders_and_every_way_its_marks_and_its_row() -> None:
    result = view_of().of(ways_of_ranking)
    assert isinstance(result, WaysOfRanking)
    choices = {(c.kind, c.value): c for c in by_choice(result, NAMES)}
    for name in ("equal", "published"):
        ways = [w for w in result.ways if any(c.weights == name for c in w.combinations)]
        assert len(choices["weights", name].way_indices) == len(ways)
        assert choices["weights", name].leads == {
            m: n for m in result.leads if (n := sum(w.leaders == (m,) for w in ways))
        }
    fig = draw(result, look(view_of()))
    margins = sorted(y for t in fig.data if t.xaxis == "x" for y in t.y)
    assert margins == pytest.approx(sorted(w.margin for w in result.ways))
    below = next(t for t in fig.data if t.xaxis == "x2")
    assert len(below.x) == sum(len(c.way_indices) for c in choices.values())
    table = WAYS.table(view_of(), "rows")
    assert len(table) == len(result.ways)
    assert list(WAYS.said(view_of()).lines) == [
        "Of 140 ways of ranking, Gradient Ascent leads in 80, Random Labels in 56, SalUn in 4."
    ]


def test_weights_and_floors_of_the_page_move_no_way_and_filters_do() -> None:
    def leads(**query: str) -> dict[str, int]:
        result = view_of(TABLES, **query).of(ways_of_ranking)
        assert isinstance(result, WaysOfRanking)
        return result.leads

    assert leads(weights="only-JS", protocol="published") == leads()
    assert leads(methods="random_labels,salun").keys() == {"random_labels", "salun"}
