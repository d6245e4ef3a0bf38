"""The command line on the calibration suite: every option, every value it may take, and what it refuses."""

import json
from dataclasses import replace

import pytest

from components import pages
from components.report import main, report
from components.selection import CHOICES, default_selection, parse
from data.folders import BUILT_IN
from tests.released import built_in

FOLDER = str(BUILT_IN / "calibration")
RUNS = {
    "a panel as published": ["--panel=sequence", "--protocol=published", "--scope=pooled", "--draws=200"],
    "filters, clusters and weights": [
        "--benchmarks=digits,mnist5k",
        "--seeds=1,2",
        "--methods=npo,salun,scrub",
        "--transform=exponential",
        "--aggregate=mean-of-scores",
        "--weights=equal",
        "--linkage=ward",
        "--k=3",
    ],
    "reconstructions": [
        "--judge=judge2",
        "--private_set=mnist5k",
        "--scope=runs:digits",
        "--weights=FA:1,JS:1",
        "--radius=0.4",
        "--rng=3",
        "--tries=3",
        "--axes=FA,RA",
        "--aim=printed",
        "--rows=checkpoints",
        "--floors=utility:0.5:original,FA:0.001",
    ],
}


@pytest.mark.long
@pytest.mark.parametrize("name", RUNS)
def test_every_option_gives_every_part(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", "--tables", FOLDER, *RUNS[name]]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(pages.numbers()) <= set(found)
    assert found["suite"] == "calibration"
    assert found["leaderboard"]
    given = dict(option.removeprefix("--").split("=") for option in RUNS[name])
    if "methods" in given:
        assert {row["method"] for row in found["leaderboard"]} == set(given["methods"].split(","))
    if "panel" in given:
        assert found["equivalence"]["models"]
    assert found["inversion"]["judge"] == given.get("judge", "judge1")
    assert found["inversion"]["private_sets"] == (
        [given["private_set"]] if "private_set" in given else ["digits", "mnist5k"]
    )


def test_the_report_of_a_suite_without_runs_has_every_key_and_its_reason() -> None:
    tables = built_in("calibration")
    empty = replace(tables, runs=tables.runs.iloc[:0])
    found = report(empty, default_selection(empty))
    assert (found["n_runs"], found["leaderboard"]) == (0, [])
    assert found["sentences"] == ["No run matches these filters."]
    json.dumps(found, allow_nan=False)


def test_controls_with_a_role_are_judged_and_placed_but_not_ranked() -> None:
    tables = built_in("calibration")
    selection, _ = parse({"panel": "sequence", "draws": "200"}, tables)
    found = report(
        tables, selection, ("leaderboard", "agreement", "stability", "clusters", "reliability", "equivalence")
    )
    ranked = {row["method"]: row for row in found["leaderboard"]}
    assert len(ranked) == 10
    roles = {"noise": "control", "original": "original", "retrain": "reference"}
    assert {r["method"]: r["role"] for r in found["references"]} == roles
    for row in found["references"]:
        assert row["would_rank"] == 1 + sum(r["uqs"] > row["uqs"] for r in ranked.values())
    assert {(r["absent"], r["present"]) for r in found["calibration"]["separation"]} == {(10, 10), (5, 5)}
    assert [r["method"] for r in found["equivalence"]["models"]][-3:] == ["noise", "original", "retrain"]
    named = json.dumps([found[part] for part in ("agreement", "stability", "clusters", "reliability")])
    assert not [m for m in ("retrain", "noise") if f'"{m}"' in named]


def test_the_runs_above_use_every_option_there_is() -> None:
    used = {option.removeprefix("--").split("=")[0] for options in RUNS.values() for option in options}
    elsewhere = {"suite", "most", "perturbation", "survival"}  # of costs and of what is measured again: none here
    assert used == {c.name for c in CHOICES} - elsewhere


@pytest.mark.long
def test_markdown_has_a_table_for_each_part_with_rows(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", "--tables", FOLDER, "--panel=multimodal", "--draws=200", "--format=markdown"]) == 0
    said = capsys.readouterr().out
    for part in pages.numbers():
        assert (f"\n## {part}\n" in said) == (part != "survives"), part  # nothing is measured again here
    assert "| Retrain control" in said


@pytest.mark.parametrize(
    "option", ["--panel=none", "--methods=nobody", "--judge=judge9", "--private_set=faces", "--draws=1", "--seeds=9"]
)
def test_what_is_not_there_is_refused_with_a_sentence(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", "--tables", FOLDER, option]) == 2
    said = capsys.readouterr().err
    name, value = option.removeprefix("--").split("=")
    assert said.startswith(f"--{name}: found '{value}', expected ")
