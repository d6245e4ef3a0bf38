"""Every refusal, one by one: file, line, column, what was found and what was expected."""

import os
import shutil
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from data.check import main
from data.folders import BUILT_IN
from data.load import examine
from data.problems import MAX_PER_FILE
from data.raw_files import MAX_BYTES, MAX_FILES
from tests.bench.suites import Shape, make
from tests.cases import cases, stored
from tests.data.conftest import Folder, only, rounds

# --- cells of runs.csv: each case in a row of its own, all checked at once


RUN_CELLS = cases("data/wrong_run_cells.csv")
"""Column, text, what is found and how what is expected begins."""


def damaged(folder: Folder) -> list[tuple[int, str, str]]:
    """Put every case into the file, from its last row upwards; line, column and what is found."""
    rows = [line.split(",") for line in folder.lines("runs.csv") if line]
    cells = []
    for at, (column, text, shown, _) in enumerate(
        RUN_CELLS.values(), start=len(rows) - len(RUN_CELLS)
    ):
        rows[at][rows[0].index(column)] = text
        cells.append((at + 1, column, shown))
    folder.write("runs.csv", "".join(",".join(row) + "\n" for row in rows))
    return cells


def test_cells_of_runs(folder):
    expected = damaged(folder)
    problems = [p for p in examine(folder.path)[1] if p.file == "runs.csv"]
    assert [(p.line, p.column, p.actual) for p in problems] == expected
    starts = [(p.expected, case[3]) for p, case in zip(problems, RUN_CELLS.values(), strict=True)]
    assert [(told, start) for told, start in starts if not told.startswith(start)] == []


def test_a_run_twice(folder):
    line = folder.append("runs.csv", folder.lines("runs.csv")[2])
    problem = only(examine(folder.path)[1])
    assert (problem.file, problem.line) == ("runs.csv", line)
    assert problem.column == "panel + benchmark + method + seed"
    assert problem.actual == "'llava_multimodal, mllmu_bench, random_labels, 42' a second time"
    assert problem.expected == "it once (it stands in line 3)"
    folder.replace("runs.csv", line, ",42,", ",042,")
    assert "a second time" in only(examine(folder.path)[1]).actual


HEADERS = stored("data/wrong_headers.json")
"""What is replaced where, and what is told of that file."""


@pytest.mark.parametrize(("edits", "expected"), HEADERS.values(), ids=HEADERS)
def test_headers_and_roles(folder, edits, expected):
    for edit in edits:
        folder.replace(*edit)
    problems = [p for p in examine(folder.path)[1] if p.file == edits[0][0]]
    assert [[p.line, p.column, p.actual, p.expected] for p in problems] == expected


# --- the other tables

CELLS = cases("data/wrong_cells.csv")
"""File, line, what is replaced by what; column, how what is found begins, and what is expected."""


@pytest.mark.parametrize("damage", rounds(CELLS, 2), ids=lambda damage: next(iter(damage)))
def test_cells_of_other_tables(folder, damage):
    for file, line, old, new, *_ in damage.values():
        folder.replace(file, int(line), old, new)
    problems = examine(folder.path)[1]
    for name, (file, line, _, _, column, actual, expected) in damage.items():
        problem = only(
            [p for p in problems if (p.file, p.line, p.column) == (file, int(line), column)]
        )
        assert problem.actual.startswith(actual), name
        assert problem.expected.startswith(expected), name


def test_bad_ids(folder):
    rest = folder.lines("methods.csv")[1].partition(",")[2]
    lines = [
        folder.append("methods.csv", f"{bad},{rest}")
        for bad in ("my method", "1st", "a-b", "é", "<b>", "=A1", "a:b")
    ]
    expected = "an id (letters, digits and _, a letter first)"
    problems = [(p.file, p.line, p.column, p.expected) for p in examine(folder.path)[1]]
    assert problems == [("methods.csv", line, "id", expected) for line in lines]


