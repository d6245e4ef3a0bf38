"""The leaderboard against the released ranking table, worked examples and limiting cases."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.report import main, report
from components.resolved import Resolved
from components.selection import default_selection, parse
from data.load import load_suite
from data.registry import Tables
from tests.made import made_metric, made_tables

FOLDER = "data/tables/unified_unlearning"
# outputs/ranking_table.json of github.com/neurips26/UnifiedUnl
RELEASED = {"gradient_ascent": 0.6448, "random_labels": 0.6306, "salun": 0.6173, "finetune_retain": 0.5957}


@pytest.fixture(scope="module")
def unified() -> Tables:
    return load_suite(FOLDER)


def board(tables: Tables, **query: str) -> dict:
    selection, problems = parse(query, tables)
    assert not problems
    return report(tables, selection, ("leaderboard",))


def rows(tables: Tables, **query: str) -> dict[str, dict]:
    return {r["method"]: r for r in board(tables, **query)["leaderboard"]}


def test_the_released_ranking_table(unified):
    found = board(unified)["leaderboard"]
    assert {r["method"]: round(r["uqs"], 4) for r in found} == RELEASED
    assert [r["rank"] for r in found] == [1, 2, 3, 4]


def test_contributions_add_up_to_the_score_and_follow_by_hand(unified):
    ga = rows(unified)["gradient_ascent"]
    assert sum(ga["contributions"].values()) == pytest.approx(ga["uqs"], abs=1e-12)
    runs = unified.runs[unified.runs["method"].eq("gradient_ascent") & unified.runs["panel"].eq("llava_multimodal")]
    mean = runs.groupby("benchmark")["AD"].mean().mean()
    assert ga["means"]["AD"] == pytest.approx(mean)
    assert ga["utilities"]["AD"] == pytest.approx(1 / (1 + mean))
    assert ga["contributions"]["AD"] == pytest.approx(0.013556213007960467 / (1 + mean), abs=1e-12)


@pytest.mark.parametrize("metric", ["FA", "RA", "MIA", "AD", "JS"])
def test_all_weight_on_one_metric_is_that_metrics_ranking(unified, metric):
    found = rows(unified, weights=f"{metric}:1")
    assert {m: r["rank"] for m, r in found.items()} == {m: r["metric_ranks"][metric] for m, r in found.items()}


def test_equal_scores_share_the_best_rank_and_never_depend_on_row_order():
    # 0.1 + 0.2 against 0.2 + 0.1: equal on paper
    values = np.array([[[[0.1, 0.2], [0.2, 0.1], [0.9, 0.9], [0.15, 0.15]]]])
    found = rows(made_tables(values))
    assert [found[m]["rank"] for m in ("m1", "m2", "m3", "m4")] == [1, 1, 4, 1]


def test_a_method_that_lacks_a_weighted_metric_cannot_outrank_and_is_named(unified):
    values = np.full((1, 1, 3, 2), 0.5)
    values[0, 0, 0] = [0.0, np.nan]
    tables = made_tables(values)
    result = board(tables)
    assert result["incomplete"] == ["m1"]
    last = result["leaderboard"][-1]
    assert (last["method"], last["rank"], last["uqs"], last["rank_low"]) == ("m1", None, None, None)
    assert last["missing"] == {"X2": ["b1"]}
    # weighing only what was measured ranks it
    assert rows(tables, weights="X1:1")["m1"]["rank"] == 1


def test_no_complete_method_means_no_ranking(unified):
    result = board(unified, panel="blip2_multimodal")
    assert [r["rank"] for r in result["leaderboard"]] == [None, None]
    assert result["sentences"][0] == (
        "Nothing is ranked: MIA and JS are weighted but were not measured for any method shown."
    )
    measured = board(unified, panel="blip2_multimodal", weights="FA:1,RA:1,AD:1")
    assert [r["rank"] for r in measured["leaderboard"]] == [1, 2]


def test_a_cell_with_some_of_its_seeds_is_used_and_marked(unified):
    ga = rows(unified, panel="resnet_unimodal")["gradient_ascent"]
    assert ga["rank"] is not None
    assert ga["partial"] == {"JS": ["cifar10"]}
    assert ga["sd"]["JS"] is None
    assert ga["sd_seeds"]["JS"] == 1


def test_the_lead_is_told_with_its_gap_and_a_change_that_flips_it(unified):
    result = board(unified)
    first, flip = result["sentences"][:2]
    assert first == "Gradient Ascent leads with UQS 0.645, 0.014 ahead of Random Labels."
    assert flip.startswith("Moving 0.126 of weight from MIA to JS lets Random Labels catch up")
    # moving a little more than that flips it, a little less does not
    w = result["weights"]
    for moved, leader in ((0.1255, "gradient_ascent"), (0.127, "random_labels")):
        shifted = {**w, "MIA": w["MIA"] - moved, "JS": w["JS"] + moved}
        text = ",".join(f"{m}:{x:.6f}" for m, x in shifted.items())
        assert board(unified, weights=text)["leaderboard"][0]["method"] == leader


def test_what_ranks_nothing_and_what_has_hardly_any_say(unified):
    result = board(unified)
    assert result["constant_on"] == {
        "FA": ["mllmu_bench", "unlok_vqa"],
        "RA": ["mllmu_bench", "unlok_vqa"],
        "MIA": ["unlok_vqa"],
        "AD": [],
        "JS": [],
    }
    assert result["hardly_any_effect"] == ["FA", "AD"]
    exponential = board(unified, transform="exponential")
    assert exponential["hardly_any_effect"] == ["FA"]


def test_words_for_ties_single_methods_and_dominance():
    one = board(made_tables(np.full((1, 1, 1, 2), 0.5)))
    assert one["sentences"] == ["m1 is the only method ranked, with UQS 0.500; there is nothing to compare."]
    tied = board(made_tables(np.full((1, 1, 3, 2), 0.5)))
    assert tied["sentences"][0] == "m1, m2 and m3 share the lead with UQS 0.500."
    beaten = board(made_tables(np.array([[[[0.1, 0.1], [0.2, 0.2]]]])))
    assert "m2 cannot lead alone under any weights: m1 is at least as good on every metric" in " ".join(
        beaten["sentences"]
    )
    assert "No weights make another method catch m1" in beaten["sentences"][1]
    row = beaten["leaderboard"][1]
    assert row["dominated_by"] == ["m1"]
    assert row["potentially_optimal"] is False
    assert row["epsilon"] == pytest.approx(-0.1)


def test_many_methods_that_cannot_lead_are_counted():
    values = np.linspace(0.1, 0.9, 8)[None, None, :, None] * np.ones(2)
    said = board(made_tables(values))["sentences"]
    assert (
        "7 of 8 methods cannot lead alone under any weights; 7 of them are dominated: another method is at least as "
        "good on every metric and better on one." in said
    )


def test_one_changed_value_moves_what_depends_on_it_and_nothing_else(unified):
    before = rows(unified, weights="equal")
    runs = unified.runs.copy()
    hit = runs["method"].eq("salun") & runs["benchmark"].eq("mmubench") & runs["seed"].eq(42)
    runs.loc[hit & runs["panel"].eq("llava_multimodal"), "JS"] += 0.3
    after = rows(replace(unified, runs=runs), weights="equal")
    assert after["salun"]["uqs"] == pytest.approx(before["salun"]["uqs"] - 0.2 * 0.3 / 9, abs=1e-12)
    assert after["salun"]["means"]["RA"] == before["salun"]["means"]["RA"]
    for method in ("gradient_ascent", "random_labels", "finetune_retain"):
        assert after[method]["uqs"] == before[method]["uqs"]


def test_the_order_of_rows_changes_no_number_of_the_tie_aware_board(unified):
    backwards = replace(unified, runs=unified.runs.iloc[::-1].reset_index(drop=True))
    before, after = rows(unified), rows(backwards)
    for method, row in before.items():
        for key in ("uqs", "rank", "means", "contributions", "metric_ranks", "dominated_by"):
            assert after[method][key] == row[key], key


def test_published_protocol_breaks_ties_of_single_metrics_by_row_order(unified):
    runs = unified.runs
    published = rows(unified, protocol="published", benchmarks="mllmu_bench")
    order = list(dict.fromkeys(runs.loc[runs["panel"] == "llava_multimodal", "method"]))
    assert [published[m]["metric_ranks"]["FA"] for m in order] == [1, 2, 3, 4]
    aware = rows(unified, benchmarks="mllmu_bench")
    assert [aware[m]["metric_ranks"]["FA"] for m in order] == [1, 1, 1, 1]


def test_rank_intervals_contain_the_rank_and_repeat(unified):
    first, again = rows(unified), rows(unified)
    other = rows(unified, rng="7")
    for method, row in first.items():
        assert row["rank_low"] <= row["rank"] <= row["rank_high"]
        assert again[method]["p_first"] == row["p_first"]
    assert [r["p_first"] for r in other.values()] != [r["p_first"] for r in first.values()]
    assert sum(r["p_first"] for r in first.values()) == pytest.approx(1)


def test_names_from_the_data_are_only_ever_text():
    tables = made_tables(np.random.default_rng(0).random((1, 1, 2, 2)), methods=["<b>x</b>", "=1+1"])
    assert {r["label"] for r in board(tables)["leaderboard"]} == {"<b>x</b>", "=1+1"}


def test_an_empty_selection_says_so():
    tables = made_tables(np.random.default_rng(0).random((1, 1, 2, 2)))
    empty = replace(tables, runs=tables.runs.iloc[:0])
    result = report(empty, default_selection(empty), ("leaderboard",))
    assert result["leaderboard"] == []
    assert result["n_runs"] == 0
    assert result["sentences"] == ["No run matches these filters."]


def test_scaling_custom_weights_changes_nothing(unified):
    assert rows(unified, weights="FA:1,RA:4") == rows(unified, weights="FA:0.2,RA:0.8")


def test_higher_is_better_metrics_are_turned(unified):
    tables = made_tables(np.array([[[[0.9], [0.1]]]]), metrics=[made_metric("RA", "higher")])
    assert rows(tables)["m1"]["rank"] == 1


def test_the_view_resolves_names(unified):
    resolved = Resolved(unified, default_selection(unified))
    assert resolved.method_label("salun") == "SalUn"
    assert resolved.info.id == "llava_multimodal"
    assert isinstance(unified.runs, pd.DataFrame)


def test_the_command_line_prints_the_report_and_refuses_in_words(capsys):
    assert main(["unified_unlearning", "--tables", FOLDER, "--weights", "FA:0.2,RA:0.8"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["weights"] == {"FA": 0.2, "RA": 0.8, "MIA": 0.0, "AD": 0.0, "JS": 0.0}
    assert main(["unified_unlearning", "--tables", FOLDER, "--weights", "nonsense", "--k", "0"]) == 2
    refused = capsys.readouterr().err
    assert "--weights: found 'nonsense', expected a preset" in refused
    assert "--k: found '0'" in refused
    assert main(["unified_unlearning", "--tables", FOLDER, "--format", "markdown"]) == 0
    assert "| 1    | 1        |" in capsys.readouterr().out
