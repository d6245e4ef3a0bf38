"""Importers: small made files in the shapes of public result files."""

from __future__ import annotations

import json

import pytest

from components.intake.files import read
from components.intake.reading.shapes import open_unlearning, records_of, unified_unl
from components.intake.reading.table import Refused

EVAL = {"dataset": "mllmu_bench", "method": "salun", "seed": 42, "FA": 0.0, "RA": 0.02, "retrained_distance": 0.4}


def test_one_run_of_unified_unl() -> None:
    assert unified_unl("outputs/eval_mllmu_bench_salun_seed42.json", EVAL) == EVAL


def test_the_file_name_says_what_the_object_does_not() -> None:
    name = "eval_mllmu_bench_gradient_ascent_seed5508.json"
    bare = {"FA": 0.1}
    assert unified_unl(name, bare) == {"FA": 0.1, "seed": "5508", "method": "mllmu_bench_gradient_ascent"}
    assert unified_unl(name, {"method": "ga", "FA": 0.1}) == {"method": "ga", "FA": 0.1, "seed": "5508"}
    assert unified_unl("x.json", bare) == bare


def test_many_run_files_become_one_table() -> None:
    files = [
        (f"eval_{d}_{m}_seed{s}.json", json.dumps({"dataset": d, "method": m, "seed": s, "FA": s / 100}).encode())
        for d in ("unlok_vqa", "mmubench")
        for m in ("salun", "finetune_retain")
        for s in (42, 123)
    ]
    sheet = read(files)
    assert sheet.header == ("dataset", "method", "seed", "FA")
    assert len(sheet.rows) == 8
    assert sheet.rows[1] == ("unlok_vqa", "salun", "123", "1.23")
    assert sheet.places[0] == "eval_unlok_vqa_salun_seed42.json, object 1"


def test_combined_lists_with_and_without_a_frame() -> None:
    rows = [EVAL, {**EVAL, "seed": 123, "JS": float("nan")}]
    bare = read([("multimodal_results.json", json.dumps(rows).encode())])
    assert bare.rows[1][-1] == "NaN"
    framed = {"blip2_results": rows, "blip2_tau": {"FA_RA": None}, "note": "x"}
    found = read([("blip2_minimal_summary.json", json.dumps(framed).encode())])
    assert found.rows == bare.rows
    assert "the list 'blip2_results' was read; beside it stood 'blip2_tau', 'note'" in found.notices


@pytest.mark.parametrize(
    ("path", "named"),
    [
        (
            "saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_NPO/evals/TOFU_SUMMARY.json",
            {"method": "NPO", "benchmark": "tofu_forget10", "model": "Llama-3.2-1B-Instruct"},
        ),
        (
            "saves/unlearn/muse_Llama-2-7b-hf_News_GradDiff/evals/MUSE_SUMMARY.json",
            {"method": "GradDiff", "benchmark": "muse_News", "model": "Llama-2-7b-hf"},
        ),
        (
            "tofu_Llama-3.1-8B-Instruct_forget05_SimNPO_seed3/checkpoint-60/evals/TOFU_SUMMARY.json",
            {
                "method": "SimNPO checkpoint-60",
                "benchmark": "tofu_forget05",
                "model": "Llama-3.1-8B-Instruct",
                "seed": "3",
            },
        ),
        ("my_own_task/evals/TOFU_SUMMARY.json", {"method": "my_own_task"}),
        ("NPO_TOFU_SUMMARY.json", {"method": "NPO_TOFU"}),
    ],
)
def test_a_summary_of_open_unlearning_is_named_by_its_folder(path: str, named: dict) -> None:
    summary = {"forget_quality": 2.6e-10, "model_utility": 0.5966, "privleak": -90.5}
    assert open_unlearning(path, summary) == {**named, **summary}


def test_summaries_in_a_zip_become_one_table() -> None:
    import io
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for method, quality in (("NPO", 0.3), ("GradDiff", 0.1)):
            path = f"saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_{method}/evals/TOFU_SUMMARY.json"
            archive.writestr(path, json.dumps({"forget_quality": quality, "model_utility": 0.5}))
        archive.writestr("__MACOSX/x", b"junk")
        archive.writestr("saves/.DS_Store", b"junk")
    sheet = read([("saves.zip", out.getvalue())])
    assert sheet.header == ("method", "benchmark", "model", "forget_quality", "model_utility")
    assert sheet.rows[0] == ("NPO", "tofu_forget10", "Llama-3.2-1B-Instruct", "0.3", "0.5")
    assert sheet.rows[1][0] == "GradDiff"


def test_an_evaluation_of_open_unlearning_is_read_by_its_aggregates() -> None:
    values = {
        "forget_quality": {"agg_value": "0.3"},
        "model_utility": {"agg_value": "0.5", "value_by_index": {"0": {}}},
    }
    path = "saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_NPO/evals/TOFU_EVAL.json"
    ((_, record),) = records_of(path, values, [])
    assert (record["method"], record["forget_quality"], record["model_utility"]) == ("NPO", "0.3", "0.5")


def test_methods_by_key() -> None:
    told: list[str] = []
    found = records_of("x.json", {"GA": {"FA": 1}, "RL": {"FA": 2}}, told)
    assert [r for _, r in found] == [{"method": "GA", "FA": 1}, {"method": "RL", "FA": 2}]
    assert told


@pytest.mark.parametrize("value", [1, "x", [[]], [{"a": 1}, 2], {}, []])
def test_other_shapes_are_refused(value: object) -> None:
    with pytest.raises(Refused, match="expected"):
        records_of("x.json", value, [])
