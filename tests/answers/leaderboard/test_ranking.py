"""The ranking: the released table, plain pandas, worked examples and limiting cases; its table in
every form."""

import json
import re
import string
from dataclasses import replace

import numpy as np
import pytest

from components.answers.leaderboard.methods import METHODS, caption
from components.answers.leaderboard.references import REFERENCES
from components.formats.exact import csv_text
from components.formats.printed import latex_table
from components.formats.screen import screen_frame
from components.report import main
from components.results.presets import presets
from components.results.ranking import compute
from components.results.references import above
from components.results.references import compute as references
from data.registry import UtilityMap
from tests.answered import board, made, view_of
from tests.beside import beside
from tests.gridded import SCORES, gridded
from tests.made import made_metric, made_tables
from tests.plain_ranking import Suite, table
from tests.released import FOLDER, NAMES, TABLES, built_in

CASES = beside(__file__)

# outputs/ranking_table.json of github.com/neurips26/UnifiedUnl
RELEASED = CASES["RELEASED"]
IDS = ("FA", "RA", "MIA", "AD", "JS")


def test_the_released_ranking_table() -> None:
    rows = board(view_of(weights="published"))
    assert {m: round(r["uqs"], 4) for m, r in rows.items()} == RELEASED
    assert [(r["rank"], r["runs"]) for r in rows.values()] == [(1, 9), (2, 9), (3, 9), (4, 9)]


@pytest.mark.parametrize("suite", NAMES)
def test_scores_and_ranks_of_every_panel_are_those_of_the_second_program(suite: str) -> None:
    tables = built_in(suite)
    for panel in tables.panels:
        plain = Suite(suite, panel.id, best=bool(tables.families))
        for weights, aggregate in (
            ("equal", "mean-of-scores"),
            ("utility_first", "score-of-means"),
        ):
            given = plain.weights(weights, plain.benchmarks)
            if given is None:
                continue
            view = view_of(tables, panel=panel.id, weights=weights, aggregate=aggregate)
            rows = {m: r for m, r in board(view).items() if r["rank"]}
            wanted = plain.ranking(given, aggregate=aggregate)
            assert {m: r["uqs"] for m, r in rows.items()} == pytest.approx(wanted, abs=1e-9)
            assert all(
                rows[m]["rank"] == 1 + sum(x > s + 1e-10 for x in wanted.values())
                for m, s in wanted.items()
            )


def test_contributions_add_up_to_the_score_and_follow_by_hand() -> None:
    ga = board(view_of(weights="published"))["gradient_ascent"]
    assert sum(ga["contributions"].values()) == pytest.approx(ga["uqs"], abs=1e-12)
    runs = TABLES.runs[
        TABLES.runs["method"].eq("gradient_ascent") & TABLES.runs["panel"].eq("llava_multimodal")
    ]
    mean = runs.groupby("benchmark")["AD"].mean().mean()
    assert ga["means"]["AD"] == pytest.approx(mean)
    assert ga["contributions"]["AD"] == pytest.approx(0.013556213007960467 / (1 + mean), abs=1e-12)
    by_seed = runs.groupby("seed")["AD"].mean()
    assert (ga["sd"]["AD"], ga["sd_seeds"]["AD"]) == (pytest.approx(by_seed.std()), 3)


def test_all_weight_on_one_metric_is_that_metrics_ranking() -> None:
    for metric in IDS:
        rows = board(view_of(weights=f"{metric}:1"))
        assert [r["rank"] for r in rows.values()] == [
            r["metric_ranks"][metric] for r in rows.values()
        ]


def test_equal_scores_share_the_best_rank_and_the_published_rule_breaks_ties_of_a_metric() -> None:
    # 0.1 + 0.2 against 0.2 + 0.1: equal on paper
    tied = made(
        [[0.1, 0.2], [0.2, 0.1], [0.9, 0.9], [0.15, 0.15], [0.1, 0.9]], weights="X1:0.5,X2:0.5"
    )
    assert {m: r["rank"] for m, r in board(tied).items()} == CASES["equal scores share"]
    of_x1 = {m: r["metric_ranks"]["X1"] for m, r in board(tied).items()}
    assert of_x1 == {"m1": 1, "m5": 1, "m4": 3, "m2": 4, "m3": 5}
    published = view_of(tied.tables, weights="X1:0.5,X2:0.5", protocol="published")
    assert board(published)["m5"]["metric_ranks"]["X1"] == 2, "the earlier row counts as better"


