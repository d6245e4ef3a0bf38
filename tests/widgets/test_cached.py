"""What is kept for all who ask, and under which choices it is the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from components.pieces import PIECES, WITHOUT_WEIGHTS

from components.plain import plain
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.stats.ranking.weights import presets
from tests.released import TABLES

OTHERS = ("equal", "only-JS", (("FA", 0.123456), ("AD", 0.876544)))


@pytest.mark.parametrize("name", sorted(WITHOUT_WEIGHTS))
@pytest.mark.parametrize("query", [{}, {"panel": "resnet_unimodal", "protocol": "published"}], ids=["first", "other"])
def test_pieces_said_not_to_depend_on_weights_do_not(name: str, query: dict[str, str]) -> None:
    first, problems = parse(query, TABLES)
    assert not problems
    wanted = plain(PIECES[name](Resolved(TABLES, first)))
    for weights in OTHERS:
        assert plain(PIECES[name](Resolved(TABLES, replace(first, weights=weights)))) == wanted


def test_the_leaderboard_does_depend_on_them() -> None:
    first = default_selection(TABLES)
    other = replace(first, weights="equal")
    assert PIECES["leaderboard"](Resolved(TABLES, first)) != PIECES["leaderboard"](Resolved(TABLES, other))
    assert "leaderboard" not in WITHOUT_WEIGHTS


def test_presets_belong_to_their_own_tables() -> None:
    fewer = replace(TABLES, extras={})
    assert len(presets(fewer)) < len(presets(TABLES))
    assert presets(TABLES) is presets(TABLES)
