"""Choices about reconstructions are read from the suite's own table."""

from dataclasses import replace

import pandas as pd
import pytest

from components.selection import judges, parse, to_query
from tests.released import TABLES

FRAME = pd.DataFrame(
    {
        "attack": ["a", "b"],
        "private_set": ["x", "x"],
        "standard": "yes",
        "judge1": "no",
        "judge2": "no",
        "judge1_class": [1.0, 2.0],
        "judgement": "no",
    }
)
WITH = replace(TABLES, extras={"inversion": FRAME})


def test_judges_are_the_columns_of_that_name():
    assert judges(WITH) == ["judge1", "judge2"]
    assert judges(TABLES) == []


def test_what_the_table_has_can_be_chosen_and_travels_in_the_address():
    query = {"suite": "unified_unlearning", "rows": "checkpoints", "judge": "judge2", "private_set": "x", "attack": "b"}
    selection, problems = parse(query, WITH)
    assert problems == ()
    assert to_query(selection, WITH) == query


@pytest.mark.parametrize("name", ["judge", "private_set", "attack"])
def test_a_suite_without_reconstructions_says_so(name):
    selection, problems = parse({name: "judge1"}, TABLES)
    assert getattr(selection, name) == ""
    assert [p.expected for p in problems] == ["nothing: this suite has none"]
    other = parse({name: "nonsense"}, WITH)[1]
    assert other[0].expected.startswith("one of ")
