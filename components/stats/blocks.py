"""Panels with many blocks (a benchmark and a seed each): runs are compared on some of them, means
and counts use all.

Comparing runs takes time that grows with the cube of the blocks, and the result hardly changes
beyond some dozens."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256

import numpy as np

from components.stats.panel import AllRuns, Bools, Panel

MOST_BLOCKS = 48
"""Blocks of a panel that are compared; of more, seeds are drawn."""
FEWEST_SEEDS = 2
"""Seeds of each benchmark that are drawn at least."""


def of_some_blocks(panel: Panel) -> Panel:
    """Return the panel with the runs of the blocks compared and the means of all; unchanged with up
    to MOST_BLOCKS."""
    there: Bools = np.asarray(panel.present.any(axis=2))
    seeds = {
        b: [panel.seeds[s] for s in np.flatnonzero(own)]
        for b, own in zip(panel.benchmarks, there, strict=True)
    }
    drawn = compared(panel.id, seeds)
    kept = np.array(
        [[s in drawn[b] for s in panel.seeds] for b in panel.benchmarks], dtype=bool
    ).reshape(there.shape)
    if (kept >= there).all():
        return panel
    every = AllRuns(panel.present.sum(axis=1), panel.cells, panel.oracle_cells)
    without = ~kept[:, :, None]
    masked = replace(
        panel,
        present=panel.present & kept[:, :, None],
        values=np.where(without[..., None], np.nan, panel.values),
        oracle=None if panel.oracle is None else np.where(without, np.nan, panel.oracle),
    )
    return replace(masked.subset(seeds=np.flatnonzero(kept.any(axis=0)).tolist()), all_runs=every)


def compared(panel: str, seeds: Mapping[str, Iterable[int]]) -> dict[str, tuple[int, ...]]:
    """Return the seeds of each benchmark that are compared, of all `seeds` it has, in rising order.

    With more than MOST_BLOCKS blocks every benchmark takes equally many, in an order that follows
    from the ids of panel and seed alone: the draw repeats, and a seed that is added changes at most
    one of each benchmark."""
    there = {benchmark: sorted(set(own)) for benchmark, own in seeds.items()}
    if sum(map(len, there.values())) <= MOST_BLOCKS:
        return {benchmark: tuple(own) for benchmark, own in there.items()}
    most = max(FEWEST_SEEDS, MOST_BLOCKS // len(there))
    place = {s: sha256(f"{panel} {s}".encode()).digest() for own in there.values() for s in own}
    return {
        benchmark: tuple(sorted(sorted(own, key=place.__getitem__)[:most]))
        for benchmark, own in there.items()
    }
