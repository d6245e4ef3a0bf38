"""The command line of the inversion audit: one table, JSON or Markdown, and what it says of bad input."""

import json

import pytest
from components.answers.inversion.command import main

from components.answers.inversion.slopes import headline
from tests import made_inversion


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    made_inversion.tables()["inversion"].to_csv(path, index=False)
    return path


def test_a_table_gives_the_whole_audit_as_json(table, capsys):
    assert main([str(table), "--judge", "judge2", "--private-set", "small"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found["judge"] == "judge2"
    assert found["overall"]["answered"] == 570
    assert [r["attack"] for r in found["rows"]] == ["gradient", "subspace", "population"]
    assert not {"gallery", "real"} & set(found), "images stay out"


def test_markdown_says_the_sentences_and_the_tables(table, capsys):
    assert main([str(table), "--format", "markdown"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(headline(made_inversion.result()))
    assert "| small | gradient | 0 | 180 | 0 | 20 |" in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["{table}", "--judge", "judge9"], "--judge: found 'judge9', expected one of judge1, judge2"),
        (["{table}", "--private-set", "x"], "--private-set: found 'x', expected one of large, small"),
        (["{table}.nowhere"], "No such file"),
        (["{bad}"], "found the columns a, b"),
    ],
)
def test_what_cannot_be_done_is_said_on_one_line(table, tmp_path, capsys, arguments, told):
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1,2\n", encoding="utf-8")
    assert main([a.format(table=table, bad=bad) for a in arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert "Traceback" not in err
