"""The start page: its cards, its map, its search and where everything leads; who leads is tested in
tests/results/test_leads.py."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from components.answers.agreement.taus import finding
from components.answers.overview import contradictions, similar
from components.resolved import Resolved
from components.results.leads import KINDS, is_computed_here, leads_of_kind
from components.results.pair_tests import all_pair_tests
from components.results.taus import compute as taus
from components.selection import default_selection
from components.served import computed
from components.stats.agreement.tau import TIE_AWARE, agreement
from data.openings import opening_suite
from tests.answered import view_of
from tests.released import NAMES, built_in

SERVED = computed([built_in(n) for n in NAMES])
MAX_WORDS = 120


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


def test_the_map_shows_the_suite_whose_metrics_contradict_each_other_most() -> None:
    """Of the suites of others, the first panel with the largest share of pairs that contradict
    significantly (ties as ties, after Holm)."""
    share_of_suite = {}
    for name in NAMES:
        tables = built_in(name)
        if is_computed_here(tables):
            continue
        pairs = Resolved(tables, default_selection(tables)).of(taus).pairs[TIE_AWARE]
        defined = [(pair.tau, pair.p_holm) for pair in pairs if pair.tau is not None]
        n_opposed = sum(tau < 0 and p is not None and p <= 0.05 for tau, p in defined)
        share_of_suite[name] = n_opposed / len(defined)
    most = max(share_of_suite, key=lambda name: share_of_suite[name])
    assert most == opening_suite("contradiction") == "knowundo_seeds"
    assert share_of_suite[most] == pytest.approx(2 / 3)


def test_the_map_holds_the_tau_of_the_metrics_that_are_no_parts() -> None:
    """tests/stats/agreement/test_tau.py holds τ against SciPy's."""
    for suite in (opening_suite("contradiction"), "tofu_seeds"):
        view = view_of(built_in(suite))
        result, expected = view.of(contradictions.compute), agreement(view.panel)
        # hm is made of others that are shown
        shown = [m for m in view.panel.compared.metrics if m.id != "hm"]
        assert list(result.names) == [m.name for m in shown]
        places = [expected.metrics.index(m.id) for m in shown]
        assert len(result.rows) == len(shown) >= 3
        for at, row in enumerate(result.rows):
            assert row == pytest.approx(expected.tau[places[at], places[:at]])


@pytest.fixture
def start(app_test: Callable[..., AppTest]) -> AppTest:
    return app_test("")


def page_html(app: AppTest) -> str:
    return " ".join(h.proto.body for h in app.get("html"))


def test_every_ranking_is_a_link_to_the_leaderboard_at_exactly_that_ranking(
    start: AppTest,
) -> None:
    html = unescape(page_html(start))
    for kind, label in KINDS.items():
        assert f">{label}</h3>" in html
        for ranking in leads_of_kind(SERVED, kind).rankings:
            suite, selection = ranking.view.tables.suite.id, ranking.view.selection
            wanted = rf'href="leaderboard\?suite={suite}&rows={selection.rows}&weights=balanced'
            if len(ranking.view.tables.panels) > 1 and not ranking.view.info.reference:
                wanted += f"&panel={selection.panel}"
            assert re.search(rf'{wanted}" data-inside>[^<]*</a>: ', html), wanted
    assert html.count('href="leaderboard?') == 38
    assert "PDU</a> leads 4 of the 7 it is in · one source" in html
    assert "Gradient Ascent</a> leads 2 of the 2 it is in · one source" in html
    assert html.count("No method leads most rankings.") == 3
    assert "TOFU with seeds, Llama-3.2-1B</a>: BLADE, ahead of all others; spreads differ<" in html
    assert "CLEAR, LLaVA</a>: no method beats the untouched model" in html
    assert "Left out: Calibration, computed here on small networks." in html


def test_the_page_leads_where_it_says_and_is_never_sure(start: AppTest) -> None:
    html = page_html(start)
    for path in ("leaderboard", "compare", "your-results", "brief", "stability", "method?id=pdu"):
        assert f'href="{path}"' in html
    assert "Metrics contradict each other</a>: a destroyed model forgets everything" in html
    assert 'href="about?term=limits" data-inside>A leaderboard does not certify erasure.' in html
    assert "On similar benchmarks no two methods" in html
    map_view = view_of(built_in(opening_suite("contradiction")))
    assert "agreement?suite=knowundo_seeds" in html
    assert finding(map_view.of(taus)) in html, "as the page that it leads to"
    assert not re.search(r"\b[Ss]ure(ly)?\b", html)
    folded = r"<ul><li>.*?</ul>|<p>At balanced.*?</p>"
    cells = r'<p class="lead"><a.*?</p>|<div class="stairs".*?</div></div>'
    first_screen = re.sub(f"{folded}|{cells}", "", html, flags=re.DOTALL)
    words = re.findall(r"[^\W\d][\w’-]*", unescape(re.sub(r"<[^>]*>", " ", first_screen)))
    assert len(words) <= MAX_WORDS, words
    assert "Data version" not in html + " ".join(c.value for c in start.caption), "it spans suites"


@pytest.mark.parametrize(
    ("found", "target"),
    [
        (("methods", "npo"), "method?id=npo"),
        (("metrics", "model_utility"), "metric?id=model_utility"),
    ],
)
def test_a_pick_of_the_search_follows_a_link_to_its_page(
    start: AppTest, found: tuple[str, str], target: str
) -> None:
    box = start.selectbox(key="search_names")
    assert box.value is None
    assert "NPO · method" in box.options
    assert len(box.options) > 100
    box.set_value(found).run()
    assert not start.exception
    (followed,) = [
        part.proto
        for part in start.get("bidi_component")
        if part.proto.component_name == "follow_link"
    ]
    assert json.loads(followed.json) == target
