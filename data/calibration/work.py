"""Units of work in two processes, each result kept, so that a stopped regeneration goes on where it was."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from data.calibration import config
from data.calibration.measure import accuracy, measure, spread
from data.calibration.methods import unlearn
from data.calibration.networks import network
from data.calibration.tasks import Task, task
from data.calibration.training import train

BUILD = Path(__file__).resolve().parents[2] / "build" / "calibration"
PROMPTS_SAMPLED, ANSWERS_SAMPLED = 12, 4
Record = dict[str, Any]


def start() -> None:
    """One thread and deterministic kernels: the same numbers in every process."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)


@cache
def data_of(name: str) -> Task:
    """The data of a benchmark, once per process."""
    return task(config.benchmark(name))


def model(name: str, kind: str, seed: int, folder: Path | None = None) -> tuple[nn.Module, float]:
    """A network trained on everything (`base`) or on the retain set (`retrained`), and the seconds it took.

    Kept in `folder` (BUILD/models when None) under the hash of what it depends on.
    """
    b, data = config.benchmark(name), data_of(name)
    made_of = {"version": config.VERSION, "benchmark": name, "training": dict(config.TRAINING[b.task])}
    key = config.digest({**made_of, "kind": kind, "seed": seed})
    path = (folder or BUILD / "models") / f"{name}-{kind}-{seed}-{key}.pt"
    if path.exists():
        stored = torch.load(path, weights_only=True)
        trained = network(b.task, 0)
        trained.load_state_dict(stored["state"])
        return trained, float(stored["seconds"])
    began = time.perf_counter()
    trained = train(b.task, data.train if kind == "base" else data.retain, config.stream(kind, seed))
    seconds = time.perf_counter() - began
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    torch.save({"state": trained.state_dict(), "seconds": seconds}, part)
    part.replace(path)
    return trained, seconds


def candidate(
    name: str, method: str, seed: int, strength: float, folder: Path | None = None
) -> tuple[nn.Module, float]:
    """The model that a method gives, and the seconds it took (for retrained and original: their training)."""
    if method in ("retrain", "original"):
        kind, offset = ("retrained", config.RETRAIN_OFFSET) if method == "retrain" else ("base", 0)
        return model(name, kind, seed + offset, folder)
    original, _ = model(name, "base", seed, folder)
    began = time.perf_counter()
    settings = config.scaled(method, strength)
    unlearned = unlearn(method, original, data_of(name), settings, config.stream(name, method, seed))
    return unlearned, time.perf_counter() - began


def references(name: str, folder: Path | None = None) -> list[nn.Module]:
    """The reference ensemble of a benchmark."""
    return [model(name, "retrained", s, folder)[0] for s in config.REFERENCES]


def tune(name: str, method: str) -> list[Record]:
    """The gap to a retrained model for each strength of the grid, on a base model that is never a run.

    Gap = |FA − FA of the retrained| + |RA − RA of the retrained| + |TA − TA of the retrained|, ensemble means.
    """
    start()
    data = data_of(name)
    goal = [[accuracy(r, s) for s in (data.forget, data.retain, data.test)] for r in references(name)]
    wanted = [sum(column) / len(column) for column in zip(*goal, strict=True)]
    rows = []
    for strength in config.GRID:
        unlearned, _ = candidate(name, method, config.TUNING_SEED, strength)
        reached = [accuracy(unlearned, s) for s in (data.forget, data.retain, data.test)]
        gap = sum(abs(a - b) for a, b in zip(reached, wanted, strict=True))
        rows.append({"strength": strength, "gap": gap, **dict(zip(("FA", "RA", "TA"), reached, strict=True))})
    return rows


def run(name: str, method: str, seed: int, strength: float, folder: Path | None = None) -> Record:
    """One row of the suite: metrics, wall time, configuration hash, equivalence, and some drawn answers."""
    start()
    data, ensemble = data_of(name), references(name, folder)
    original, _ = model(name, "base", seed, folder)
    unlearned, seconds = candidate(name, method, seed, strength, folder)
    pair = config.SEEDS.index(seed)
    values, equal, from_u, from_r = measure(
        unlearned, original, ensemble, pair, data, unit_of(name, folder), config.stream(name, seed)
    )
    low = pair * PROMPTS_SAMPLED
    prompts = [(low + i) % len(data.forget) for i in range(PROMPTS_SAMPLED)]
    samples = [
        [p, side, float(f"{d.by_unlearned[p, k]:.5g}"), float(f"{d.by_reference[p, k]:.5g}"), int(d.tokens[p, k])]
        for side, d in (("unlearned", from_u), ("reference", from_r))
        for p in prompts
        for k in range(ANSWERS_SAMPLED)
    ]
    return {
        "config": config.digest(config.configuration(name, method, strength)),
        "metrics": values,
        "seconds": seconds,
        "fade": asdict(equal),
        "samples": samples,
    }


@cache
def unit_of(name: str, folder: Path | None = None) -> float:
    """The spread of the reference ensemble."""
    return spread(references(name, folder), data_of(name))


class Cache:
    """Results by key, one JSON object per line; a half-written last line is ignored."""

    def __init__(self, path: Path) -> None:
        self.path, self.results = path, dict(_lines(path))

    def keep(self, key: str, result: Any) -> None:
        """Append a result."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, result]) + "\n")
        self.results[key] = result


def _lines(path: Path) -> Iterator[tuple[str, Any]]:
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.endswith("]"):
                yield tuple(json.loads(line))


def compute(title: str, cache: Cache, jobs: Sequence[tuple[str, Any, tuple[Any, ...]]], pool: Executor) -> None:
    """Run the jobs (key, function, arguments) whose key is not kept yet, with a progress bar."""
    missing = [job for job in jobs if job[0] not in cache.results]
    bar = tqdm(total=len(jobs), initial=len(jobs) - len(missing), desc=title, mininterval=5)
    waiting = {pool.submit(function, *arguments): key for key, function, arguments in missing}
    for done in as_completed(waiting):
        cache.keep(waiting[done], done.result())
        bar.update()
    bar.close()
