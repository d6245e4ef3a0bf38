"""Recomputes rows of the committed tables from nothing and compares them, metric by metric."""

from __future__ import annotations

import csv
import random
import tempfile
from pathlib import Path

from data.calibration import assemble, work

RELATIVE, ABSOLUTE = 1e-5, 1e-7
"""A value agrees when |new − kept| ≤ ABSOLUTE + RELATIVE · |kept|."""


def check(n: int, rng: int | None) -> int:
    """Recompute n rows: reference ensemble, base model, method and metrics, with nothing taken from the cache.

    Also compares the configuration hash. 0 when all agree, else 1.
    """
    rows = _read("runs")
    hashes = {(r["benchmark"], r["method"], r["seed"]): r["config"] for r in _read("runs_meta")}
    strengths = {(r["benchmark"], r["method"]): float(r["strength"]) for r in _read("settings")}
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for row in random.Random(rng).sample(rows, n):
            name, method, seed = row["benchmark"], row["method"], row["seed"]
            again = work.run(name, method, int(seed), strengths[name, method], Path(folder))
            wrong = [f"configuration {again['config']}"] * (again["config"] != hashes[name, method, seed])
            for metric in assemble.METRICS:
                stored, new = float(row[metric]), again["metrics"][metric]
                if abs(new - stored) > ABSOLUTE + RELATIVE * abs(stored):
                    wrong.append(f"{metric}: {stored!r} kept, {new!r} recomputed")
            print(f"{name}, {method}, seed {seed}: {'; '.join(wrong) or 'agrees'}", flush=True)
            failed += bool(wrong)
    print(f"{n - failed} of {n} rows agree within {ABSOLUTE:g} + {RELATIVE:g} × value")
    return int(failed > 0)


def _read(name: str) -> list[dict[str, str]]:
    with (assemble.TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
