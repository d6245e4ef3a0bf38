"""Versions that are kept: whole, read by today's rules, and refused in words when they are not what they were."""

import shutil

import pytest

from components.errors import LeaderboardError
from data import manifest, versions
from data.files import SUITE_FILE, read_bytes
from data.folders import BUILT_IN, suite_folders
from data.problems import Problems
from tests.released import built_in

MANIFESTS = sorted(manifest.FOLDER.glob("*/*.json"))
SUITE, VERSION = "unified_unlearning", "16bda774b0fa"


@pytest.fixture
def copied(tmp_path, monkeypatch):
    """The folder of one kept version, to be damaged."""
    shutil.copytree(versions.FOLDER / SUITE / VERSION, tmp_path / SUITE / VERSION)
    monkeypatch.setattr(versions, "FOLDER", tmp_path)
    return tmp_path / SUITE / VERSION


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_every_manifest_has_tables_that_today_s_code_reads(path):
    tables = versions.kept(path.parent.name, path.stem)
    assert (tables.suite.id, tables.data_version) == (path.parent.name, path.stem)
    stored = manifest.stored_manifest(path.parent.name, path.stem)
    assert len(tables.runs) == stored["runs"]["rows"]


@pytest.mark.parametrize("folder", suite_folders(""), ids=lambda f: f.name)
def test_the_newest_kept_tables_are_the_suite_s_own_files(folder):
    """After a change of the tables: python -m data.build --manifest, and commit both new places."""
    tables = built_in(folder.name)
    own, held = (read_bytes(f, Problems()) for f in (folder, versions.FOLDER / folder.name / tables.data_version))
    wanted = {n for n in own if n == SUITE_FILE or n.removesuffix(".csv") in versions.KEPT}
    assert held == {n: own[n] for n in wanted}


def test_a_value_that_was_changed_by_hand_is_told(copied):
    runs = copied / "runs.csv"
    text = runs.read_text()
    line = text.splitlines()[1]
    runs.write_text(text.replace(line, line[:-1] + ("1" if line[-1] != "1" else "2"), 1))
    with pytest.raises(
        LeaderboardError, match=rf"{VERSION} of {SUITE} are damaged: runs\.csv is not what its manifest"
    ):
        versions.kept(SUITE, VERSION)


def test_a_table_that_is_gone_is_told(copied):
    (copied / "weights.csv").unlink()
    with pytest.raises(LeaderboardError, match=r"weights\.csv is not what its manifest says"):
        versions.kept(SUITE, VERSION)


def test_a_file_that_is_no_table_any_more_is_told_with_its_line(copied):
    with (copied / "runs.csv").open("a") as file:
        file.write("one field too few\n")
    with pytest.raises(LeaderboardError, match=r"runs\.csv, line 52"):
        versions.kept(SUITE, VERSION)


@pytest.mark.parametrize("suite", [SUITE, "..", "", "nobody"])
@pytest.mark.parametrize("version", ["", "..", "ffffffffffff", "../../tables/tofu", "a\0b"])
def test_what_nobody_kept_is_told(suite, version):
    with pytest.raises(LeaderboardError, match="no tables are kept"):
        versions.kept(suite, version)


def test_keeping_twice_writes_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(versions, "FOLDER", tmp_path / "versions")
    monkeypatch.setattr(manifest, "FOLDER", tmp_path / "manifests")
    folder = BUILT_IN / "tofu_seeds"
    tables = built_in(folder.name)
    written = []
    for _ in range(2):
        record, place = versions.keep(folder, tables)
        written.append({p.name: p.read_bytes() for p in (record, *sorted(place.iterdir()))})
    assert written[0] == written[1]
    assert versions.kept("tofu_seeds", tables.data_version).runs.equals(tables.runs)
