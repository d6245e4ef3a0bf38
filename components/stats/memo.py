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
MAX_VALUES = 32
"""Values kept for one owner; the one computed first is dropped first."""
_values_of_owner: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memoised(owner: object, key: Hashable, compute: Callable[[], T]) -> T:
    """Return what `compute` gives, kept for owner and key.

    Arrays are made read-only. Two threads may both compute."""
    values = _values_of_owner.setdefault(owner, {})
    if key in values:
        kept: T = values[key]
        return kept
    computed = compute()
    if isinstance(computed, np.ndarray):
        computed.flags.writeable = False
    values[key] = computed
    while len(values) > MAX_VALUES:
        values.pop(next(iter(values)), None)
    return computed


def kept(function: Callable[[Owner], T]) -> Callable[[Owner], T]:
    """Decorate a function of one object so that its result is kept as `memoised` does."""

    @wraps(function)
    def keeping(owner: Owner) -> T:
        return memoised(owner, function, lambda: function(owner))

    return keeping
