"""What is kept with its owner, and goes with it."""

import gc
import weakref

import numpy as np
import pytest

from components.report import report
from components.resolved import Resolved
from components.selection import default_selection
from components.stats import memo as module
from components.stats.memo import MAX_VALUES, kept, memoised
from tests.made import made_tables


class Owner:
    pass


def test_computed_once_per_owner_and_key_and_little_is_kept() -> None:
    calls: list[str] = []

    def compute(name: str) -> str:
        calls.append(name)
        return name

    first, two = Owner(), Owner()
    assert [memoised(first, "a", lambda: compute("1a")) for _ in range(3)] == ["1a"] * 3
    assert memoised(first, "b", lambda: compute("1b")) == "1b"
    assert memoised(two, "a", lambda: compute("2a")) == "2a"
    assert calls == ["1a", "1b", "2a"]
    owner = Owner()
    for i in range(3 * MAX_VALUES):
        memoised(owner, i, lambda i=i: i)
    assert len(module._values_of_owner[owner]) == MAX_VALUES
    array = memoised(owner, "array", lambda: np.zeros(3))
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1.0


def test_it_goes_with_its_owner() -> None:
    tables = made_tables(
        np.random.default_rng(0).random((2, 2, 3, 3)), np.random.default_rng(1).random((2, 2, 3))
    )
    resolved = Resolved(tables, default_selection(tables))
    report(tables, resolved.selection, ("leaderboard",))
    gone = [weakref.ref(x) for x in (tables, resolved.panel)]
    assert tables in module._values_of_owner
    del tables, resolved
    gc.collect()
    assert [ref() for ref in gone] == [None, None]


def test_a_decorated_function_is_computed_once_per_object() -> None:
    calls: list[Owner] = []

    @kept
    def count(owner: Owner) -> int:
        calls.append(owner)
        return len(calls)

    first, second = Owner(), Owner()
    assert [count(first), count(second), count(first)] == [1, 2, 1]
    assert calls == [first, second]
