"""Spearman reliability (METHODS 6) against SciPy and limiting cases; the printed figures are asked
in test_claims.py."""

import numpy as np
import pytest
from scipy import stats

from components.panels import whole_panel
from components.stats.panel import panel_from_runs
from components.stats.reliability.spearman import spearman_pooled, spearman_runs, spearman_within
from tests.beside import beside
from tests.made import made_metric, made_tables
from tests.released import TABLES


def made(values, oracle=None, directions=None):
    """A panel from values (B, S, M, K) and distances (B, S, M)."""
    values = np.asarray(values, dtype=float)
    metrics = [
        made_metric(f"X{k}", d, bounds=(None, None))
        for k, d in enumerate(directions or ["higher"] * values.shape[3])
    ]
    tables = made_tables(
        values, None if oracle is None else np.asarray(oracle, dtype=float), metrics=metrics
    )
    return panel_from_runs("main", tables.metrics, tables.runs)


def test_the_sign_is_that_of_a_good_metric_whatever_its_direction():
    distance = [[[1.0, 2.0, 3.0]]]
    values = [[[[0.9, 0.1], [0.5, 0.2], [0.4, 0.3]]]]
    rho = spearman_pooled(made(values, distance, ["higher", "lower"])).rho
    assert rho.tolist() == [1.0, 1.0]


def test_missing_values_leave_out_their_runs_only():
    rng = np.random.default_rng(0)
    values, distance = rng.integers(0, 4, (2, 3, 4, 2)).astype(float), rng.random((2, 3, 4))
    values[0, 1, 2, 0] = np.nan
    distance[1, 0, 0] = np.nan
    result = spearman_pooled(made(values, distance))
    assert result.n.tolist() == [22, 23]
    for k in range(2):
        both = ~np.isnan(values[..., k]) & ~np.isnan(distance)
        expected = stats.spearmanr(values[both][:, k], -distance[both])
        assert result.rho[k] == pytest.approx(expected.statistic, abs=1e-12)
        assert result.p[k] == pytest.approx(expected.pvalue, abs=1e-12)


@pytest.mark.parametrize(("x", "y", "rho"), beside(__file__))
def test_too_little_to_correlate_is_undefined_and_two_runs_have_no_p(x, y, rho):
    result = spearman_runs(np.array(x, dtype=float)[:, None], np.array(y, dtype=float))
    assert result.rho[0] == pytest.approx(np.nan if rho is None else rho, nan_ok=True)
    assert np.isnan(result.p[0])


def test_no_oracle_and_no_run_have_no_numbers():
    panel = made(np.random.default_rng(0).random((2, 2, 3, 2)))
    assert np.isnan(spearman_pooled(panel).rho).all()
    assert spearman_pooled(panel).n.tolist() == [0, 0]
    assert spearman_within(panel).shape == (2, 2)
    assert np.isnan(spearman_within(panel)).all()
    assert np.isnan(spearman_pooled(whole_panel(TABLES, "resnet_unimodal")).rho).all()
    panel = panel_from_runs("none", TABLES.metrics, TABLES.runs.iloc[:0])
    assert np.isnan(spearman_pooled(panel).rho).all()
    assert spearman_within(panel).shape == (0, 5)


def test_within_benchmarks_means_of_seeds_are_compared():
    """FA ranks nothing on MLLMU-Bench and UnLOK-VQA; on MMUBench the mean over seeds decides."""
    panel = whole_panel(TABLES, "llava_multimodal")
    within = spearman_within(panel)
    assert np.isnan(within[:2, 0]).all()
    runs = TABLES.runs[
        (TABLES.runs["panel"] == "llava_multimodal") & (TABLES.runs["benchmark"] == "mmubench")
    ]
    cells = runs.groupby("method")[["FA", "JS", "oracle_distance"]].mean()
    for k, name in ((0, "FA"), (4, "JS")):
        expected = stats.spearmanr(-cells[name], -cells["oracle_distance"]).statistic
        assert within[2, k] == pytest.approx(expected, abs=1e-12)
