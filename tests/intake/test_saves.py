"""OpenUnlearning's saves folder: one row per run, names from paths and overrides, nothing twice."""

import io
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from components.exports.package import package
from components.intake.limits import MAX_SAMPLES, MAX_UNPACKED
from components.intake.reading import child
from components.intake.reading.saves import chosen, described
from components.intake.reading.sheet import FileRefused
from components.intake.work import begin, examined, suite_of
from data.load import load_suite
from tests.data.test_per_sample import values
from tests.intake.real.cases import zipped

TASK = "saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_"


def brought(files: Mapping[str, object]) -> dict[str, list]:
    """What the reading process makes of a zip, without a process of its own."""
    return vars(child.read(zipped(files)))


def rows(files: Mapping[str, object]) -> list[dict[str, str]]:
    answer = brought(files)
    return [{k: v for k, v in zip(answer["header"], row, strict=True) if v} for row in answer["rows"]]


@pytest.mark.parametrize(
    ("path", "named"),
    [
        (f"{TASK}NPO/evals/TOFU_SUMMARY.json", {"method": "NPO", "benchmark": "tofu_forget10"}),
        ("saves/unlearn/muse_Llama-2-7b-hf_News_GradDiff/evals/MUSE_EVAL.json", {"benchmark": "muse_News"}),
        ("saves/unlearn/muse_Llama-2-7b-hf_Books_NPO_s42/evals/MUSE_EVAL.json", {"method": "NPO", "seed": "42"}),
        ("saves/unlearn/wmdp_zephyr-7b-beta_cyber_RMU/evals/LMEval_SUMMARY.json", {"benchmark": "wmdp_cyber"}),
        (f"{TASK}SimNPO_seed3/checkpoint-60/evals/TOFU_SUMMARY.json", {"seed": "3", "checkpoint": "60"}),
        (f"{TASK}NPO_lr1e-05_beta0.1_alpha1_epoch5/tofu_evals/TOFU_SUMMARY.json", {"method": "NPO", "lr": "1e-05"}),
        (f"{TASK}NPO_lr1e-05_beta0.1_alpha1_epoch5/evals/TOFU_EVAL.json", {"beta": "0.1", "alpha": "1", "epochs": "5"}),
        (f"{TASK}NPO_scratch_S50_seed0_corr/evals/TOFU_EVAL.json", {"method": "NPO_scratch_S50_corr", "seed": "0"}),
        (f"{TASK}T3_sweep/temp-2.5-epochs-9-lr-1e-2-act-id/seed1/evals/TOFU_EVAL.json", {"seed": "1", "lr": "1e-2"}),
        ("saves/eval/tofu_Llama-3.2-1B-Instruct_retain90/TOFU_EVAL.json", {"benchmark": "tofu_forget10"}),
        ("saves/eval/tofu_Llama-3.2-1B-Instruct_retain95/TOFU_EVAL.json", {"method": "retain"}),
        (
            "saves/eval/tofu_phi-1_5_full/evals_forget05/TOFU_EVAL.json",
            {"method": "full", "benchmark": "tofu_forget05"},
        ),
        ("saves/eval/tofu_phi-1_5_full/evals_forget05/TOFU_EVAL.json", {"model": "phi-1_5"}),
        ("saves/eval/muse_Llama-2-7b-hf_News_retrain/MUSE_EVAL.json", {"method": "retrain", "benchmark": "muse_News"}),
        ("saves/eval/SAMPLE_EVAL/TOFU_SUMMARY.json", {"method": "SAMPLE_EVAL"}),
        ("my_own_task/evals/TOFU_SUMMARY.json", {"method": "my_own_task"}),
        ("NPO_TOFU_SUMMARY.json", {"method": "NPO"}),
        ("TOFU_SUMMARY.json", {"method": ""}),
    ],
)
def test_a_path_names_its_run(path: str, named: dict[str, str]) -> None:
    by = path.rpartition("/")[2].rpartition("_")[0]
    found, _ = described(path.rpartition("_")[0], by, {})
    assert {k: found.get(k) for k in named} == named


def test_overrides_say_what_the_path_does_not() -> None:
    overrides = (
        "- trainer=NPO\n- forget_split=forget05\n- model=Llama-3.2-3B-Instruct\n- trainer.args.learning_rate=2e-05\n"
        "- trainer.args.num_train_epochs=5\n- trainer.method_args.beta=0.5\n- ++trainer.args.seed=7\n"
        "- trainer.method_args.alpha=${x}\n- paths.output_dir=saves/unlearn/run_4/evals\n- seed=0\n"
    )
    (run,) = rows({"run_4/.hydra/overrides.yaml": overrides, "run_4/evals/TOFU_SUMMARY.json": {"model_utility": 0.5}})
    assert run == {
        "method": "NPO",
        "benchmark": "tofu_forget05",
        "model": "Llama-3.2-3B-Instruct",
        "seed": "7",
        "lr": "2e-05",
        "epochs": "5",
        "beta": "0.5",
        "model_utility": "0.5",
    }


def test_a_summary_and_its_evaluation_are_one_run() -> None:
    summary = {"forget_quality": 1.06e-239, "model_utility": 0.5}
    detail = {
        "forget_quality": {"agg_value": 1.06e-239},
        "model_utility": {"agg_value": 0.5},
        "forget_Q_A_PARA_Prob": {"agg_value": 0.2, "value_by_index": {"0": {"prob": 0.2, "avg_loss": 1.6}}},
        "rouge": {"agg_value": {"rougeL": 0.25}},
    }
    files = {f"{TASK}NPO/evals/TOFU_SUMMARY.json": summary, f"{TASK}NPO/evals/TOFU_EVAL.json": detail}
    answer = brought(files)
    assert answer["header"] == ("method", "benchmark", "model", "forget_quality", "model_utility")
    assert answer["rows"] == (("NPO", "tofu_forget10", "Llama-3.2-1B-Instruct", "1.06e-239", "0.5"),)
    assert not answer["notices"]
    alone = rows({f"{TASK}NPO/evals/TOFU_EVAL.json": {**detail, "forget_quality": {"agg_value": None}}})
    assert "forget_quality" not in alone[0]
    assert (alone[0]["forget_Q_A_PARA_Prob"], alone[0]["rouge.rougeL"]) == ("0.2", "0.25")


