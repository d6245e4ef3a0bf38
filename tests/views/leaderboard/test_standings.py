"""The table of methods takes over only what it offers."""

from __future__ import annotations

import pytest

from components.views.leaderboard.standings.table import read_act

ALLOWED = {"sort": {"", "FA", "FA:desc"}, "method": {"", "salun"}}


@pytest.mark.parametrize(
    "act", [{"sort": "FA"}, {"sort": "FA:desc"}, {"sort": ""}, {"method": "salun"}, {"method": ""}]
)
def test_a_choice_that_is_offered_is_taken_over(act):
    assert read_act(act, ALLOWED) == act


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "sort",
        {},
        {"sort": "RA"},
        {"sort": ["FA"]},
        {"sort": {"FA": 1}},
        {"sort": None},
        {"method": "<b>"},
        {"weights": "equal"},
        {"sort": "FA", "method": "salun"},
        {1: "FA"},
        {"sort": "FA" * 10_000},
    ],
)
def test_anything_else_is_ignored(raw):
    assert read_act(raw, ALLOWED) is None
