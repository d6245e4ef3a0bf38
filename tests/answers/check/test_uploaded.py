"""A reader's numbers lead to what is known of them in the unit in which studies print them."""

from dataclasses import replace

import pytest

from components.answers.check.uploaded import uploaded_numbers
from components.intake.grid import Work, grid
from components.intake.known import known
from components.intake.suite import runs_of
from data.read.files import here
from tests.beside import beside
from tests.released import NAMES, built_in

CASES = beside(__file__)

SUITES = [built_in(name) for name in NAMES]


@pytest.mark.parametrize(("place", "heads", "cells", "asked"), CASES["unit"])
def test_a_number_is_asked_in_the_unit_of_its_metric(place, heads, cells, asked):
    into = built_in(place[0])
    sheet = here(
        [("x.csv", f"method,benchmark,{heads}\nNPO,{into.benchmarks[0].id},{cells}\n".encode())]
    )
    understood = grid(replace(Work(sheet), place=place), known(SUITES, into), into)
    links = [
        link
        for numbers in uploaded_numbers(understood, runs_of(understood), SUITES).values()
        for _, link in numbers.values()
    ]
    metric, value = asked.split("=")
    assert [e for e in links if f"metric={metric}&" in e and e.endswith(f"&value={value}")], links
