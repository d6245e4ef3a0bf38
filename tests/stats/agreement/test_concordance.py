"""Kendall's W (METHODS 4) against Friedman's test in R (second_program/agreement.R), and limiting
cases."""

import numpy as np
import pytest

from components.stats.agreement.concordance import concordance, kendalls_w
from components.stats.panel import panel_from_runs
from tests.released import TABLES
from tests.stats.agreement.cases import RESNET, made, rows


@pytest.mark.parametrize("expected", rows("expected_w.csv"), ids=lambda e: e["case"])
def test_w_chi_square_and_p_equal_r(expected):
    cells = [r for r in rows("tables.csv") if r["case"] == expected["case"]]
    shape = tuple(1 + max(int(r[c]) for r in cells) for c in ("row", "rater"))
    values = np.zeros(shape)
    for r in cells:
        values[int(r["row"]), int(r["rater"])] = float(r["value"])
    (result,) = concordance(made(values[None, None]))
    assert result.kendalls_w == pytest.approx(float(expected["w"]), abs=1e-12)
    assert result.chi2 == pytest.approx(float(expected["chi2"]), abs=1e-10)
    assert result.p == pytest.approx(float(expected["p"]), abs=1e-12)


def test_a_metric_measured_on_some_seeds_still_enters():
    (result,) = concordance(RESNET)
    assert (result.metrics, result.n_methods) == (("FA", "RA", "MIA", "AD", "JS"), 4)
    missing = RESNET.values.copy()
    missing[0, :, 0, RESNET.metric("JS")] = np.nan
    runs = TABLES.runs[TABLES.runs.panel == "resnet_unimodal"].copy()
    runs.loc[runs.method == "gradient_ascent", "JS"] = np.nan
    (gap,) = concordance(panel_from_runs("resnet_unimodal", TABLES.metrics, runs))
    assert (gap.incomplete, gap.n_methods) == (("JS",), 4)


def test_limits_and_reasons():
    same = np.repeat(np.arange(5.0)[:, None], 3, axis=1)
    assert kendalls_w(same) == 1.0
    assert kendalls_w(np.column_stack([np.arange(4.0), -np.arange(4.0)])) == 0.0
    assert np.isnan(kendalls_w(np.zeros((1, 3))))
    assert np.isnan(kendalls_w(np.arange(3.0)[:, None]))
    (of_one_method,) = concordance(made(np.random.default_rng(0).random((1, 1, 1, 3))))
    assert (of_one_method.kendalls_w is None, of_one_method.reason) == (True, "one method only")
    (tied,) = concordance(made(np.ones((1, 1, 4, 3))))
    assert (tied.kendalls_w is None, tied.reason) == (
        True,
        "0 of 3 metrics can rank here, two are needed",
    )
    assert tied.constant == ("X0", "X1", "X2")
    assert concordance(made(np.ones((0, 0, 0, 2)))) == ()
