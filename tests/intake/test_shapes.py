"""Importers: small made files in the shapes of public result files."""

from __future__ import annotations

import json

import pytest

from components.intake.files import read
from components.intake.reading.objects import records_of, unified_unl
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


def test_results_of_lm_eval_are_one_run_named_by_its_model() -> None:
    results = {
        "wmdp_bio": {"alias": "wmdp_bio", "acc,none": 0.31, "acc_stderr,none": 0.01},
        "gsm8k": {"exact_match,strict-match": 0.5, "exact_match,flexible-extract": 0.6, "sample_len": 1319},
    }
    whole = {"results": results, "config": {"model": "hf", "model_args": "pretrained=me/rmu,dtype=bfloat16"}}
    sheet = read([("results_2025-01-01.json", json.dumps(whole).encode())])
    assert sheet.header == (
        "method",
        "wmdp_bio acc",
        "gsm8k exact_match strict-match",
        "gsm8k exact_match flexible-extract",
    )
    assert sheet.rows == (("me/rmu", "0.31", "0.5", "0.6"),)
    assert "standard errors" in sheet.notices[0]
    (_, unnamed), *_ = records_of("eval/results_7.json", {"results": results}, [])
    assert unnamed["method"] == "results_7"


def test_methods_by_key() -> None:
    told: list[str] = []
    found = records_of("x.json", {"GA": {"FA": 1}, "RL": {"FA": 2}}, told)
    assert [r for _, r in found] == [{"method": "GA", "FA": 1}, {"method": "RL", "FA": 2}]
    assert told


@pytest.mark.parametrize("value", [1, "x", [[]], [{"a": 1}, 2], {}, []])
def test_other_shapes_are_refused(value: object) -> None:
    with pytest.raises(Refused, match="expected"):
        records_of("x.json", value, [])
