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
from tests.beside import beside
from tests.made import made_metric, made_tables
from tests.released import TABLES

CASES = beside(__file__)

VIEW = view_of()


def test_everything_is_explained_with_licence_version_limits_and_changelog(app_test):
    app = app_test("about", {"suite": TABLES.suite.id})
    text = texts(app)
    for named in (*TABLES.metrics, *TABLES.benchmarks):
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


def test_a_term_in_the_address_is_explained_at_once_and_an_unknown_one_is_reported(app_test):
    app = app_test("about", {"term": "tau_b"})
    assert app.selectbox(key="term").value == "tau_b"
    assert texts(app).count("**τ-b.**") == 2
    assert terms()["tau_b"].formula in app.latex[0].value
    assert "nonsense" in app_test("about", {"term": "nonsense"}).warning[0].value


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
    assert llava.n_missing == {}
    assert resnet.n_missing == {"JS": 2, "oracle_distance": 12}
    assert [p.has_distance for p in panels.values()] == [True, False, True]
    listed = panels_table(result(TABLES), labels_of(TABLES, "llava_multimodal"))
    missing = next(c for c in listed.columns if c.id == "missing")
    assert [missing.cell(row) for row in listed.rows][:2] == ["none", "JS 2 and Oracle distance 12"]
    kind = next(c for c in listed.columns if c.id == "seed_kind")
    assert [kind.cell(row) for row in listed.rows] == ["unknown", "unknown", ""], "one run each"


@pytest.mark.parametrize(
    ("methods", "p", "least"),
    [(1, 1.0, "1.000"), (4, 1 / 12, "0.083"), (12, 2 / 479_001_600, "4e-09")],
)
def test_the_smallest_p_follows_from_the_methods(methods, p, least):
    tables = made_tables(np.random.default_rng(0).random((1, 1, methods, 2)))
    (panel,) = result(tables).panels
    assert panel.smallest_p == pytest.approx(p)
    first, second, *rest = limitations(result(tables))
    assert first.endswith(f" no p of one block can be below {least}.")
    assert second == CASES["no distance"]
    assert rest[-1] == "A leaderboard ranks what was measured and does not certify erasure."


def test_limits_follow_from_the_size_and_the_gaps():
    texts = limitations(result(TABLES))
    assert texts[2].startswith("BLIP-2 OPT-2.7B: 2 cells of 2 methods, 1 benchmark and 1 seed. ")
    assert "No distance to the retrained model was measured for ResNet-18." in texts
    bounds_of_metric = {"A": (0, None), "B": (None, None), "C": (0, 1)}
    open_ended = [made_metric(name, bounds=ends) for name, ends in bounds_of_metric.items()]
    texts = limitations(result(made_tables(np.ones((1, 1, 2, 3)), metrics=open_ended)))
    assert texts[2].startswith("A and B are unbounded: ")


def test_facts_of_a_metric():
    maps = [UtilityMap("reciprocal"), UtilityMap("exponential", 100)]
    assert metric_facts(made_metric("A", bounds=(0, None), utilities=maps)) == CASES["facts"]
    facts = metric_facts(made_metric("B", "higher", bounds=(None, 1)))
    assert facts[:2] == ["higher is better ↑", "up to 1"]
    assert metric_facts(made_metric("C", bounds=(None, None)))[1] == "no bounds"
    assert metric_facts(made_metric("D", bounds=(0, 1)))[1] == "from 0 to 1"
    last = metric_facts(made_metric("E", role="oracle"))[-1]
    assert last == "judges the other metrics, never part of a score"
