"""`python -m data.tables.calibration.source` trains, unlearns, measures and writes the tables of
the suite."""

import argparse
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

# before torch is imported: kernels that give the same digits on processors of different makes, one
# thread each
for _name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
for _name, _value in (
    ("ATEN_CPU_CAPABILITY", "avx2"),
    ("ONEDNN_MAX_CPU_ISA", "AVX2"),
    ("MKL_CBWR", "AVX2"),
):
    os.environ.setdefault(_name, _value)

from data.tables.calibration.source import assemble, attacks, config, units  # noqa: E402

Jobs = Mapping[str, tuple[Callable[..., Any], tuple[Any, ...]]]
"""Functions of units of work with their arguments, by the key of their result."""


def main() -> None:
    """Compute everything: networks, strengths, runs, bounds, inversion, tables."""
    parser = argparse.ArgumentParser(
        prog="python -m data.tables.calibration.source", description=__doc__
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    processes, began = parser.parse_args().processes, time.perf_counter()
    names = [b.id for b in config.BENCHMARKS]
    tuned: Jobs = {
        f"tune/{n}/{m}": (units.tune, (n, m)) for n in config.CANARIES for m in config.TUNED
    }
    # forked, and alive through all stages: importing torch takes longer than most units of work
    with ProcessPoolExecutor(processes, get_context("fork"), units.start) as pool:
        _compute("networks", _networks(), pool)
        results = _compute("strengths", tuned, pool)
        best = _strengths(results)
        runs: Jobs = {
            f"run/{n}/{m}/{s}": (units.run, (n, m, s, best[n, m]))
            for s in config.SEEDS
            for n in names
            for m in config.METHODS
        }
        results |= _compute("runs", runs, pool)
        results |= _compute("bounds and inversion", _rest(names), pool)
    assemble.assemble(results, best)
    print(f"done in {(time.perf_counter() - began) / 60:.1f} minutes; tables in {assemble.TABLES}")


def _networks() -> Jobs:
    """Return the jobs of every network that is trained from scratch, those that others need
    first."""
    wanted = [("retrained", s) for s in config.REFERENCES]
    wanted += [
        pair
        for s in config.SEEDS
        for pair in (("base", s), ("retrained", s + config.RETRAIN_OFFSET))
    ]
    jobs = [(name, "base", config.TUNING_SEED) for name in config.CANARIES]
    jobs += [(b.id, kind, s) for kind, s in wanted for b in config.BENCHMARKS]
    return {f"train/{name}/{kind}/{s}": (units.prepare, (name, kind, s)) for name, kind, s in jobs}


def _rest(names: list[str]) -> Jobs:
    return {
        **{f"bounds/{n}": (units.bounds, (n,)) for n in names},
        **{
            f"inversion/{n}/{a}": (attacks.attack_set, (a, n))
            for n in attacks.SETS
            for a in attacks.ATTACKS
        },
        **{f"inversion_judges/{n}": (attacks.judge_quality, (n,)) for n in attacks.SETS},
        **{f"inversion_classes/{n}": (attacks.class_pictures, (n,)) for n in attacks.SETS},
    }


def _strengths(tuned: Mapping[str, Any]) -> dict[tuple[str, str], float]:
    """Return the strength with the smallest gap, of equal ones the one listed first; controls are
    not tuned."""
    best = {(b.id, m): 1.0 for b in config.BENCHMARKS for m in config.METHODS}
    for b in config.BENCHMARKS:
        for m in config.TUNED:
            row = min(tuned[f"tune/{b.task}_canary/{m}"], key=lambda row: round(row["gap"], 9))
            best[b.id, m] = row["strength"]
    return best


def _compute(stage: str, jobs: Jobs, pool: Executor) -> dict[str, Any]:
    """Return the results of jobs, in their order."""
    began = time.perf_counter()
    waiting = {
        key: pool.submit(function, *arguments) for key, (function, arguments) in jobs.items()
    }
    results = {key: one.result() for key, one in waiting.items()}
    print(f"{stage}: {len(results)} in {time.perf_counter() - began:.0f} s", flush=True)
    return results


if __name__ == "__main__":
    main()
