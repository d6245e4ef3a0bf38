"""Values of single samples: every refusal with its place, the same values out as in, wherever they stand."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from data import database, folders, per_sample, sandbox, store
from data.load import examine, load_suite, tables_from_files
from data.per_sample import COLUMNS, PerSample
from data.registry import Tables
from data.write import suite_files
from tests.bench.suites import Shape, add_samples, make

SHAPE = Shape(3, 2, 2)
HOSTILE = "<img src=x onerror=alert(1)>\n=1+1, \"'; DROP TABLE runs; --"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = make(tmp_path / "sampled", SHAPE)
    add_samples(folder, SHAPE, 5)
    return folder


def rows(folder: Path) -> pd.DataFrame:
    return pd.read_parquet(folder / "per_sample.parquet")


def put(folder: Path, frame: pd.DataFrame, name: str = "per_sample.parquet") -> Path:
    (folder / "per_sample.parquet").unlink(missing_ok=True)
    (folder / name).parent.mkdir(exist_ok=True)
    if name.endswith(".csv"):
        frame.to_csv(folder / name, index=False)
    else:
        frame.to_parquet(folder / name, index=False)
    return folder


def values(tables: Tables) -> pd.DataFrame:
    assert tables.per_sample is not None
    return per_sample.whole(tables.per_sample).reset_index(drop=True)


def wanted(frame: pd.DataFrame) -> pd.DataFrame:
    """The same rows in the order in which they are kept, by pandas."""
    filled = frame.assign(field=frame.get("field", ""))[list(COLUMNS)]
    filled = filled.astype({"seed": "int64", "value": "float64"})
    return filled.sort_values(list(per_sample.ORDER)).reset_index(drop=True)


def same(found: pd.DataFrame, expected: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(found, expected, check_dtype=False, check_exact=True)


# --- what is read


@pytest.mark.parametrize("name", ["per_sample.parquet", "per_sample/a 'b' [c]*.parquet", "per_sample.csv"])
def test_the_values_are_those_of_the_file(suite: Path, name: str) -> None:
    frame = rows(suite)
    frame.loc[frame["sample"] == "sample 3", "sample"] = HOSTILE
    tables = load_suite(put(suite, frame, name))
    same(values(tables), wanted(frame))
    assert tables.per_sample is not None
    assert tables.per_sample.rows == len(frame) == 3 * 2 * 2 * 2 * 5
    assert tables.data_version != load_suite(put(suite, frame.iloc[1:], name)).data_version


def test_several_files_with_other_types_are_one_table(suite: Path) -> None:
    frame = rows(suite).assign(sample=lambda f: f["sample"].str[-1])
    first = frame.iloc[:50].assign(
        seed=lambda f: f["seed"].astype("uint8"), value=lambda f: f["value"].astype("float32")
    )
    second = frame.iloc[50:].assign(sample=lambda f: f["sample"].astype("int32"), field="")
    first = first.assign(sample=first["sample"].astype("int32"), method=first["method"].astype("category"))
    put(suite, first, "per_sample/1.parquet")
    put(suite, second, "per_sample/2.parquet")
    same(values(load_suite(suite)), wanted(frame.assign(value=pd.concat([first, second])["value"].astype("float64"))))


def test_the_fingerprint_follows_the_values_not_their_order(suite: Path) -> None:
    def mark(frame: pd.DataFrame) -> str:
        held = load_suite(put(suite, frame)).per_sample
        assert held is not None
        return held.fingerprint

    frame = rows(suite)
    before = mark(frame)
    assert mark(frame.sample(frac=1, random_state=1)) == before
    assert mark(frame.assign(value=frame["value"].where(frame.index != 7, 0.123))) != before
    assert mark(frame.assign(sample=frame["sample"].where(frame.index != 7, "other"))) != before


# --- what is refused


def change(column: str, value: Any, at: int = 6) -> Any:
    def changed(frame: pd.DataFrame) -> pd.DataFrame:
        return frame.assign(**{column: [value if i == at else v for i, v in enumerate(frame[column].astype(object))]})

    return changed


REFUSED = {
    "an unknown panel": (
        change("panel", "other"),
        "row 7, column panel: found 'other', expected an id of panels.csv: main",
    ),
    "an unknown benchmark": (
        change("benchmark", "b9"),
        "row 7, column benchmark: found 'b9', expected an id of benchmarks.csv: b1 or b2",
    ),
    "an unknown method": (
        change("method", "m9"),
        "row 7, column method: found 'm9', expected an id of methods.csv: m1, m2 or m3",
    ),
    "an unknown metric": (
        change("metric", "x9"),
        "row 7, column metric: found 'x9', expected an id of metrics.csv: x1, x2, x3, x4 or distance",
    ),
    "a run that is not there": (
        change("seed", 7),
        "row 7, column panel + benchmark + method + seed: found 'main, b1, m1, 7', which is no run (1 value), "
        "expected the runs of the suite",
    ),
    "a seed below 0": (
        change("seed", -1),
        "row 7, column seed: found '-1', expected a whole number from 0 to 4294967295",
    ),
    "a sample twice": (
        lambda f: f.assign(sample=f["sample"].replace("sample 0", "sample 1")).iloc[:5],
        "row 5, column panel + benchmark + method + seed + metric + field + sample: found 'main, b1, m1, 1, x1, , sampl"
        "e 1' a second time, expected it once (it stands in row 4)",
    ),
    "no name": (change("sample", " "), "row 7, column sample: found ' ', expected some text"),
    "an infinite value": (change("value", float("inf")), "row 7, column value: found 'inf', expected a number"),
    "no value": (change("value", None), "row 7, column value: found nothing, expected a number"),
    "NaN": (
        lambda f: f.assign(value=change("value", "nan")(f.assign(value=f["value"].astype(str)))["value"]),
        "row 7, column value: found 'nan', expected a number",
    ),
}


IN_CSV = ("an unknown panel", "a run that is not there", "a sample twice", "no value", "NaN")


@pytest.mark.parametrize(
    ("case", "name"),
    [*((case, "per_sample.parquet") for case in REFUSED), *((case, "per_sample.csv") for case in IN_CSV)],
)
def test_refusals_name_file_row_and_column(suite: Path, case: str, name: str) -> None:
    spoil, told = REFUSED[case]
    problems = [p.message for p in examine(put(suite, spoil(rows(suite)), name))[1]]
    line = told.replace("row 7", "line 8").replace("row 5", "line 6").replace("row 4", "line 5")
    expected = f"{name}, {line if name.endswith('.csv') else told}"
    assert problems == [expected]


def test_columns_and_types_are_refused(suite: Path) -> None:
    frame = rows(suite)
    told = [p.message for p in examine(put(suite, frame.drop(columns="sample").assign(note="x")))[1]]
    assert len(told) == 2
    assert told[0].startswith("per_sample.parquet, column sample: found no such column, expected the columns panel, ")
    assert told[1].startswith("per_sample.parquet, column note: found the column 'note', expected only ")
    (told_type,) = [p.message for p in examine(put(suite, frame.assign(value=frame["value"] > 0.5)))[1]]
    assert told_type == "per_sample.parquet, column value: found values of the type BOOLEAN, expected numbers"
    (empty,) = [p.message for p in examine(put(suite, frame.iloc[:0]))[1]]
    assert empty == "per_sample.parquet: found no rows, expected at least one row"
    (suite / "per_sample.parquet").write_bytes(b"PAR1 no PAR1")
    (broken,) = [p.message for p in examine(suite)[1]]
    assert broken.startswith("per_sample.parquet: found a file that is not Parquet")
    assert str(suite) not in broken


def test_values_in_two_places_and_links_are_refused(suite: Path) -> None:
    rows(suite).to_csv(suite / "per_sample.csv", index=False)
    (both,) = [p.message for p in examine(suite)[1]]
    assert both == "per_sample.parquet: found per_sample in per_sample.csv too, expected them in one place"
    (suite / "per_sample.csv").unlink()
    (suite / "per_sample.parquet").rename(suite / "elsewhere")
    (suite / "per_sample.parquet").symlink_to(suite / "elsewhere")
    (link,) = [p.message for p in examine(suite)[1]]
    assert link == "per_sample.parquet: found a link, expected a file inside the folder"


# --- the database, and out again


def test_the_database_holds_them_sorted_served_and_exported(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "BUILT_IN", suite.parent)
    monkeypatch.delenv("LEADERBOARD_TABLES", raising=False)
    monkeypatch.setenv("LEADERBOARD_DATABASE", str(tmp_path / "database"))
    store.close()
    try:
        folder, tables, expected = load_suite(suite), store.tables("sampled"), wanted(rows(suite))
        same(values(tables), expected)
        assert isinstance(tables.per_sample, PerSample)
        assert folder.per_sample is not None
        assert tables.per_sample.fingerprint == folder.per_sample.fingerprint
        kept = store.manifest("sampled")["per_sample"]
        assert kept["rows"] == len(expected)
        with database.connect(store.path()) as con:
            order = con.execute("SELECT metric, method, sample FROM sampled.per_sample").fetchall()
        assert {(metric, method) for metric, method, _ in order[:20]} == {("x1", "m1")}
        for held in (folder, tables):
            same(values(tables_from_files(suite_files(held), private=False)), expected)
        (answer,) = sandbox.run("SELECT count(*) FROM per_sample", suite="sampled").rows
        assert answer == (len(expected),)
    finally:
        store.close()


def test_more_than_csv_may_hold_is_exported_as_parquet(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.write.MAX_ROWS", 119)
    files = suite_files(load_suite(suite))
    assert "per_sample.csv" not in files
    (tmp_path / "back").mkdir()
    for name, content in files.items():
        (tmp_path / "back" / name).write_bytes(content)
    same(values(load_suite(tmp_path / "back")), wanted(rows(suite)))
