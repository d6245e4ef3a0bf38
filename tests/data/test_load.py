"""Loading: what is kept, in which order, from files and frames; bytes can but be refused."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data import columns, database, write
from data.columns import TABLES as SCHEMAS
from data.errors import LeaderboardError
from data.frames import read_back
from data.load import load_suite, tables_from_files, tables_from_frames
from data.problems import Problem, Problems, SuiteProblems
from data.raw_files import data_version, read_bytes
from data.registry import Tables, UtilityMap
from data.write import suite_files
from tests.data.conftest import same
from tests.made import made_metric, made_tables
from tests.released import FOLDER, TABLES, built_in

FILES = {p.name: p.read_bytes() for p in FOLDER.iterdir() if p.suffix in (".csv", ".toml")}
KEYS = {name: value for name, value in vars(TABLES.suite).items() if name != "private"}
SUITE = {**KEYS, "id": "mine", "title": "Mine", "paper": "none", "url": ""}


def text_frames(files: dict[str, bytes] = FILES) -> dict[str, pd.DataFrame]:
    """Tables as frames of texts, read by pandas instead of by our own reader."""
    return {
        name.removesuffix(".csv"): pd.read_csv(
            io.BytesIO(content), dtype="str", keep_default_na=False
        )
        for name, content in files.items()
        if name.endswith(".csv")
    }


def test_runs_are_what_pandas_reads_in_any_order_of_columns():
    """A second reader: pandas."""
    expected = pd.read_csv(FOLDER / "runs.csv")
    pd.testing.assert_frame_equal(
        TABLES.runs.drop(columns="run_id"),
        expected,
        check_exact=True,
        check_dtype=True,
        check_column_type=False,
    )
    rows = list(csv.reader(io.StringIO(FILES["runs.csv"].decode())))
    turned = "\n".join(",".join(reversed(row)) for row in rows)
    same(tables_from_files({**FILES, "runs.csv": turned.encode()}, private=False), TABLES)


def test_frames_give_the_tables_of_the_folder_with_nan_for_empty_too():
    tables = tables_from_frames(text_frames(), KEYS, private=False)
    same(tables, TABLES)
    assert tables.data_version != TABLES.data_version
    assert (
        tables.data_version == tables_from_frames(text_frames(), KEYS, private=False).data_version
    )
    frames = {name: frame.replace("", np.nan) for name, frame in text_frames().items()}
    same(tables_from_frames(frames, SUITE), tables_from_frames(text_frames(), SUITE))


def test_private_suites_are_marked_and_their_version_follows_the_values():
    frames = text_frames()
    first = tables_from_frames(frames, SUITE)
    assert first.suite.private
    frames["runs"].loc[0, "MIA"] = "0.39"
    assert tables_from_frames(frames, SUITE).data_version != first.data_version


def test_frames_are_refused_by_the_same_rules_with_the_lines_of_a_file():
    frames = text_frames()
    frames["runs"].loc[3, "MIA"] = "1.5"
    frames["runs"].loc[5, "method"] = "ga"
    with pytest.raises(SuiteProblems) as error:
        tables_from_frames(frames, SUITE)
    assert [(p.file, p.line, p.column) for p in error.value.problems] == [
        ("runs.csv", 5, "MIA"),
        ("runs.csv", 7, "method"),
    ]
    assert isinstance(error.value, LeaderboardError)
    assert str(error.value).splitlines()[0] == "suite has 2 problems:"


def test_long_lists_of_problems_are_cut_in_the_message_only():
    frames = text_frames()
    frames["runs"]["MIA"] = "x"
    with pytest.raises(SuiteProblems) as error:
        tables_from_frames(frames, SUITE)
    assert len(error.value.problems) == 50
    assert str(error.value).splitlines()[-1] == "… and 30 more"


# --- forms of files that change nothing


@pytest.mark.parametrize(
    "change",
    [
        lambda b: b"\xef\xbb\xbf" + b,
        lambda b: b.replace(b"\n", b"\r\n"),
        lambda b: b.rstrip(b"\n"),
        lambda b: b + b"\n\n",
    ],
    ids=["byte order mark", "CRLF", "no newline at the end", "blank lines at the end"],
)
def test_forms_that_do_not_matter(change):
    changed = {name: change(content) for name, content in FILES.items()}
    tables = tables_from_files(changed, private=False)
    same(tables, TABLES)
    assert tables.data_version != TABLES.data_version


def test_hostile_text_is_kept_as_text(folder):
    label = '<b onload="x">=1+1\u202e\n' + "long " * 200
    folder.replace("methods.csv", 2, ",Gradient Ascent,", ',"' + label.replace('"', '""') + '",')
    assert load_suite(folder.path).methods[0].label == label


# --- further tables


def test_a_table_the_schema_does_not_know(folder):
    folder.write("budget.csv", "method,hours,note\nsalun,1.5,\nrandom_labels,,quick\n")
    frame = load_suite(folder.path).extras["budget"]
    assert list(frame.columns) == ["method", "hours", "note"]
    assert [str(d) for d in frame.dtypes] == ["str", "float64", "str"]
    assert frame["hours"].isna().to_list() == [False, True]
    assert frame["note"].to_list() == ["", "quick"]


# --- versions


def test_version_changes_with_any_byte_and_with_nothing_else(folder):
    def version() -> str:
        return data_version(read_bytes(folder.path, Problems()))

    first = load_suite(folder.path).data_version
    folder.write("notes.txt", "not a table")
    folder.write(".hidden.csv", "not a table")
    (folder.path / "sub").mkdir()
    assert load_suite(folder.path).data_version == version() == first
    for name in sorted(FILES):
        content = (folder.path / name).read_bytes()
        folder.write(name, content + b"\n")
        assert version() != first
        folder.write(name, content)
    assert version() == first


# --- out and in again


@pytest.mark.parametrize("suite", ["unified_unlearning", "tofu", "openunlearning"])
def test_files_written_from_tables_read_back_the_same(suite):
    tables = built_in(suite)
    files = suite_files(tables)
    again = tables_from_files(files, private=False)
    same(again, tables)
    assert suite_files(again) == files
    keys = {k: v for k, v in vars(tables.suite).items() if k != "private"}
    same(tables_from_frames(text_frames(files), keys, private=False), tables)


def test_values_of_every_size_survive():
    rng = np.random.default_rng(7)
    values = np.exp(rng.uniform(-700, 700, size=(2, 3, 5, 4)))
    values[rng.random(values.shape) < 0.2] = np.nan
    metrics = [
        made_metric(f"X{i}", bounds=(0.0, None), utilities=[UtilityMap("reciprocal", 0.1)])
        for i in range(4)
    ]
    tables = made_tables(values, metrics=metrics)
    tables = replace(tables, published=tables.published[:0])
    again = tables_from_files(suite_files(tables))
    assert again.metrics == tables.metrics
    for metric in tables.metrics:
        np.testing.assert_array_equal(
            again.runs[metric.id].to_numpy(), tables.runs[metric.id].to_numpy()
        )


# --- one description of the schema


def test_a_column_that_only_columns_py_describes_travels_with_its_table(monkeypatch):
    """From the file to Tables, to the database and back, and to the files that are written."""
    year = columns.number_column("appeared", "when it was published", required=False, default="")
    table = replace(columns.METHODS, columns=(*columns.METHODS.columns, year))
    monkeypatch.setitem(columns.TABLES, "methods", table)
    first, *others = FILES["methods.csv"].decode().splitlines()
    text = "\n".join(
        [f"{first},appeared", *(f"{line},{2020 + i}" for i, line in enumerate(others))]
    )
    tables = tables_from_files({**FILES, "methods.csv": text.encode()}, private=False)
    assert [dict(m.further)["appeared"] for m in tables.methods] == [
        2020.0 + i for i in range(len(others))
    ]
    with database.connect(Path(":memory:"), writable=True) as con:
        database.write(con, [tables, built_in("openunlearning")])
        same(database.read_tables(con, tables.suite.id), tables)
        years = con.execute(
            "SELECT appeared FROM method WHERE suite = 'unified_unlearning'"
        ).fetchall()
        assert years == [(2020.0 + i,) for i in range(len(others))]
        assert con.execute(
            "SELECT count(appeared), count(*) > 0 FROM method WHERE suite <> 'unified_unlearning'"
        ).fetchall() == [(0, True)]
    assert suite_files(tables)["methods.csv"].decode().splitlines()[0].endswith(",appeared")
    assert ",appeared" not in suite_files(built_in("openunlearning"))["methods.csv"].decode()


# --- nothing but a refusal


@settings(max_examples=15)
@given(
    name=st.sampled_from(sorted(FILES)),
    content=st.binary(max_size=300) | st.text(max_size=300).map(str.encode),
)
def test_any_bytes_are_refused_in_words(name, content):
    with pytest.raises(SuiteProblems) as error:
        tables_from_files({**FILES, name: content})
    assert all(p.message.isprintable() for p in error.value.problems)


@settings(max_examples=25)
@given(data=st.data())
def test_any_damage_to_a_file_is_refused_in_words_or_loads(data):
    name = data.draw(st.sampled_from(sorted(FILES)))
    content = bytearray(FILES[name])
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    tables, problems = examined({**FILES, name: bytes(content)})
    assert (tables is None) == bool(problems)
    assert all(p.message.isprintable() for p in problems)
    if tables is not None:
        values = tables.runs[[m.id for m in tables.metrics]].to_numpy()
        assert np.isfinite(values[~np.isnan(values)]).all()


def examined(files: dict[str, bytes]) -> tuple[Tables | None, tuple[Problem, ...]]:
    try:
        return tables_from_files(files), ()
    except SuiteProblems as error:
        return None, error.problems


def test_a_whole_number_that_is_not_known_is_an_empty_cell_again():
    empty = {column.name: [None, None] for column in SCHEMAS["support"].columns}
    frame = read_back("support", empty | {"studies": [2, None], "low": [0.5, None]})
    assert frame["studies"].isna().tolist() == [False, True]
    assert (frame["studies"].dtype, frame["low"].dtype) == ("Int64", "float64")
    assert [write._text(value) for value in frame["studies"]] == ["2", ""]
