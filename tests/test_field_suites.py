"""The report on the suites of the field against plain pandas on their files: the app computes none of the answers."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau

from components.report import report
from components.selection import parse
from data.folders import BUILT_IN
from tests.released import built_in

TOFU = built_in("tofu")
OPEN = built_in("openunlearning")
SEEDS = built_in("tofu_seeds")
MUSE = built_in("muse_seeds")
DERIVED = ["uds", "s_loss", "s_zlib", "s_mink", "s_minkpp", "mem", "model_utility", "fluency"]


def of(tables, *parts: str, **query: str) -> dict:
    selection, problems = parse({"rows": "checkpoints", **query}, tables)
    assert not problems, [p.message for p in problems]
    return report(tables, selection, parts or ("leaderboard",))


def frame(suite: str) -> pd.DataFrame:
    return pd.read_csv(BUILT_IN / suite / "runs.csv")


def candidates() -> pd.DataFrame:
    return frame("tofu").set_index("method").drop(index=["full", "retain"])


EQUAL = {"weights": "equal", "floors": "none"}


def test_groups_weigh_the_same_and_a_floor_leaves_ranks_to_the_others() -> None:
    found = of(TOFU)
    by_group = {
        "uds": 1 / 6,
        "mem": 1 / 6,
        **dict.fromkeys(DERIVED[1:5], 1 / 12),
        "model_utility": 1 / 6,
        "fluency": 1 / 6,
    }
    assert {m: w for m, w in found["weights"].items() if w} == pytest.approx(by_group)
    own, full = candidates(), frame("tofu").set_index("method").loc["full"]
    above = (own[["model_utility", "fluency"]] >= full[["model_utility", "fluency"]] / 2).all(axis=1)
    assert (~above).sum() == 20
    assert {r["method"] for r in found["leaderboard"] if r["rank"] is None} == set(own.index[~above])
    scores = sum(w * own[m] for m, w in by_group.items())[above]
    assert found["leaderboard"][0]["method"] == scores.idxmax()


def test_equal_weights_take_derived_metrics_and_leave_out_their_parts() -> None:
    found = of(TOFU, **EQUAL)
    assert {m: w for m, w in found["weights"].items() if w} == pytest.approx(dict.fromkeys(DERIVED, 1 / 8))
    wanted = candidates()[DERIVED].mean(axis=1)
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx(wanted.to_dict(), abs=1e-9)
    assert len(found["leaderboard"]) == 150
    assert found["leaderboard"][0]["method"] == wanted.idxmax()


def test_the_aim_turns_what_offers_it_towards_the_retrained_model() -> None:
    found = of(TOFU, aim="reference", weights="one_minus_es:1")
    values, t = candidates()["one_minus_es"], 0.941
    wanted = 1 - (values - t).abs() / max(t, 1 - t)
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx(wanted.to_dict(), abs=1e-9)
    unmoved = [of(TOFU, weights="uds:1", **aim)["leaderboard"] for aim in ({}, {"aim": "reference"})]
    first, second = ([(r["method"], r["uqs"]) for r in rows] for rows in unmoved)
    assert first == second


def test_the_ranks_that_the_aim_changes_are_counted_under_the_same_weights() -> None:
    values, retrained = candidates(), frame("tofu").set_index("method").loc["retain"]
    aimed = ["one_minus_es", "one_minus_em", "one_minus_paraprob", "one_minus_truth", "mem"]
    turned = values.copy()
    for name in aimed:
        t = retrained[name]
        turned[name] = 1 - (values[name] - t).abs() / max(t, 1 - t)
    for weights, given in (("equal", dict.fromkeys(DERIVED, 1 / 8)), ("mem:0.5,uds:0.5", {"mem": 0.5, "uds": 0.5})):
        one, other = (
            sum(w * table[m] for m, w in given.items()).round(12).rank(method="min", ascending=False)
            for table in (values, turned)
        )
        wanted = {"offered": aimed, "changed": int((one != other).sum()), "ranked": 150}
        assert wanted["changed"] > 0
        for aim in ("printed", "reference"):
            assert of(TOFU, weights=weights, aim=aim, floors="none")["aims"] == {"aim": aim, **wanted}
    assert of(TOFU, weights="uds:1")["aims"]["changed"] == 0
    grids = [table["mem"].groupby(table.index.str.split("_").str[0]).median() for table in (values, turned)]
    one, other = (g.round(12).rank(method="min", ascending=False) for g in grids)
    by_method = of(TOFU, weights="mem:1", rows="median", floors="none")
    assert (by_method["aims"]["changed"], by_method["aims"]["ranked"]) == (int((one != other).sum()), 8)
    medians = of(TOFU, weights="mem:1", rows="median", aim="reference")["leaderboard"]
    assert {side for r in medians for side in r["sides"].values()} == {None}
    best = of(TOFU, weights="mem:1", rows="best", aim="reference")["leaderboard"]
    for row in best:
        away = np.sign(round(values.loc[row["best_checkpoint"], "mem"] - retrained["mem"], 9))
        assert row["sides"]["mem"] == {-1: "under", 0: "at", 1: "over"}[away]
    assert of(SEEDS)["aims"] == {"aim": "printed", "offered": [], "changed": None, "ranked": None}


def test_what_counts_twice_is_told_with_the_weights_that_do_it() -> None:
    assert of(TOFU)["doubled"] == []
    assert of(TOFU, weights="mem:1,one_minus_es:1,one_minus_em:1,uds:1")["doubled"] == [
        {"whole": "mem", "part": "one_minus_es"},
        {"whole": "mem", "part": "one_minus_em"},
    ]
    assert of(SEEDS, weights="hm:1,model_utility:1")["doubled"] == [{"whole": "hm", "part": "model_utility"}]


def test_tau_over_checkpoints_is_scipy_s_and_has_no_p() -> None:
    values = candidates()
    pairs = of(TOFU, "agreement")["agreement"]["pairs"]
    assert len(pairs) == 21 * 20 / 2
    for pair in pairs[::17]:
        wanted = kendalltau(values[pair["x"]], values[pair["y"]]).statistic
        assert pair["tau"] == pytest.approx(wanted, abs=1e-12)
        assert pair["p"] is None
        assert "no independent cases" in pair["p_reason"]


def test_target_and_log_of_openunlearning() -> None:
    runs = frame("openunlearning")
    own = runs[runs["panel"] == "tofu_llama2_7b"]
    targets = own[own["method"] == "retain"].set_index("benchmark")["forget_truth_ratio"]
    wanted = {}
    for method, rows in own[~own["method"].isin(["retain", "finetuned"])].groupby("method"):
        rows = rows.set_index("benchmark")
        near = [1 - abs(rows["forget_truth_ratio"][b] - t) / max(t, 1 - t) for b, t in targets.items()]
        logs = np.log10(np.maximum(rows["forget_quality"], 1e-30)).mean()
        wanted[method] = (np.mean(near) + (logs + 30) / 30 + rows["model_utility"].mean()) / 3
    found = of(OPEN, **EQUAL)
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx(wanted, abs=1e-9)
    assert (
        found["floored"]["forget_quality"]
        == (own[~own["method"].isin(["retain", "finetuned"])]["forget_quality"] < 1e-30).sum()
    )


def test_muse_leak_aims_at_zero_and_news_and_books_are_benchmarks_or_panels() -> None:
    runs = frame("muse_seeds")
    found = of(MUSE, weights="privleak:1")
    news = runs[runs["panel"] == "news"].groupby("method")["privleak"].mean()
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx((1 - news.abs() / 100).to_dict())
    assert of(MUSE, panel="books")["benchmarks"] == ["books"]
    assert set(of(OPEN, panel="muse_llama2_7b")["benchmarks"]) == {"news", "books"}


def test_seeds_are_averaged_inside_benchmarks() -> None:
    runs = frame("tofu_seeds")
    own = runs[runs["panel"] == "tofu_llama32_3b"]
    wanted = own.groupby(["method", "benchmark"])["hm"].mean().groupby(level=0).mean()
    found = of(SEEDS, panel="tofu_llama32_3b", weights="hm:1")
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx(wanted.to_dict())
    assert all(r["rank_low"] <= r["rank"] <= r["rank_high"] for r in found["leaderboard"])