def test_a_method_that_lacks_a_weighted_metric_cannot_outrank_and_is_named() -> None:
    lacking = made([[0.0, np.nan], [0.5, 0.5], [0.5, 0.5]])
    *_, last = board(lacking).values()
    assert (last["method"], last["rank"], last["uqs"], last["rank_low"]) == ("m1", None, None, None)
    assert last["missing"] == {"X2": ["b1"]}
    assert set(last["contributions"].values()) == {None}
    assert board(view_of(lacking.tables, weights="X1:1"))["m1"]["rank"] == 1
    ga = board(view_of(panel="resnet_unimodal"))["gradient_ascent"]
    assert (ga["partial"], ga["sd"]["JS"], ga["sd_seeds"]["JS"]) == ({"JS": ["cifar10"]}, None, 1)
    assert ga["rank"] is not None


@pytest.mark.parametrize(
    ("rivals", "marked"),
    [([[0.8, 0.3]], ["m1"]), ([[0.8, 0.0]], []), ([[0.8, 0.2]], []), ([], [])],
    ids=["equal at 5/11, .045 away", "equal at 4/7, .071 away", "tied", "alone"],
)
def test_a_lead_is_fragile_when_a_twentieth_of_the_weight_topples_it(rivals, marked) -> None:
    rows = board(made([[0.2, 0.8], *rivals], weights="X1:0.5,X2:0.5"))
    assert [method for method, row in rows.items() if row["fragile_lead"]] == marked


def test_presets_are_given_by_metric_and_in_words_or_have_the_reason_why_not() -> None:
    resolved = view_of(panel="resnet_unimodal")
    by_name = {p.name: p for p in presets(resolved)}
    assert by_name["equal"].weights == dict.fromkeys(IDS, 0.2)
    assert by_name["equal"].shares == "60 % forgetting, 20 % privacy, 20 % usefulness"
    assert by_name["re-derived"].weights is None
    assert sum((by_name["privacy_first"].weights or {}).values()) == pytest.approx(1)
    bare = {p.name: p for p in presets(made(np.zeros((2, 2))))}["privacy_first"]
    assert (bare.weights, bare.reason) == (None, "no metric here measures privacy")
    seeds = {p.name: p for p in presets(view_of(built_in("tofu_seeds")))}
    assert seeds["equal"].shares == "⅓ FQ, ⅓ ES, ⅓ HM; usefulness is inside HM"


@pytest.mark.parametrize(
    ("choice", "seeds", "word"),
    [("benchmarks mllmu_bench", "42", "one run"), ("panel resnet_unimodal", "42,123", "few")],
)
def test_where_nothing_can_be_tested_no_rank_has_an_interval(choice, seeds, word) -> None:
    name, _, value = choice.partition(" ")
    view = view_of(seeds=seeds, **{name: value})
    for row in board(view).values():
        assert (row["rank_low"], row["rank_high"]) == (None, None)
        assert word in row["rank_interval_reason"]
    assert "no interval" in latex_table(METHODS.table(view, "leaderboard"), view.labels, {})


def test_rank_intervals_follow_from_who_is_ahead_of_whom() -> None:
    """By the second program's tests, from the files alone."""
    plain = Suite("calibration", "sequence")
    view = view_of(built_in("calibration"), panel="sequence")
    order, ahead = plain.ahead(
        dict(zip(view.panel.metric_ids, view.contest.weights, strict=True)), floors=True
    )
    for method, row in board(view).items():
        low = 1 + sum(behind == method for _, behind in ahead)
        high = len(order) - sum(first == method for first, _ in ahead)
        assert (row["rank_low"], row["rank_high"]) == (low, high)
        assert low <= row["rank"] <= high


