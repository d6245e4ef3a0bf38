"""Units of work, each for a process of its own: networks, strengths, runs, the bounds of
equivalence."""

import os
import time
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import torch
from torch import nn

from data.tables.calibration.source import config
from data.tables.calibration.source.divergence import compare
from data.tables.calibration.source.measure import accuracy, measure, spread
from data.tables.calibration.source.networks import network
from data.tables.calibration.source.tasks import Task, task
from data.tables.calibration.source.training import train
from data.tables.calibration.source.unlearning import unlearn

MODELS = Path(__file__).resolve().parents[4] / "build" / "calibration" / "models"
"""Where trained networks are kept: many units need the same ones, and a program that was stopped
finds them again."""
PROMPTS_SAMPLED, ANSWERS_SAMPLED = 12, 4


def start() -> None:
    """Set one thread and deterministic kernels in a new process: the same numbers in every one."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)


@cache
def data_of(name: str) -> Task:
    """Return the data of a benchmark, made once per process."""
    return task(config.BY_ID[name])


def model(name: str, kind: str, seed: int) -> tuple[nn.Module, float]:
    """Return a network trained on everything (`base`) or on the retain set (`retrained`), and the
    seconds it took.

    It is kept under the hash of what it depends on.
    """
    b, data = config.BY_ID[name], data_of(name)
    made_of = {
        "version": config.VERSION,
        "benchmark": name,
        "training": dict(config.TRAINING[b.task]),
    }
    key = config.digest({**made_of, "kind": kind, "seed": seed})
    path = MODELS / f"{name}-{kind}-{seed}-{key}.pt"
    if path.exists():
        stored = torch.load(path, weights_only=True)
        trained = network(b.task, 0)
        trained.load_state_dict(stored["state"])
        return trained, float(stored["seconds"])
    began = time.perf_counter()
    trained = train(
        b.task, data.train if kind == "base" else data.retain, config.stream(kind, seed)
    )
    seconds = time.perf_counter() - began
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}")
    torch.save({"state": trained.state_dict(), "seconds": seconds}, part)
    part.replace(path)
    return trained, seconds


def prepare(name: str, kind: str, seed: int) -> None:
    """Train one network, unless it is kept."""
    model(name, kind, seed)


def candidate(name: str, method: str, seed: int, strength: float) -> tuple[nn.Module, float]:
    """Return the model that a method gives, and the seconds it took (retrained and original: their
    training)."""
    if method in ("retrain", "original"):
        kind, offset = ("retrained", config.RETRAIN_OFFSET) if method == "retrain" else ("base", 0)
        return model(name, kind, seed + offset)
    original, _ = model(name, "base", seed)
    began = time.perf_counter()
    settings = config.scaled(method, strength)
    unlearned = unlearn(
        method, original, data_of(name), settings, config.stream(name, method, seed)
    )
    return unlearned, time.perf_counter() - began


def references(name: str) -> list[nn.Module]:
    """Return the reference ensemble of a benchmark."""
    return [model(name, "retrained", s)[0] for s in config.REFERENCES]


@cache
def unit_of(name: str) -> float:
    """Return the spread of the reference ensemble."""
    return spread(references(name), data_of(name))


def tune(name: str, method: str) -> list[dict[str, Any]]:
    """Return the gap to a retrained model for each strength of the grid, on a base model that is
    never a run.

    Gap = |FA − FA of the retrained| + |RA − RA of the retrained| + |TA − TA of the retrained|,
    ensemble means."""
    data = data_of(name)
    goal = [
        [accuracy(r, s) for s in (data.forget, data.retain, data.test)] for r in references(name)
    ]
    wanted = [sum(column) / len(column) for column in zip(*goal, strict=True)]
    rows = []
    for strength in config.GRID:
        unlearned, _ = candidate(name, method, config.TUNING_SEED, strength)
        reached = [accuracy(unlearned, s) for s in (data.forget, data.retain, data.test)]
        gap = sum(abs(a - b) for a, b in zip(reached, wanted, strict=True))
        rows.append(
            {
                "strength": strength,
                "gap": gap,
                **dict(zip(("FA", "RA", "TA"), reached, strict=True)),
            }
        )
    return rows


def run(name: str, method: str, seed: int, strength: float) -> dict[str, Any]:
    """Return one row of the suite: metrics, wall time, configuration hash, equivalence, and some
    drawn answers."""
    data, ensemble, pair = data_of(name), references(name), config.SEEDS.index(seed)
    original, (unlearned, seconds) = (
        model(name, "base", seed)[0],
        candidate(name, method, seed, strength),
    )
    unit, drawing = unit_of(name), config.stream(name, seed)
    values, fade, (from_u, from_r) = measure(
        unlearned, original, ensemble, pair, data, unit, drawing
    )
    prompts = [(pair * PROMPTS_SAMPLED + i) % len(data.forget) for i in range(PROMPTS_SAMPLED)]
    sides = (("unlearned", from_u.own, from_u.other), ("reference", from_r.other, from_r.own))
    tokens = {"unlearned": from_u.tokens, "reference": from_r.tokens}
    samples = [
        [
            p,
            side,
            float(f"{by_unlearned[p, k]:.5g}"),
            float(f"{by_reference[p, k]:.5g}"),
            int(tokens[side][p, k]),
        ]
        for side, by_unlearned, by_reference in sides
        for p in prompts
        for k in range(ANSWERS_SAMPLED)
    ]
    setup = config.digest(config.configuration(name, method, strength))
    return {
        "config": setup,
        "metrics": values,
        "seconds": seconds,
        "fade": fade,
        "samples": samples,
    }


def bounds(name: str) -> dict[str, Any]:
    """Return J between every two members of the reference ensemble, on the forget prompts, and
    sizes in samples."""
    data, rows = data_of(name), []
    for (a, one), (b, two) in combinations(
        zip(config.REFERENCES, references(name), strict=True), 2
    ):
        fade, _, _ = compare(one, two, data.forget, config.stream("floor", name, a, b))
        rows.append({"pair": f"retrained {a} and retrained {b}", "fade": fade})
    return {
        "floor": rows,
        "forget": len(data.forget),
        "retain": len(data.retain),
        "test": len(data.test),
    }
