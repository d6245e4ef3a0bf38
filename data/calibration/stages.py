"""The stages of a regeneration, one after the other: networks, strengths, runs, bounds, inversion, tables.

`check` recomputes rows of the committed tables from nothing and compares them, metric by metric.
"""

from __future__ import annotations

import csv
import random
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from data.calibration import assemble, config, inversion, work
from data.calibration.equivalence import compare

Job = tuple[str, Any, tuple[Any, ...]]
RELATIVE, ABSOLUTE = 1e-5, 1e-7
"""A value agrees when |new − kept| ≤ ABSOLUTE + RELATIVE · |kept|."""


def train(name: str, kind: str, seed: int) -> float:
    """Train one network, unless it is kept. Seconds."""
    work.start()
    return work.model(name, kind, seed)[1]


def sizes(name: str) -> dict[str, int]:
    """How many samples each part of a benchmark has."""
    data = work.data_of(name)
    return {"forget": len(data.forget), "retain": len(data.retain), "test": len(data.test)}


def floor(name: str) -> list[dict[str, Any]]:
    """J between every two members of the reference ensemble, on the forget prompts."""
    work.start()
    data, rows = work.data_of(name), []
    for a, b in combinations(config.REFERENCES, 2):
        one, two = (work.model(name, "retrained", s)[0] for s in (a, b))
        equal, _, _ = compare(one, two, data.forget, config.stream("floor", name, a, b))
        rows.append({"pair": f"retrained {a} and retrained {b}", "fade": asdict(equal)})
    return rows


def models(seeds: Sequence[int]) -> list[Job]:
    """Every network trained from scratch, those that others need first."""
    wanted = [("retrained", s) for s in config.REFERENCES]
    wanted += [pair for s in seeds for pair in (("base", s), ("retrained", s + config.RETRAIN_OFFSET))]
    jobs = [(b.id, "base", config.TUNING_SEED) for b in config.BENCHMARKS if b.forget == "canary"]
    jobs += [(b.id, kind, s) for kind, s in wanted for b in config.BENCHMARKS]
    return [(f"train/{b}/{kind}/{s}", train, (b, kind, s)) for b, kind, s in jobs]


def strengths(cache: work.Cache) -> dict[tuple[str, str], float]:
    """The strength with the smallest gap, of equal ones the one listed first; controls are not tuned."""
    best = {(b.id, m): 1.0 for b in config.BENCHMARKS for m in config.METHODS}
    for b in config.BENCHMARKS:
        for m in config.TUNED:
            best[b.id, m] = min(cache.results[f"tune/{b.task}_canary/{m}"], key=lambda row: round(row["gap"], 9))[
                "strength"
            ]
    return best


def regenerate(processes: int, seeds: Sequence[int]) -> None:
    """All of it: networks, strengths, runs, bounds, inversion, tables."""
    work.BUILD.mkdir(parents=True, exist_ok=True)
    cache = work.Cache(work.BUILD / f"results-{config.VERSION}.jsonl")
    names = [b.id for b in config.BENCHMARKS]
    tuned: list[Job] = [
        (f"tune/{b.id}/{m}", work.tune, (b.id, m))
        for b in config.BENCHMARKS
        if b.forget == "canary"
        for m in config.TUNED
    ]
    rest: list[Job] = [(f"floor/{n}", floor, (n,)) for n in names]
    rest += [(f"sizes/{n}", sizes, (n,)) for n in names]
    for name in inversion.SETS:
        rest += [(f"inversion/{name}/{a}", inversion.attack_set, (a, name)) for a in inversion.ATTACKS]
        rest += [(f"inversion_judges/{name}", inversion.judge_quality, (name,))]
        rest += [(f"inversion_classes/{name}", inversion.class_pictures, (name,))]
    # forked, and alive through all stages: importing torch takes longer than most units of work
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        work.compute("training", cache, models(seeds), pool)
        work.compute("choosing strengths", cache, tuned, pool)
        best = strengths(cache)
        runs = [
            (assemble.run_key(n, m, s), work.run, (n, m, s, best[n, m]))
            for s in seeds
            for n in names
            for m in config.METHODS
        ]
        work.compute("unlearning", cache, runs, pool)
        work.compute("bounds and inversion", cache, rest, pool)
    # in the order of the jobs, whatever order they finished in
    ordered = {key: cache.results[key] for key, _, _ in (*tuned, *runs, *rest)}
    assemble.assemble(ordered, best, seeds)


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
