"""Suites of any size, the same for the same seed: `python tests/bench/suites.py FOLDER --runs 1000000`.

Methods differ in quality, benchmarks in difficulty, seeds hardly; metrics half agree; one value in fifty is missing.
Runs are CSV or Parquet, wide or long, in one file or in one per benchmark. `--samples N` adds the values of so many
samples of each benchmark to every run, for two metrics.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

SHAPES = {
    50: (5, 2, 5),
    100: (10, 2, 5),
    1_000: (20, 5, 10),
    10_000: (50, 10, 20),
    100_000: (200, 10, 50),
    400_000: (200, 10, 200),
    1_000_000: (200, 10, 500),
    10_000_000: (500, 20, 1_000),
}
"""Methods, benchmarks and seeds of each number of runs."""
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
    """How large a suite is: runs = methods × benchmarks × seeds; the last of the metrics is the oracle."""

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
    quality = rng.random((shape.methods, 1, shape.metrics)) * 0.5 + rng.random((shape.methods, 1, 1)) * 0.5
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
        yield pd.DataFrame({**keys, "seed": np.tile(np.arange(shape.seeds), shape.methods), **columns})


def metric_ids(shape: Shape) -> list[str]:
    """The scores and then the oracle."""
    return [*names("x", shape.metrics - 1), "distance"]


def sampled(shape: Shape, samples: int, seed: int) -> Iterator[pd.DataFrame]:
    """The values of single samples, one method of a benchmark after the other: x1 is 0 or 1, x2 a score between.

    Samples differ in difficulty, which all methods share; seeds differ hardly.
    """
    rng = np.random.default_rng((seed, samples))
    quality = rng.random(shape.methods) * 0.2
    names_of = np.array([f"sample {i}" for i in range(samples)])
    for benchmark in names("b", shape.benchmarks):
        hard = rng.random(samples)
        for m, method in enumerate(names("m", shape.methods)):
            score = np.clip(0.6 * hard + quality[m] + 0.2 * rng.random((shape.seeds, samples)), 0, 1).round(4)
            for metric, values in (("x1", (score > 0.5).astype(float)), ("x2", score)):
                keys = {"panel": "main", "benchmark": benchmark, "method": method}
                seeds = np.repeat(np.arange(shape.seeds), samples)
                own = {"seed": seeds, "metric": metric, "sample": np.tile(names_of, shape.seeds)}
                yield pd.DataFrame({**keys, **own, "value": values.ravel()})


def add_samples(folder: Path, shape: Shape, samples: int, seed: int = 1) -> None:
    """Write `per_sample.parquet`, from the last value to the first: no order of a file may matter."""
    kinds = {"seed": pa.int64(), "value": pa.float64()}
    columns = ("panel", "benchmark", "method", "seed", "metric", "sample", "value")
    schema = pa.schema([(c, kinds.get(c, pa.string())) for c in columns])
    with pq.ParquetWriter(folder / "per_sample.parquet", schema) as writer:
        for block in sampled(shape, samples, seed):
            writer.write_table(pa.Table.from_pandas(block.iloc[::-1], schema=schema, preserve_index=False))


def tables(shape: Shape) -> dict[str, pd.DataFrame]:
    """The small tables of the suite."""
    metrics = []
    for i, name in enumerate(metric_ids(shape)):
        oracle, up = name == "distance", i % 2 == 0
        fits = "" if oracle else "identity" if up else "complement"
        head = {"id": name, "label": name, "name": name, "direction": "lower" if oracle or not up else "higher"}
        bounds = {"lower_bound": "0", "upper_bound": "" if oracle else "1"}
        kind = {"role": "oracle" if oracle else "score", **bounds, "utilities": fits, "family": "made"}
        metrics.append({**head, **kind, "measures": "made", "reference": ""})
    said = {"name": "made", "family": "made", "description": "made", "reference": "", "url": ""}
    methods = [{"id": m, "label": m, **said} for m in names("m", shape.methods)]
    benchmarks = [{"id": b, "label": b, **said} for b in names("b", shape.benchmarks)]
    panel = {"id": "main", "label": "Main", "base_model": "made", "setting": "unimodal", "reference": "yes"}
    return {
        "metrics": pd.DataFrame(metrics),
        "methods": pd.DataFrame(methods),
        "benchmarks": pd.DataFrame(benchmarks).drop(columns="family"),
        "panels": pd.DataFrame([{**panel, "description": "made"}]),
    }


def make(
    folder: Path, shape: Shape, *, form: str = "csv", long: bool = False, parts: bool = False, seed: int = 1
) -> Path:
    """Write a suite folder whose id is the folder's name; `form` is csv or parquet, `parts` gives `runs/*.parquet`."""
    folder.mkdir(parents=True)
    (folder / "suite.toml").write_text(SUITE.format(id=folder.name, runs=f"{shape.runs:,}"), encoding="utf-8")
    for name, frame in tables(shape).items():
        frame.to_csv(folder / f"{name}.csv", index=False)
    written = "(FORMAT parquet)" if form == "parquet" else "(FORMAT csv, HEADER)"
    with duckdb.connect() as con:
        for i, block in enumerate(blocks(shape, seed)):
            block["panel"] = block["panel"].astype("category")
            con.register("block", block)
            keys = ", ".join(f"{k}::VARCHAR AS {k}" for k in ("panel", "benchmark", "method"))
            metrics = ", ".join(f"CASE WHEN isnan({m}) THEN NULL ELSE {m} END AS {m}" for m in metric_ids(shape))
            rows = f"SELECT {keys}, seed::BIGINT AS seed, {metrics} FROM block"  # noqa: S608
            rows = f"FROM ({rows}) UNPIVOT (value FOR metric IN ({', '.join(metric_ids(shape))}))" if long else rows
            if parts:
                (folder / "runs").mkdir(exist_ok=True)
                con.execute(f"COPY ({rows}) TO '{folder}/runs/{i:03}.{form}' {written}")
            else:
                con.execute(f"{'INSERT INTO runs' if i else 'CREATE TABLE runs AS'} {rows}")
        if not parts:
            con.execute(f"COPY runs TO '{folder}/runs.{form}' {written}")
    return folder


def main() -> int:
    """Write one suite."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, choices=SHAPES, default=1_000)
    parser.add_argument("--form", choices=("csv", "parquet"), default="parquet")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=0)
    chosen = parser.parse_args()
    kind = {"form": chosen.form, "long": chosen.long, "parts": chosen.parts, "seed": chosen.seed}
    shape = Shape(*SHAPES[chosen.runs])
    print(make(chosen.folder, shape, **kind))
    if chosen.samples:
        add_samples(chosen.folder, shape, chosen.samples, chosen.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
