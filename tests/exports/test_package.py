"""The zip of a suite and its Croissant metadata, read by MLCommons' reader and by our checks."""

import csv
import hashlib
import io
import json
import math
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from components.exports.croissant import croissant
from components.exports.package import package, whole_files
from components.format import spreadsheet_cell
from data.check import main as check
from data.load import load_suite
from data.problems import Problems
from data.raw_files import read_bytes
from data.write import suite_files
from tests.croissant import dataset
from tests.made import made_tables
from tests.released import FOLDER, TABLES


def unpacked(content: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
    return folder / TABLES.suite.id


def values(rows: list, column: str) -> list[float | None]:
    return [r[column] for r in rows]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(package(TABLES), tmp_path_factory.mktemp("zip"))


def test_another_reader_finds_every_table_and_every_value(folder):
    described = dataset(folder / "croissant.json")
    assert not described.metadata.issues.errors
    assert not described.metadata.issues.warnings
    tables = {p.stem for p in folder.glob("*.csv")}
    assert {r.uuid for r in described.metadata.record_sets} == tables
    rows = list(described.records("runs"))
    assert [r["runs/method"].decode() for r in rows] == TABLES.runs["method"].tolist()
    for metric in TABLES.metrics:
        wanted = [None if math.isnan(v) else v for v in TABLES.runs[metric.id]]
        assert values(rows, f"runs/{metric.id}") == wanted
    assert len(list(described.records("published"))) == len(TABLES.published)


def test_the_metadata_of_the_server_point_into_the_zip(tmp_path):
    files = read_bytes(FOLDER, Problems())
    content = package(TABLES, files)
    (tmp_path / "suite.zip").write_bytes(content)
    text = json.dumps(croissant(TABLES, files, ("suite.zip", content)))
    (tmp_path / "croissant.json").write_text(text)
    described = dataset(tmp_path / "croissant.json")
    assert not described.metadata.issues.warnings
    assert values(list(described.records("runs")), "runs/AD") == TABLES.runs["AD"].tolist()


def test_metadata_say_licence_citation_and_version():
    metadata = croissant(TABLES, suite_files(TABLES))
    assert metadata["license"] == [
        "https://www.apache.org/licenses/LICENSE-2.0",
        "https://creativecommons.org/licenses/by/4.0/",
    ]
    assert TABLES.data_version in metadata["version"]
    assert "@article{unified_unlearning" in metadata["citeAs"]
    assert [c["name"] for c in metadata["creator"]] == ["Khan", "Laga", "Sohel"]
    fields = {f["@id"]: f for r in metadata["recordSet"] for f in r["field"]}
    described = fields["runs/MIA"]["description"]
    assert described.startswith("Membership Inference Attack (lower is better).")
    assert fields["runs/benchmark"]["references"] == {"field": {"@id": "benchmarks/id"}}


def test_the_unpacked_folder_is_accepted_and_is_the_same_suite(folder, tmp_path):
    assert check([str(folder)]) == 0
    again = load_suite(folder)
    assert again.metrics == TABLES.metrics
    assert again.runs.equals(TABLES.runs)
    assert again.published.equals(TABLES.published)
    content = package(TABLES, read_bytes(FOLDER, Problems()), (FOLDER / "LICENSE.md").read_bytes())
    assert load_suite(unpacked(content, tmp_path)).data_version == TABLES.data_version
    assert "Creative Commons" in (tmp_path / "unified_unlearning" / "LICENSE.md").read_text()


def test_the_zip_carries_what_belongs_to_it_and_is_the_same_each_time(folder):
    assert package(TABLES) == package(TABLES)
    names = {"README.md", "CITATION.bib", "LICENSE.md", "croissant.json", "suite.toml", "runs.csv"}
    assert names <= {path.name for path in folder.iterdir()}
    assert TABLES.data_version in (folder / "README.md").read_text()
    assert TABLES.data_version in (folder / "CITATION.bib").read_text()


def test_a_suite_with_hostile_names_is_still_valid(tmp_path):
    values = np.random.default_rng(1).random((2, 2, 3, 2))
    tables = made_tables(values, title='"><script>\u202e\\u0000{}')
    with zipfile.ZipFile(io.BytesIO(package(tables))) as archive:
        archive.extractall(tmp_path)
    described = dataset(tmp_path / "made" / "croissant.json")
    assert not described.metadata.issues.errors
    assert len(list(described.records("runs"))) == 12


def test_no_cell_of_the_zip_is_a_formula_and_the_folder_is_accepted_as_it_is(tmp_path, monkeypatch):
    """Labels that a spreadsheet would run get an apostrophe; other files keep their bytes."""
    copy = tmp_path / "own" / FOLDER.name
    shutil.copytree(FOLDER, copy)
    text = (copy / "methods.csv").read_text(encoding="utf-8")
    formulas = {"Gradient Ascent": "=HYPERLINK(A1)", "Random Labels": "+1", "SalUn": "@x"}
    for label, formula in formulas.items():
        text = text.replace(label, formula)
    (copy / "methods.csv").write_text(text, encoding="utf-8")
    tables = load_suite(copy)
    monkeypatch.setattr("components.exports.package.suite_folders", lambda: [copy])
    folder = unpacked(package(tables, *whole_files(tables)), tmp_path / "zip")
    assert check([str(folder)]) == 0
    labels = {m.id: m.label for m in load_suite(folder).methods}
    assert labels["gradient_ascent"] == "'=HYPERLINK(A1)"
    for file in folder.glob("*.csv"):
        for row in csv.reader(file.open(encoding="utf-8", newline="")):
            assert [cell for cell in row if spreadsheet_cell(cell) != cell] == []
    for file in copy.glob("*.csv"):
        same = (folder / file.name).read_bytes() == file.read_bytes()
        assert same == (file.name != "methods.csv")
    metadata = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    hashes = {f["name"]: f["sha256"] for f in metadata["distribution"]}
    methods = (folder / "methods.csv").read_bytes()
    assert hashes["methods.csv"] == hashlib.sha256(methods).hexdigest()


def test_its_readme_shows_names_as_text():
    values = np.random.default_rng(1).random((2, 2, 3, 2))
    tables = made_tables(values, title="<script>x [a](b) *c*")
    suite = replace(tables.suite, url="https://arxiv.org/abs/1", licence="<b>")
    with zipfile.ZipFile(io.BytesIO(package(replace(tables, suite=suite)))) as archive:
        readme = archive.read("made/README.md").decode()
        licence = archive.read("made/LICENSE.md").decode()
    assert readme.startswith("# \\<script\\>x \\[a\\](b) \\*c\\*\n")
    assert "<https://arxiv.org/abs/1>" in readme
    assert "\\<b\\>" in licence
