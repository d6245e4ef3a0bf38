"""How long the agreement page of a large suite takes to compute and to build, 26 metrics × 150 methods × 9 blocks.

Script time: what Python does between a reader's choice and the figure that is sent. Prints a table and one line of
JSON per figure; nothing is asserted.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from components.resolved import Resolved
from components.selection import parse
from components.views.agreement.figures.heat_map import agreement_map
from components.views.agreement.figures.summary import agreement_profile
from components.views.agreement.pair import agreement_pair
from components.views.agreement.result import agreement
from tests.made import made_tables

METRICS, METHODS, BENCHMARKS, SEEDS, ROUNDS = 26, 150, 3, 3, 3


def suite() -> Any:
    """Metrics that share four hidden causes; every second one is a proportion of 50 samples, so that it has ties."""
    rng = np.random.default_rng(0)
    causes = rng.normal(size=(BENCHMARKS, 1, METHODS, 4)) @ rng.normal(size=(4, METRICS))
    values = np.tanh(causes + rng.normal(size=(BENCHMARKS, SEEDS, METHODS, METRICS)) / 2) / 2 + 0.5
    values[..., ::2] = np.round(values[..., ::2] * 50) / 50
    return made_tables(values)


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """Median seconds of a few rounds, and the last result."""
    seconds, result = [], None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        result = run()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), result


def main() -> None:
    """Measure the results, the two heat maps and the bump chart."""
    tables = suite()
    selection = parse({"pair": "X1,X2"}, tables)[0]
    numbers, result = timed(lambda: agreement(Resolved(replace(tables), selection)))
    maps, _ = timed(lambda: [agreement_map(result, p, "light").to_json() for p in result.protocols])
    profile, _ = timed(lambda: agreement_profile(result, "light").to_json())
    opened, pair = timed(lambda: agreement_pair(Resolved(tables, selection)))
    arrangements = pair.protocols["tie-aware"].p_arrangements
    size = f"{METRICS} metrics × {METHODS} methods × {BENCHMARKS * SEEDS} blocks"
    figures = [
        (f"agreement, both protocols, {size}", numbers, None),
        ("agreement, two heat maps to JSON", maps, None),
        (f"agreement heat maps, script time in all, {size}", numbers + maps, 1.0),
        ("agreement, bump chart to JSON", profile, None),
        (f"agreement, one pair opened ({arrangements} arrangements, 2000 draws)", opened, None),
    ]
    for what, seconds, _ in figures:
        print(f"{seconds:8.3f} s  {what}")
    for what, seconds, budget in figures:
        line = {"what": what, "value": round(seconds, 4), "unit": "s"}
        print(json.dumps(line if budget is None else {**line, "budget": budget}, ensure_ascii=False))


if __name__ == "__main__":
    main()
