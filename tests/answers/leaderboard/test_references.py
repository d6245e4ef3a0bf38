"""Models that are never ranked: their score, the place they would take, and who beats the retrained one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from components.answers.leaderboard.references import REFERENCES, compute, say
from components.formats import screen_frame
from components.resolved import Resolved
from components.selection import default_selection
from data import store
from tests.gridded import gridded
from tests.released import TABLES as RELEASED

MADE, TOFU = gridded(), store.tables("tofu")


def view(tables=MADE, **choices) -> Resolved:
    return Resolved(tables, replace(default_selection(tables), **choices))


def listed(of: Resolved) -> list[dict[str, Any]]:
    found: Any = REFERENCES.whole(of)
    return list(found)


FOUND = view().of(compute)


def test_models_that_are_never_ranked_get_a_score_and_a_place():
    assert listed(view()) == [
        {"method": m, "role": role, "uqs": uqs, "would_rank": rank, "means": {"X1": pytest.approx(1 - uqs)}}
        for m, role, uqs, rank in (("retrained", "reference", 0.58, 3), ("before", "original", 0.05, 8))
    ]
    assert (len(FOUND.candidates), FOUND.ahead) == (7, 2)


def test_they_change_no_rank():
    without = replace(MADE, runs=MADE.runs[~MADE.runs["method"].isin(["retrained", "before"])])
    assert list(view(without).ranks) == list(view().ranks)


def test_a_sentence_where_somebody_beats_the_retrained_model():
    def told(*uqs: float, roles: tuple[str, ...] = ("reference", "original")) -> list[str]:
        by_id = dict(zip(FOUND.methods, roles, strict=True))
        return list(say(replace(FOUND, uqs=np.array(uqs), roles=by_id), view().labels).lines)

    assert told(0.58, 0.05) == ["Nobody should beat the retrained model: 2 candidates do under these weights."]
    assert told(0.7, 0.05) == ["Nobody should beat the retrained model: 1 candidate does under these weights."]
    assert told(0.58, 0.95, roles=("reference", "reference")) == [], "the better of two is beaten by nobody"
    assert told(0.58, 0.05, roles=("original", "original")) == []
    assert told(np.nan, 0.05) == []


def test_the_table_says_what_each_model_is():
    frame = screen_frame(REFERENCES.table(view(), "references"), view().labels)
    assert frame["what it is"].tolist() == ["trained without the forgotten data", "before unlearning"]
    assert frame["would rank, beside 7"].tolist() == [3, 8]
    assert frame["X1 ↓"].tolist() == pytest.approx([0.42, 0.95])
    assert listed(view(RELEASED)) == []
    assert REFERENCES.said(view(RELEASED)).lines == ()


def test_the_study_has_both_and_nobody_beats_its_retrained_model():
    runs, weights = TOFU.runs.set_index("method"), view(TOFU)
    weighted = {m: w for m, w in zip(weights.panel.metric_ids, weights.w, strict=True) if w}
    score = {m: sum(w * runs.loc[m, k] for k, w in weighted.items()) for m in runs.index}  # all bounded by 0 and 1
    candidates = [s for m, s in score.items() if m not in ("full", "retain")]
    for row in listed(view(TOFU)):
        assert row["uqs"] == pytest.approx(score[row["method"]])
        assert row["would_rank"] == 1 + sum(s > score[row["method"]] for s in candidates)
    found = view(TOFU).of(compute)
    assert (len(found.candidates), found.ahead) == (150, 0)


def test_who_beats_the_retrained_model_of_the_calibration_suite():
    """By plain loops over runs: the mean of the metrics alone, so that the direction is the only thing that counts."""
    tables_, told = store.tables("calibration"), []
    for panel, metric, sign in (("unimodal", "JS", -1), ("sequence", "JS", -1), ("sequence", "MIA", -1)):
        of = view(tables_, panel=panel, weights=((metric, 1.0),))
        found = of.of(compute)
        runs = tables_.runs[tables_.runs["panel"] == panel]
        cells = sign * runs.groupby(["method", "benchmark"])[metric].mean().groupby("method").mean()
        better = [m for m in cells.index if m not in ("original", "retrain") and cells[m] > cells["retrain"]]
        assert found.ahead == len(better)
        assert bool(say(found, of.labels).lines) == bool(better)
        told.append(bool(better))
        ranked = [m for m in cells.index if m not in ("original", "retrain")]
        assert len(found.candidates) == len(ranked) == 11
        for row in listed(of):
            assert row["would_rank"] == 1 + sum(cells[m] > cells[row["method"]] for m in ranked)
    assert set(told) == {True, False}
