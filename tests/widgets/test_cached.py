"""What is held for all who ask, and under which choices it is the same."""

import threading
import time
from dataclasses import replace

import pytest
from components.stats.stop import checking

from components.resolved import Resolved, reads
from components.selection import default_selection
from components.stats.ranking.weights import presets
from components.widgets import cached
from components.widgets.cached import Results, choices_read
from tests.endless import Endless, Held
from tests.released import TABLES


class Gone(Exception):
    pass


def test_choices_that_are_not_read_share_a_result() -> None:
    @reads(weights=False, view_only=("pair",))
    def opened(resolved: Resolved) -> int:
        return 0

    first = default_selection(TABLES)
    moved = replace(first, weights="equal", metric="AD")
    assert choices_read(opened, moved, TABLES) == first
    assert choices_read(opened, replace(first, pair=("FA", "RA")), TABLES) != first


def test_presets_belong_to_their_tables_and_what_raises_is_not_held() -> None:
    fewer = replace(TABLES, extras={})
    assert len(presets(fewer)) < len(presets(TABLES))
    assert presets(TABLES) is presets(TABLES)
    results = Results(2)
    with pytest.raises(ZeroDivisionError):
        results.get("a", lambda: 1 // 0)
    assert results.get("a", lambda: 3) == 3


def test_who_asks_at_the_same_time_waits_for_one_computation_and_the_oldest_goes_first() -> None:
    results, made = Results(2), []

    def slow() -> int:
        made.append(1)
        time.sleep(0.05)
        return 7

    threads = [threading.Thread(target=lambda: results.get("a", slow)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]
    results.get("b", lambda: 1)
    results.get("a", slow)
    results.get("c", lambda: 1)
    results.get("a", slow)
    assert made == [1], "the one asked for last stays"
    results.get("b", slow)
    assert made == [1, 1]


def test_what_another_reader_waits_for_is_computed_until_that_one_leaves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached, "GRACE", 0.0)
    results, endless, left, seen = Results(1), Endless(), [threading.Event() for _ in range(2)], threading.Event()

    def reader(mine: threading.Event) -> None:
        def ask() -> None:
            if mine.is_set():
                seen.set()
                raise Gone

        with pytest.raises(Gone), checking(ask):
            results.get("key", endless)

    threads = [threading.Thread(target=reader, args=(mine,)) for mine in left]
    threads[0].start()
    assert endless.begun.wait(60)
    threads[1].start()
    while results._running["key"].asking < 2:
        time.sleep(0.001)
    left[0].set()
    assert seen.wait(60)
    before = endless.steps
    while endless.steps < before + 3:
        assert not endless.ended.is_set(), "the other one still waits"
    left[1].set()
    assert endless.ended.wait(60)
    for thread in threads:
        thread.join(60)
    assert results.get("key", lambda: 3) == 3


def test_a_page_that_runs_anew_finds_its_result_under_way() -> None:
    results, held, left, seen, made = Results(1), Held(), threading.Event(), threading.Event(), []

    def ask() -> None:
        if left.is_set():
            seen.set()
            raise Gone

    def first() -> None:
        with pytest.raises(Gone), checking(ask):
            results.get("key", held)

    threads = [threading.Thread(target=first), threading.Thread(target=lambda: made.append(results.get("key", bytes)))]
    threads[0].start()
    assert held.begun.wait(60)
    left.set()
    assert seen.wait(60)
    threads[1].start()
    while results._running["key"].asking < 2:
        time.sleep(0.001)
    held.go.set()
    for thread in threads:
        thread.join(60)
    assert made == [b"x"], "what the first run began"