def test_names_that_differ_by_case_alone(folder):
    """SQL takes them for one."""
    folder.replace("metrics.csv", 3, "RA,RA", "fa,RA")
    folder.replace("metrics.csv", 4, "MIA,MIA", "Seed,MIA")
    folder.write("notes.csv", "a,A\n1,2\n")
    folder.write("Runs.csv", "a\n1\n")
    problems = examine(folder.path)[1]
    problems = {
        (p.file, p.line, p.expected)
        for p in problems
        if p.file not in ("runs.csv", "published.csv", "samples.csv")
    }
    assert problems >= {
        ("Runs.csv", None, "one that differs by more than case"),
        ("metrics.csv", 3, "an id that differs from 'FA' by more than case"),
        ("metrics.csv", 4, "an id other than panel, benchmark, method, seed, run_id"),
        ("notes.csv", 1, "a name of its own"),
    }


def test_no_score(folder):
    folder.write("metrics.csv", "\n".join([folder.lines("metrics.csv")[i] for i in (0, 6)]) + "\n")
    problems = [p for p in examine(folder.path)[1] if p.file == "metrics.csv"]
    assert (only(problems).column, only(problems).actual) == ("role", "no metric of role score")


def test_panel_without_runs(folder):
    folder.write("runs.csv", "\n".join(folder.lines("runs.csv")[:49]) + "\n")
    problem = only(examine(folder.path)[1])
    assert (problem.file, problem.line, problem.column) == ("panels.csv", 4, "id")
    assert problem.expected == "at least one run of this panel in runs.csv"


@pytest.mark.parametrize("name", ["published", "equal", "privacy_first"])
def test_preset_that_every_suite_has(folder, name):
    folder.write(
        "weights.csv",
        folder.path.joinpath("weights.csv").read_text().replace("later_revision,", f"{name},"),
    )
    problems = examine(folder.path)[1]
    assert {(p.file, p.column) for p in problems} == {("weights.csv", "preset")}
    assert len(problems) == 5


@pytest.mark.parametrize("name", ["log", "closeness"])
def test_a_preset_with_a_map_that_is_no_choice(folder, name):
    text = (folder.path / "weights.csv").read_text(encoding="utf-8")
    folder.write("weights.csv", text.replace("exponential", name))
    problems = examine(folder.path)[1]
    assert [(p.line, p.column, p.actual) for p in problems] == [
        (i, "transform", repr(name)) for i in range(2, 7)
    ]
    assert (
        problems[0].expected
        == "identity, complement, linear, reciprocal, exponential or logistic, or nothing"
    )


def test_weight_of_the_oracle(folder):
    folder.append(
        "weights.csv", folder.lines("weights.csv")[1].replace(",FA,0.0745", ",oracle_distance,0")
    )
    assert only(examine(folder.path)[1]).expected == "a metric of role score"


def test_duplicate_rows(folder):
    names = ("metrics", "methods", "benchmarks", "panels", "published", "samples", "partitions")
    added = {f"{n}.csv": folder.append(f"{n}.csv", folder.lines(f"{n}.csv")[1]) for n in names}
    repeated = [p for p in examine(folder.path)[1] if "a second time" in p.actual]
    assert {p.file: p.line for p in repeated} == added
    assert [p.expected for p in repeated] == ["it once (it stands in line 2)"] * len(names)


# --- whole files


def test_missing_files(folder):
    names = ["metrics.csv", "methods.csv", "benchmarks.csv", "panels.csv", "runs.csv", "suite.toml"]
    for name in names:
        (folder.path / name).unlink()
    missing = [(p.file, p.line) for p in examine(folder.path)[1] if p.actual == "no such file"]
    assert sorted(missing) == [(name, None) for name in sorted(names)]


FILES = cases("data/wrong_files.csv")


@pytest.mark.parametrize(("file", "text", "line", "actual"), FILES.values(), ids=FILES)
def test_whole_files(folder, file, text, line, actual):
    folder.write(file, text)
    problem = only([p for p in examine(folder.path)[1] if p.file == file])
    assert problem.line == (int(line) if line else None)
    assert problem.actual.startswith(actual)


