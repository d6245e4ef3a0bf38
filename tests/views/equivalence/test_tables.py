"""The tables of the page on equivalence hold every number of its figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.intake.equivalence import TEMPLATE
from components.resolved import Resolved
from components.selection import default_selection
from components.views.equivalence.own_answers import own_answers
from components.views.equivalence.result import equivalence_prompts
from components.views.equivalence.tables import metrics_table, models_table, prompts_table, ranks_table
from tests.calibrated import calibrated

TABLES = calibrated()
FULL = equivalence_prompts(Resolved(TABLES, replace(default_selection(TABLES), panel="questions", weights="equal")))


def test_tables_hold_every_number():
    frame = models_table(FULL)
    assert frame["J"].tolist() == [r.j for r in FULL.models]
    assert frame["J, whole forget set"].tolist() == [r.j_whole for r in FULL.models]
    assert (frame["half of J"] * 2).tolist() == pytest.approx(frame["J"].tolist())
    assert metrics_table(FULL)["τ-b with J"].dropna().tolist() == pytest.approx([1, -1])
    assert len(ranks_table(FULL.metrics[0])) == 3


def test_prompts_stand_beside_those_of_the_controls():
    prompts = prompts_table(FULL, FULL.models[0])
    assert prompts["J of original"].mean() == pytest.approx(FULL.ceiling.j)
    assert prompts["J of retrain"].mean() == pytest.approx(FULL.floor.j)
    assert "J of original" not in prompts_table(FULL, FULL.ceiling)
    assert set(prompts["benchmark"]) == {"B3", "B4"}


def test_a_reader_s_models_have_no_whole_forget_set():
    frame = models_table(own_answers("mine.csv", TEMPLATE.encode()))
    assert "J, whole forget set" not in frame
    assert frame["remark"].tolist() == ["not estimable from 2 prompts, 10 are needed"]
