"""Kept manifests: the committed one is current, and an older link is told what changed since."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from components.errors import UnknownName
from data import build, manifest, store, versions
from data.folders import suite_folders
from tests.released import TABLES, built_in


@pytest.fixture
def tables():
    return TABLES


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setattr(manifest, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.parametrize("folder", suite_folders(""), ids=lambda f: f.name)
def test_the_committed_manifest_is_current(folder):
    """After a change of the tables: python -m data.build --manifest, and commit the new file."""
    tables = built_in(folder.name)
    assert manifest.stored_manifest(tables.suite.id, tables.data_version) == manifest.manifest_of(tables)


def test_every_kept_manifest_says_what_it_is():
    files = list(manifest.FOLDER.glob("*/*.json"))
    assert files
    for path in files:
        content = json.loads(path.read_text(encoding="utf-8"))
        assert (content["suite"], content["data_version"]) == (path.parent.name, path.stem)
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", content["date"])


def test_fingerprint_follows_the_last_bit_and_the_order(tables):
    first = manifest.manifest_of(tables)["runs"]["fingerprint"]
    runs = tables.runs.copy()
    runs.loc[0, "JS"] = 0.020694755017757419
    assert runs.loc[0, "JS"] != tables.runs.loc[0, "JS"]
    assert manifest.manifest_of(replace(tables, runs=runs))["runs"]["fingerprint"] != first
    turned = tables.runs.iloc[::-1].reset_index(drop=True)
    assert manifest.manifest_of(replace(tables, runs=turned))["runs"]["fingerprint"] != first
    assert manifest.manifest_of(replace(tables, runs=tables.runs.copy()))["runs"]["fingerprint"] == first


def test_changes_in_words(tables):
    old = manifest.manifest_of(tables)
    runs = tables.runs.copy()
    runs.loc[0, "MIA"] = 0.4
    extras = {**tables.extras, "budget": tables.extras["samples"].iloc[:1]}
    del extras["weights"]
    new = replace(tables, runs=runs, published=tables.published.iloc[:39], extras=extras)
    assert manifest.compare(old, manifest.manifest_of(new)) == [
        "The table budget is new (1 row).",
        "The table published had 40 rows and has 39 rows now.",
        "The table runs has other contents in its 50 rows.",
        "The table weights (5 rows) is gone.",
    ]
    assert manifest.compare(old, old) == [
        "No value changed; only the form of the files or the description of the suite did."
    ]


def test_changes_since_an_older_link_and_of_an_unknown_suite(ready, kept, tables):
    shorter = replace(tables, data_version="0123456789ab", runs=tables.runs.iloc[:48])
    manifest.write_manifest(shorter)
    assert store.changes("unified_unlearning", "0123456789ab") == ["The table runs had 48 rows and has 50 rows now."]
    assert store.changes("unified_unlearning", tables.data_version) == []
    with pytest.raises(UnknownName):
        store.changes("nothing", "0123456789ab")


@pytest.mark.parametrize("version", ["", "ffffffffffff", "../../suite", "a" * 5000, "\0", "*"])
def test_a_version_nobody_kept(ready, kept, tables, version):
    manifest.write_manifest(tables)
    assert store.changes("unified_unlearning", version) == [
        "No record is kept of that version, so what changed cannot be said."
    ]


def test_command_keeps_manifest_and_tables(place, kept, tables, capsys, monkeypatch):
    monkeypatch.setattr(versions, "FOLDER", kept / "tables")
    assert build.main(["--manifest"]) == 0
    first, second, *others = capsys.readouterr().out.splitlines()
    assert first == f"{kept / 'unified_unlearning' / tables.data_version}.json"
    assert second == str(kept / "tables" / "unified_unlearning" / tables.data_version)
    assert [Path(line).parent.name for line in others[::2]] == [f.name for f in suite_folders("")[1:]]
    assert len(versions.kept("unified_unlearning", tables.data_version).runs) == 50
    assert manifest.stored_manifest("unified_unlearning", tables.data_version) == manifest.manifest_of(tables)


def test_the_history_ends_with_the_version_served_and_a_day_once_written_stays(kept, tables):
    def keep(version: str, day: str, runs: int) -> None:
        path = manifest.write_manifest(replace(tables, data_version=version, runs=tables.runs.iloc[:runs]))
        path.write_text(re.sub(r'"date": "[^"]*"', f'"date": "{day}"', path.read_text()))

    keep("a" * 12, "2026-01-05", 48)
    keep("c" * 12, "2026-01-02", 40)
    keep("b" * 12, "2026-01-05", 50)
    keep("d" * 12, "", 50)
    for version, time in (("a", "11:00:00"), ("b", "09:30:00")):
        path = manifest.path_of("unified_unlearning", version * 12)
        path.write_text(re.sub(r'"time": "[^"]*"', f'"time": "{time}"', path.read_text()))
    told = manifest.history("unified_unlearning", "a" * 12)
    assert [(k.version[0], k.date, k.manifest["runs"]["rows"]) for k in told] == [
        ("c", "2026-01-02", 40),
        ("b", "2026-01-05", 50),
        ("a", "2026-01-05", 48),
    ]
    assert told[1].moment == "2026-01-05T09:30:00Z"
    assert [k.version[0] for k in manifest.history("unified_unlearning", "b" * 12)] == ["c", "b"]
    assert [k.version[0] for k in manifest.history("unified_unlearning", "c" * 12)] == ["c"]
    for unknown in ("d" * 12, "e" * 12):
        assert manifest.history("unified_unlearning", unknown) == ()
    assert manifest.history("../manifests", "a" * 12) == ()
    manifest.write_manifest(replace(tables, data_version="c" * 12))
    assert manifest.history("unified_unlearning", "c" * 12)[0].date == "2026-01-02"
    manifest.write_manifest(replace(tables, data_version="d" * 12))
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", manifest.history("unified_unlearning", "d" * 12)[-1].date)
