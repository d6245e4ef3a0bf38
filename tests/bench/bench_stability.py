"""How fast stability is computed, beside the usual ways to compute the same, in the same run.

Peers: a loop over scipy.stats.kendalltau; pymcdm 1.4 for SMAA indices (its weighted sum and ranks, once per
weighting), TOPSIS and rank reversal. Where the definitions agree the results are compared to 1e-9 before anything is
timed. Times are the best of several rounds. Budgets stand beside the figures; nothing here passes or fails on them.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from pymcdm.correlations import weighted_spearman
from pymcdm.helpers import leave_one_out_rr, rrankdata
from pymcdm.methods import TOPSIS, WSM
from pymcdm.normalizations import minmax_normalization, vector_normalization
from scipy.stats import kendalltau
from streamlit.testing.v1 import AppTest

from components.plain import to_plain
from components.resolved import Resolved
from components.selection import parse
from components.stats.ranking.ranks import rounded, tau_between, tau_to_reference
from components.stats.stability.acceptability import acceptability, uniform_weights
from components.stats.stability.aggregation import topsis
from components.stats.stability.sensitivity import reversals
from components.views.stability.result.choices import choices
from components.views.stability.result.leaders import leaders
from components.views.stability.result.nearby import curve, nearby
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import weightings
from data.registry import Tables
from tests.made import made_metric, made_tables
from tests.released import TABLES

ROOT = Path(__file__).resolve().parents[2]
SIZES = {"4 x 5": (4, 5), "150 x 26": (150, 26)}
DRAWS = 10_000
PEER_DRAWS = {"4 x 5": 2_000, "150 x 26": 500}
"""Draws that a slow peer is given; its time is scaled to all of them, which is fair: it works draw by draw."""


def best(work: Callable[[], Any], rounds: int = 5) -> float:
    """Seconds of the fastest of several rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def figure(what: str, value: float, unit: str = "s", **more: Any) -> None:
    """Print one figure as the runner expects it."""
    if "peer_value" in more:
        more["ratio"] = more["peer_value"] / value
    print(json.dumps({"what": what, "value": value, "unit": unit, **more}), flush=True)


def same(ours: Any, theirs: Any) -> None:
    np.testing.assert_allclose(ours, theirs, atol=1e-9)


def suite(methods: int, metrics: int) -> Tables:
    """A made suite of three benchmarks with three seeds."""
    rng = np.random.default_rng(1)
    quality = rng.random((1, 1, methods, metrics))
    values = np.clip(0.6 * quality + 0.4 * rng.random((3, 3, methods, metrics)), 0, 1)
    kinds = [made_metric(f"X{k + 1}", "higher" if k % 2 else "lower") for k in range(metrics)]
    return made_tables(values, rng.random((3, 3, methods)), metrics=kinds)


def taus(size: str) -> None:
    """τ of N rankings with one reference, and of N / 2 pairs, against a loop over SciPy."""
    n, k = SIZES[size]
    rng = np.random.default_rng(0)
    u, weights = rng.random((n, k)), uniform_weights(DRAWS, k, 0)
    scores = rounded(weights @ u.T)
    reference = scores[0]
    some = PEER_DRAWS[size]

    def peer() -> list[float]:
        return [kendalltau(reference, row).statistic for row in scores[:some]]

    same(tau_to_reference(scores[:some], reference), peer())
    slow = best(peer, 3) * DRAWS / some
    budget = 0.05 if n < 10 else 0.25
    mine = best(lambda: tau_to_reference(weights @ u.T, reference))
    figure(f"tau to reference, {size}", mine, budget=budget, peer="scipy kendalltau loop", peer_value=slow)
    mine = best(lambda: tau_between(scores[::2], scores[1::2]))
    figure(f"tau between pairs, {size}", mine, peer="scipy kendalltau loop", peer_value=slow / 2)


def unchanged(x: np.ndarray, cost: bool = False) -> np.ndarray:
    """No normalisation: pymcdm then weighs the utilities as they are."""
    return x


