"""The page About without a browser: everything explained, everything citable."""

from __future__ import annotations

from components.answers.about.suite import compute as about
from components.answers.about.suite import limitations, metric_facts
from components.defaults import VERSION
from components.glossary import terms
from components.resolved import Resolved
from components.selection import default_selection
from tests.answered import text_of as texts
from tests.released import TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))


def test_every_metric_method_benchmark_and_term_is_explained(app_test):
    app = app_test("about")
    text = texts(app)
    for named in (*TABLES.metrics, *TABLES.methods, *TABLES.benchmarks):
        assert named.name in text
    for term in terms().values():
        assert f"**{term.label}." in text
    for metric in about(VIEW).metrics:
        assert " · ".join(metric_facts(metric)) in text
    assert "Khan, Laga & Sohel 2026" in text


def test_a_link_to_a_term_opens_it_first(app_test):
    app = app_test("about", {"term": "tau_b"})
    assert app.selectbox(key="choice_term").value == "tau_b"
    assert texts(app).count("**τ-b.**") == 2
    assert terms()["tau_b"].formula in app.latex[0].value


def test_licence_version_limits_and_changelog_are_there(app_test):
    app = app_test("about")
    text = texts(app)
    assert f"Version of the leaderboard: {VERSION}." in text
    assert "CC BY 4.0" in text
    assert TABLES.data_version in text
    assert f"### {VERSION}" in text
    for limit in limitations(about(VIEW)):
        assert limit in text
