"""`python -m data.read`: the folder of muse_bench and TOFU's tables as suites, and what is wrong with them."""

import csv
import io
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from data.check import main as check
from data.load import load_suite
from data.plain import number
from data.read.__main__ import main, read
from tests.released import built_in

QUESTIONS = 60


def questions(mean: float, seed: str) -> list[dict[str, Any]]:
    """Questions whose ROUGE-L varies by 0.1 about a mean."""
    luck = random.Random(seed)
    return [{"question": "?", "rougeL": max(0.0, mean + luck.uniform(-0.1, 0.1))} for _ in range(QUESTIONS)]


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


def put(files: Mapping[str, object], folder: Path) -> Path:
    for path, held in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(held if isinstance(held, str) else json.dumps(held), encoding="utf-8")
    return folder


def cells(folder: Path) -> Iterator[str]:
    for path in folder.glob("*.csv"):
        for row in csv.reader(io.StringIO(path.read_text(encoding="utf-8"))):
            yield from row


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite that one command makes of the tree."""
    place = tmp_path_factory.mktemp("muse")
    assert main(["muse_bench", str(put(tree(), place / "muse_bench")), str(place / "my runs")]) == 0
    return place / "my runs"


def test_one_command_makes_a_suite_of_muse_bench(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """PrivLeak as MUSE prints it: -96.08 of GA KLR, 109.56 of WHP, from their AUCs and .4772 of the retrained model."""
    assert check([str(made)]) == 0
    tables = load_suite(made)
    runs = tables.runs.set_index("method")
    assert tables.suite.id == "my_runs"
    assert runs["privleak"].round(2).to_dict() == pytest.approx(
        {"ga_klr": -96.08, "retrain": 0.0, "target": -99.81, "tv": float("nan"), "whp": 109.56}, nan_ok=True
    )
    wanted = 100 * sum(q["rougeL"] for q in questions(0.5, "verbmemforget")) / QUESTIONS
    assert runs.loc["ga_klr", "verbmem_forget"] == pytest.approx(wanted)
    assert {m.id: m.role for m in tables.methods if m.role != "candidate"} == {
        "retrain": "reference",
        "target": "original",
    }
    own = {m.id: m for m in built_in("muse_original").metrics}
    assert [own[m.id] for m in tables.metrics] == list(tables.metrics)
    path = tables.extras["path"]
    assert path[["method", "metric", "along", "at"]].to_numpy().tolist() == [
        ["ga_klr", "knowmem_forget", "training steps", step] for step in (102, 510, 1020)
    ]
    assert runs.loc["tv", list(own)].dropna().index.tolist() == ["knowmem_retain"], "what is not there is blank"
    support = tables.extras["support"]
    assert set(support["support"]) == {"recomputed"}
    assert len(support) == 3 * 4 + 1, "ROUGE of every model, whose questions have that mean; no AUC"


def broken(path: str, held: object) -> dict[str, object]:
    files = tree()
    assert path in files
    return {**files, path: held}


PLACE = "knowmem/out/bbc/whp/alpha=4/forget"
REFUSED = {
    "no JSON": (broken(f"{PLACE}/out.json", "{"), f"{PLACE}/out.json: found in line 1, column 2 no JSON"),
    "no mean": (broken(f"{PLACE}/out.json", {}), f"{PLACE}/out.json: found as mean_rougeL null, expected a number"),
    "a mean in per cent": (broken(f"{PLACE}/out.json", {"mean_rougeL": 20}), "mean_rougeL 20, expected a number from"),
    "the mean of other questions": (
        broken(f"{PLACE}/out.json", {"mean_rougeL": 0.9}),
        f"{PLACE}/out.json: found mean_rougeL 0.9, expected 0.19",
    ),
    "a question without a value": (
        broken(f"{PLACE}/history.json", [{"rougeL": 0.5}, {"rougeL": "=1"}]),
        f'{PLACE}/history.json, question 2: found as rougeL "=1", expected a number from 0 to 1',
    ),
    "no list of questions": (broken(f"{PLACE}/history.json", {}), f"{PLACE}/history.json: found no list of questions"),
    "no AUC": (
        broken("privleak/out/bbc/whp/alpha=4/auc.json", {"forget_holdout": {}}),
        "privleak/out/bbc/whp/alpha=4/auc.json: found as forget_holdout, Min-40% null",
    ),
    "nothing of muse_bench": ({"x/out.json": {}}, "found no results of muse_bench"),
    "two folders": (tree() | {f"again/{p}": h for p, h in tree().items()}, "found results of muse_bench in 2 folders"),
}


@pytest.mark.parametrize(("files", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_a_broken_folder_is_refused_with_its_place_and_nothing_is_written(
    files: Mapping[str, object], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(files, tmp_path / "in")
    assert main(["muse_bench", str(tmp_path / "in"), str(tmp_path / "out")]) == 1
    assert words in capsys.readouterr().out
    assert [p.name for p in tmp_path.iterdir()] == ["in"]


def test_what_is_there_is_never_overwritten(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {p.name: p.read_bytes() for p in made.iterdir()}
    assert main(["muse_bench", str(made.parent / "muse_bench"), str(made)]) == 1
    assert "expected a folder that does not exist yet" in capsys.readouterr().out
    assert {p.name: p.read_bytes() for p in made.iterdir()} == before


def test_names_of_folders_become_no_formulas_and_variants_are_checkpoints(tmp_path: Path) -> None:
    files = tree()
    for variant in ("step=1", "step=2"):
        for test, split in (("verbmem", "forget"), ("knowmem", "forget"), ("knowmem", "retain")):
            files |= model(test, "bbc", f"=cmd()/{variant}", split, 0.4)
    assert main(["muse_bench", str(put(files, tmp_path / "in")), str(tmp_path / "out")]) == 0
    tables = load_suite(tmp_path / "out")
    assert {m.id: (m.label, m.family) for m in tables.candidates if m.id.startswith("cmd")} == {
        "cmd_step1": ("cmd() step1", "cmd"),
        "cmd_step2": ("cmd() step2", "cmd"),
    }
    assert not [text for text in cells(tmp_path / "out") if text[:1] in tuple("=+-@\t\r") and number(text) is None]


def test_without_a_retrained_model_nothing_aims_at_one(tmp_path: Path) -> None:
    tables = read("muse_bench", put({p: h for p, h in tree().items() if "/retrain/" not in p}, tmp_path), "x")
    assert [m.id for m in tables.metrics] == ["verbmem_forget", "knowmem_forget", "knowmem_retain"]
    assert {m.aims for m in tables.metrics} == {("printed",)}


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


def test_tofu_s_own_tables_are_its_suite_again(tmp_path: Path) -> None:
    tables, own = read("tofu", put(leaderboard(), tmp_path), "x"), built_in("tofu_original")
    keys = ["panel", "benchmark", "method", "seed"]
    found, wanted = (t.runs.drop(columns="run_id").set_index(keys).sort_index() for t in (tables, own))
    pd.testing.assert_frame_equal(found[list(wanted.columns)], wanted)
    assert {m.id: m for m in tables.methods} == {m.id: m for m in own.methods}
    assert tables.metrics == own.metrics
    assert {f.id for f in tables.families} == {f.id for f in own.families}


def test_a_wrong_table_of_tofu_is_refused_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = "\n0,Mine,1,Me,Phi,1e-5,0,0.5,1.5" + ",0.5" * 12
    (tmp_path / "phi-5p.csv").write_text(HEADER + row, encoding="utf-8")
    (tmp_path / "phi.csv").write_text(HEADER + row.replace("1.5", "0.5"), encoding="utf-8")
    assert main(["tofu", str(tmp_path / "phi-5p.csv"), str(tmp_path / "out")]) == 1
    assert "phi-5p.csv, line 2: found as Model Utility 1.5, expected a number from 0 to 1" in capsys.readouterr().out
    assert main(["tofu", str(tmp_path / "phi.csv"), str(tmp_path / "out")]) == 1
    assert "phi.csv, line 2: found no benchmark in the name of the file" in capsys.readouterr().out
    assert not (tmp_path / "out").exists()
