"""The dictionary of metrics as a file: what is read, and how each damaged row is told."""

import csv
import io
import shutil
from pathlib import Path

import pytest

from data import build
from data.check import main
from data.known_metrics import ASKED, TABLE, known_metrics, read_known
from data.names import FOLDER
from data.problems import Problems
from tests.cases import cases

FILE = "known_metrics.csv"


def told(folder: Path) -> list[str]:
    problems = Problems()
    read_known(folder, problems)
    return [p.message for p in problems.all]


def changed(folder: Path, metric: str, **cells: str) -> Path:
    """A copy of the dictionary with other cells in the row of one metric."""
    rows = list(csv.DictReader(io.StringIO((FOLDER / FILE).read_text(encoding="utf-8"))))
    for row in rows:
        if row["id"] == metric:
            row.update(cells)
    with (folder / FILE).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [c.name for c in TABLE.columns])
        writer.writeheader()
        writer.writerows(rows)
    return folder


def test_the_file_is_sound_and_read_as_it_stands():
    assert told(FOLDER) == []
    by_id = {m.id: m for m in known_metrics()}
    assert len(by_id) == len(known_metrics()) > 100
    quality = by_id["forget_quality"]
    assert (quality.direction, quality.scale) == ("higher", "log")
    assert (quality.lower_bound, quality.group) == (1e-30, "forgetting")
    privleak = by_id["privleak"]
    assert (privleak.direction, privleak.target, privleak.under) == ("target", "0", "below")
    assert [metric.id for metric in known_metrics() if metric.limit] == ["privleak"]
    assert by_id["MIA"].direction == ASKED
    assert "membership inference" in by_id["MIA"].names


@pytest.mark.parametrize(
    ("metric", "column", "text", "message"), cases("data/wrong_known_metrics.csv").values()
)
def test_a_damaged_row_is_told_clearly(tmp_path, metric, column, text, message):
    messages = told(changed(tmp_path, metric, **{column: text}))
    assert any(message in m and m.startswith(FILE) for m in messages), messages


def test_a_missing_file_is_told(tmp_path):
    (missing,) = told(tmp_path)
    assert missing.startswith(
        f"{FILE}: found no such file, expected a table with the columns id, label, "
    )


def test_the_check_of_the_names_tells_the_dictionary_too(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(build, "load_all", lambda: build.CheckedSuites((), ()))
    shutil.copytree(FOLDER, tmp_path / "names")
    changed(tmp_path / "names", "FA", direction="down")
    assert main([str(tmp_path / "names")]) == 1
    assert f"{FILE}, line 2, column direction: found 'down'" in capsys.readouterr().out
