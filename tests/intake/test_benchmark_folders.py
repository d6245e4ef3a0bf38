"""The folder of muse_bench and TOFU's own tables in Your results, and what is wrong with them."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from components.intake.reading import child
from components.intake.reading.sheet import FileRefused
from components.intake.work import Work, begin, examined, suite_of
from data import per_sample
from tests.intake.real.cases import zipped
from tests.released import built_in

QUESTIONS = 60


def questions(mean: float, seed: str) -> list[dict[str, Any]]:
    """Questions whose ROUGE-L varies by 0.1 about a mean, by luck that is the same for all models."""
    luck = random.Random(seed)
    return [
        {"question": f"What is {i}?", "rougeL": max(0.0, mean + luck.uniform(-0.1, 0.1)), "rougeL_recall": mean}
        for i in range(QUESTIONS)
    ]


def model(test: str, corpus: str, name: str, split: str, mean: float) -> dict[str, object]:
    """The two files of one model, by path."""
    history = questions(mean, f"{test}{split}")
    out = {"mean_rougeL": sum(q["rougeL"] for q in history) / len(history), "max_rougeL": 1, "model": "x"}
    place = f"{test}/out/{corpus}/{name}/{split}"
    return {f"{place}/out.json": out, f"{place}/history.json": history}


def auc(corpus: str, name: str, value: float) -> dict[str, object]:
    attacks = {"PPL": 0.5, "Min-40%": value}
    return {f"privleak/out/{corpus}/{name}/auc.json": {"forget_retain2": {"Min-40%": 0.1}, "forget_holdout": attacks}}


def tree() -> dict[str, object]:
    """News as muse_bench leaves it, with AUCs that it has; of earlier steps KnowMem alone, of task vectors less."""
    files: dict[str, object] = {"data/bbc/knowmem/forget_qa.json": [{"question": "?"}]}
    for name, level, area in (
        ("target", 0.6, 0.0009),
        ("retrain", 0.3, 0.4772),
        ("ga_klr/step=1020", 0.5, 0.0187),
        ("whp/alpha=4", 0.2, 1.0),
    ):
        for test, split in (("verbmem", "forget"), ("knowmem", "forget"), ("knowmem", "retain")):
            files |= model(test, "bbc", name, split, level)
        files |= auc("bbc", name, area)
    for step, level in ((102, 0.62), (510, 0.53)):
        files |= model("knowmem", "bbc", f"ga_klr/step={step}", "forget", level)
    return files | model("knowmem", "bbc", "tv/alpha=512", "retain", 0.55)


def test_the_same_folder_as_a_zip_in_your_results_stands_beside_muse_s_own() -> None:
    files = {f"muse_bench-main/{path}": held for path, held in tree().items()}
    suites = {"muse_original": built_in("muse_original")}
    work = begin(zipped({**files, "muse_bench-main/ckpt/model.safetensors": bytes(1_000)}), [*suites.values()])
    assert (work.suite, work.panel) == ("muse_original", "news")
    assert [row[0] for row in work.sheet.rows] == ["ga_klr", "retrain", "target", "tv", "whp"]
    assert any("2 checkpoints with fewer metrics" in notice for notice in work.sheet.notices)
    while blocking := [f for f in examined(work, suites).findings if f.blocking]:
        assert blocking[0].kind == "role"
        work = replace(work, fixes=(*work.fixes, blocking[0].offers[0].fix))
    made = suite_of(work, examined(work, suites), suites, {})
    assert len(made.runs) == len(suites["muse_original"].runs) + 3
    assert made.per_sample is not None
    assert made.per_sample.rows == 2 * QUESTIONS * (3 * 2 + 1), "of GA KLR, WHP and the task vectors"
    values = per_sample.whole(made.per_sample)
    assert set(values["field"]) == {"", "rougeL_recall"}


def broken(path: str, held: object) -> dict[str, object]:
    files = tree()
    assert path in files
    return {**files, path: held}


PLACE = "knowmem/out/bbc/whp/alpha=4/forget"
REFUSED = {
    "no JSON": (broken(f"{PLACE}/out.json", "{"), f"{PLACE}/out.json: found in line 1, column 2 no JSON"),
    "no mean": (broken(f"{PLACE}/out.json", {}), f"{PLACE}/out.json: found as mean_rougeL None, expected a number"),
    "a mean in per cent": (broken(f"{PLACE}/out.json", {"mean_rougeL": 20}), "mean_rougeL 20, expected a number from"),
    "the mean of other questions": (
        broken(f"{PLACE}/out.json", {"mean_rougeL": 0.9}),
        f"{PLACE}/out.json: found mean_rougeL 0.9, expected 0.19",
    ),
    "a question without a value": (
        broken(f"{PLACE}/history.json", [{"rougeL": 0.5}, {"rougeL": "=1"}]),
        f"{PLACE}/history.json, question 2: found as rougeL =1, expected a number from 0 to 1",
    ),
    "no list of questions": (broken(f"{PLACE}/history.json", {}), f"{PLACE}/history.json: found no list of questions"),
    "no AUC": (
        broken("privleak/out/bbc/whp/alpha=4/auc.json", {"forget_holdout": {}}),
        "privleak/out/bbc/whp/alpha=4/auc.json: found as forget_holdout, Min-40% None",
    ),
    "two folders": (tree() | {f"again/{p}": h for p, h in tree().items()}, "found results of muse_bench in 2 folders"),
}


@pytest.mark.parametrize(("files", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_broken_folder_is_refused_with_its_place(files: Mapping[str, object], words: str) -> None:
    with pytest.raises(FileRefused, match=re.escape(words)):
        child.read(zipped(files))


def test_values_are_those_that_muse_prints() -> None:
    """PrivLeak as MUSE prints it: -96.08 of GA KLR, 109.56 of WHP, from their AUCs and .4772 of the retrained model."""
    sheet = child.read(zipped(tree()))
    values = {row[0]: dict(zip(sheet.header, row, strict=True)) for row in sheet.rows}
    leak = {method: round(float(row["privleak"]), 2) for method, row in values.items() if row["privleak"]}
    assert leak == {"ga_klr": -96.08, "retrain": 0.0, "target": -99.81, "whp": 109.56}
    wanted = 100 * sum(q["rougeL"] for q in questions(0.5, "verbmemforget")) / QUESTIONS
    assert float(values["ga_klr"]["verbmem_forget"]) == pytest.approx(wanted)
    assert values["tv"]["verbmem_forget"] == "", "what is not there is blank"


def test_questions_in_another_order_are_not_compared() -> None:
    turned = questions(0.2, "knowmemforget")[::-1]
    sheet = child.read(zipped(broken(f"{PLACE}/history.json", turned)))
    assert any(n.startswith(f"{PLACE}/history.json: its questions are not those") for n in sheet.notices)
    assert sum(s.count for s in sheet.samples) == 2 * QUESTIONS * (3 * 4)


def test_variants_are_settings_and_without_a_retrained_model_there_is_no_leakage() -> None:
    files = {path: content for path, content in tree().items() if "/retrain/" not in path}
    for variant in ("step=1", "step=2"):
        for test, split in (("verbmem", "forget"), ("knowmem", "forget"), ("knowmem", "retain")):
            files |= model(test, "bbc", f"=cmd()/{variant}", split, 0.4)
    sheet = child.read(zipped(files))
    at = sheet.header.index("step")
    assert [row[at] for row in sheet.rows if row[0] == "=cmd()"] == ["1", "2"]
    assert "privleak" not in sheet.header


# --- TOFU

HEADER = (
    "Index,Method,Epoch,Submitted By,Model,LR,WD,Forget Quality,Model Utility,Prob. Retain,ROUGE Retain,Truth Ratio "
    "Retain,Prob. Real Authors,ROUGE Real Authors,Truth Ratio Real Authors,Prob. Real World,ROUGE Real World,Truth "
    "Ratio Real World,Prob. Forget,ROUGE Forget,Truth Ratio Forget"
)
NAMES = {
    "grad_ascent": "Grad. Ascent",
    "grad_diff": "Grad. Diff.",
    "kl_min": "KL Min.",
    "pref_opt": "Pref. Opt.",
    "finetune": "Finetune Model",
    "retain": "Retain Model",
}
MODELS = {"llama2_7b": ("llama", "LLaMA 2-7B", "1e-05"), "phi_15": ("phi", "Phi", "2e-05")}


def leaderboard() -> dict[str, str]:
    """The six files of TOFU's notebook/leaderboard with the numbers of the suite that was typed from them."""
    files: dict[str, str] = {}
    for run in built_in("tofu_original").runs.to_dict("records"):
        method, _, epoch = str(run["method"]).partition("_ep")
        name, model_name, rate = MODELS[run["panel"]]
        where = f"{name}-{int(run['benchmark'][-2:])}p"
        values = [repr(run[m.id]) for m in built_in("tofu_original").metrics]
        row = ["0", NAMES[method], epoch or "-1", "Baseline", model_name, rate, "0.01", *values]
        files[f"{where}/{where}.csv"] = files.get(f"{where}/{where}.csv", HEADER) + "\n" + ",".join(row)
    return files


def test_tofu_s_own_tables_have_the_values_of_its_suite() -> None:
    sheet, own = child.read(zipped(leaderboard())), built_in("tofu_original")
    ids = [m.id for m in own.metrics]
    at = [sheet.header.index(m) for m in ids]
    found = [[float(row[i]) for i in at] for row in sheet.rows]
    assert sorted(found) == sorted(own.runs[ids].to_numpy().tolist())
    assert set(sheet.header) == {"method", "benchmark", "model", "epochs", "lr", "weight decay", *ids}


def test_a_table_of_tofu_in_your_results_has_its_forget_set() -> None:
    name, text = next(iter(leaderboard().items()))
    work = Work(child.read(zipped({name: text, "README.md": "what this is"})))
    at = work.sheet.header.index("benchmark")
    assert {row[at] for row in work.sheet.rows} == {"forget01"}
    assert work.sheet.header[:3] == ("method", "benchmark", "model")
