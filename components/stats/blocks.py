"""A panel's runs are compared on a limited number of blocks (`data.blocks`); means, scores and counts use all runs."""

from collections.abc import Hashable
from dataclasses import replace

import numpy as np
import pandas as pd

from components.stats.panel import AllRuns, Bools, Floats, Panel
from data.blocks import compared
from data.registry import Metric


def of_some_blocks(panel: Panel) -> Panel:
    """The panel with the runs of the blocks that are compared and the means of all its runs; unchanged with few."""
    there: Bools = np.asarray(panel.present.any(axis=2))
    seeds = {b: [panel.seeds[s] for s in np.flatnonzero(own)] for b, own in zip(panel.benchmarks, there, strict=True)}
    drawn = compared(panel.id, seeds)
    kept = np.array([[s in drawn[b] for s in panel.seeds] for b in panel.benchmarks], dtype=bool).reshape(there.shape)
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


def with_all_runs(panel: Panel, cells: pd.DataFrame, oracle: Metric | None) -> Panel:
    """A panel whose runs are some of those in the suite, with the counts and means of all of them, `Tables.whole`."""
    own = cells[cells["panel"] == panel.id]
    b = pd.Index(panel.benchmarks).get_indexer(pd.Index(own["benchmark"]))
    m = pd.Index(panel.methods).get_indexer(pd.Index(own["method"]))
    known = (b >= 0) & (m >= 0)

    def placed(column: Hashable) -> Floats:
        values = np.full((len(panel.benchmarks), len(panel.methods)), np.nan)
        values[b[known], m[known]] = own[column].to_numpy(dtype=float)[known]
        return values

    means = [placed((i, "mean")) for i in panel.metric_ids]
    runs = np.nan_to_num(placed("runs")).astype(np.intp)
    distance = None if oracle is None else placed((oracle.id, "mean"))
    return replace(panel, all_runs=AllRuns(runs, np.stack(means, axis=-1), distance))
