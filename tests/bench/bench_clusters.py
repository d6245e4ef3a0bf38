"""How long the clusters page takes for 26 metrics × 150 methods: numbers, figures, and the page as a script.

Each line of JSON is one figure; nothing is asserted. The τ matrix is timed beside `scipy.stats.kendalltau`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.stats import kendalltau
from streamlit.testing.v1 import AppTest

from components.resolved import Resolved
from components.selection import parse
from components.stats.agreement.tau import agreement
from components.views.clusters.figures.dendrogram import dendrogram
from components.views.clusters.figures.number import coassociation
from components.views.clusters.figures.plane import metric_map
from components.views.clusters.result.clusters import clusters
from data.registry import Tables
from tests.made import made_metric, made_tables

ROOT = Path(__file__).resolve().parents[2]
METRICS, METHODS, BENCHMARKS, SEEDS = 26, 150, 3, 3


def suite() -> Tables:
    """Three groups of metrics, noisy, on three benchmarks with three near-duplicate seeds."""
    rng = np.random.default_rng(0)
    groups = rng.normal(size=(BENCHMARKS, 1, METHODS, 3))[..., [i % 3 for i in range(METRICS)]]
    own = rng.normal(size=(BENCHMARKS, 1, METHODS, METRICS))
    values = groups + own + 0.3 * rng.normal(size=(BENCHMARKS, SEEDS, METHODS, METRICS))
    tables = made_tables(values, metrics=[made_metric(f"X{i + 1}", "higher") for i in range(METRICS)])
    return replace(tables, suite=replace(tables.suite, private=True))


def seconds(run: Callable[[], object], times: int = 3) -> float:
    """The shortest of some runs."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return min(taken)


def page_seconds(tables: Tables) -> tuple[float, float]:
    """One run of the page on a suite that this session holds, nothing computed before: elapsed and CPU time."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=120)
    app.session_state["_private_tables"] = {tables.suite.id: tables}
    app.switch_page(str(ROOT / "pages" / "clusters.py"))
    app.query_params["suite"] = tables.suite.id
    start, busy = time.perf_counter(), time.process_time()
    app.run()
    taken = time.perf_counter() - start, time.process_time() - busy
    assert len(app.get("plotly_chart")) == 4
    return taken


def figure(what: str, value: float, **more: object) -> None:
    print(json.dumps({"what": what, "value": value, "unit": "s", **more}), flush=True)


def main() -> None:
    tables = suite()
    resolved = Resolved(tables, parse({}, tables)[0])
    size = f"{METRICS} metrics x {METHODS} methods"
    ours = seconds(lambda: agreement(resolved.panel))
    cells = resolved.panel.aligned.reshape(-1, METHODS, METRICS)
    i, j = np.triu_indices(METRICS, 1)
    peer = seconds(lambda: [kendalltau(b[:, x], b[:, y]) for b in cells for x, y in zip(i, j, strict=True)], 1)
    figure(f"tau matrix, {size}, 9 blocks", ours, peer="scipy.stats.kendalltau", peer_value=peer, ratio=peer / ours)
    for protocol in ("tie-aware", "published"):
        chosen = Resolved(tables, parse({"protocol": protocol}, tables)[0])
        figure(f"clusters, {protocol}, {size}", seconds(lambda chosen=chosen: clusters(chosen), 2))
    result = clusters(resolved)
    for name, draw in (
        ("dendrogram and heat map", lambda: dendrogram(result, "light").to_json()),
        ("map", lambda: metric_map(result, "light").to_json()),
        ("co-association", lambda: coassociation(result, "light").to_json()),
    ):
        figure(f"figure: {name}, {METRICS} metrics", seconds(draw))
    page_seconds(tables)
    elapsed, busy = page_seconds(tables)
    figure(f"clusters page, nothing cached, {size}", elapsed, budget=1.0)
    figure("the same, CPU time alone", busy)


if __name__ == "__main__":
    main()
