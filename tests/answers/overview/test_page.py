"""The start page: who leads, how surely, against a second program; its cards, its map and where
everything leads."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components.answers.overview import contradictions, leads, similar
from components.answers.overview.leads import QUESTIONS, Lead
from components.answers.record import Absent
from components.results.pair_tests import all_pair_tests
from components.selection import default_selection
from components.served import computed
from components.stats.agreement.tau import agreement
from data.openings import openings
from tests.answered import view_of
from tests.plain_ranking import Suite, table
from tests.released import NAMES, built_in

SERVED = computed([built_in(n) for n in NAMES])


@pytest.mark.parametrize("preset", QUESTIONS)
def test_the_card_of_a_question_is_that_of_the_second_program(preset: str) -> None:
    """In how many of the four rankings each method leads, and in how many it is ahead of all others
    by Welch's t."""
    leaders: Counter[str] = Counter()
    ahead: Counter[str] = Counter()
    ranked: Counter[str] = Counter()
    for opening in openings("rankings"):
        suite, rows = opening.suite, opening.rows
        plain = Suite(suite, opening.panel, best=rows == "best")
        weights = plain.weights(preset, plain.benchmarks)
        if weights is None:
            continue
        label = table(suite, "families" if rows == "best" else "methods").set_index("id")["label"]
        order = [*plain.ranking(weights)]
        ranked.update(label[m] for m in order)
        leaders[label[order[0]]] += 1
        if rows != "best":
            pairs = plain.ahead(weights, floors=True)[1]
            ahead[label[order[0]]] += sum(a == order[0] for a, _ in pairs) == len(order) - 1
    result = leads.lead(leads.rankings(SERVED, preset))
    assert isinstance(result, Lead)
    first = result.methods[0]
    assert set(result.methods) == {m for m, n in leaders.items() if n == max(leaders.values())}
    assert (result.leads, len(result.standings)) == (leaders[first], ranked[first])
    assert result.standings.count("ahead") == ahead[first]
    is_fair = 2 * ahead[first] >= ranked[first]
    is_sure = ahead[first] == ranked[first]
    assert result.sure == ("Sure" if is_sure else "Fairly sure" if is_fair else "Unsure")


def test_words_of_confidence_and_of_several_leaders() -> None:
    view = view_of()

    def told(methods: tuple[str, ...], *standings: leads.Position) -> tuple[str, str]:
        result = Lead(methods, standings, view)
        return result.sure, leads.text(result)

    assert told(("M",), "ahead", "ahead") == ("Sure", "leads 2 of 2 rankings")
    assert told(("M",), "ahead", "leads") == ("Fairly sure", "leads 2 of 2 rankings")
    assert told(("M",), "leads", "behind", "ahead") == ("Unsure", "leads 2 of 3 rankings")
    assert told(("M",), "leads") == ("Unsure", "leads 1 of 1 rankings")
    assert told(("M", "L"), "leads", "behind") == ("Unsure", "each lead 1 of 2 rankings")
    assert isinstance(leads.lead([]), Absent)
    assert leads.rankings(computed([built_in("wmdp")]), "utility_first") == []


def test_no_two_methods_of_any_suite_can_be_told_apart_on_similar_benchmarks() -> None:
    result = similar.compute(SERVED)
    expected = [
        SERVED.of_suite(all_pair_tests, default_selection(t)).benchmarks for t in SERVED.suites
    ]
    assert result.tested == sum(s.has_tests for s in expected) > 0
    assert result.decided == 0 == sum(s.has_tests and bool(s.ahead.any()) for s in expected)
    none = "On similar benchmarks no two methods of any suite can be told apart."
    assert similar.sentence(result) == none
    assert similar.sentence(replace(result, decided=1, tested=3)) == (
        "On similar benchmarks methods can be told apart in 1 of 3 suites."
    )
    assert similar.sentence(replace(result, tested=0)).startswith("No suite has the benchmarks")
    mine = built_in("muse_seeds")
    hidden = replace(mine, suite=replace(mine.suite, private=True))
    assert similar.compute(computed([hidden])) == similar.Similar(0, 0)


def test_the_map_holds_the_tau_of_the_metrics_that_are_no_parts() -> None:
    """tests/stats/agreement/test_tau.py holds τ against SciPy's."""
    view = view_of(built_in(openings("metrics")[0].suite))
    result, expected = view.of(contradictions.compute), agreement(view.panel)
    plain = [m for m in view.panel.metrics if not m.parts]
    assert list(result.labels) == [m.label for m in plain]
    places = [expected.metrics.index(m.id) for m in plain]
    assert len(result.rows) == len(plain) > 3
    for at, row in enumerate(result.rows):
        assert row == pytest.approx(expected.tau[places[at], places[:at]])


def test_the_page_has_its_cards_and_leads_where_it_says(app_test: Callable[..., AppTest]) -> None:
    app = app_test("")
    html = " ".join(h.proto.body for h in app.get("html"))
    for preset, question in QUESTIONS.items():
        assert question in html
        assert re.search(rf'href="(leaderboard|plan)\?suite=[^"]*weights={preset}"', html)
    for path in (
        "leaderboard",
        "compare",
        "your-results",
        "about?term=limits",
        "about?term=sure",
        "stability",
    ):
        assert f'href="{path}' in html
    assert "A leaderboard does not certify erasure." in html
    assert "On similar benchmarks no two methods" in html
    assert "agreement?suite=tofu_seeds" in html
    assert "Data version" not in html + " ".join(c.value for c in app.caption), "it spans suites"
