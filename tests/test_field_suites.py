"""The report on the suites of the field against plain pandas on their files: the app computes none of the answers.

Scores and ranks of every panel are compared with a second program in tests/answers/leaderboard/test_ranking.py.
"""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kendalltau

from components.report import report
from data.folders import BUILT_IN
from data.registry import Tables
from tests.answered import view_of
from tests.released import built_in

TOFU, OPEN, SEEDS, MUSE = (built_in(s) for s in ("tofu", "openunlearning", "tofu_seeds", "muse_seeds"))
DERIVED = ["uds", "s_loss", "s_zlib", "s_mink", "s_minkpp", "mem", "model_utility", "fluency"]


def of(tables: Tables, *parts: str, **query: str) -> dict[str, Any]:
    return report(tables, view_of(tables, **{"rows": "checkpoints", **query}).selection, parts or ("leaderboard",))


def frame(suite: str) -> pd.DataFrame:
    return pd.read_csv(BUILT_IN / suite / "runs.csv")


def candidates() -> pd.DataFrame:
    return frame("tofu").set_index("method").drop(index=["full", "retain"])


def test_groups_weigh_the_same_and_equal_weights_leave_out_parts() -> None:
    found = of(TOFU)
    halves = dict.fromkeys(("uds", "mem", "model_utility", "fluency"), 1 / 6)
    by_group = {**halves, **dict.fromkeys(DERIVED[1:5], 1 / 12)}
    assert {m: w for m, w in found["weights"].items() if w} == pytest.approx(by_group)
    own, full = candidates(), frame("tofu").set_index("method").loc["full"]
    above = (own[["model_utility", "fluency"]] >= full[["model_utility", "fluency"]] / 2).all(axis=1)
    assert (~above).sum() == 20
    assert {r["method"] for r in found["leaderboard"] if r["rank"] is None} == set(own.index[~above])
    equal = of(TOFU, weights="equal", floors="none")
    assert {m: w for m, w in equal["weights"].items() if w} == pytest.approx(dict.fromkeys(DERIVED, 1 / 8))
    wanted = own[DERIVED].mean(axis=1)
    assert {r["method"]: r["uqs"] for r in equal["leaderboard"]} == pytest.approx(wanted.to_dict(), abs=1e-9)


def test_the_aim_turns_what_offers_it_towards_the_retrained_model_and_says_on_which_side() -> None:
    values, t = candidates()["one_minus_es"], 0.941
    found = of(TOFU, aim="reference", weights="one_minus_es:1")
    wanted = 1 - (values - t).abs() / max(t, 1 - t)
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx(wanted.to_dict(), abs=1e-9)
    unmoved = [of(TOFU, weights="uds:1", **aim)["leaderboard"] for aim in ({}, {"aim": "reference"})]
    first, second = ([(r["method"], r["uqs"]) for r in rows] for rows in unmoved)
    assert first == second
    mem = frame("tofu").set_index("method")["mem"]
    for row in of(TOFU, weights="mem:1", rows="best", aim="reference")["leaderboard"]:
        away = np.sign(round(mem[row["best_checkpoint"]] - mem["retain"], 9))
        assert row["sides"]["mem"] == {-1: "under", 0: "at", 1: "over"}[away]


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
        assert pair["tau"] == pytest.approx(kendalltau(values[pair["x"]], values[pair["y"]]).statistic, abs=1e-12)
        assert pair["p"] is None
        assert "no independent cases" in pair["p_reason"]


def test_values_below_the_bound_of_a_log_scale_are_counted_and_leaks_aim_at_zero() -> None:
    runs = frame("openunlearning")
    own = runs[(runs["panel"] == "tofu_llama2_7b") & ~runs["method"].isin(["retain", "finetuned"])]
    assert of(OPEN)["floored"]["forget_quality"] == (own["forget_quality"] < 1e-30).sum() > 0
    runs = frame("muse_seeds")
    news = runs[runs["panel"] == "news"].groupby("method")["privleak"].mean()
    found = of(MUSE, weights="privleak:1", floors="none")
    assert {r["method"]: r["uqs"] for r in found["leaderboard"]} == pytest.approx((1 - news.abs() / 100).to_dict())
    assert of(MUSE, panel="books")["benchmarks"] == ["books"]
    assert set(of(OPEN, panel="muse_llama2_7b")["benchmarks"]) == {"news", "books"}
