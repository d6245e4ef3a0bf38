"""The data page without a browser."""

from components.answers.data.suite_tables import compute, suite_lines, suite_table, table_sentences
from components.results.sources import on_one_benchmark
from components.served import computed
from components.widgets import cached
from data import store
from data.problems import Problem
from data.registry import NotServed
from tests.answered import text_of as texts
from tests.answered import view_of
from tests.released import NAMES, TABLES

VIEW = view_of()


def test_the_runs_come_first_and_any_table_can_be_chosen(app_test) -> None:
    app = app_test("data", {"suite": TABLES.suite.id})
    assert suite_lines(compute(VIEW))[0] in " ".join(h.proto.body for h in app.get("html"))
    assert " ".join(table_sentences(suite_table(TABLES, "runs"))) in texts(app)
    assert len(app.dataframe[0].value) == 50
    app.selectbox(key="table").select("published").run()
    assert not app.exception
    assert app.query_params["table"] == "published"
    assert len(app.dataframe[0].value) == 40


def test_every_suite_is_listed_with_a_link_and_what_was_not_found_is_named(app_test) -> None:
    app = app_test("data")
    (listed,) = [
        h.proto.body for h in app.get("html") if "All suites and their sources" in h.proto.body
    ]
    assert all(f"leaderboard?suite={s.id}" in listed for s in store.suites())
    assert "FIUBench, PEBench, RWKU" in texts(app)
    assert texts(app).count("On TOFU, ") == texts(app).count("On MUSE, ") == 1


def test_suites_on_one_benchmark_name_each_others_leaders() -> None:
    """Leaders of the suites on TOFU as the ways of ranking find them: AltPO, NPO, GradDiff and
    BLADE."""
    served = computed([store.tables(name) for name in NAMES])
    (on_tofu,) = [text for text in on_one_benchmark(served) if text.startswith("On TOFU, ")]
    for leads in (
        "AltPO leads in TOFU forget10 (best of 150 checkpoints, 1 seed)",
        "GradDiff leads in TOFU leaderboard (best of 20 checkpoints, 1 seed)",
        "NPO leads in OpenUnlearning (1 seed)",
        "BLADE leads in TOFU with seeds (5 seeds)",
    ):
        assert leads in on_tofu
    assert on_tofu.endswith(": tuning, seeds and methods differ (1 in common).")


def test_a_refused_query_is_a_sentence_and_the_place(app_test) -> None:
    app = app_test("data", {"sql": "DROP TABLE run"})
    assert "expected one SELECT" in app.error[0].value.replace("\\", "")
    wrong = app_test("data", {"sql": "SELECT FROM WHERE"})
    assert "^" in wrong.code[0].value
    misspelt = app_test("data", {"suite": TABLES.suite.id, "sql": "SELECT fb FROM runs"})
    assert misspelt.code[-1].value.startswith("runs: panel, benchmark, method, seed, FA, RA")


def test_hostile_values_and_names_stay_text(app_test) -> None:
    query = (
        'SELECT \'<script>alert(1)</script>\' AS "<b>name</b>", 1.5 AS "=1+1"'
        " UNION ALL SELECT 'x', 2.5"
    )
    app = app_test("data", {"sql": query})
    assert app.dataframe[-1].value.shape == (2, 2)
    assert not [m for m in app.markdown if "<script" in m.value or "<b>" in m.value]
    bad = app_test("data", {"sql": "SELECT 1\u0000", "table": "../x", "find": "\u202e"})
    assert len(bad.warning) == 1
    assert len(bad.dataframe[0].value), "what cannot be read filters nothing"


def test_folders_that_are_not_served_are_listed_with_every_problem(app_test, monkeypatch) -> None:
    problems = (
        Problem("runs.csv", 2, "MIA", "'x'", "a number"),
        Problem("<b>.csv", None, None, "a link", "a file"),
    )
    refused = NotServed("my suite", "mine", problems)
    monkeypatch.setattr(cached, "not_served", lambda: (refused,))
    app = app_test("data")
    assert app.warning[0].value.replace("\\", "") == refused.sentence
    listed = app.table[0].value.map(lambda text: text.replace("\\", ""))
    assert listed.to_numpy().tolist() == [
        ["runs.csv, line 2, column MIA", "'x'", "a number"],
        ["<b>.csv", "a link", "a file"],
    ]
    link, other = (
        app_test("data", {"suite": name}).warning[0].value for name in ("mine", "theirs")
    )
    assert "The address names mine, not served" in link.replace("\\", "")
    assert "not served" not in other
