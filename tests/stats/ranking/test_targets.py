"""Targets and log scales (METHODS 11) at their limits; on whole suites a second program has them
(tests/plain_ranking.py)."""

from dataclasses import replace

import numpy as np
import pandas as pd

from components.stats.panel import panel_from_runs
from components.stats.ranking.utility import method_means, method_utilities, utility
from data.registry import UtilityMap
from tests.made import made_metric, made_tables

CLOSENESS = made_metric("", "target", utilities=[UtilityMap("closeness")])
FREE = made_metric("acc", "higher")
AIM = replace(CLOSENESS, id="leak", lower_bound=-100.0, upper_bound=100.0, target="0")
REF = replace(CLOSENESS, id="tr", target="reference")
LOG = replace(
    made_metric("fq", "higher", bounds=(1e-30, 1.0), utilities=[UtilityMap("linear")]), scale="log"
)
METRICS = (FREE, AIM, REF, LOG)


def runs() -> pd.DataFrame:
    """Four methods with three seeds on three benchmarks."""
    rng, shape = np.random.default_rng(0), (3, 3, 4)
    exponents = rng.uniform(-60, 0, shape)
    values = [rng.random(shape), rng.uniform(-90, 90, shape), rng.random(shape), 10.0**exponents]
    return made_tables(np.stack(values, axis=3), metrics=METRICS).runs


def retrained(benchmarks: int = 3) -> pd.DataFrame:
    values = np.array([[[[0.9, 0.0, 0.3 + 0.1 * b, 1.0]]] * 2 for b in range(benchmarks)])
    return made_tables(values, metrics=METRICS, methods=["retain"]).runs


PANEL = panel_from_runs("p", METRICS, runs(), references=retrained())


def test_values_below_the_bound_of_a_log_scale_count_as_the_bound_and_are_counted() -> None:
    low = (runs()["fq"] < 1e-30).sum()
    assert PANEL.floored.tolist() == [0, 0, 0, low]
    assert PANEL.scaled[..., 3].min() == -30
    np.testing.assert_allclose(10 ** method_means(PANEL)[:, 3] >= 1e-30, True)


def test_a_metric_without_a_reference_on_a_benchmark_is_missing_there() -> None:
    panel = panel_from_runs("p", METRICS, runs(), references=retrained(2))
    assert np.isnan(panel.aligned[2, ..., 2]).all()
    assert np.isnan(method_utilities(panel, "", "score-of-means")[:, 2]).all()
    assert not np.isnan(method_utilities(panel, "", "score-of-means")[:, [0, 1, 3]]).any()


def test_the_utility_is_1_at_the_target_and_0_at_the_farther_bound() -> None:
    measured = pd.DataFrame(
        {"benchmark": "b", "method": ["x", "y", "z"], "seed": 0, "tr": [0.3, 1.0, 0.0]}
    )
    retrained_run = pd.DataFrame(
        {"benchmark": ["b"], "method": ["retain"], "seed": [0], "tr": [0.3]}
    )
    panel = panel_from_runs("p", (REF,), measured, references=retrained_run)
    np.testing.assert_allclose(
        method_utilities(panel, "", "score-of-means")[:, 0], [1.0, 0.0, 1 - 0.3 / 0.7]
    )
    assert utility(np.array([-30.0, 0.0]), LOG, "").tolist() == [0.0, 1.0]
