"""Choices about reconstructions are read from the suite's own table."""

from dataclasses import replace

import pandas as pd

from components.selection import judges
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
