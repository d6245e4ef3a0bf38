"""Reading and judging in a process apart: the same as here, within its bounds, or a sentence."""

import os
import pickle
import time

import pytest

from components.intake import apart
from components.intake.grid import Work, grid
from components.intake.known import known
from components.intake.suite import runs_of
from data.errors import LeaderboardError
from data.read.files import read
from tests.released import built_in
from tests.worst_tables import WORST, random_table

SUITES = [built_in("unified_unlearning")]
SMALL = [("x.csv", "method,forget acc ↓,RA ↑,seed\nA,0.1,0.9,1\nB,0.2,0.8,1\n".encode())]
MOST_WORDS = 600


def test_a_table_is_judged_apart_as_it_is_here():
    there = apart.brought(SMALL, SUITES)
    here = grid(Work(read(SMALL)), known(SUITES), None)
    assert there.work.sheet == here.work.sheet
    assert (there.grid.columns, dict(there.grid.roles)) == (here.columns, dict(here.roles))
    assert vars(there.runs) == vars(runs_of(here))
    placed = Work(there.work.sheet, place=(SUITES[0].suite.id, "", ""))
    assert apart.proposed(placed, SUITES).grid.suite is SUITES[0]


def test_other_suites_have_another_process():
    first = apart._Process.of(SUITES)
    assert apart._Process.of(list(SUITES)) is first
    assert apart._Process.of([*SUITES, built_in("tofu_seeds")]) is not first
    assert first.kept._process is None
    apart._Process.of(SUITES)


def test_an_answer_holds_no_other_class():
    with pytest.raises(pickle.UnpicklingError):
        apart._Reader(pickle.dumps(os.getcwd), SUITES).load()


def outcome(name: str, content: bytes) -> str:
    """What is said of a file that is not judged, "" of one that is."""
    try:
        apart.brought([(name, content)], SUITES)
    except LeaderboardError as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("name", WORST)
def test_the_worst_tables_are_judged_or_refused_within_the_bound(name):
    here = time.thread_time()
    refusal = outcome(name, WORST[name])
    assert time.thread_time() - here < 0.5, "of the server's own time"
    assert refusal != apart.FAILED
    assert not refusal or "expected" in refusal


def test_tables_of_any_shape_are_judged_or_refused_in_a_sentence():
    judged = 0
    for number in range(60):
        refusal = outcome("x", random_table(number))
        judged += not refusal
        is_clear = "found" in refusal and "expected" in refusal
        assert is_clear or refusal in ("", apart.EXCEEDED), (number, refusal)
        assert len(refusal) < MOST_WORDS
    assert judged > 10
