"""Two methods sample by sample as tables."""

from __future__ import annotations

import pandas as pd

from components.text import shortened
from components.views.stability.result.samples import SamplesResult

LONGEST = 200
"""Letters of a sample's name that a page shows."""


def samples_table(rows: pd.DataFrame, result: SamplesResult, longest: int | None = LONGEST) -> pd.DataFrame:
    """One row per sample; `longest` cuts names, for the screen."""
    labels = result.labels
    names = rows["sample"] if longest is None else rows["sample"].map(lambda name: shortened(name, longest))
    told = {
        "benchmark": rows["benchmark"].map(labels.benchmark),
        "sample": names.astype("str"),
        **_values(rows, result),
        "difference": rows["difference"],
    }
    return pd.DataFrame(told)


def curve_table(result: SamplesResult) -> pd.DataFrame:
    """The points of the curve."""
    return pd.DataFrame({"rank": result.ranks, "difference": result.values})


def _values(rows: pd.DataFrame, result: SamplesResult) -> dict[str, pd.Series]:
    """The values of the two under their labels, which may be the same."""
    first, second = result.labels.method(result.a), result.labels.method(result.b)
    return {first: rows["a"], second if second != first else f"{second} (2)": rows["b"]}