def test_what_is_no_text_and_no_csv(folder):
    content = (
        (folder.path / "methods.csv").read_bytes().replace(b"SalUn", "Salün".encode("latin-1"))
    )
    folder.write("methods.csv", content)
    folder.write("runs.csv", (folder.path / "runs.csv").read_text().encode("utf-16"))
    folder.replace("published.csv", 4, "released", "\0")
    folder.replace("samples.csv", 7, ",", ',"')
    problem_of_file = {p.file: (p.line, p.actual, p.expected) for p in examine(folder.path)[1]}
    assert problem_of_file["methods.csv"] == (5, "the byte 0xfc, which is not UTF-8", "UTF-8 text")
    assert problem_of_file["runs.csv"] == (1, "the byte 0xff, which is not UTF-8", "UTF-8 text")
    assert problem_of_file["published.csv"][:2] == (4, "a NUL character")
    assert (problem_of_file["samples.csv"][0], problem_of_file["samples.csv"][2]) == (
        7,
        "fields separated by commas",
    )


def test_a_file_of_200_mb_is_refused_by_its_size_without_reading_it(folder):
    os.truncate(folder.path / "runs.csv", 200_000_000)
    tracemalloc.start()
    problems = examine(folder.path)[1]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    problem = only(problems)
    assert (problem.file, problem.line) == ("runs.csv", None)
    assert (problem.actual, problem.expected) == (
        "200,000,000 bytes",
        f"at most {MAX_BYTES:,} bytes",
    )
    assert peak < 5_000_000


def test_link_is_not_followed(folder, tmp_path):
    (tmp_path / "outside.csv").write_bytes((folder.path / "runs.csv").read_bytes())
    (folder.path / "runs.csv").unlink()
    (folder.path / "runs.csv").symlink_to(tmp_path / "outside.csv")
    problem = only(examine(folder.path)[1])
    assert (problem.file, problem.actual, problem.expected) == (
        "runs.csv",
        "a link",
        "a file inside the folder",
    )


def test_named_pipe_does_not_hold_the_check(folder):
    (folder.path / "samples.csv").unlink()
    os.mkfifo(folder.path / "samples.csv")
    assert only(examine(folder.path)[1]).actual == "a folder or device"


def test_too_many_files(folder):
    for i in range(MAX_FILES):
        folder.write(f"extra{i}.csv", "a\n1\n")
    assert only(examine(folder.path)[1]).expected == f"at most {MAX_FILES}"


KEYS = cases("data/wrong_keys.csv")


@pytest.mark.parametrize(("old", "new", "key", "line"), KEYS.values(), ids=KEYS)
def test_keys_of_the_suite(folder, old, new, key, line):
    text = (folder.path / "suite.toml").read_text(encoding="utf-8")
    assert old in text
    folder.write("suite.toml", text.replace(old, new))
    lines = [p.line for p in examine(folder.path)[1] if p.column == key]
    assert lines == [int(line) if line else None]


@pytest.mark.parametrize("content", ["x = " + "[" * 5000, "x = " + "1" * 5000])
def test_suite_that_is_not_toml(folder, content):
    folder.write("suite.toml", "\n" + content)
    problem = only(examine(folder.path)[1])
    assert problem.file == "suite.toml"
    assert problem.actual.startswith("text that is not TOML")


# --- one mistake, one problem


@pytest.mark.parametrize("suite", ["unified_unlearning", "tofu", "muse_quantization"])
def test_a_cell_too_many_is_one_problem_whatever_the_table(tmp_path, suite):
    """The row is not read: nothing is said to be missing because of it, and no id to be unknown."""
    for path in sorted((BUILT_IN / suite).glob("*.csv")):
        folder = Folder(Path(shutil.copytree(BUILT_IN / suite, tmp_path / path.stem)))
        rows = folder.lines(path.name)
        at = max(i for i, row in enumerate(rows) if row)
        folder.write(path.name, "\n".join([*rows[:at], f"{rows[at]},0.5", ""]))
        problem = only(examine(folder.path)[1])
        assert (problem.file, problem.line) == (path.name, at + 1)
        assert problem.actual.endswith("fields")


def test_a_run_that_is_not_read_is_not_missed_elsewhere(folder):
    """These are the only runs of their panel."""
    for line in (50, 51):
        folder.replace("runs.csv", line, "blip2", "blip")
    assert [(p.file, p.line, p.column) for p in examine(folder.path)[1]] == [
        ("runs.csv", 50, "panel"),
        ("runs.csv", 51, "panel"),
    ]


BOUNDS = cases("data/bounds.csv")
"""What is found; methods, benchmarks, seeds, metrics; the place; how what is expected begins."""


