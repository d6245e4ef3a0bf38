"""The preview of a contribution on the command line."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from components.answers.changes.command import main
from components.answers.changes.difference import difference
from components.answers.changes.markdown import as_markdown

from components.format import forge_text
from data.write import suite_files
from tests.made import made_tables
from tests.released import FOLDER, TABLES


def write(folder: Path, tables) -> Path:
    folder.mkdir()
    for name, content in suite_files(tables).items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture
def enlarged(tmp_path: Path) -> Path:
    """The released suite under another id with one method more, which copies the first one."""
    first = TABLES.methods[0]
    runs = TABLES.runs[TABLES.runs["method"] == first.id].assign(method="copied")
    more = replace(
        TABLES,
        suite=replace(TABLES.suite, id="contributed", title="Contributed"),
        methods=(*TABLES.methods, replace(first, id="copied", label="Copied | <b>@me</b>")),
        runs=pd.concat([TABLES.runs, runs]).reset_index(drop=True),
        published=TABLES.published.iloc[:0],
    )
    return write(tmp_path / "contributed", more)


def test_a_contribution_is_compared_with_the_suite_whose_runs_it_has(enlarged, capsys) -> None:
    assert main([str(enlarged)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("### Contributed, against Unified Unlearning\n\n- Came in: 1 method (Copied \\| ")
    assert "- Gone: 40 printed numbers." in told
    assert "| Copied \\| \\<b\\>@\N{ZERO WIDTH SPACE}me\\</b\\> | not there | " in told
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {4}


def test_numbers_are_those_of_the_difference(enlarged, capsys) -> None:
    assert main([str(enlarged), "--before", str(FOLDER), "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["new"] is False
    assert [c["kind"] for c in found["came"]][:1] == ["method"]
    assert {r["rank_after"] for r in found["panels"][0]["ranks"] if r["state"] == "new"} == {1}


def test_a_new_suite_shows_its_leaderboard(tmp_path, capsys) -> None:
    values = np.array([[[[0.3], [0.2]]], [[[0.3], [0.1]]]])
    folder = write(tmp_path / "mine", made_tables(values, methods=["a", "b"], title="Mine"))
    assert main([str(folder)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("### Mine: a new suite\n\n- New: 4 runs, 2 methods")
    assert "| method | rank (95 % interval) |\n| --- | --- |\n| b | 1" in told


@pytest.mark.parametrize("damage", ["gone", "broken"])
def test_a_folder_that_cannot_be_used_is_told(damage, tmp_path, capsys) -> None:
    folder = tmp_path / "suite"
    if damage == "broken":
        shutil.copytree(FOLDER, folder)
        (folder / "runs.csv").write_text("panel\n\N{SNOWMAN}\n")
    for arguments in ([str(folder)], [str(FOLDER), "--before", str(folder)]):
        assert main(arguments) == 2
        out, told = capsys.readouterr()
        assert out == ""
        assert ("runs.csv, line" if damage == "broken" else "no folder that can be read") in told


def test_long_tables_are_cut_and_counted() -> None:
    values = np.linspace(0.1, 0.9, 70).reshape(1, 1, 70, 1)
    told = as_markdown(difference(None, made_tables(values)), "x")
    assert told.endswith("\n\n… and 10 rows more.\n")
    assert told.count("\n| m") == 61


def test_hostile_text_stays_text() -> None:
    hostile = "[x](https://evil.example) <img src=x> #1 @all `code` www.evil.example\n# head"
    assert forge_text(hostile) == (
        "\\[x\\](https\\://evil.example) \\<img src=x\\> \\#1 @\N{ZERO WIDTH SPACE}all \\`code\\` www\\.evil.example "
        "\\# head"
    )
