"""Random draws keyed by ids, so that no number depends on the order in which a file lists what is
drawn."""

from collections.abc import Sequence

import numpy as np

from components.stats.panel import Floats, Ints


def stream(seed: int, *ids: str) -> np.random.Generator:
    """Return the random generator of a seed and ids."""
    keys = [int.from_bytes(name.encode()) for name in ids]
    return np.random.default_rng([seed, *keys])


def places_by_id(ids: Sequence[str]) -> Ints:
    """Return (n,) the place of each id in alphabetical order, from 0."""
    names = np.array(list(ids), dtype=object)
    _, places = np.unique(names, return_inverse=True)
    return np.asarray(places)


def as_listed(drawn: Floats, ids: Sequence[str]) -> Floats:
    """Return draws (…, n) in the order of `ids`.

    The last axis of `drawn` follows the ids in alphabetical order."""
    return drawn.take(places_by_id(ids), axis=-1)
