"""Rows that are methods, best or median of their checkpoints, against plain pandas and loops over single weightings."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau

from components.answers.leaderboard.methods import NO_CHECKPOINT
from components.answers.leaderboard.ranking import Ranking, compute
from components.choice_text import ROWS
from components.pages import STABILITY
from components.report import report
from components.resolved import Resolved
from components.selection import default_selection, parse, to_query
from components.widgets.cached import choices_read
from data.folders import BUILT_IN
from data.registry import Tables
from tests.answered import view_of as view
from tests.answers.leaderboard.cases import listed
from tests.made import made_metric, made_tables
from tests.released import built_in

TOFU = built_in("tofu")
EQUAL = ["uds", "s_loss", "s_zlib", "s_mink", "s_minkpp", "mem", "model_utility", "fluency"]
REDUCED = {"best": np.max, "median": np.median}
FOLLOWING = {"leaderboard", "stability", "sentences", "separable", "inference", "majority", "plan", "tradeoff"}


def _stability(resolved: Resolved) -> dict[str, Any]:
    found: Any = STABILITY.content(resolved)["stability"]
    return dict(found)


def board(tables: Tables, **query: str) -> Ranking:
    return view(tables, **query).of(compute)


def rows_of(tables: Tables, **query: str) -> list[dict[str, Any]]:
    return list(listed(view(tables, **query)).values())


def values() -> pd.DataFrame:
    """The files as they are: one run per checkpoint, its family beside the metrics, all between 0 and 1.

    Checkpoints that keep less than half of the utility or the fluency of the model before unlearning are left out.
    """
    methods = pd.read_csv(BUILT_IN / "tofu" / "methods.csv").set_index("id")
    runs = pd.read_csv(BUILT_IN / "tofu" / "runs.csv").set_index("method").join(methods[["family", "role"]])
    kept = runs[["model_utility", "fluency"]] / runs.loc["full", ["model_utility", "fluency"]].astype(float)
    return runs[(runs["role"] == "candidate") & (kept >= 0.5).all(axis=1)]


def grouped(tables: Tables, sizes: list[int]) -> Tables:
    """The methods of a suite as checkpoints of methods f0, f1, … with so many of them each."""
    names = [f"f{i}" for i, n in enumerate(sizes) for _ in range(n)]
    known = pd.DataFrame({"id": list(dict.fromkeys(names))}).assign(
        label=lambda t: t["id"].str.upper(), name="", description="", reference="", url=""
    )
    methods = tuple(replace(m, family=f) for m, f in zip(tables.methods, names, strict=True))
    return replace(tables, methods=methods, extras={**tables.extras, "families": known})


def made(sizes: list[int], seed: int = 0) -> Tables:
    """Two benchmarks with two seeds, four metrics and an oracle distance."""
    rng, metrics = np.random.default_rng(seed), [made_metric(f"X{k}", "higher") for k in range(4)]
    n = sum(sizes)
    return grouped(made_tables(rng.random((2, 2, n, 4)), rng.random((2, 2, n)), metrics=metrics), sizes)


MADE = made([3, 2, 1])


@pytest.mark.parametrize("weights", ["equal", "mem:0.3,model_utility:0.7"])
@pytest.mark.parametrize("rows", ["best", "median"])
def test_scores_and_ranks_of_methods_are_those_of_pandas(rows: str, weights: str) -> None:
    frame = values()
    w = dict.fromkeys(EQUAL, 1 / 8) if weights == "equal" else {"mem": 0.3, "model_utility": 0.7}
    score = sum(share * frame[m] for m, share in w.items()).round(12)
    wanted = score.groupby(frame["family"]).agg("max" if rows == "best" else "median").round(12)
    ranks = wanted.rank(ascending=False, method="min")
    found = {r["method"]: r for r in rows_of(TOFU, rows=rows, weights=weights)}
    assert {m: r["uqs"] for m, r in found.items()} == pytest.approx(wanted.to_dict(), abs=1e-11)
    assert {m: r["rank"] for m, r in found.items()} == ranks.to_dict()
    assert list(found) == sorted(found, key=lambda m: (ranks[m], list(found).index(m)))
    labels = pd.read_csv(BUILT_IN / "tofu" / "families.csv").set_index("id")["label"]
    assert {m: view(TOFU, rows=rows).row_labels.method(m) for m in found} == labels.to_dict()
    for family, row in found.items():
        own = frame[frame["family"] == family]
        assert row["checkpoints"] == len(own)
        assert row["runs"] == (24 if family == "simnpo" else 18)
        assert row["rank_low"] is None, "rows chosen by the same numbers have no verdict"
        if rows == "best":
            best = score[own.index].idxmax()
            assert row["best_checkpoint"] == best
            assert row["means"]["mem"] == pytest.approx(frame.loc[best, "mem"])
            assert sum(row["contributions"].values()) == pytest.approx(row["uqs"])
        else:
            assert {*row["means"].values(), *row["contributions"].values()} == {None}
            assert (row["dominated_by"], row["potentially_optimal"], row["reason"]) == (None, None, NO_CHECKPOINT)


def test_rows_change_leaderboard_stability_and_who_leads_the_trade_off() -> None:
    """Nothing else reads the choice: neither in a report nor in what pages hold for all who ask."""
    rows = "median"
    one, other = (report(MADE, view(MADE, rows=r, draws="100").selection) for r in ("checkpoints", rows))
    assert set(one) == set(other)
    assert {key for key in one if one[key] != other[key]} == FOLLOWING
    differ = {key for key, value in one["tradeoff"].items() if value != other["tradeoff"][key]}
    assert differ == {"leaders"}
    assert {r["method"] for r in other["leaderboard"]} == {"f0", "f1", "f2"}
    assert set(other["stability"]["rank_acceptability"]) == {"f0", "f1", "f2"}
    chosen = view(MADE, rows=rows).selection
    assert choices_read(compute, chosen, MADE).rows == rows
    assert choices_read(lambda resolved: None, chosen, MADE).rows == default_selection(MADE).rows == "best"


@pytest.mark.parametrize("rows", ["best", "median"])
def test_the_order_of_the_runs_moves_nothing(rows: str) -> None:
    order = np.random.default_rng(1).permutation(len(TOFU.runs))
    shuffled = replace(TOFU, runs=TOFU.runs.iloc[order].reset_index(drop=True))
    # 84 checkpoints have a loss of exactly 0
    assert rows_of(TOFU, rows=rows, weights="only-s_loss") == rows_of(shuffled, rows=rows, weights="only-s_loss")


def test_a_copied_checkpoint_changes_nothing_for_the_best() -> None:
    twin = replace(MADE.methods[1], id="m2_copy", label="copy")
    runs = MADE.runs[MADE.runs["method"] == "m2"].assign(method="m2_copy")
    more = replace(MADE, methods=(*MADE.methods, twin), runs=pd.concat([MADE.runs, runs], ignore_index=True))
    before, after = (rows_of(t, rows="best") for t in (MADE, more))
    assert [r | {"runs": 0, "checkpoints": 0} for r in before] == [r | {"runs": 0, "checkpoints": 0} for r in after]
    assert board(MADE, rows="best").dethrone == board(more, rows="best").dethrone


def test_methods_of_one_checkpoint_are_the_checkpoints() -> None:
    plain = made([1] * 5)
    one, best = (board(plain, rows=rows) for rows in ("checkpoints", "best"))
    family = {m.id: m.family for m in plain.methods}
    for a, b in zip(*(rows_of(plain, rows=rows) for rows in ("checkpoints", "best")), strict=True):
        assert b.pop("best_checkpoint") == a["method"]
        assert b.pop("checkpoints") == 1
        assert b.pop("epsilon") == pytest.approx(a.pop("epsilon"))
        beaten = {family[m] for m in a.pop("dominated_by")}
        assert {*b.pop("dominated_by")} == beaten
        assert b == a | {"method": family[a["method"]]}
    assert best.dethrone.distance == pytest.approx(one.dethrone.distance)
    assert family[one.dethrone.challenger] == best.dethrone.challenger
    gone = replace(plain, runs=plain.runs.assign(X1=plain.runs["X1"].where(plain.runs["method"] != "m2")))
    (lacking,) = [r for r in rows_of(gone, rows="best") if r["rank"] is None]
    assert (lacking["method"], lacking["uqs"], lacking["missing"]) == ("f1", None, {"X1": ["b1", "b2"]})


@pytest.mark.parametrize("rows", ["best", "median"])
def test_checkpoints_without_a_rank_are_left_out_and_a_method_without_any_is_unranked(rows: str) -> None:
    frame, lacking = MADE.runs, MADE.runs["method"].isin(["m1", "m4", "m5"])
    gone = replace(MADE, runs=frame.assign(X1=frame["X1"].where(~lacking)))
    found = {r["method"]: r for r in rows_of(gone, rows=rows, weights="equal")}
    assert [found[f]["checkpoints"] for f in ("f0", "f1", "f2")] == [2, 0, 1]
    assert (found["f1"]["rank"], found["f1"]["uqs"], found["f1"]["missing"]["X1"]) == (None, None, ["b1", "b2"])
    score = frame.groupby("method")[["X0", "X1", "X2", "X3"]].mean().mean(axis=1)
    assert found["f0"]["uqs"] == pytest.approx(REDUCED[rows](score[["m2", "m3"]]))


@pytest.mark.parametrize("rows", ["best", "median"])
def test_stability_ranks_methods_under_every_weighting(rows: str) -> None:
    resolved, metrics = view(MADE, rows=rows, draws="100", weights="equal"), ["X0", "X1", "X2", "X3"]
    found, frame = _stability(resolved), MADE.runs.groupby("method")[metrics].mean()
    frame["family"] = {m.id: m.family for m in MADE.methods}
    drawn = np.random.default_rng(resolved.selection.rng).standard_exponential((100, len(metrics)))
    drawn /= drawn.sum(axis=1, keepdims=True)

    def scores(w: np.ndarray) -> pd.Series:
        return (frame[metrics] @ w).groupby(frame["family"]).agg("max" if rows == "best" else "median")

    now = scores(np.full(4, 1 / 4))
    assert list(found["methods"]) == list(now.sort_values(ascending=False).index)
    all_scores = pd.DataFrame([scores(w) for w in drawn])
    ranks = all_scores.rank(axis=1, ascending=False)
    for family, shares in found["rank_acceptability"].items():
        assert shares == pytest.approx([(ranks[family] == r + 1).mean() for r in range(3)], abs=1e-9)
        assert found["expected_rank"][family] == pytest.approx(ranks[family].mean())
    wins = (all_scores["f0"] > all_scores["f1"]).mean()
    assert found["winning"]["f0"]["f1"] == pytest.approx(wins)
    taus = [kendalltau(row, now[all_scores.columns]).statistic for _, row in all_scores.iterrows()]
    assert found["mean_tau"] == pytest.approx(np.mean(taus))
    pairs = [kendalltau(all_scores.iloc[i], all_scores.iloc[i + 1]).statistic for i in range(0, 100, 2)]
    assert found["baseline_tau"] == pytest.approx(np.mean(pairs))
    near = found["local"]
    around = np.random.default_rng(resolved.selection.rng).dirichlet(near["kappa"] * resolved.w, 100)
    stays = np.mean([scores(x).idxmax() == found["methods"][0] for x in around])
    assert near["p_leader_stays"] == pytest.approx(stays)


def test_rows_are_a_choice_where_methods_have_several_checkpoints() -> None:
    for rows in ROWS:
        chosen = view(MADE, rows=rows).selection
        assert parse(to_query(chosen, MADE), MADE)[0] == chosen
        assert to_query(chosen, MADE)["rows"] == rows
    plain = replace(MADE, extras={})
    refused, problems = parse({"rows": "best"}, plain)
    assert (refused.rows, problems[0].expected) == ("checkpoints", "checkpoints: no method here has several")
    assert parse({"rows": "worst"}, MADE)[1][0].expected == "one of checkpoints, best, median"