def test_latex_has_the_columns_for_print_and_the_spreads_beside_their_means() -> None:
    view = view_of()
    lines = latex_table(METHODS.table(view, "leaderboard"), view.labels, {}).splitlines()
    arrows = [rf"{m} $\{'up' if m == 'RA' else 'down'}arrow$" for m in IDS]
    heads = ["rank", "method", r"score $\uparrow$", "Rank, new seeds from", "to", *arrows]
    assert lines[8] == rf"{' & '.join(heads)} \\"
    assert lines[3].endswith("The same in all rows: runs: 9.}")
    assert lines[4] == r"\label{tab:Unified-Unlearning-LLaVA-1.5-7B}"
    # the means of the released runs, by pandas; the best of a column is bold
    runs = TABLES.runs[
        (TABLES.runs["panel"] == "llava_multimodal") & (TABLES.runs["method"] == "random_labels")
    ]
    cells = (
        next(line for line in lines if "Random Labels" in line).removesuffix(r" \\").split(" & ")
    )
    sd = board(view)["random_labels"]["sd"]
    for metric, cell in zip(IDS, cells[5:], strict=False):
        mean = runs.groupby("benchmark")[metric].mean().mean()
        best = rf"$\mathbf{{{mean:.3f}}}\pm{sd[metric]:.3f}$"
        assert cell == (best if metric != "MIA" else rf"${mean:.3f}\pm{sd[metric]:.3f}$")
    head = csv_text(METHODS.table(view, "leaderboard"), {}).splitlines()[0].split(",")
    assert {"means.FA", "sd_seeds.JS", "utilities.AD", "contributions.RA"} < set(head)
    assert {"epsilon", "fragile_lead"} < set(head)
    weighed = view_of(weights="FA:0.2,RA:0.8")
    assert (
        caption(weighed.of(compute), weighed.labels)
        == "Methods by score on LLaVA-1.5-7B (Unified Unlearning). Weights: FA 0.20, RA 0.80."
        " Tie-aware protocol; each metric as its mean over benchmarks and seeds ± standard"
        f" deviation over seeds. 36 runs, data version {TABLES.data_version}."
    )


def test_print_has_models_that_are_never_ranked_in_the_order_of_scores_and_bold_targets() -> None:
    view = view_of(
        built_in("tofu_original"), panel="llama2_7b", weights="balanced", aim="reference"
    )
    table = METHODS.table(view, "leaderboard")
    latex = latex_table(table, view.labels, {}).splitlines()
    lines = [line.removesuffix(r" \\").split(" & ") for line in latex if " & " in line]
    heads, *rows = lines
    scores = [float(re.sub(r"[^\d.]", "", row[heads.index(r"score $\uparrow$")])) for row in rows]
    assert scores == sorted(scores, reverse=True)
    assert [row[1] for row in rows if row[0] == "--"] == ["Retrained model", "Original model"]
    target = next(index for index, text in enumerate(heads) if text.startswith("ROUGE f "))
    assert heads[target] == r"ROUGE f $\odot$"
    utilities = {m: row["utilities"]["rouge_forget"] for m, row in board(view).items()}
    best = view.labels.method(max(utilities, key=lambda method: utilities[method]))
    assert [row[1] for row in rows if row[target].startswith(r"\textbf")] == [best]
    assert len(METHODS.content(view)["leaderboard"]) == len(rows) - 2, "files have the ranked alone"
    shown = screen_frame(table, view.labels)
    assert [*shown["method"]] == [row[1] for row in rows]


@pytest.mark.parametrize("suite", NAMES)
def test_latex_of_every_ranking_is_plain_text_between_balanced_braces(suite: str) -> None:
    tables = built_in(suite)
    for panel in tables.panels:
        view = view_of(tables, panel=panel.id)
        latex = latex_table(METHODS.table(view, "leaderboard"), view.labels, {})
        assert set(latex) - {*string.printable} <= {*"éèäöüß"}
        depth = 0
        for sign in re.sub(r"\\.", "", latex):
            depth += (sign == "{") - (sign == "}")
            assert depth >= 0
        assert depth == 0
        tabular = latex[latex.index(r"\toprule") :].splitlines()
        cells = [len(re.findall(r"(?<!\\)&", line)) for line in tabular if line.endswith(r"\\")]
        assert len(set(cells)) == 1


