"""Suites of any size, the same for the same seed: methods differ in quality, benchmarks in
difficulty, seeds hardly.

Metrics half agree; one value in fifty is missing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

SUITE = """id = "{id}"
title = "Made, {runs} runs"
description = "Drawn at random."
paper = "none"
url = ""
authors = ""
year = 2026
source_url = ""
licence = "CC0-1.0"
retrieved = "2026-01-01"
"""


@dataclass(frozen=True)
class Shape:
    """How large a suite is; the last of its metrics is the oracle."""

    methods: int
    benchmarks: int
    seeds: int
    metrics: int = 5

    @property
    def runs(self) -> int:
        """How many runs it has."""
        return self.methods * self.benchmarks * self.seeds


def names(kind: str, n: int) -> list[str]:
    """`m001`, `m002`, …"""
    return [f"{kind}{i:0{len(str(n))}}" for i in range(1, n + 1)]


def blocks(shape: Shape, seed: int) -> Iterator[pd.DataFrame]:
    """The runs of one benchmark after the other, wide; they rise by method, then by seed."""
    rng = np.random.default_rng(seed)
    quality = (
        rng.random((shape.methods, 1, shape.metrics)) * 0.5
        + rng.random((shape.methods, 1, 1)) * 0.5
    )
    methods = pd.Categorical.from_codes(
        np.repeat(np.arange(shape.methods), shape.seeds), categories=names("m", shape.methods)
    )
    for benchmark in names("b", shape.benchmarks):
        hard = rng.random((1, 1, shape.metrics))
        noise = rng.random((shape.methods, shape.seeds, shape.metrics))
        values = np.round(0.6 * quality + 0.2 * hard + 0.2 * noise, 6).reshape(-1, shape.metrics)
        values[rng.random(values.shape) < 0.02] = np.nan
        columns = dict(zip(metric_ids(shape), values.T, strict=True))
        keys = {"panel": "main", "benchmark": benchmark, "method": methods}
        yield pd.DataFrame(
            {**keys, "seed": np.tile(np.arange(shape.seeds), shape.methods), **columns}
        )


def metric_ids(shape: Shape) -> list[str]:
    """The scores and then the oracle."""
    return [*names("x", shape.metrics - 1), "distance"]


def tables(shape: Shape) -> dict[str, pd.DataFrame]:
    """The small tables of the suite."""
    scores = metric_ids(shape)[:-1]
    n = len(scores)
    metrics = labelled([*scores, "distance"], family="made", measures="made", reference="")
    metrics["direction"] = [*(["higher", "lower"] * n)[:n], "lower"]
    metrics["role"] = ["score"] * n + ["oracle"]
    metrics["lower_bound"], metrics["upper_bound"] = "0", ["1"] * n + [""]
    metrics["utilities"] = [*(["identity", "complement"] * n)[:n], ""]
    texts = {"description": "made", "reference": "", "url": ""}
    panel = {"base_model": "made", "setting": "text", "reference": "yes", "description": "made"}
    return {
        "metrics": metrics,
        "methods": labelled(names("m", shape.methods), family="made", **texts),
        "benchmarks": labelled(names("b", shape.benchmarks), **texts),
        "panels": labelled(["main"], **panel).drop(columns="name"),
    }


def labelled(ids: list[str], **texts: str) -> pd.DataFrame:
    """A table whose rows are called by their ids and share some texts."""
    return pd.DataFrame({"id": ids, "label": ids, "name": ids}).assign(**texts)


def make(folder: Path, shape: Shape, seed: int = 1) -> Path:
    """Write a suite folder whose id is the folder's name."""
    folder.mkdir(parents=True)
    (folder / "suite.toml").write_text(
        SUITE.format(id=folder.name, runs=f"{shape.runs:,}"), encoding="utf-8"
    )
    for name, frame in tables(shape).items():
        frame.to_csv(folder / f"{name}.csv", index=False)
    pd.concat(blocks(shape, seed)).to_csv(folder / "runs.csv", index=False)
    return folder
