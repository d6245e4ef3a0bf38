"""Every page of a suite of which some blocks are compared, and all its runs, page by page."""

from pathlib import Path

import pandas as pd
import pytest

from components.answers.data.suite_tables import runs_wanted
from components.intake.work import aimed, begin, examined, suite_of
from components.selection import default_selection
from data import run_pages, store
from data.load import load_suite
from data.registry import Tables
from tests.answered import text_of
from tests.large import SHAPE, folder, served

__all__ = ["folder", "served"]


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("path", ["leaderboard", pytest.param("agreement", marks=pytest.mark.long)])
def test_every_page_opens(path: str, app_test) -> None:
    app_test(path, {"suite": "many", "draws": "100"})  # which asserts that nothing was raised


def test_a_suite_made_from_it_says_that_it_has_some_runs(served: Tables) -> None:
    two = served.runs[served.runs["method"].isin(["m01", "m02"])].replace({"m01": "Mine A", "m02": "Mine B"})
    suites, text = {"many": served}, two.drop(columns=["run_id", "panel"]).to_csv(index=False)
    work = aimed(begin([("mine.csv", text.encode())], [served]), [served], "many", "main")
    made = suite_of(work, examined(work, suites), suites, {})
    assert "Of its 3,600 runs these are 1,920, of blocks drawn at random." in made.suite.description
    assert len(made.runs) == 1_920 + 96


def test_the_pages_of_runs_are_all_runs_in_their_order(served: Tables, folder: Path) -> None:
    everything, chosen = load_suite(folder).runs, default_selection(served)
    wanted = runs_wanted(chosen)
    assert store.run_count(served, wanted) == SHAPE.runs
    last = run_pages.pages(SHAPE.runs)
    assert last == 8
    read = pd.concat([store.run_page(served, wanted, page) for page in range(1, last + 1)], ignore_index=True)
    columns = ["panel", "benchmark", "method", "seed", "run_id", *(m.id for m in served.metrics)]
    pd.testing.assert_frame_equal(read[columns].astype(object), everything[columns].astype(object))
    assert store.run_page(served, wanted, last + 1).empty


def test_the_address_opens_any_page_of_runs(served: Tables, app_test) -> None:
    app = app_test("data", {"suite": "many", "page_number": "3"})
    shown = app.dataframe[0].value
    assert len(shown) == run_pages.PAGE
    assert shown["in the files"].iloc[0] == "runs, row 1001"
    assert "Runs 1 001 to 1 500 of 3 600, in the order of the files." in " ".join(text_of(app).split())
    app.number_input(key="choice_page_number").set_value(8).run()
    assert app.query_params["page_number"] == "8"
    assert app.dataframe[0].value["in the files"].iloc[-1] == "runs, row 3600"
    app.multiselect(key="choice_methods").select("m40").run()
    assert not app.exception
    assert set(app.dataframe[0].value["method"]) == {"m40"}, "the last page that there is"
    wrong = app_test("data", {"suite": "many", "page_number": "none"})
    assert "page_number: found" in wrong.warning[0].value.replace("\\", "")
