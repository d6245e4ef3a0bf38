"""Which blocks (a benchmark and a seed) of a panel have their runs compared one by one: all of a few, some of many.

Comparing runs takes time that grows with the cube of the blocks, and its result hardly changes after some dozens of
them. Means, scores, ranks and counts come from all runs.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256

MOST_BLOCKS = 48
"""Blocks of a panel that are compared; of more, seeds are drawn."""
FEWEST_SEEDS = 2
"""Seeds drawn of each benchmark at least, so that they can be compared."""


def compared(panel: str, seeds: Mapping[str, Iterable[int]]) -> dict[str, tuple[int, ...]]:
    """The seeds of each benchmark that are compared, from all it has; of a panel with at most MOST_BLOCKS blocks all.

    Of more, every benchmark takes the same number of its seeds in an order that follows from the ids of panel and seed
    alone: the draw is the same each time, and a seed that is added changes at most one of each benchmark.
    """
    there = {benchmark: sorted(set(own)) for benchmark, own in seeds.items()}
    if sum(map(len, there.values())) <= MOST_BLOCKS:
        return {benchmark: tuple(own) for benchmark, own in there.items()}
    most = max(FEWEST_SEEDS, MOST_BLOCKS // len(there))
    place = {s: sha256(f"{panel} {s}".encode()).digest() for own in there.values() for s in own}
    return {benchmark: tuple(sorted(sorted(own, key=place.__getitem__)[:most])) for benchmark, own in there.items()}
