"""What follows from a thing and does not change with the weights: computed once, while the thing lives.

A panel, for instance, is asked for its reliabilities under resampling each time somebody moves a weight. A value
dies with its owner, so nothing of a reader's own data outlives it. Arrays are made read-only before they are shared.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, ref

import numpy as np
import numpy.typing as npt

from components.stats.stop import check

T = TypeVar("T")
MOST = 32
"""Values per owner; the one made first goes first."""
LARGEST, ALL_LARGE = 2**26, 2**27
"""Bytes of one array that is held, and of all large arrays together: of these the one used longest ago goes first."""
_held: WeakKeyDictionary[Any, dict[Hashable, Any]] = WeakKeyDictionary()


def memoised(owner: object, key: Hashable, compute: Callable[[], T]) -> T:
    """What `compute` gives, from the second time on without computing. `owner` is compared by identity.

    `compute` must follow from owner and key alone. Two threads that ask at once may both compute.
    """
    mine = _held.setdefault(owner, {})
    if key in mine:
        value: T = mine[key]
        return value
    check()
    made = compute()
    if isinstance(made, np.ndarray):
        made.flags.writeable = False
    mine[key] = made
    while len(mine) > MOST:
        mine.pop(next(iter(mine)), None)
    return made


_used: dict[tuple[ref[Any], Hashable], int] = {}
_using = Lock()


def memoised_large(owner: object, key: Hashable, compute: Callable[[], npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """`memoised` for an array of up to LARGEST bytes, which is let go of when ALL_LARGE were used after it."""
    made = memoised(owner, key, compute)
    with _using:
        _used.pop((ref(owner), key), None)
        _used[ref(owner), key] = made.nbytes
        held = 0
        for (its_owner, its_key), size in reversed(list(_used.items())):
            alive = its_owner()
            held += size if alive is not None else 0
            if alive is None or held > ALL_LARGE:
                del _used[its_owner, its_key]
            if alive is not None and held > ALL_LARGE:
                _held[alive].pop(its_key, None)
    return made
