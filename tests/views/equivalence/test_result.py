"""The part on equivalence: its rows, its words, readers' tables, and the command line."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from components.controls import controls, panel_with_controls
from components.intake.equivalence import TEMPLATE, AnswersRefused, drawn_answers
from components.report import markdown, report
from components.resolved import Resolved
from components.selection import default_selection
from components.views.equivalence import words
from components.views.equivalence.command import main
from components.views.equivalence.result import equivalence, panel_with_answers
from components.views.equivalence.rows import by_j, equivalence_row
from components.views.equivalence.tables import metrics_table, models_table, prompts_table, ranks_table
from tests.calibrated import METHODS, calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def resolved(tables=TABLES, **choices) -> Resolved:
    return Resolved(tables, replace(default_selection(tables), panel="questions", weights="equal", **choices))


def table(text=TEMPLATE):
    header, *rows = [line.split(",") for line in text.strip().split("\n")]
    return header, rows, [f"line {i}" for i in range(2, len(rows) + 2)]


def test_models_are_ranked_by_the_whole_forget_set_and_controls_follow():
    part = equivalence(resolved())
    assert [r["method"] for r in part["models"]] == list(METHODS)
    assert [r.get("rank") for r in part["models"]] == [1, 2, 3, None, None]
    assert [r["farther"] for r in part["models"]] == [False, False, True, None, None]
    assert (part["models"][2]["farther_in"], part["models"][2]["blocks"]) == (4, 4)
    runs = TABLES.runs[TABLES.runs["panel"] == "questions"]
    for row in part["models"]:
        assert row["j_whole"] == pytest.approx(runs.loc[runs["method"] == row["method"], "FADE"].mean())
        assert row["prompts"] == 48
        assert row["j"] == pytest.approx(np.mean([p["j"] for p in row["by_prompt"]]))
    assert part["floor"]["method"] == "retrain"
    assert part["ceiling"]["method"] == "original"


def test_j_itself_is_not_compared_with_j_and_directions_hold():
    metrics = {r["metric"]: r for r in equivalence(resolved())["metrics"]}
    assert set(metrics) == {"GOOD", "TURNED", "FLAT"}
    assert metrics["GOOD"]["tau"] == pytest.approx(1)
    assert metrics["TURNED"]["tau"] == pytest.approx(-1)
    assert metrics["FLAT"]["tau"] is None
    # two benchmarks of three methods: 2 of 36 arrangements reach |τ| = 1
    assert metrics["GOOD"]["p"] == pytest.approx(2 / 36)
    assert metrics["GOOD"]["p_min"] == pytest.approx(2 / 36)
    assert [r["j_rank"] for r in metrics["TURNED"]["ranks"]] == [1, 2, 3]
    assert [r["metric_rank"] for r in metrics["TURNED"]["ranks"]] == [3, 2, 1]


def test_without_the_whole_forget_set_the_answers_decide():
    extras = {k: v for k, v in TABLES.extras.items() if k != "fade"}
    part = equivalence(resolved(replace(TABLES, extras=extras)))
    assert part["ranked_by"] == "answers"
    ranked = [r for r in part["models"] if not r["control"]]
    assert [r["j"] for r in ranked] == sorted(r["j"] for r in ranked)
    assert "of the drawn answers" in words.lead(resolved(), part)
    assert {r["metric"] for r in part["metrics"]} == {"FADE", "GOOD", "TURNED", "FLAT"}


def test_filters_choose_answers_and_say_when_nothing_is_left():
    part = equivalence(resolved(benchmarks=("b3",), seeds=(1,)))
    assert part["models"][0]["prompts"] == 12
    assert {(p["benchmark"], p["seed"]) for p in part["models"][0]["by_prompt"]} == {("b3", "1")}
    assert part["models"][0]["balance"] is None
    assert [b["benchmark"] for b in part["bounds"]] == ["b3", "b3"]
    images = equivalence(Resolved(TABLES, default_selection(TABLES)))
    assert (images["models"], images["panels"]) == ([], ["questions"])
    assert "Images" in images["reason"]


def test_a_suite_without_answers_or_controls_says_so():
    part = equivalence(Resolved(RELEASED, default_selection(RELEASED)))
    assert "no drawn answers" in part["reason"]
    assert part["models"] == []
    assert panel_with_answers(RELEASED) == ""
    assert panel_with_controls(RELEASED) == ""
    assert controls(RELEASED, "llava_multimodal").all == ()
    assert panel_with_answers(TABLES) == "questions"


def test_the_report_holds_the_models_without_their_prompts():
    result = report(TABLES, resolved().selection, ("equivalence", "calibration"))
    full = equivalence(resolved())
    assert [r["j"] for r in result["equivalence"]["models"]] == [r["j"] for r in full["models"]]
    assert "by_prompt" not in json.dumps(result)
    printed = markdown(result)
    assert "## equivalence" in printed
    assert "## calibration" in printed


def test_words_count_what_they_claim():
    part = equivalence(resolved())
    assert words.farther(part).startswith("1 of 3 methods is on average farther")
    none = equivalence(resolved(methods=("good", "fair")))
    assert words.farther(none).startswith("On average none of 2 methods is farther")
    assert words.at_floor(part).startswith("The interval of 2 of 3 methods reaches")
    only = equivalence(resolved(methods=("original",)))
    assert words.lead(resolved(), only).startswith("No unlearning method is chosen;")
    assert words.metrics_sentence(only) == "No other metric can be compared with J here."
    assert "On 30 of 48 prompts" in words.prompt_sentence(part, part["models"][2])


def test_the_label_of_a_figure_holds_what_the_sentence_says():
    row = {"tau": 0.5, "p": 0.0004, "p_min": 0.0001, "p_kind": "exact", "arrangements": 24, "reason": ""}
    assert words.tau_label(row) == "τ +0.500, p < 0.001, smallest < 0.001"
    assert words.tau_label({**row, "p": None, "reason": "one block"}) == "τ +0.500, no p"
    assert words.tau_label({**row, "tau": None}) == words.tau_text({**row, "tau": None}) == words.NO_TAU


def test_tables_hold_every_number():
    part = equivalence(resolved())
    frame = models_table(part["models"])
    assert frame["J"].tolist() == [r["j"] for r in part["models"]]
    assert (frame["half of J"] * 2).tolist() == pytest.approx(frame["J"].tolist())
    assert metrics_table(part["metrics"])["τ-b with J"].dropna().tolist() == pytest.approx([1, -1])
    assert len(ranks_table(part["metrics"][0])) == 3
    prompts = prompts_table(resolved(), part["models"][0], [part["ceiling"]])
    assert prompts["J of original"].mean() == pytest.approx(part["ceiling"]["j"])


def test_a_reader_s_table_is_read_to_the_digit():
    (drawn,), notices = drawn_answers(*table())
    assert notices == ()
    row = equivalence_row(drawn)
    assert row["forward"] == pytest.approx(((0.74 + 0.15) / 2 + 0.18) / 2)
    assert row["backward"] == pytest.approx(((1.26 + 0.73) / 2 + 0.47) / 2)
    assert row["tokens_unlearned"] == pytest.approx((3.5 + 2) / 2)
    assert row["interval_reason"] == "not estimable from 2 prompts, 10 are needed"


def test_a_log_likelihood_above_0_is_remarked_on():
    _, notices = drawn_answers(*table(TEMPLATE.replace("-1.87,-2.02", "1.87,-2.02")))
    assert notices[0].startswith("1 row with a log-likelihood above 0")


def test_models_and_prompts_of_several_benchmarks_are_kept_apart():
    header, rows, places = table()
    more = [[*row, method, b] for method in ("a", "b") for b in ("x", "y") for row in rows]
    drawn, _ = drawn_answers([*header, "method", "benchmark"], more, [f"line {i}" for i in range(len(more))])
    assert [d.method for d in drawn] == ["a", "b"]
    assert len(drawn[0].prompts) == 4
    assert places[0] == "line 2"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("prompt,sample", "question,sample", "prompt is missing"),
        ("q1,2,unlearned", "q1,2,nobody", "line 3, generated_by: found 'nobody', expected unlearned or reference"),
        ("-2.31", "abc", "line 2, loglik_unlearned: found 'abc', expected a log-likelihood"),
        ("-2.31", "nan", "line 2, loglik_unlearned: found 'nan'"),
        ("-2.31", "inf", "line 2, loglik_unlearned: found 'inf'"),
        ("-2.31", "-inf", "line 2, loglik_unlearned: found -inf for an answer that this very model gave"),
        ("-3.05,4", "-3.05,0", "line 2, tokens: found '0', expected a count of at least 1"),
        ("q1,2,unlearned", "q1,1,unlearned", "line 3, sample: found '1' again for prompt 'q1' (first in line 2)"),
        ("q2,1,reference", "q3,1,reference", "prompt q2: found no answer generated by reference"),
        ("q1,1,unlearned", ",1,unlearned", "line 2, prompt: found nothing"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_place(old, new, told):
    with pytest.raises(AnswersRefused) as refused:
        drawn_answers(*table(TEMPLATE.replace(old, new, 1)))
    assert any(told in problem for problem in refused.value.problems)


def test_all_problems_are_told_at_once_but_not_without_end():
    header, rows, _ = table()
    many = [[*row[:3], "x", "y", row[5]] for row in rows * 10]
    with pytest.raises(AnswersRefused) as refused:
        drawn_answers(header, many, [f"line {i}" for i in range(len(many))])
    assert len(refused.value.problems) == 13
    assert refused.value.problems[-1].endswith("more of such places")


def test_an_infinite_term_is_said_and_ranks_last():
    (broken,), _ = drawn_answers(*table(TEMPLATE.replace("-1.87,-2.02", "-1.87,-inf")))
    row = equivalence_row(broken)
    assert row["j"] is None
    assert row["j_reason"] == "infinite: 1 answer of the unlearned model that the reference cannot give"
    (whole,), _ = drawn_answers(*table())
    ranked = by_j([row, equivalence_row(whole)])
    assert [(r["j"] is None, r["rank"]) for r in ranked] == [(False, 1), (True, 2)]


def test_the_command_line_prints_json_and_markdown_and_refuses(tmp_path, capsys):
    file = tmp_path / "answers.csv"
    file.write_text(TEMPLATE.replace("unlearned,-2.31", "unlearned,−2.31"), encoding="utf-8")
    assert main([str(file)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["models"][0]["j"] == pytest.approx(1.045)
    assert "not available" in printed["normalisation"]
    assert main([str(file), "--format", "markdown"]) == 0
    assert "| 1 | model | 1.045 |" in capsys.readouterr().out
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    assert main([str(file)]) == 2
    assert "prompt, generated_by, loglik_unlearned, loglik_reference is missing" in capsys.readouterr().err
    assert main([str(tmp_path / "none.csv")]) == 2
    assert main([str(file), "--draws", "1"]) == 2