def test_several_evaluators_of_one_run_are_one_row() -> None:
    files = {
        f"{TASK}NPO/evals/LMEval_SUMMARY.json": {"mmlu/acc,none": 0.4, "mmlu/acc_stderr,none": 0.01},
        f"{TASK}NPO/evals/TOFU_SUMMARY.json": {"model_utility": 0.5, "privleak": -20.5},
        f"{TASK}RMU/checkpoint-5/evals/TOFU_SUMMARY.json": {"model_utility": 0.6},
        f"{TASK}RMU/checkpoint-10/evals/TOFU_SUMMARY.json": {"model_utility": 0.7},
    }
    runs = rows(files)
    assert [(r["method"], r.get("checkpoint"), r["model_utility"]) for r in runs] == [
        ("NPO", None, "0.5"),
        ("RMU", "5", "0.6"),
        ("RMU", "10", "0.7"),
    ]
    assert runs[0]["mmlu acc"] == "0.4"
    assert "standard errors" in brought(files)["notices"][0]
    files[f"{TASK}NPO/evals/MUSE_SUMMARY.json"] = {"privleak": 3.5}
    apart = [r for r in rows(files) if r["method"] == "NPO"]
    assert {(r["benchmark"], r["privleak"]) for r in apart} == {("tofu_forget10", "-20.5"), ("muse", "3.5")}


def test_checkpoints_are_passed_over_by_their_declared_size() -> None:
    files: dict[str, object] = {f"{TASK}NPO/model-{i}.safetensors": bytes(MAX_UNPACKED // 2) for i in range(3)}
    files |= {f"{TASK}NPO/checkpoint-{i}/trainer_state.json": {"log_history": []} for i in range(500)}
    files |= {f"{TASK}NPO/evals/TOFU_SUMMARY.json": {"model_utility": 0.5}, "saves/all.csv": "method,FA\nGA,1\n"}
    answer = brought(files)
    assert len(answer["rows"]) == 1
    (told,) = answer["notices"]
    assert told.startswith("504 other files (100.7 MB) were passed over without being unpacked")


def test_details_wait_behind_what_the_table_needs() -> None:
    sizes = {f"{i}/TOFU_{kind}.json": size for i in "abc" for kind, size in (("SUMMARY", 1), ("EVAL", 50))}
    sizes |= {"d/TOFU_EVAL.json": 500, "d/.hydra/overrides.yaml": 1, "elsewhere/config.json": 1}
    assert set(sizes) - set(chosen(sizes, 100, 560)) == {
        "b/TOFU_EVAL.json",
        "c/TOFU_EVAL.json",
        "elsewhere/config.json",
    }
    assert len(chosen(sizes, 6, 10_000)) == 6


def test_more_values_by_sample_than_can_be_kept_are_told() -> None:
    many = {str(i): i for i in range(MAX_SAMPLES + 1)}
    answer = brought({"a/TOFU_EVAL.json": {"x": {"agg_value": 1, "value_by_index": many}}})
    assert not answer["samples"]
    assert "cannot be kept" in answer["notices"][0]


@pytest.mark.parametrize("held", ["[1, 2]", "{}", '{"a": {"value_by_index": {}}}', "{", "7"])
def test_what_is_no_evaluation_is_refused(held: str) -> None:
    with pytest.raises(FileRefused, match="expected"):
        brought({"a/evals/TOFU_SUMMARY.json": held})


def test_values_by_sample_kept_are_a_table_of_the_suite_that_survives_its_folder(tmp_path: Path) -> None:
    detail = {
        "forget_Q_A_Prob": {
            "agg_value": 0.5,
            "value_by_index": {"0": {"prob": 0.25, "avg_loss": 1.5, "generation": "1.2.3"}, "1": {"prob": 0.75}},
        },
        "model_utility": {"agg_value": 0.5},
        "without_a_value": {"value_by_index": {"0": 1}},
    }
    task = "saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_"
    files = {f"{task}{m}_seed1/evals/TOFU_EVAL.json": detail for m in ("NPO", "RMU")}
    work = begin(zipped(files), [])
    work = replace(work, uses=tuple(replace(u, answer="higher") if u.unanswered else u for u in work.uses))
    table = examined(work, {})
    assert table.ready, [f.title for f in table.findings if f.blocking]
    made = suite_of(work, table, {}, {}, private=False)
    kept = values(made)
    assert list(kept.columns) == ["panel", "benchmark", "method", "seed", "metric", "field", "sample", "value"]
    # the mean of prob is the value of both runs, so it is the metric itself; what no column has is left out
    assert kept[["method", "seed", "field", "sample", "value"]].to_numpy().tolist() == [
        [m, 1, f, s, v]
        for f, of_samples in (("", (("0", 0.25), ("1", 0.75))), ("avg_loss", (("0", 1.5),)))
        for m in ("NPO", "RMU")
        for s, v in of_samples
    ]
    assert set(kept["metric"]) == {"forget_prob"} <= {m.id for m in made.metrics}
    with zipfile.ZipFile(io.BytesIO(package(made))) as archive:
        archive.extractall(tmp_path)
    again = load_suite(tmp_path / made.suite.id)
    pd.testing.assert_frame_equal(values(again), kept, check_dtype=False)