@pytest.mark.parametrize("actual", BOUNDS)
def test_a_suite_above_the_bounds_is_told_what_to_aggregate(tmp_path, actual):
    *sizes, place, expected = BOUNDS[actual]
    folder = make(tmp_path / "large", Shape(*map(int, sizes)))
    (problem,) = (p for p in examine(folder)[1] if p.actual == actual)
    assert problem.place == place
    assert problem.expected.startswith(expected)


def test_a_suite_at_the_bounds_is_read(tmp_path):
    assert examine(make(tmp_path / "bounds", Shape(2, 10, 4, 24)))[1] == []


# --- all at once, and nothing written


def test_all_problems_at_once_in_the_order_of_files_and_lines_and_nothing_is_written(folder):
    folder.replace("runs.csv", 31, ",30.3125", ",much")
    folder.replace("runs.csv", 4, "0.52", "5.2")
    folder.replace("metrics.csv", 2, "lower", "less")
    folder.replace("published.csv", 9, "0.011", "tiny")
    before = {p.name: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.path.iterdir()}
    places = [(p.file, p.line, p.column) for p in examine(folder.path)[1]]
    assert {p.name: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.path.iterdir()} == before
    assert places == [
        ("metrics.csv", 2, "direction"),
        ("published.csv", 9, "printed"),
        ("runs.csv", 4, "MIA"),
        ("runs.csv", 31, "AD"),
    ]


def test_line_of_a_cell_behind_a_quoted_line_break(folder):
    """The label of the first method takes three lines: what follows stands two lines lower."""
    folder.replace("methods.csv", 2, ",Gradient Ascent,", ',"Gradient\nAsc\r\nent",')
    folder.replace("methods.csv", 4, "https://", "ftp://")
    folder.replace("methods.csv", 5, "https://", "ftp://")
    assert [(p.line, p.column) for p in examine(folder.path)[1]] == [(4, "url"), (5, "url")]


def test_blank_lines_are_passed_over_but_counted(folder):
    lines = folder.lines("runs.csv")
    folder.write("runs.csv", "\n".join(["", lines[0], "", *lines[1:]]))
    assert examine(folder.path)[1] == []
    folder.replace("runs.csv", 4, "0.38", "x")
    assert [p.line for p in examine(folder.path)[1]] == [4]


def test_a_hostile_file_does_not_fill_the_list(folder):
    row = folder.lines("runs.csv")[1].replace("0.38", "x")
    folder.write("runs.csv", "\n".join([folder.lines("runs.csv")[0], *[row] * 2_000]) + "\n")
    problems = [p for p in examine(folder.path)[1] if p.file == "runs.csv"]
    assert len(problems) == MAX_PER_FILE + 1
    assert problems[-1].actual == "2,999 further problems".replace(",", "")


def test_long_and_hidden_characters_are_cut_and_escaped(folder):
    folder.replace("runs.csv", 2, "0.38", "\u202e" + "x" * 10_000)
    problem = only(examine(folder.path)[1])
    assert problem.actual.startswith("'\\u202exxx")
    assert len(problem.message) < 200
    assert problem.message.isprintable()


# --- the command


def test_command(folder, capsys):
    assert main([str(folder.path)]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert (
        "no problem in 50 runs, 3 panels, 4 benchmarks, 4 methods, 6 metrics, 40 published claims"
        in out
    )
    folder.replace("runs.csv", 2, "0.38", "x")
    folder.replace("runs.csv", 3, "0.48", "y")
    assert main([str(folder.path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "runs.csv, line 2, column MIA: found 'x', expected a number from 0 to 1, or empty",
        "runs.csv, line 3, column MIA: found 'y', expected a number from 0 to 1, or empty",
        f"{folder.path}: 2 problems",
    ]


def test_command_on_a_folder_that_is_not_there(tmp_path, capsys):
    assert main([str(tmp_path / "nowhere")]) == 1
    assert "expected a suite folder" in capsys.readouterr().out


def test_command_as_a_process(folder):
    folder.write("runs.csv", "")
    command = [sys.executable, "-m", "data.check", str(folder.path)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (1, "")
    with pytest.raises(SystemExit) as usage:
        main([])
    assert usage.value.code == 2
