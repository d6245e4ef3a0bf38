"""The pull request that comes with a contribution: its title, what it says, and what of it is ticked."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from components.intake.contribution import NAME, Contribution, contribution, description, title
from data.registry import Tables
from tests.made import made_metric, made_tables


def suite(methods: str, seeds: int = 3, oracle: bool = True) -> Tables:
    values = np.full((2, seeds, len(methods), 1), 0.5)
    return made_tables(values, values[..., 0] if oracle else None, methods=list(methods))


BEFORE = suite("ab")
WHOLE = replace(
    suite("abcd"),
    suite=replace(
        BEFORE.suite,
        id="more",
        authors="Z. Ebra",
        licence="CC0-1.0. Added: Z. Ebra, CC BY 4.0",
        source_url="https://x.org",
    ),
)


def lacks(given: Contribution) -> list[str]:
    """The open questions before those that every request has."""
    heads = re.findall(r"^- \*\*(.*)\*\*:", description(given), re.MULTILINE)
    return heads[: heads.index("Base model")]


def test_the_request_says_what_came_in() -> None:
    given = Contribution(WHOLE, BEFORE, "What changes: nothing.", "z@x.org")
    assert title(given) == "Add c and d to Made"
    assert lacks(given) == []
    told = description(given)
    assert "- Methods: c and d\n- 12 runs: 1 panel, 2 benchmarks, 3 seeds\n- Metrics: X1 and distance\n" in told
    assert "\n## What changes\n\nWhat changes: nothing.\n" in told
    assert "Contact: z@\N{ZERO WIDTH SPACE}x.org" in told


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        ({"tables": replace(WHOLE, runs=WHOLE.runs[WHOLE.runs["seed"] < 3])}, ["Seeds"]),
        ({"tables": replace(WHOLE, runs=WHOLE.runs.assign(distance=np.nan))}, ["Retrained model"]),
        (
            {"tables": replace(WHOLE, metrics=(replace(made_metric("X1"), reference=""), WHOLE.metrics[1]))},
            ["Metrics X1"],
        ),
        ({"tables": replace(WHOLE, suite=BEFORE.suite)}, ["Authors", "Licence", "Source"]),
        ({"contact": " "}, ["Contact"]),
    ],
)
def test_what_is_missing_is_an_open_question(changed: dict, missing: list[str]) -> None:
    assert lacks(replace(Contribution(WHOLE, BEFORE, "", "z"), **changed)) == missing


def test_a_suite_of_one_s_own() -> None:
    given = Contribution(replace(WHOLE, suite=replace(WHOLE.suite, authors="not stated", licence="not stated")))
    assert title(given) == "Add the suite Made"
    assert "- Methods: a, b, c and d\n- 24 runs" in description(given)
    assert lacks(given) == ["Authors", "Licence", "Contact"]


def test_names_stay_text_and_long_lists_are_cut() -> None:
    nasty = "<img src=x> [a](https://evil.example) @all | #1"
    many = made_tables(np.full((1, 1, 60, 1), 0.5), title=nasty)
    told = f"{title(Contribution(many))}\n{description(Contribution(many))}"
    assert re.search(r"(?<!\\)<img|(?<!\\)\[a|@all", told) is None
    assert "m20 and 40 more" in told


def test_the_folder_holds_the_request() -> None:
    given = Contribution(WHOLE, BEFORE, "x", "z")
    with zipfile.ZipFile(io.BytesIO(contribution(given))) as archive:
        assert {n.split("/")[0] for n in archive.namelist()} == {"more"}
        assert archive.read(f"more/{NAME}").decode() == f"# {title(given)}\n\n{description(given)}"
    assert contribution(given) == contribution(given)
