"""The tables of the calibration page hold every number of its figures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.calibration.result import calibration
from components.views.calibration.tables import modality_table, places_table, rho_table, separation_table
from tests.calibrated import calibrated

TABLES = calibrated()
FULL = calibration(Resolved(TABLES, replace(default_selection(TABLES), weights="equal")))


def test_tables_hold_every_number():
    assert places_table(FULL)["mean place"].tolist() == [1, 1, 5, 3]
    frame = separation_table(FULL)
    assert len(frame) == 4 * 4
    assert frame.loc[frame["on"] == "canaries", "AUC"].tolist() == [1, 1, 0, 0.5]
    assert rho_table(FULL)["mean ρ within"].dropna().tolist() == pytest.approx([1, 1, -1])
    assert len(modality_table(FULL)) == 4


def test_benchmarks_are_called_by_their_labels():
    good = replace(FULL.metrics[1], resolution={"b1": 0.1})
    frame = rho_table(replace(FULL, metrics=(good, FULL.metrics[3])))
    assert frame["steps of"].tolist() == ["B1 1/10", ""]
    assert frame["one value for all methods on"].tolist() == ["", "B1, B2"]
    assert {"ρ on B1", "ρ on B2"} <= set(frame)
