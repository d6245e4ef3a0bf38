"""The ranking against the released ranking table, worked examples and limiting cases."""

import json
from dataclasses import replace

import numpy as np
import pytest

from components.answers.leaderboard import ranking as answer
from components.answers.leaderboard.methods import METHODS
from components.answers.leaderboard.weights import presets
from components.board.data import board_of
from components.report import main
from components.stats.ranking.weights import preset_weights
from components.table import latex_table
from tests.answered import view_of
from tests.answers.leaderboard.cases import listed, made, ranking, rows
from tests.made import made_tables
from tests.released import FOLDER, TABLES

# outputs/ranking_table.json of github.com/neurips26/UnifiedUnl
RELEASED = {"gradient_ascent": 0.6448, "random_labels": 0.6306, "salun": 0.6173, "finetune_retain": 0.5957}


def test_the_released_ranking_table():
    found = ranking().rows
    assert {r.method: round(r.uqs, 4) for r in found} == RELEASED
    assert [r.rank for r in found] == [1, 2, 3, 4]
    assert {r["runs"] for r in rows().values()} == {9}, "three seeds on three benchmarks"


def test_contributions_add_up_to_the_score_and_follow_by_hand():
    ga = rows()["gradient_ascent"]
    assert sum(ga["contributions"].values()) == pytest.approx(ga["uqs"], abs=1e-12)
    runs = TABLES.runs[TABLES.runs["method"].eq("gradient_ascent") & TABLES.runs["panel"].eq("llava_multimodal")]
    mean = runs.groupby("benchmark")["AD"].mean().mean()
    assert ga["means"]["AD"] == pytest.approx(mean)
    assert ga["utilities"]["AD"] == pytest.approx(1 / (1 + mean))
    assert ga["contributions"]["AD"] == pytest.approx(0.013556213007960467 / (1 + mean), abs=1e-12)


def test_all_weight_on_one_metric_is_that_metrics_ranking():
    for metric in ("FA", "RA", "MIA", "AD", "JS"):
        found = rows(weights=f"{metric}:1")
        assert [r["rank"] for r in found.values()] == [r["metric_ranks"][metric] for r in found.values()]


def test_equal_scores_share_the_best_rank_and_never_depend_on_row_order():
    # 0.1 + 0.2 against 0.2 + 0.1: equal on paper
    values = np.array([[[[0.1, 0.2], [0.2, 0.1], [0.9, 0.9], [0.15, 0.15]]]])
    found = rows(made_tables(values))
    assert [found[m]["rank"] for m in ("m1", "m2", "m3", "m4")] == [1, 1, 4, 1]


def test_a_method_that_lacks_a_weighted_metric_cannot_outrank_and_is_named():
    values = np.full((1, 1, 3, 2), 0.5)
    values[0, 0, 0] = [0.0, np.nan]
    tables = made_tables(values)
    assert ranking(tables).summary.incomplete == ("m1",)
    *_, last = rows(tables).values()
    assert (last["method"], last["rank"], last["uqs"], last["rank_low"]) == ("m1", None, None, None)
    assert last["missing"] == {"X2": ["b1"]}
    assert set(last["contributions"].values()) == {None}
    # weighing only what was measured ranks it
    assert rows(tables, weights="X1:1")["m1"]["rank"] == 1


def test_incomplete_methods_and_cells_with_some_seeds():
    assert [r.rank for r in ranking(panel="blip2_multimodal").rows] == [None, None]
    measured = ranking(panel="blip2_multimodal", weights="FA:1,RA:1,AD:1")
    assert [r.rank for r in measured.rows] == [1, 2]
    ga = rows(panel="resnet_unimodal")["gradient_ascent"]
    assert ga["rank"] is not None
    assert ga["partial"] == {"JS": ["cifar10"]}
    assert ga["sd"]["JS"] is None
    assert ga["sd_seeds"]["JS"] == 1


def test_the_way_to_another_leader_is_the_one_that_flips_it():
    result = ranking()
    nearest, w = result.dethrone, result.summary.weights
    assert (nearest.leader, nearest.challenger) == ("gradient_ascent", "random_labels")
    assert nearest.distance / 2 == pytest.approx(0.126, abs=5e-4)
    assert [m for m, d in nearest.moved.items() if abs(d) > 1e-6] == ["MIA", "JS"]
    # moving a little more than that flips it, a little less does not
    for moved, leader in ((0.1255, "gradient_ascent"), (0.127, "random_labels")):
        shifted = {**w, "MIA": w["MIA"] - moved, "JS": w["JS"] + moved}
        text = ",".join(f"{m}:{x:.6f}" for m, x in shifted.items())
        assert ranking(weights=text).rows[0].method == leader


