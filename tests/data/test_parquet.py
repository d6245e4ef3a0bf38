"""Runs in Parquet: the same tables and the same refusals as in CSV, with the file, the row and the column."""

import csv
import os
import shutil
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from components.resolved import whole_panel
from data import build, database, store
from data.files import MAX_ROWS
from data.folders import BUILT_IN
from data.load import examine, load_suite
from data.problems import MOST_PER_FILE
from tests.bench.suites import Shape, blocks, make
from tests.data.conftest import only, same
from tests.data.test_check import damaged
from tests.released import built_in

KEYS = ("panel", "benchmark", "method", "seed")


def texts(folder: Path) -> pd.DataFrame:
    """The cells of runs.csv as texts, by a reader that is not ours; nothing as NULL."""
    with open(folder / "runs.csv", encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return pd.DataFrame([[c or None for c in row] for row in rows], columns=head, dtype="str")


def numbers(folder: Path) -> pd.DataFrame:
    """The same with numbers as numbers."""
    frame = texts(folder)
    kinds = {c: "Int64" if c == "seed" else "Float64" for c in frame.columns if c not in KEYS[:3]}
    return frame.astype(kinds)


def put(frame: pd.DataFrame, place: Path) -> None:
    """Write a frame as Parquet."""
    place.parent.mkdir(exist_ok=True)
    frame.to_parquet(place, index=False)


def turned(folder: Path, frame: pd.DataFrame, name: str = "runs.parquet") -> Path:
    """A folder whose runs are this frame in Parquet, not runs.csv."""
    (folder / "runs.csv").unlink(missing_ok=True)
    put(frame, folder / name)
    return folder


def same_runs(found: Path, expected: str = "unified_unlearning") -> None:
    same(load_suite(found), built_in(expected))


@pytest.mark.parametrize(
    ("suite", "cells"), [("unified_unlearning", numbers), ("tofu_seeds", numbers), ("calibration", texts)]
)
def test_runs_are_those_of_the_csv_file(tmp_path, suite, cells):
    shutil.copytree(BUILT_IN / suite, tmp_path / suite)
    turned(tmp_path / suite, cells(BUILT_IN / suite))
    same_runs(tmp_path / suite, suite)


def test_several_files_are_read_in_the_order_of_their_names(folder):
    frame = numbers(folder.path)
    turned(folder.path, frame.iloc[30:], "runs/b.parquet")
    put(frame.iloc[:30], folder.path / "runs" / "a 'quoted' [x]*?.parquet")
    same_runs(folder.path)


def test_the_long_form_holds_the_same_runs(folder):
    """Runs stand where their first value does: sorted as in the file, every run before its second value."""
    frame = numbers(folder.path)
    turned(folder.path, frame.melt(KEYS, var_name="metric", value_name="value"))
    same_runs(folder.path)


def test_small_integers_floats_and_codes_are_numbers_and_ids(folder):
    frame = numbers(folder.path).assign(seed=lambda f: f["seed"].astype("uint16"))
    frame = frame.astype({"method": "category", "AD": "float32"})
    turned(folder.path, frame)
    runs, before = load_suite(folder.path).runs, built_in("unified_unlearning").runs
    np.testing.assert_array_equal(runs["AD"], before["AD"].astype("float32").astype("float64"))
    pd.testing.assert_frame_equal(runs.drop(columns="AD"), before.drop(columns="AD"))


# --- the same refusals


def test_cells_are_refused_as_in_csv(folder):
    """The cells as texts: every rule for texts holds, with the row in place of the line."""
    lines = [line for line, _, _ in damaged(folder)]
    in_csv = [p.message for p in examine(folder.path)[1] if p.file == "runs.csv"]
    found = [p for p in examine(turned(folder.path, texts(folder.path)))[1] if p.file == "runs.parquet"]
    assert [p.message for p in found] == [
        message.replace(f"runs.csv, line {line}", f"runs.parquet, row {line - 1}")
        for line, message in zip(lines, in_csv, strict=True)
    ]


@pytest.mark.parametrize(
    ("column", "value", "found", "expected"),
    [
        ("MIA", 1.01, "'1.01'", "a number from 0 to 1, or empty"),
        ("MIA", float("inf"), "'inf'", "a number from 0 to 1, or empty"),
        ("AD", -1.0, "'-1.0'", "a number of at least 0, or empty"),
        ("seed", -1, "'-1'", "a whole number from 0 to 4294967295"),
        ("seed", 2**32, "'4294967296'", "a whole number from 0 to 4294967295"),
        ("seed", None, "nothing", "a whole number from 0 to 4294967295"),
        ("panel", None, "nothing", "an id of panels.csv"),
    ],
)
def test_numbers_are_refused_with_row_and_column(folder, column, value, found, expected):
    frame = numbers(folder.path)
    frame.loc[7, column] = value
    problem = only(examine(turned(folder.path, frame))[1])
    assert (problem.place, problem.found, problem.expected) == (
        f"runs.parquet, row 8, column {column}",
        found,
        expected,
    )


def test_nan_is_no_number(folder):
    """A file may hold NaN beside NULL; pandas writes NULL for both, the engine does not."""
    frame = numbers(folder.path)
    (folder.path / "runs.csv").unlink()
    with duckdb.connect() as con:
        con.register("frame", frame)
        place = folder.path / "runs.parquet"
        con.execute(f"COPY (SELECT * REPLACE ('nan'::DOUBLE AS MIA) FROM frame LIMIT 1) TO '{place}'")  # noqa: S608
    problem = examine(folder.path)[1][-1]
    assert (problem.place, problem.found) == ("runs.parquet, row 1, column MIA", "'nan'")


def test_a_second_run_names_the_file_and_row_of_the_first(folder):
    frame = numbers(folder.path)
    turned(folder.path, frame, "runs/a.parquet")
    put(frame.iloc[[2]], folder.path / "runs" / "b.parquet")
    problem = only(examine(folder.path)[1])
    assert problem.message == (
        "runs/b.parquet, row 1, column panel + benchmark + method + seed: found "
        "'llava_multimodal, mllmu_bench, finetune_retain, 42' a second time, "
        "expected it once (it stands in row 3 of runs/a.parquet)"
    )


def test_the_long_form_is_refused_by_the_bounds_of_its_metric(folder):
    frame = numbers(folder.path).melt(KEYS, var_name="metric", value_name="value")
    at = int(np.flatnonzero(frame["metric"] == "MIA")[0])
    frame.loc[at, "value"] = 1.5
    frame.loc[0, "metric"] = "XY"
    frame = pd.concat([frame, frame.iloc[[5]]])
    metric, again, value = sorted(examine(turned(folder.path, frame))[1], key=lambda p: p.column or "")
    assert (metric.line, metric.column, metric.found) == (1, "metric", "'XY'")
    assert metric.expected.startswith("an id of metrics.csv: FA, ")
    assert (again.line, again.column) == (len(frame), "panel + benchmark + method + seed + metric")
    assert (value.line, value.found, value.expected) == (at + 1, "'1.5'", "a number from 0 to 1, or empty")


@pytest.mark.parametrize(
    ("change", "column", "found"),
    [
        (lambda f: f.drop(columns="RA"), "RA", "no such column"),
        (lambda f: f.assign(RA2=1.0), "RA2", "the column 'RA2'"),
        (lambda f: f.assign(filename="x"), "filename", "the column 'filename'"),
        (lambda f: f.assign(ra=1.0), "ra", "a name that differs from 'RA' by case alone"),
        (lambda f: f.assign(RA=[[0.5]] * len(f)), "RA", "values of the type DOUBLE[]"),
        (lambda f: f.assign(RA=True), "RA", "values of the type BOOLEAN"),
        (lambda f: f.assign(seed=f["seed"].astype("float64")), "seed", "values of the type DOUBLE"),
        (lambda f: f.assign(method=range(len(f))), "method", "values of the type BIGINT"),
    ],
)
def test_columns_are_refused_by_name_and_type(folder, change, column, found):
    turned(folder.path, change(numbers(folder.path)), "runs/one.parquet")
    problem = only(examine(folder.path)[1])
    assert (problem.file, problem.line, problem.column, problem.found) == ("runs/one.parquet", None, column, found)


def test_a_metric_that_aims_at_the_reference_needs_it_measured(tmp_path):
    shutil.copytree(BUILT_IN / "openunlearning", tmp_path / "copy")
    frame = numbers(tmp_path / "copy")
    turned(tmp_path / "copy", frame[frame["method"] != "retain"])
    found = examine(tmp_path / "copy")[1]
    (tmp_path / "copy" / "runs.parquet").unlink()
    frame[frame["method"] != "retain"].to_csv(tmp_path / "copy" / "runs.csv", index=False)
    assert found
    assert found == examine(tmp_path / "copy")[1]


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" + b"\0" * 200 + b"PAR1", b"panel,benchmark\n"])
def test_a_file_that_is_not_parquet(folder, content):
    (folder.path / "runs.csv").unlink()
    folder.write("runs.parquet", content)
    problem = only([p for p in examine(folder.path)[1] if p.file == "runs.parquet"])
    assert problem.found.startswith("a file that is not Parquet (")
    assert str(folder.path) not in problem.message


def test_a_damaged_file_is_refused_in_words(folder):
    turned(folder.path, numbers(folder.path))
    content = bytearray((folder.path / "runs.parquet").read_bytes())
    content[40:400] = b"\xff" * 360
    folder.write("runs.parquet", bytes(content))
    problem = only([p for p in examine(folder.path)[1] if p.file == "runs.parquet"])
    assert problem.message.isprintable()
    assert str(folder.path) not in problem.message


def test_links_and_two_places_are_refused(folder, tmp_path):
    put(numbers(folder.path), tmp_path / "outside.parquet")
    both = turned(folder.path, numbers(folder.path))
    shutil.copy(BUILT_IN / "unified_unlearning" / "runs.csv", both)
    assert "runs in runs.csv too" in [p.found for p in examine(both)[1]]
    (both / "runs.csv").unlink()
    (both / "runs.parquet").unlink()
    (both / "runs.parquet").symlink_to(tmp_path / "outside.parquet")
    assert [p.found for p in examine(both)[1] if p.file == "runs.parquet"] == ["a link"]
    (both / "runs.parquet").unlink()
    (both / "runs").mkdir()
    os.mkfifo(both / "runs" / "a.parquet")
    assert [p.found for p in examine(both)[1] if p.file == "runs/a.parquet"] == ["a folder or device"]


def test_a_hostile_file_does_not_fill_the_list(folder):
    frame = numbers(folder.path)
    rows = pd.concat([frame.iloc[[0]].assign(MIA=7.0, RA=7.0)] * 1_500, ignore_index=True)
    turned(folder.path, rows.assign(seed=range(1_500)), "runs/a.parquet")
    put(rows.assign(seed=range(1_500, 3_000)), folder.path / "runs" / "b.parquet")
    found = [p for p in examine(folder.path)[1] if p.file.startswith("runs/")]
    told = [p for p in found if "further" not in p.found]
    rest = sum(int(p.found.split()[0]) for p in found if "further" in p.found)
    assert len(told) <= 2 * MOST_PER_FILE
    assert len(told) + rest == 6_000


# --- any size


@pytest.mark.long
def test_more_runs_than_a_csv_file_may_hold_are_built_and_served(place, tmp_path, monkeypatch):
    """Every value comes back, in the order of the files; their ids are held as codes."""
    shape = Shape(50, 3, 1_400)
    folder = make(tmp_path / "large", shape, form="parquet", parts=True)
    assert examine(folder)[1] == []
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder))
    monkeypatch.setattr(build, "suite_folders", lambda: [folder])
    with database.connect(store.path()) as con:
        served = database.read_tables(con, "large")
    made = pd.concat([b.astype({"method": "str"}) for b in blocks(shape, 1)], ignore_index=True)
    assert len(served.runs) == shape.runs == 210_000 > MAX_ROWS
    for column in made.columns:
        np.testing.assert_array_equal(served.runs[column].to_numpy(), made[column].to_numpy(), err_msg=column)
    assert served.runs["method"].dtype == "category"
    panel = whole_panel(store.tables("large"), "main")
    means = made.groupby(["benchmark", "method"])["x1"].mean().to_numpy().reshape(3, 50)
    np.testing.assert_allclose(panel.cells[..., 0], means, rtol=1e-11)
