"""Random draws keyed by ids, so that no number depends on the order in which a file lists what is
drawn."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats


def stream(seed: int, *ids: str) -> np.random.Generator:
    """Return the random generator of a seed and ids."""
    return np.random.default_rng([seed, *(int.from_bytes(i.encode()) for i in ids)])


def places_by_id(ids: Sequence[str]) -> npt.NDArray[np.intp]:
    """Return (n,) the place of each id in alphabetical order, from 0."""
    places: npt.NDArray[np.intp] = np.unique(
        np.array(list(ids), dtype=object), return_inverse=True
    )[1]
    return places


def as_listed(drawn: Floats, *axes: Sequence[str]) -> Floats:
    """Return draws whose last axes follow the ids in alphabetical order with these axes in the
    order of `axes`."""
    for axis, ids in enumerate(reversed(axes), start=1):
        drawn = drawn.take(places_by_id(ids), axis=-axis)
    return drawn
