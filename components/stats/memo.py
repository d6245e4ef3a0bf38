"""What follows from a thing and does not change with the weights: computed once, while the thing lives.

The utilities of a panel, for instance, are needed at every change of a weight. A value dies with its
owner, so nothing of a reader's own data outlives it. Arrays are made read-only before they are shared.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import numpy as np

T = TypeVar("T")
MOST = 32
"""Values per owner; the one made first goes first."""
_held: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memoised(owner: object, key: Hashable, compute: Callable[[], T]) -> T:
    """What `compute` gives from owner and key alone, computed once. Two threads that ask at once may both compute."""
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