def test_presets_are_given_by_metric_and_a_rule_that_cannot_be_carried_has_none():
    resolved = view_of(panel="resnet_unimodal")
    found = {p.name: p.weights for p in presets(resolved)}
    assert found["equal"] == dict.fromkeys(resolved.panel.metric_ids, 0.2)
    published = preset_weights("published", TABLES, resolved.panel, resolved.reference)
    assert list(found["published"].values()) == published.tolist()
    assert found["re-derived"] is None
    assert sum(found["privacy_first"].values()) == pytest.approx(1)
    bare = made_tables(np.zeros((1, 1, 2, 2)))
    unfit = {p.name: p for p in presets(view_of(bare))}["privacy_first"]
    assert (unfit.weights, unfit.reason) == (None, "no metric here measures privacy")


@pytest.mark.parametrize(
    ("values", "weights", "marked"),
    [
        ([[0.2, 0.8], [0.8, 0.3]], "X1:0.5,X2:0.5", ["m1"]),  # equal at 5/11: .045 away
        ([[0.2, 0.8], [0.8, 0.0]], "X1:0.5,X2:0.5", []),  # equal at 4/7: .071 away
        ([[0.2, 0.8], [0.8, 0.2]], "X1:0.5,X2:0.5", []),
        ([[0.2, 0.8]], "X1:1", []),
    ],
)
def test_a_lead_is_fragile_when_a_twentieth_of_the_weight_topples_it(values, weights, marked):
    found = listed(made(values, weights=weights))
    assert [m for m, r in found.items() if r["fragile_lead"]] == marked


def test_one_changed_value_moves_what_depends_on_it_and_nothing_else():
    before = rows(weights="equal")
    runs = TABLES.runs.copy()
    hit = runs["method"].eq("salun") & runs["benchmark"].eq("mmubench") & runs["seed"].eq(42)
    runs.loc[hit & runs["panel"].eq("llava_multimodal"), "JS"] += 0.3
    after = rows(replace(TABLES, runs=runs), weights="equal")
    assert after["salun"]["uqs"] == pytest.approx(before["salun"]["uqs"] - 0.2 * 0.3 / 9, abs=1e-12)
    assert after["salun"]["means"]["RA"] == before["salun"]["means"]["RA"]
    for method in ("gradient_ascent", "random_labels", "finetune_retain"):
        assert after[method]["uqs"] == before[method]["uqs"]


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"benchmarks": "mllmu_bench", "seeds": "42"}, "one run"),
        ({"panel": "resnet_unimodal", "seeds": "42,123"}, "few"),
    ],
)
def test_where_nothing_can_be_tested_no_rank_has_an_interval(query, word):
    """The same in the JSON, in what is printed and on the board."""
    view = view_of(**query)
    for row in listed(view).values():
        assert (row["rank_low"], row["rank_high"]) == (None, None)
        assert word in row["rank_interval_reason"]
    latex = latex_table(METHODS.table(view, "leaderboard"), view.labels, {})
    assert "no interval" in latex
    drawn = board_of(view.of(answer.compute), view.labels, presets(view), "published")
    assert drawn["instead"].startswith(word)
    assert (set(drawn["intervals"]), drawn["over"]) == ({None}, "Rank interval")


def test_ranks_have_the_scope_of_the_board_and_contain_the_rank():
    sets = view_of().of(answer.compute).inferred.seeds.rank_sets
    assert sets is not None
    for method, row in rows().items():
        assert (row["rank_low"], row["rank_high"]) == sets[method]
        assert row["rank_low"] <= row["rank"] <= row["rank_high"]
    drawn = board_of(view_of().of(answer.compute), view_of().labels, presets(view_of()), "published")
    assert drawn["over"] == "Rank, other seeds"
    printed = latex_table(METHODS.table(view_of(), "leaderboard"), view_of().labels, {})
    assert "Rank, other seeds from" in printed
    assert "no interval" not in printed


def test_the_command_line_prints_the_report_and_refuses_in_words(capsys):
    few = ["unified_unlearning", "--tables", str(FOLDER), "--draws", "100"]
    assert main([*few, "--weights", "FA:0.2,RA:0.8"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["weights"] == {"FA": 0.2, "RA": 0.8, "MIA": 0.0, "AD": 0.0, "JS": 0.0}
    assert main([*few, "--weights", "nonsense", "--k", "0"]) == 2
    refused = capsys.readouterr().err
    assert "--weights: found 'nonsense', expected a preset" in refused
    assert "--k: found '0'" in refused
