"""Results that follow from an object and do not change with the weights, computed once and kept
while it lives.

A value dies with its owner, so nothing of a user's own table outlives it.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

T = TypeVar("T")
Owner = TypeVar("Owner")
MOST = 32
"""Values kept for one owner; the one computed first is dropped first."""
_held: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memoised(owner: object, key: Hashable, compute: Callable[[], T]) -> T:
    """Return what `compute` gives, kept for owner and key; arrays are made read-only. Two threads
    may both compute."""
    mine = _held.setdefault(owner, {})
    if key in mine:
        value: T = mine[key]
        return value
    made = compute()
    if isinstance(made, np.ndarray):
        made.flags.writeable = False
    mine[key] = made
    while len(mine) > MOST:
        mine.pop(next(iter(mine)), None)
    return made


def kept(function: Callable[[Owner], T]) -> Callable[[Owner], T]:
    """Decorate a function of one object so that its result is kept as `memoised` does."""

    @wraps(function)
    def keeping(owner: Owner) -> T:
        return memoised(owner, function, lambda: function(owner))

    return keeping
