"""The page About without a browser: everything explained, everything citable."""

import numpy as np
import pytest

from components.answers.about.suite import compute as about
from components.answers.about.suite import limitations, metric_facts, panels_table
from components.defaults import VERSION
from components.glossary import terms
from components.words import labels_of
from data.registry import UtilityMap
from tests.answered import text_of as texts
from tests.answered import view_of
from tests.made import made_metric, made_tables
from tests.released import TABLES

VIEW = view_of()


def test_everything_is_explained_with_licence_version_limits_and_changelog(app_test):
    app = app_test("about")
    text = texts(app)
    for named in (*TABLES.metrics, *TABLES.methods, *TABLES.benchmarks):
        assert named.name in text
    for term in terms().values():
        assert f"**{term.label}." in text
    for metric in TABLES.metrics:
        assert " · ".join(metric_facts(metric)) in text
    assert "Khan, Laga & Sohel 2026" in text
    assert f"Version of the leaderboard: {VERSION}." in text
    assert "CC BY 4.0" in text
    assert TABLES.data_version in text
    assert f"### {VERSION}" in text
    for limit in limitations(about(VIEW)):
        assert limit in text


def test_checkpoints_and_terms_are_behind_a_line_or_a_link(app_test):
    app = app_test("about", {"suite": "tofu"})
    (line,) = [e for e in app.expander if e.label == "150 checkpoints"]
    assert len(line.caption) == 150
    assert "**Negative Preference Optimisation.**" in texts(app)
    app = app_test("about", {"term": "tau_b"})
    assert app.selectbox(key="choice_term").value == "tau_b"
    assert texts(app).count("**τ-b.**") == 2
    assert terms()["tau_b"].formula in app.latex[0].value


def result(tables):
    return about(view_of(tables))


def test_panels_are_counted_with_what_is_missing():
    panels = {p.info.label: p for p in result(TABLES).panels}
    assert {name: p.panel.n_runs for name, p in panels.items()} == {
        "LLaVA-1.5-7B": 36,
        "ResNet-18": 12,
        "BLIP-2 OPT-2.7B": 2,
    }
    llava, resnet, _ = panels.values()
    assert llava.missing == {}
    assert resnet.missing == {"JS": 2, "oracle_distance": 12}
    assert [p.judged for p in panels.values()] == [True, False, True]
    listed = panels_table(result(TABLES), labels_of(TABLES, "llava_multimodal"))
    missing = next(c for c in listed.columns if c.id == "missing")
    assert [missing.of(row) for row in listed.rows][:2] == ["none", "JS 2 and Oracle distance 12"]


@pytest.mark.parametrize(("methods", "p"), [(1, 1.0), (4, 1 / 12), (12, 2 / 479_001_600)])
def test_the_smallest_p_follows_from_the_methods(methods, p):
    made = result(made_tables(np.random.default_rng(0).random((1, 1, methods, 2))))
    assert made.panels[0].smallest_p == pytest.approx(p)
    assert not made.panels[0].judged


ALWAYS = 3
"""Limits that every suite has."""


def limits(tables) -> list[str]:
    return limitations(about(view_of(tables)))


def test_limits_follow_from_the_size_and_the_gaps():
    texts = limits(TABLES)
    assert texts[0] == (
        "LLaVA-1.5-7B: 4 methods on 3 benchmarks with 3 seeds, 12 cells in all. One block without ties cannot give a "
        "two-sided p below 0.083."
    )
    assert texts[2].startswith("BLIP-2 OPT-2.7B: 2 methods on 1 benchmark with 1 seed, 2 cells in all.")
    assert texts[3:7] == [
        "The oracle distance measures closeness in one sense only. A metric that does not follow it may still measure "
        "something worth knowing.",
        "Weights derived from reliability inherit its limits: where the stratified p of a metric is not small, its ρ "
        "says little beyond differences between benchmarks.",
        "No oracle distance was measured for ResNet-18: nothing is said about reliability there.",
        "AD is unbounded: values of different base models cannot be compared, and the utility map decides how much a "
        "difference counts.",
    ]
    assert texts[7:] == [
        "Seeds of one method on one benchmark are near-duplicates. They are averaged into a cell and never counted as "
        "independent observations; p-values printed with seeds counted as observations are too small.",
        "Weights are a choice, and the ranking follows from it.",
        "A leaderboard ranks what was measured. It does not certify that anything was erased.",
    ]


def test_limits_of_another_suite_are_its_own():
    texts = limits(made_tables(np.random.default_rng(0).random((1, 1, 12, 2))))
    assert texts[0].endswith("two-sided p below 4e-09.")
    assert texts[1:-ALWAYS] == ["This suite has no oracle distance: the reliability of its metrics cannot be judged."]
    judged = limits(made_tables(np.random.default_rng(0).random((1, 1, 3, 1)), np.ones((1, 1, 3))))
    assert len(judged) == 1 + 2 + ALWAYS
    open_ended = [made_metric("A", bounds=(0, None)), made_metric("B", bounds=(None, None)), made_metric("C")]
    assert limits(made_tables(np.ones((1, 1, 2, 3)), metrics=open_ended))[2].startswith("A and B are unbounded: ")


def test_facts_of_a_metric():
    maps = [UtilityMap("reciprocal"), UtilityMap("exponential", 100)]
    assert metric_facts(made_metric("A", bounds=(0, None), utilities=maps)) == [
        "lower is better ↓", "from 0 upwards", "utility 1/(1+A) (reciprocal) or exp(−A/100) (exponential)",
    ]  # fmt: skip
    assert metric_facts(made_metric("B", "higher", bounds=(None, 1)))[:2] == ["higher is better ↑", "up to 1"]
    assert metric_facts(made_metric("C", bounds=(None, None)))[1] == "no bounds"
    assert metric_facts(made_metric("D", bounds=(0, 1)))[1] == "from 0 to 1"
    assert metric_facts(made_metric("E", role="oracle"))[-1] == "judges the other metrics, never part of a score"
