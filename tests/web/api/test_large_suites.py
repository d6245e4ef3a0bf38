"""A suite of which some blocks are compared, over HTTP: its files hold all its runs."""

import hashlib
import io
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from components.web.site.__main__ import write_zip

from components.exports import package
from components.exports.package import write_package
from data.files import PIECE
from data.load import load_suite
from data.registry import Tables
from tests.croissant import dataset
from tests.large import folder, served

__all__ = ["folder", "served"]
ZIP, METADATA = "/api/v1/suites/many.zip", "/api/v1/suites/many/croissant.json"
pytestmark = pytest.mark.usefixtures("served")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def same_runs(content: bytes, folder: Path, scratch: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert archive.getinfo("many/runs.parquet").compress_type == zipfile.ZIP_STORED
        archive.extractall(scratch)
    pd.testing.assert_frame_equal(load_suite(scratch / "many").runs, load_suite(folder).runs)
    return scratch / "many"


def test_the_zip_holds_all_runs_and_leaves_no_file(
    ask: Callable[..., Any], folder: Path, tmp_path_factory: pytest.TempPathFactory, temporary: Path
) -> None:
    answer = ask(ZIP)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")
    assert "public" in answer.headers["cache-control"]
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert list(temporary.iterdir()) == []
    unpacked = same_runs(answer.body, folder, tmp_path_factory.mktemp("zip"))
    rows = list(dataset(unpacked / "croissant.json").records("runs"))
    assert len(rows) == 3_600
    assert ask(ZIP).body == answer.body, "the same bytes each time"
    assert ask(ZIP, range="bytes=10-19").body == answer.body[10:20]
    assert ask(ZIP, if_none_match=answer.headers["etag"]).status == 304


def test_the_metadata_describe_that_zip(ask: Callable[..., Any], temporary: Path) -> None:
    distribution = {f["@id"]: f for f in ask(METADATA).json["distribution"]}
    body = ask(ZIP).body
    assert distribution["archive"]["sha256"] == hashlib.sha256(body).hexdigest()
    assert distribution["archive"]["contentSize"] == f"{len(body)} B"
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        inside = hashlib.sha256(archive.read("many/runs.parquet")).hexdigest()
    assert distribution["runs.parquet"]["sha256"] == inside
    assert list(temporary.iterdir()) == []


def test_own_files_go_in_as_they_are(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: Tables
) -> None:
    monkeypatch.setattr(package, "suite_folders", lambda: [folder])
    content = write_zip(tmp_path, served).read_bytes()
    unpacked = same_runs(content, folder, tmp_path)
    assert (unpacked / "runs.parquet").read_bytes() == (folder / "runs.parquet").read_bytes()
    assert load_suite(unpacked).data_version == served.data_version


def test_large_files_are_not_held(served: Tables, tmp_path: Path) -> None:
    runs = tmp_path / "runs.parquet"
    pq.write_table(pa.table({"x1": np.random.default_rng(0).random(2_000_000)}), runs, use_dictionary=False)
    tracemalloc.start()
    with open(tmp_path / "suite.zip", "wb") as out:
        write_package(out, served, {"runs.parquet": runs})
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4 * PIECE < runs.stat().st_size / 3
    with zipfile.ZipFile(tmp_path / "suite.zip") as archive:
        assert archive.read("many/runs.parquet") == runs.read_bytes()


def test_runs_come_in_pages(ask: Callable[..., Any], folder: Path) -> None:
    everything, read = load_suite(folder).runs, []
    for page in range(1, 9):
        found = ask("/api/v1/runs", {"suite": "many", "page_number": str(page)}).json
        assert found["page"] == {"page_number": page, "pages": 8, "runs": 3_600}
        assert found["n_runs"] == 3_600
        read += [run["run_id"] for run in found["runs"]]
    assert read == everything["run_id"].tolist()
    first = ask("/api/v1/runs", {"suite": "many"})
    assert first.body == ask("/api/v1/runs", {"suite": "many", "page_number": "1"}).body
    assert first.headers["etag"] != ask("/api/v1/runs", {"suite": "many", "page_number": "2"}).headers["etag"]
    wanted = everything.head(1).to_dict("records")[0]
    assert first.json["runs"][0] == {name: None if value != value else value for name, value in wanted.items()}
    text = ask("/api/v1/runs.csv", {"suite": "many", "page_number": "8"}).text
    assert "# page,8 of 8; 3600 runs in all" in text
    assert pd.read_csv(io.StringIO(text), comment="#")["run_id"].tolist() == everything["run_id"].tolist()[-100:]
    beyond = ask("/api/v1/runs", {"suite": "many", "page_number": "9"})
    assert beyond.status == 400
    assert beyond.json["problems"][0]["expected"] == "a whole number from 1 to 8"


def test_pages_of_runs_follow_every_filter(ask: Callable[..., Any], folder: Path, served: Tables) -> None:
    everything, seeds = load_suite(folder).runs, served.runs["seed"].unique()[:2].tolist()
    kept = everything[everything["benchmark"].isin(["b1", "b3"]) & everything["seed"].isin(seeds)]
    kept = kept[kept["method"].isin(["m07", "m31"])]
    query = {"suite": "many", "benchmarks": "b1,b3", "seeds": ",".join(map(str, seeds)), "methods": "m07,m31"}
    found = ask("/api/v1/runs", query).json
    assert found["page"] == {"page_number": 1, "pages": 1, "runs": len(kept)}
    assert [run["run_id"] for run in found["runs"]] == kept["run_id"].tolist()


def test_other_suites_have_one_page(ask: Callable[..., Any]) -> None:
    small = {"suite": "calibration"}
    assert ask("/api/v1/runs", {**small, "page_number": "7"}).body == ask("/api/v1/runs", small).body
    assert "page" not in ask("/api/v1/runs", small).json