def test_sides_are_told_of_targets_only() -> None:
    closeness = (UtilityMap("closeness"),)
    target = replace(
        made_metric("FA"), direction="target", target="0.3", under="below", utilities=closeness
    )
    tables = made_tables(
        np.array([[[[0.2, 0.5], [0.4, 0.9], [0.3, 0.7]]]]), metrics=[target, made_metric("RA")]
    )
    view = view_of(tables)
    sides = {m: r["sides"] for m, r in board(view).items()}
    assert sides == {"m1": {"FA": "under"}, "m2": {"FA": "over"}, "m3": {"FA": "at"}}
    frame = screen_frame(METHODS.table(view, "leaderboard"), view.labels).set_index("method")
    assert frame["FA: side"].to_dict() == CASES["sides are told"]


def test_the_aim_turns_what_offers_it_towards_the_retrained_model_and_says_on_which_side() -> None:
    runs = table("tofu", "runs").set_index("method").astype({"one_minus_es": float, "mem": float})
    values, t = runs["one_minus_es"].drop(["full", "retain"]), 0.941
    turned = {"rows": "checkpoints", "aim": "reference"}
    rows = board(view_of(built_in("tofu"), weights="one_minus_es:1", **turned))
    wanted = 1 - (values - t).abs() / max(t, 1 - t)
    assert {m: r["uqs"] for m, r in rows.items()} == pytest.approx(wanted.to_dict(), abs=1e-9)
    aims = ({}, {"aim": "reference"})
    first, second = (
        board(view_of(built_in("tofu"), weights="uds:1", rows="checkpoints", **aim)) for aim in aims
    )
    assert {m: r["uqs"] for m, r in first.items()} == {m: r["uqs"] for m, r in second.items()}
    for row in board(
        view_of(built_in("tofu"), weights="mem:1", rows="best", aim="reference")
    ).values():
        away = np.sign(
            round(runs.loc[row["best_checkpoint"], "mem"] - runs.loc["retain", "mem"], 9)
        )
        assert row["sides"]["mem"] == {-1: "under", 0: "at", 1: "over"}[away]


def test_models_that_are_never_ranked_get_a_score_and_a_place() -> None:
    rivals = {
        "checkpoints": [score for scores in SCORES.values() for score in scores],
        "best": [max(scores) for scores in SCORES.values()],
    }
    for rows, scores in rivals.items():
        listed = REFERENCES.content(view_of(gridded(), rows=rows))["references"]
        for row, (method, role, score) in zip(
            listed, [("retrained", "reference", 0.58), ("before", "original", 0.05)], strict=True
        ):
            rank = 1 + sum(rival > score for rival in scores)
            facts = {"method": method, "role": role, "uqs": score, "would_rank": rank}
            assert row == {**facts, "means": {"X1": pytest.approx(1 - score)}}
    # who beats the retrained model of the calibration suite, by plain loops over runs
    tables, ahead = built_in("calibration"), []
    for panel, metric in (("unimodal", "JS"), ("sequence", "JS"), ("sequence", "MIA")):
        runs = tables.runs[tables.runs["panel"] == panel]
        cells = -runs.groupby(["method", "benchmark"])[metric].mean().groupby("method").mean()
        rivals = cells.drop(["original", "retrain", "noise"])
        n_better = int((rivals > cells["retrain"]).sum())
        view = view_of(tables, panel=panel, weights=f"{metric}:1")
        sentence = above(view.of(references))
        assert sentence.partition(" ")[0] == (str(n_better) if n_better else "")
        ahead.append(n_better > 0)
    assert set(ahead) == {True, False}


def test_the_command_line_prints_the_report_and_refuses_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few = ["unified_unlearning", "--tables", str(FOLDER), "--draws", "100"]
    assert main([*few, "--weights", "FA:0.2,RA:0.8"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["weights"] == {"FA": 0.2, "RA": 0.8, "MIA": 0.0, "AD": 0.0, "JS": 0.0}
    assert main([*few, "--weights", "nonsense", "--k", "0"]) == 2
    refused = capsys.readouterr().err
    assert "--weights: found 'nonsense', expected a preset" in refused
    assert "--k: found '0'" in refused
