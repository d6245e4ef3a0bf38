"""The released panels, made ones, and the tables that R has read and written
(second_program/agreement.R)."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from components.panels import whole_panel
from components.stats.panel import Panel, panel_from_runs
from tests.made import made_metric, made_tables
from tests.released import TABLES

LLAVA, RESNET, BLIP = (
    whole_panel(TABLES, p) for p in ("llava_multimodal", "resnet_unimodal", "blip2_multimodal")
)


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one of R's tables."""
    with open(
        Path(__file__).parent / "second_program" / name, newline="", encoding="utf-8"
    ) as file:
        return list(csv.DictReader(file))


def made(values: Any, directions: Sequence[str] = (), whole: bool = False) -> Panel:
    """A panel of metrics X0, X1, … from values (B, S, M, K); `whole` leaves out runs with a gap."""
    values = np.asarray(values, dtype=float)
    ways = directions or ["higher"] * values.shape[3]
    tables = made_tables(
        values, metrics=[made_metric(f"X{k}", d, bounds=(None, None)) for k, d in enumerate(ways)]
    )
    runs = tables.runs.dropna(subset=[m.id for m in tables.metrics]) if whole else tables.runs
    return panel_from_runs("main", tables.metrics, runs)