def smaa(size: str) -> None:
    """Rank acceptability, winning indices and central weights against pymcdm, weighting by weighting."""
    n, k = SIZES[size]
    u, some = np.random.default_rng(0).random((n, k)), PEER_DRAWS[size]
    weights, method = uniform_weights(DRAWS, k, 0), WSM(unchanged)

    def peer() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        ranks, winning, central = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, k))
        for w in weights[:some]:
            score = method(u, w, np.ones(k))
            rank = rrankdata(score).astype(int) - 1
            ranks[np.arange(n), rank] += 1
            winning += score[:, None] > score[None, :]
            central[np.argmin(rank)] += w
        return ranks / some, winning / some, central

    ranks, winning, _ = peer()
    found = acceptability(u, weights[:some])
    same(found.ranks, ranks)
    same(np.nan_to_num(found.winning), winning)
    slow = best(peer, 3) * DRAWS / some
    figure(f"SMAA-2 indices, {size}", best(lambda: acceptability(u, weights)), peer="pymcdm loop", peer_value=slow)


def rules(size: str) -> None:
    """TOPSIS and rank reversal of one matrix against pymcdm."""
    n, k = SIZES[size]
    rng = np.random.default_rng(0)
    u, w, types = rng.random((n, k)), rng.dirichlet(np.ones(k)), np.ones(k)
    method = TOPSIS(vector_normalization)
    same(topsis(u, w), method(u, w, types))
    slow = best(lambda: [method(u, w, types) for _ in range(100)]) / 100
    mine = best(lambda: [topsis(u, w) for _ in range(100)]) / 100
    figure(f"TOPSIS, {size}", mine, peer="pymcdm", peer_value=slow)
    sums = WSM(minmax_normalization)

    def peer() -> Any:
        return leave_one_out_rr(sums, u, w, types, weighted_spearman, only_rr=False)[0]

    ranks = peer()
    theirs = set()
    for dropped, left in enumerate(ranks[1:-1]):
        shown = (left[:, None] > 0) & (left > 0)
        turned = (ranks[0][:, None] < ranks[0]) & (left[:, None] > left) & shown
        theirs |= {(dropped, int(a), int(b)) for a, b in np.argwhere(turned)}
    ours = reversals(u, w, "min-max")
    assert {(r.dropped, r.a, r.b) for r in ours} == theirs, "reversals differ from pymcdm's"
    mine = best(lambda: reversals(u, w, "min-max"), 3)
    figure(f"rank reversals, {size}", mine, peer="pymcdm leave_one_out_rr", peer_value=best(peer, 3))


def page(size: str, tables: Tables) -> None:
    """Script time of the page's first answer with nothing held, and of the results behind it."""
    resolved = Resolved(tables, parse({}, tables)[0])
    for compute in (weightings, nearby, curve, leaders, choices, seeds):
        mine = best(lambda compute=compute: to_plain(compute(Resolved(tables, resolved.selection))), 3)
        figure(f"result {compute.__name__}, {size}", mine)
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=120)
    own = replace(tables, suite=replace(tables.suite, id="measured", private=True))
    app.session_state["_private_tables"] = {own.suite.id: own}
    app.run()
    app.switch_page("../pages/stability.py")

    def first(rng: int) -> float:
        app.query_params.update({"suite": own.suite.id, "rng": str(rng)})
        start = time.perf_counter()
        app.run()
        assert not app.exception
        return time.perf_counter() - start

    first(0)  # imports
    cold = min(first(rng) for rng in range(1, 4))
    figure(f"page, first answer, {size}", cold, budget=0.3 if size == "4 x 5" else 1.0)
    figure(f"page, same selection again, {size}", min(first(3) for _ in range(3)))


def memory() -> None:
    """Extra memory of the largest choice: 200 000 draws of 150 methods and 26 metrics."""
    tables = suite(*SIZES["150 x 26"])
    selection = parse({"draws": "200000"}, tables)[0]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    weightings(Resolved(tables, selection))
    figure("200 000 draws, 150 x 26", time.perf_counter() - start)
    extra = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    figure("extra memory, 200 000 draws, 150 x 26", extra, "MiB", budget=300)


def main() -> None:
    memory()  # first: the largest memory of the process is never given back
    for size in SIZES:
        taus(size)
        smaa(size)
        rules(size)
    page("4 x 5", TABLES)
    page("150 x 26", suite(*SIZES["150 x 26"]))


if __name__ == "__main__":
    main()
