"""Methods by the best of their checkpoints, and at equal tries, against plain pandas and loops."""

from dataclasses import replace
from itertools import combinations
from statistics import mean, median
from typing import Any

import numpy as np
import pandas as pd
import pytest

from components.answers.leaderboard.tries import FAMILIES, NO_COMMON_SEEDS, ONE_RUN, Tries, compute
from components.choices.query import parse
from components.report import report
from components.selection import ROWS, to_query
from data.registry import Tables
from tests.answered import board, view_of
from tests.beside import beside
from tests.gridded import SCORES, gridded
from tests.made import made_metric, made_tables
from tests.released import TABLES as RELEASED
from tests.released import built_in

CASES = beside(__file__)

TOFU, MADE = built_in("tofu"), gridded()


def tries(tables: Tables = MADE, **query: str) -> Tries:
    return view_of(tables, **query).of(compute)


def families(tables: Tables, sizes: list[int]) -> Tables:
    """The methods of a suite as checkpoints of methods f0, f1, … with so many of them each."""
    names = [f"f{i}" for i, n in enumerate(sizes) for _ in range(n)]
    listed = pd.DataFrame({"id": list(dict.fromkeys(names))}).assign(
        label=lambda t: t["id"].str.upper(), name="", description="", reference="", url=""
    )
    methods = tuple(replace(m, family=f) for m, f in zip(tables.methods, names, strict=True))
    return replace(tables, methods=methods, extras={**tables.extras, "families": listed})


def random(sizes: list[int]) -> Tables:
    """Two benchmarks with two seeds, four metrics and an oracle distance."""
    rng, metrics = np.random.default_rng(0), [made_metric(f"X{k}", "higher") for k in range(4)]
    n = sum(sizes)
    return families(
        made_tables(rng.random((2, 2, n, 4)), rng.random((2, 2, n)), metrics=metrics), sizes
    )


SIX = random([3, 2, 1])


def listed(tables: Tables, **query: str) -> list[dict[str, Any]]:
    return [*board(view_of(tables, rows="best", **query)).values()]


def test_rows_change_leaderboard_stability_and_who_leads_the_trade_off() -> None:
    each, best = (
        report(SIX, view_of(SIX, rows=r, draws="100").selection) for r in ("checkpoints", "best")
    )
    assert set(each) == set(best)
    assert {key for key in each if each[key] != best[key]} <= {*CASES["follow rows"]}
    assert {r["method"] for r in best["leaderboard"]} == {"f0", "f1", "f2"}
    assert set(best["stability"]["rank_acceptability"]) == {"f0", "f1", "f2"}
    for rows in ROWS:
        chosen = view_of(SIX, rows=rows).selection
        assert parse(to_query(chosen, SIX), SIX)[0] == chosen
    refused, problems = parse({"rows": "best"}, replace(SIX, extras={}))
    assert refused.rows == "checkpoints"
    assert problems[0].expected == "checkpoints: no method here has several"
    assert parse({"rows": "median"}, SIX)[1][0].expected == "one of checkpoints, best"


def test_the_order_of_the_runs_and_a_copied_checkpoint_move_nothing() -> None:
    order = np.random.default_rng(1).permutation(len(TOFU.runs))
    shuffled = replace(TOFU, runs=TOFU.runs.iloc[order].reset_index(drop=True))
    # 84 checkpoints have a loss of exactly 0
    assert listed(TOFU, weights="only-s_loss") == listed(shuffled, weights="only-s_loss")
    twin = replace(SIX.methods[1], id="m2_copy", label="copy")
    runs = SIX.runs[SIX.runs["method"] == "m2"].assign(method="m2_copy")
    more = replace(
        SIX, methods=(*SIX.methods, twin), runs=pd.concat([SIX.runs, runs], ignore_index=True)
    )
    alike = {"runs": 0, "checkpoints": 0}
    assert [r | alike for r in listed(SIX)] == [r | alike for r in listed(more)]
    changes = [view_of(t, rows="best").contest.nearest_change for t in (SIX, more)]
    assert changes[0] == changes[1]


def best_of(scores: tuple[float, ...], k: int) -> float:
    return mean(max(drawn) for drawn in combinations(scores, k))


def test_the_expected_best_is_the_mean_over_all_draws_of_checkpoints() -> None:
    assert tries(RELEASED).methods == ()
    rows: Any = FAMILIES.content(view_of(MADE))["families"]
    assert [r["family"] for r in rows] == ["wide", "safe"]
    for row in rows:
        scores = SCORES[row["family"]]
        assert (row["best"], row["median"]) == pytest.approx((max(scores), median(scores)))
        assert row["expected_best"] == {"k": 3, "value": pytest.approx(best_of(scores, 3))}
    assert [r["best_checkpoint"] for r in rows] == ["wide_2", "safe_0"]
    assert list(FAMILIES.said(view_of(MADE)).lines) == CASES["lines"]
    one_try = FAMILIES.said(view_of(MADE, tries="1")).lines[0]
    assert one_try == CASES["one try"]
    assert list(FAMILIES.said(view_of(MADE, tries="9")).lines) == [
        "No method has 9 checkpoints to compare."
    ]


def seeded(noise: float) -> Tables:
    """The same grids with three seeds of each checkpoint."""
    rng = np.random.default_rng(6)
    runs = pd.concat([MADE.runs.assign(seed=s) for s in (1, 2, 3)], ignore_index=True)
    moved = (runs["X1"] + rng.normal(0, noise, len(runs))).clip(0, 1)
    return replace(MADE, runs=runs.assign(X1=moved, run_id=range(1, len(runs) + 1)))


def test_the_optimism_of_the_best_is_told_where_seeds_can_tell_it() -> None:
    assert {(r.optimism, r.optimism_reason) for r in tries().methods} == {(None, ONE_RUN)}
    tables = seeded(0.1)
    gaps = {r.method: r.optimism for r in tries(tables).methods}
    for family, gap in gaps.items():  # chosen on all seeds but one, judged by that one, by pandas
        scores = 1 - tables.runs[tables.runs["method"].str.startswith(family)].pivot_table(
            "X1", "method", "seed"
        )
        honest = [scores.loc[scores.drop(columns=s).mean(axis=1).idxmax(), s] for s in scores]
        assert gap == pytest.approx(scores.mean(axis=1).max() - mean(honest), abs=1e-12)
    _, judged = FAMILIES.said(view_of(tables)).lines
    assert judged.startswith("Judged by a seed that did not choose it, the best scores")
    runs = tables.runs
    unshared = runs[(runs["method"] == "safe_0") == (runs["seed"] == 1)]
    reasons = {r.method: r.optimism_reason for r in tries(replace(MADE, runs=unshared)).methods}
    assert reasons == {"wide": "", "safe": NO_COMMON_SEEDS}
