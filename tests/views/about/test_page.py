"""The page About without a browser: everything explained, everything citable."""

from __future__ import annotations

from components.defaults import VERSION
from components.glossary import terms
from tests.released import TABLES


def said(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning]).replace("\\", "")


def test_every_metric_method_benchmark_and_term_is_explained(app_test):
    app = app_test("about")
    text = said(app)
    for named in (*TABLES.metrics, *TABLES.methods, *TABLES.benchmarks):
        assert named.name in text
    for term in terms().values():
        assert f"**{term.label}." in text
    assert "utility 1/(1+AD) (reciprocal) or exp(−AD/100) (exponential)" in text
    assert "Khan, Laga & Sohel 2026" in text


def test_a_link_to_a_term_opens_it_first(app_test):
    app = app_test("about", {"term": "tau_b"})
    assert app.selectbox(key="choice_term").value == "tau_b"
    assert said(app).count("**τ-b.**") == 2
    assert terms()["tau_b"].formula in app.latex[0].value


def test_an_unknown_term_is_told(app_test):
    app = app_test("about", {"term": "nonsense"})
    assert any("nonsense" in w.value for w in app.warning)
    assert app.selectbox(key="choice_term").value == ""


def test_citations_name_the_data_version_and_can_be_copied(app_test):
    app = app_test("about")
    text, bib = (c.value for c in app.code)
    assert TABLES.data_version in text
    assert "2605.02206" in text
    assert bib.startswith("@software{")
    assert "author = {Khan and Laga and Sohel}" in bib


def test_licence_version_limits_and_changelog_are_there(app_test):
    app = app_test("about")
    text = said(app)
    assert f"Version of the leaderboard: {VERSION}." in text
    assert "CC BY 4.0" in text
    assert TABLES.data_version in text
    assert f"### {VERSION}" in text
    assert "One block without ties cannot give a two-sided p below 0.083." in text
    assert "No oracle distance was measured for ResNet-18" in text
