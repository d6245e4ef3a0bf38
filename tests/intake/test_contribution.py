"""The pull request that comes with a contribution: its title, what came in, and that names stay text."""

import io
import re
import zipfile
from dataclasses import replace

import numpy as np

from components.intake.contribution import NAME, contribution, request
from data.registry import Tables
from tests.made import made_tables


def suite(methods: str) -> Tables:
    values = np.full((2, 3, len(methods), 1), 0.5)
    return made_tables(values, values[..., 0], methods=list(methods))


BEFORE, AFTER = suite("ab"), suite("abcd")
WHOLE = replace(AFTER, suite=replace(BEFORE.suite, id="more", authors="Z. Ebra"))


def test_the_request_says_what_came_in() -> None:
    told = request(WHOLE, BEFORE, "What changes: nothing.", "z@x.org")
    assert told.startswith("# Add c and d to Made\n")
    assert "- Methods: c and d\n- 12 runs: 1 panel, 2 benchmarks, 3 seeds\n- Metrics: X1 and distance\n" in told
    assert "\n## What changes\n\nWhat changes: nothing.\n" in told
    assert "Contact: z@\N{ZERO WIDTH SPACE}x.org" in told
    alone = request(WHOLE)
    assert alone.startswith("# Add the suite Made\n")
    assert "- Methods: a, b, c and d\n- 24 runs" in alone


def test_names_stay_text_and_long_lists_are_cut() -> None:
    nasty = "<img src=x> [a](https://evil.example) @all | #1"
    told = request(made_tables(np.full((1, 1, 60, 1), 0.5), title=nasty))
    assert re.search(r"(?<!\\)<img|(?<!\\)\[a|@all", told) is None
    assert "m20 and 40 more" in told


def test_the_folder_holds_the_request() -> None:
    given = (WHOLE, BEFORE, "x", "z")
    with zipfile.ZipFile(io.BytesIO(contribution(*given))) as archive:
        assert {n.split("/")[0] for n in archive.namelist()} == {"more"}
        assert archive.read(f"more/{NAME}").decode() == request(*given)
    assert contribution(*given) == contribution(*given)
