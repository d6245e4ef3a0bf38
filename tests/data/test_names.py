"""One name across suites: the files as they are, and every way in which they are refused."""

import csv
import shutil

import pytest

from data import build, names
from data.check import main
from data.names import FOLDER, read_names
from data.problems import Problems
from tests.cases import cases
from tests.data.conftest import Folder
from tests.released import built_in

SUITES = [built_in(name) for name in ("openunlearning", "muse_seeds", "tofu")]


@pytest.fixture
def copy(tmp_path):
    """The names of three suites only, so that the others need not be read."""
    shutil.copytree(FOLDER, tmp_path / "names")
    folder = Folder(tmp_path / "names")
    suite_ids = {t.suite.id for t in SUITES}
    for file in ("methods.csv", "metrics.csv"):
        first, *rows = folder.lines(file)
        kept = [r for r in rows if r and next(csv.reader([r]))[2] in suite_ids]
        folder.write(file, "\n".join([first, *kept]) + "\n")
    return folder


def problems(folder: Folder) -> list[str]:
    collected = Problems()
    read_names(folder.path, collected, {t.suite.id: t for t in SUITES})
    return [p.message for p in collected.all]


def test_every_row_of_the_files_exists_in_its_suite(capsys):
    assert main([str(FOLDER)]) == 0
    assert ": 0 problems in " in capsys.readouterr().out


def test_a_copy_is_sound_and_is_checked_by_its_folder_name(copy, capsys, monkeypatch):
    monkeypatch.setattr(
        build,
        "load_all",
        lambda: build.CheckedSuites(tuple((build.SuiteFiles("", "", {}), t) for t in SUITES), ()),
    )
    assert problems(copy) == []
    copy.append("methods.csv", "nonesuch,Nonesuch,tofu,nonesuch,,")
    assert main([str(copy.path)]) == 1
    assert "found 'nonesuch', expected an id of tofu" in capsys.readouterr().out


REFUSED = cases("data/wrong_names.csv")


@pytest.mark.parametrize("case", REFUSED)
def test_each_rule_is_told_with_its_line(copy, case):
    file, row, expected = REFUSED[case]
    lines = [
        line for line in copy.lines(file) if "muse_seeds,privleak" not in line or "address" in row
    ]
    copy.write(file, "\n".join(lines))
    line = copy.append(file, row)
    messages = problems(copy)
    assert [m for m in messages if expected in m], messages
    assert any(f"{file}, line {line + row.count(chr(10))}" in m for m in messages)


def test_missing_files_and_columns_are_told(copy):
    copy.replace("metrics.csv", 1, "relation", "relative")
    (copy.path / "methods.csv").unlink()
    messages = problems(copy)
    assert any(m.startswith("methods.csv: found no such file") for m in messages)
    assert any("column relation: found no such column" in m for m in messages)


def test_no_alias_names_two_methods_and_what_is_not_listed_has_its_own_id():
    listed = names.names("methods")
    spelled = [
        s.casefold()
        for a in dict.fromkeys(r.address for r in listed.rows)
        for s in listed.aliases(a)
    ]
    assert "neggrad" in spelled
    assert len(spelled) == len(set(spelled))
    assert not set(spelled) & {n.casefold() for r in listed.rows for n in (r.label, r.address)}
    name = names.names("methods").of("somebody", "npo2")
    assert (name.address, name.label, name.relation) == ("npo2", "", "same")
    assert names.names("methods").label("npo2") == ""
    assert names.names("methods").label("npo") == "NPO"
