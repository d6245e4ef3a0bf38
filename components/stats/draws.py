"""Random draws keyed by ids: no number depends on where a file lists what is drawn."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats


def stream(seed: int, *ids: str) -> np.random.Generator:
    """A random stream of its own for a seed and ids."""
    return np.random.default_rng([seed, *(int.from_bytes(i.encode()) for i in ids)])


def places_by_id(ids: Sequence[str]) -> npt.NDArray[np.intp]:
    """(n,) the place of each id in alphabetical order."""
    places: npt.NDArray[np.intp] = np.unique(np.array(list(ids), dtype=object), return_inverse=True)[1]
    return places


def as_listed(drawn: Floats, *axes: Sequence[str]) -> Floats:
    """What was drawn for the ids of the last axes in alphabetical order, in the order in which they are listed."""
    for axis, ids in enumerate(reversed(axes), start=1):
        drawn = drawn.take(places_by_id(ids), axis=-axis)
    return drawn
