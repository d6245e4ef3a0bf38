"""The command line on the calibration suite: every option, every value it may take, and what it refuses."""

from __future__ import annotations

import json

import pytest

from components import pages
from components.report import main, report
from components.selection import CHOICES, parse
from data.folders import BUILT_IN
from tests.released import built_in

FOLDER = str(BUILT_IN / "calibration")
OPTIONS = {
    "panel": "sequence", "protocol": "published", "scope": "runs:digits", "draws": "200", "benchmarks": "digits",
    "seeds": "1,2", "methods": "npo,salun,scrub", "transform": "exponential", "aggregate": "mean-of-scores",
    "weights": "FA:1,JS:1", "linkage": "ward", "k": "3", "judge": "judge2", "private_set": "digits", "radius": "0.4",
    "rng": "3", "tries": "3", "axes": "FA,RA", "aim": "printed", "rows": "checkpoints",
    "floors": "utility:0.5:original,FA:0.001",
}  # fmt: skip


def test_every_option_gives_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = {"suite", "most", "perturbation", "survival"}  # of costs and of what is measured again: none here
    assert set(OPTIONS) == {c.name for c in CHOICES if not c.view_only} - elsewhere
    given = [f"--{name}={value}" for name, value in OPTIONS.items()]
    assert main(["calibration", "--tables", FOLDER, *given]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(pages.numbers()) <= set(found)
    assert {row["method"] for row in found["leaderboard"]} == {"npo", "salun", "scrub"}
    assert found["equivalence"]["models"]
    assert (found["inversion"]["judge"], found["inversion"]["private_sets"]) == ("judge2", ["digits"])
    assert main(["calibration", "--tables", FOLDER, *given, "--format=markdown"]) == 0
    said = capsys.readouterr().out
    for part in pages.numbers():
        assert (f"\n## {part}\n" in said) == (part != "survives"), part  # nothing is measured again here


def test_controls_with_a_role_are_judged_and_placed_but_not_ranked() -> None:
    tables = built_in("calibration")
    selection, _ = parse({"panel": "sequence", "draws": "200"}, tables)
    parts = ("leaderboard", "agreement", "stability", "clusters", "reliability", "calibration", "equivalence")
    found = report(tables, selection, parts)
    ranked = {row["method"]: row for row in found["leaderboard"]}
    assert len(ranked) == 10
    roles = {"noise": "control", "original": "original", "retrain": "reference"}
    assert {r["method"]: r["role"] for r in found["references"]} == roles
    for row in found["references"]:
        assert row["would_rank"] == 1 + sum(r["uqs"] > row["uqs"] for r in ranked.values())
    assert {(r["candidates"], r["retrains"]) for r in found["calibration"]["places"]} == {(13, 10)}
    assert [r["method"] for r in found["equivalence"]["models"]][-3:] == ["noise", "original", "retrain"]
    named = json.dumps([found[part] for part in ("agreement", "stability", "clusters", "reliability")])
    assert not [m for m in ("retrain", "noise") if f'"{m}"' in named]


@pytest.mark.parametrize(
    "option", ["--panel=none", "--methods=nobody", "--judge=judge9", "--private_set=faces", "--draws=1", "--seeds=9"]
)
def test_what_is_not_there_is_refused_with_a_sentence(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibration", "--tables", FOLDER, option]) == 2
    said = capsys.readouterr().err
    name, value = option.removeprefix("--").split("=")
    assert said.startswith(f"--{name}: found '{value}', expected ")
