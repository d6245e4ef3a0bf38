"""Resolution: the smallest step of a metric, stated or inferred."""

import numpy as np
import pytest

from components.stats.agreement.resolution import resolution
from components.stats.panel import panel_from_runs
from tests.made import made_metric, made_tables
from tests.stats.agreement.cases import LLAVA, RESNET


def table(panel, stated=None):
    return {(r.metric, r.benchmark): r for r in resolution(panel, stated or {})}


def one(values, unit="proportion"):
    tables = made_tables(np.asarray(values, dtype=float)[None, None, :, None], metrics=[made_metric("X", unit=unit)])
    (row,) = resolution(panel_from_runs("main", tables.metrics, tables.runs), {})
    return row


def test_steps_the_released_values_show():
    found = table(LLAVA)
    assert found["FA", "mmubench"].samples == 30
    assert found["RA", "mmubench"].samples == 50
    assert found["MIA", "mllmu_bench"].samples == 50
    assert found["MIA", "mmubench"].samples == 15
    assert found["FA", "mmubench"].step == pytest.approx(1 / 30)
    assert (found["FA", "mmubench"].different_values, found["FA", "mmubench"].spread_in_steps) == (2, 1)
    assert table(RESNET)["RA", "cifar10"].samples == 45_000


def test_the_suites_own_sample_sizes_come_first_and_real_numbers_are_no_proportions():
    found = table(LLAVA, {("mmubench", "MIA"): (30, "stated")})["MIA", "mmubench"]
    assert (found.samples, found.basis, found.spread_in_steps) == (30, "stated", 2)
    rng = np.random.default_rng(0)
    assert all(one(rng.random(2)).samples is None for _ in range(200))
    assert one([1 / 3, 0.5]).samples == 6
    assert one([1 / 99_991, 2 / 99_989]).samples is None


def test_constants_do_not_tell_and_neither_do_no_runs():
    found = table(LLAVA)
    assert (found["FA", "unlok_vqa"].samples, found["FA", "unlok_vqa"].different_values) == (None, 1)
    assert found["AD", "mmubench"].basis == "no proportion"
    assert found["JS", "mmubench"].samples is None
    assert found["AD", "mmubench"].step is None
    assert found["AD", "mmubench"].spread_in_steps is None
    row = one([np.nan, np.nan])
    assert (row.samples, row.different_values, row.runs) == (None, 0, 0)
    assert row.spread_in_steps is None


def test_a_mean_printed_to_four_decimals_is_no_proportion():
    rounded = np.random.default_rng(0).random(100).round(4)
    assert one(rounded).samples == 10_000, "the digits alone would say so"
    assert (one(rounded, unit="").samples, one(rounded, unit="").basis) == (None, "no proportion")
    stated = {("b1", "X"): (50, "stated")}
    (row,) = resolution(
        panel_from_runs(
            "main", [made_metric("X")], made_tables(np.ones((1, 1, 2, 1)), metrics=[made_metric("X")]).runs
        ),
        stated,
    )
    assert row.samples is None, "samples without the unit are none either"
