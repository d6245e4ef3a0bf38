"""Models that are never ranked: their score, the place they would take, and who beats the retrained one."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from components.answers.leaderboard.lead import RANKING, after_the_lead
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.leaderboard.references import REFERENCES, compute, say, unrewarded
from components.resolved import Resolved
from data import store
from tests.answered import view_of
from tests.gridded import gridded

MADE = gridded()


def listed(of: Resolved) -> list[dict[str, Any]]:
    found: Any = REFERENCES.whole(of)
    return list(found)


FOUND = view_of(MADE).of(compute)


def test_models_that_are_never_ranked_get_a_score_and_a_place():
    assert listed(view_of(MADE)) == [
        {"method": m, "role": role, "uqs": uqs, "would_rank": rank, "means": {"X1": pytest.approx(1 - uqs)}}
        for m, role, uqs, rank in (("retrained", "reference", 0.58, 3), ("before", "original", 0.05, 8))
    ]
    assert (len(FOUND.candidates), FOUND.ahead) == (7, 2)


def test_a_sentence_where_somebody_beats_the_retrained_model():
    def told(*uqs: float, roles: tuple[str, ...] = ("reference", "original")) -> list[str]:
        by_id = dict(zip(FOUND.methods, roles, strict=True))
        return list(say(replace(FOUND, uqs=np.array(uqs), roles=by_id), view_of(MADE).labels).lines)

    assert told(0.58, 0.05) == ["Nobody should beat the retrained model: 2 candidates do under these weights."]
    assert told(0.7, 0.05) == ["Nobody should beat the retrained model: 1 candidate does under these weights."]
    assert told(0.58, 0.95, roles=("reference", "reference")) == [], "the better of two is beaten by nobody"
    assert told(0.58, 0.05, roles=("original", "original")) == []
    assert told(np.nan, 0.05) == []


def test_who_beats_the_retrained_model_of_the_calibration_suite():
    """By plain loops over runs: the mean of the metrics alone, so that the direction is the only thing that counts."""
    tables_, told, controls = store.tables("calibration"), [], ("original", "retrain", "noise")
    for panel, metric, sign in (("unimodal", "JS", -1), ("sequence", "JS", -1), ("sequence", "MIA", -1)):
        of = view_of(tables_, panel=panel, weights=f"{metric}:1")
        found = of.of(compute)
        runs = tables_.runs[tables_.runs["panel"] == panel]
        cells = sign * runs.groupby(["method", "benchmark"])[metric].mean().groupby("method").mean()
        better = [m for m in cells.index if m not in controls and cells[m] > cells["retrain"]]
        assert found.ahead == len(better)
        assert bool(say(found, of.labels).lines) == bool(better)
        told.append(bool(better))
        ranked = [m for m in cells.index if m not in controls]
        assert len(found.candidates) == len(ranked) == 10
        for row in listed(of):
            assert row["would_rank"] == 1 + sum(cells[m] > cells[row["method"]] for m in ranked)
    assert set(told) == {True, False}


UNREWARDED = "The model before unlearning would rank first: these metrics and weights do not reward forgetting."
SECOND = "The model before unlearning would rank second: no method but the leader scores above it."


@pytest.mark.parametrize(
    ("suite", "query", "lines", "notes"),
    [
        ("calibration", {"panel": "sequence"}, UNREWARDED, ""),
        ("openunlearning", {}, SECOND, ""),
        (
            "openunlearning",
            {"panel": "tofu_llama32_1b", "weights": "equal", "floors": "none"},
            "",
            "Finetuned would take place 4 beside the 6 ",
        ),
        ("tofu", {}, "", ""),
    ],
)
def test_a_model_that_forgot_nothing_is_told_where_it_would_rank_high(suite, query, lines, notes):
    own = view_of(store.tables(suite), **query)
    said = RANKING.said(own)
    assert [s for s in said.lines if s in (UNREWARDED, SECOND)] == ([lines] if lines else [])
    assert [s for s in said.notes if "would take place" in s][:1] == [s for s in said.notes if notes and notes in s]
    assert bool(notes) == any("would take place" in s for s in said.notes)
    assert (after_the_lead(own.of(ranking), own.labels)[0] == lines) == bool(lines), "beside the board"


def test_a_control_is_named_and_a_retrained_model_may_be_first():
    def told(*uqs: float, role: str = "control") -> str:
        roles = {"retrained": "reference", "before": role}
        return unrewarded(replace(FOUND, uqs=np.array(uqs), roles=roles), view_of(MADE).labels)[0]

    assert told(0.99, 0.95) == "before would rank first: these metrics and weights do not reward forgetting."
    ordered = np.sort(FOUND.candidates)[::-1]
    second = "before would rank second: no method but the leader scores above it."
    assert told(0.99, (ordered[0] + ordered[1]) / 2) == second
    assert told(0.99, 0.58) == "", "third of 7"
    assert told(0.99, 0.95, role="reference") == ""
    alone = replace(FOUND, candidates=np.array([]))
    assert unrewarded(alone, view_of(MADE).labels) == ("", ""), "beside nobody a first rank says nothing of the weights"
