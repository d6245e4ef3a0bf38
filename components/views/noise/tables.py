"""How much of a metric is noise, as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from components.views.noise.result import MetricNoise, NoiseResult
from components.views.noise.words import remark


def noise_table(result: NoiseResult) -> pd.DataFrame:
    """One row per metric."""
    return as_numbers([{"metric": r.label, **noise_cells(r)} for r in result.rows])


def as_numbers(rows: Sequence[Mapping[str, float | str | None]]) -> pd.DataFrame:
    """Rows with `noise_cells` in them, as numbers also where none is known."""
    table = pd.DataFrame(rows)
    return table.astype({c: float for c in table.columns if str(c).startswith(("share", "SD"))})


def noise_cells(row: MetricNoise) -> Mapping[str, float | str | None]:
    """The numbers of one metric by the heads of their columns."""
    return {
        "share of methods": row.share_methods,
        "SD over seeds": row.sd_seeds,
        "SD between methods": row.sd_methods,
        "SD between benchmarks": row.sd_benchmarks,
        "SD methods × benchmarks": row.sd_interaction,
        "remark": remark(row),
    }
