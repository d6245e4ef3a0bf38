"""What is below a floor: listed with what it misses, without a rank, and part of no comparison
(METHODS 17)."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from components import floors
from components.answers.leaderboard.floors import FLOORS
from components.answers.leaderboard.headline import verdict
from components.panels import selected_runs
from components.report import report
from components.results.ranking import compute
from components.selection import default_selection
from tests.answered import board, made, view_of
from tests.narrowed import narrowed
from tests.plain_ranking import Suite, table
from tests.released import NAMES, built_in

NEWS = view_of(narrowed("muse_seeds"))


@pytest.mark.parametrize("suite", [n for n in NAMES if len(table(n, "floors"))])
def test_below_floor_of_the_report_is_what_the_page_lists_below_the_line(suite: str) -> None:
    """Of every panel, by the second program; a method with several checkpoints is below if all of
    them are."""
    tables = built_in(suite)
    for panel in tables.panels:
        chosen = replace(default_selection(tables), panel=panel.id)
        below_floor = report(tables, chosen, ("leaderboard",))["below_floor"]
        rows = board(view_of(tables, panel=panel.id))
        plain = Suite(suite, panel.id, best=bool(tables.families))
        out = plain.below(plain.benchmarks, "reciprocal")
        assert set(below_floor) == out
        members = {
            row: {m for m, f in plain.family.items() if f == row and plain.role[m] == "candidate"}
            for row in rows
        }
        assert {m for m, r in rows.items() if r["below_floor"]} == {
            row for row, checkpoints in members.items() if checkpoints <= out
        }
        assert all(
            (r["rank"] is None) >= r["below_floor"] == bool(r["misses"]) for r in rows.values()
        )
        listed = [
            (r["rank"] is None, not r["below_floor"]) for r in rows.values() if r["rank"] is None
        ]
        assert listed == sorted(listed), "below the line, then what was not measured"


@pytest.mark.parametrize(
    ("suite", "query", "method", "low", "kept", "high", "floor"),
    [
        ("muse_seeds", {}, "graddiff", 0.244, 0.269, 0.294, 0.276),
        ("tofu_seeds", {"panel": "tofu_llama32_3b"}, "blurnpo", 0.153, 0.385, 0.617, 0.30),
    ],
    ids=["just misses", "just keeps"],
)
def test_a_floor_has_an_error(
    suite: str,
    query: dict[str, str],
    method: str,
    low: float,
    kept: float,
    high: float,
    floor: float,
) -> None:
    view = view_of(narrowed(suite), **query)
    (check,) = view.contest.floor_checks
    runs = selected_runs(view.tables, view.selection)
    runs = runs[runs["method"] == method]
    worst = (
        runs.groupby("benchmark")[check.floor.subject]
        .agg(["mean", "std", "count"])
        .sort_values("mean")
        .iloc[0]
    )
    reach = stats.t.ppf(0.975, worst["count"] - 1) * worst["std"] / np.sqrt(worst["count"])
    mean = worst["mean"]
    assert (mean - reach, mean, mean + reach) == pytest.approx((low, kept, high), abs=5e-4)
    assert check.floor.value == floor
    missed, said = floors.missed(view), " ".join(FLOORS.said(view).lines)
    if method in missed:
        assert missed[method][0].nearly == pytest.approx((low, high), abs=5e-4)
        assert (
            f"GradDiff has {kept:.3f} in KnowMem r on News, just misses {floor:g} ({low} to {high})"
            in said
        )
    else:
        assert floors.just_kept(view) == (method,)
        assert "BLURNPO just keeps the floor." in said


def test_a_floor_is_asked_of_every_benchmark_and_says_how_many_seeds_pass() -> None:
    assert FLOORS.said(NEWS).lines[0] == "2 of 6 methods are below the floor (KnowMem r ≥ 0.276)."
    assert "1 of 5 seeds passes" in " ".join(FLOORS.said(NEWS).lines)
    rows = board(NEWS)
    kept = (
        NEWS.tables.runs.query("panel == 'news'").groupby("method")["retain_knowmem_ROUGE"].mean()
    )
    assert {m: r["kept"] for m, r in rows.items()} == pytest.approx(kept.to_dict())
    muse = view_of(built_in("openunlearning"), panel="muse_llama2_7b")
    kept_share = "GradDiff keeps 43 % of KnowMem r of the original model on Books, needs 50 %."
    assert kept_share in FLOORS.said(muse).lines
    lifted = view_of(NEWS.tables, floors="none")
    assert not any(r["below_floor"] for r in board(lifted).values())
    assert FLOORS.said(lifted).lines == []


def test_what_is_below_is_part_of_no_comparison() -> None:
    values = [[0.1, 0.1], [0.2, 0.2], [0.0, 0.9]]  # lower is better: the third leads on X1 alone
    view = made(values, floors="X2:0.5")
    rows = board(view)
    assert [(m, r["rank"]) for m, r in rows.items()] == [("m1", 1), ("m2", 2), ("m3", None)]
    assert (rows["m1"]["dominated_by"], rows["m2"]["dominated_by"]) == ([], ["m1"])
    assert (rows["m3"]["dominated_by"], rows["m3"]["epsilon"]) == ([], None)
    assert rows["m3"]["uqs"] == pytest.approx(0.55), "its score stands beside what it misses"
    assert view.contest.nearest_change.distance is None, "m1 dominates the only other one"
    assert board(made(values))["m3"]["rank"] == 3


def test_the_best_checkpoint_is_one_that_passes() -> None:
    tofu = built_in("tofu")
    kept = tofu.runs.set_index("method")["fluency"]

    def best_checkpoints(chosen: str) -> list[str]:
        rows = board(view_of(tofu, rows="best", weights="only-uds", floors=chosen)).values()
        return [row["best_checkpoint"] for row in rows if row["rank"]]

    ranked, free = (best_checkpoints(chosen) for chosen in ("fluency:0.5:original", "none"))
    assert all(kept[c] >= kept["full"] / 2 for c in ranked)
    assert any(kept[c] < kept["full"] / 2 for c in free)
    everything = board(view_of(tofu, rows="best", floors="fluency:1"))
    unranked = [row for row in everything.values() if not row["rank"]]
    assert {(row["below_floor"], row["misses"]) for row in unranked} == {(True, "every checkpoint")}


def test_everything_below_the_floor_leaves_nobody_to_rank() -> None:
    none = made([[0.9], [0.8], [0.7]], floors="X1:0.5")
    assert verdict(none.of(compute), none.labels) == (
        "No method can be ranked: each is below the floor or lacks a weighted metric."
    )
    assert FLOORS.said(none).lines[0] == "All of 3 methods are below the floor (X1 ≥ 0.5)."
    single = made([[0.9]], floors="X1:0.5")
    assert FLOORS.said(single).lines[0] == "The only method is below the floor (X1 ≥ 0.5)."
    unmeasured = view_of(
        built_in("muse_quantization"), panel="books_reproduced", floors="utility:0.8:original"
    )
    assert "lacks usefulness on Books" in " ".join(
        floors.miss_words(unmeasured.labels, misses[0])
        for misses in floors.missed(unmeasured).values()
    )
