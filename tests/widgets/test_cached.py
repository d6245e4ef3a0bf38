"""What is kept for all who ask, under which choices it is the same, and what stays in a session."""

import threading
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import kept
from components.resolved import Resolved, decides
from components.results.ranking import compute as ranking
from components.results.taus import compute as taus
from components.results.ways_of_ranking import ways_of_ranking
from components.selection import default_selection
from components.widgets import cached
from data import store
from tests.conftest import ROOT
from tests.released import TABLES


def test_what_no_weight_moves_shares_a_result() -> None:
    first = default_selection(TABLES)
    moved = replace(first, weights="equal", floors="none", axes=("FA", "RA"))
    for compute in (taus, ways_of_ranking):
        assert decides(compute, moved, TABLES) == first
        assert decides(compute, replace(first, seeds=(42,)), TABLES) != first
    assert decides(ranking, moved, TABLES) == moved


def test_who_asks_at_the_same_time_waits_for_one_computation_and_what_raises_is_not_kept() -> None:
    calls: list[int] = []

    def slow(view: Resolved, asked: str = "") -> int:
        calls.append(1)
        time.sleep(0.1)
        return 7

    view, results = Resolved(TABLES, default_selection(TABLES)), []
    threads = [
        threading.Thread(target=lambda: results.append(cached.kept(slow, view))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (calls, results) == ([1], [7] * 4)
    cached.kept(slow, Resolved(TABLES, replace(view.selection, seeds=(42,))))
    cached.kept(slow, view, "asked")
    assert len(calls) == 3, "another selection, and what is asked, are computed anew"

    def fails(view: Resolved) -> int:
        calls.append(2)
        return 1 // 0

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            cached.kept(fails, view)
    assert calls.count(2) == 2


def test_of_too_many_results_the_one_not_asked_for_longest_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(kept, "_slots", OrderedDict())
    monkeypatch.setattr(kept, "MAX_RESULTS", 2)
    view = Resolved(TABLES, default_selection(TABLES))

    def note(_: Resolved, what: str) -> None:
        calls.append(what)

    for asked in ("a", "b", "a", "c", "a", "b"):
        cached.kept(note, view, asked)
    assert calls == ["a", "b", "c", "b"]


OWN = """
from dataclasses import replace
from components.results.ranking import compute
from components.selection import default_selection
from components.widgets import cached
from tests.released import TABLES
own = replace(TABLES, suite=replace(TABLES.suite, id="own", private=True))
cached.keep_private([own])
chosen = default_selection(cached.tables("own"))
assert cached.of(compute, chosen) is cached.of(compute, chosen)
assert cached.resolved(chosen).among.suites[-1].suite.id == "own"
"""


def test_results_of_a_private_suite_stay_in_the_session(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[str] = []
    real = kept.in_process
    monkeypatch.setattr(
        kept, "in_process", lambda key, compute: shared.append(key) or real(key, compute)
    )
    app = AppTest.from_string(OWN, default_timeout=60).run()
    assert not app.exception, app.exception[0].value
    held: Any = app.session_state["_private_results"]
    assert any(key[0] is ranking for key in held)
    assert shared == [], "nothing that rests on it goes where others look"
    again = AppTest.from_string("from components.widgets import cached\ncached.tables('own')").run()
    assert again.exception, "nobody else knows it"


def test_the_first_page_reads_no_suite_but_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = store.tables
    monkeypatch.setattr(store, "tables", lambda suite: read.append(suite) or real(suite))
    kept._tables.cache_clear()
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    app.switch_page(str(ROOT / "pages" / "data.py"))
    app.query_params["suite"] = "muse_seeds"
    read.clear()
    app.run()
    assert not app.exception
    assert "MUSE with seeds · language" in app.selectbox(key="choice_suite").options
    assert read[0] == "muse_seeds"
    assert read.count("muse_seeds") == 1
