"""The runs behind methods, as a table that is read."""

from collections.abc import Collection

import pandas as pd

from components.resolved import Resolved


def runs_of(resolved: Resolved, methods: Collection[str]) -> pd.DataFrame:
    """The selected runs of these methods as they are in the suite, with labels in place of ids."""
    runs, labels = resolved.selected_runs, resolved.labels
    mine = runs[runs["method"].isin(methods)].drop(columns=["panel", "method"])
    named = mine.assign(benchmark=mine["benchmark"].map(labels.benchmark), seed=mine["seed"].astype(str))
    named.insert(0, "method", runs["method"].map(labels.method))
    return named.rename(columns={m.id: m.label for m in resolved.tables.metrics} | {"run_id": "run"})
