"""Targets and log scales at their limits; on whole suites a second program has them
(tests/plain_ranking.py)."""

import numpy as np
import pandas as pd

from components.stats.panel import panel_from_runs
from components.stats.ranking.utility import method_means, method_utilities, utility
from data.registry import Metric, UtilityMap

FREE = Metric(
    "acc", "acc", "acc", "higher", "score", 0.0, 1.0, (UtilityMap("identity"),), "", "", ""
)
AIM = Metric(
    "leak",
    "leak",
    "leak",
    "target",
    "score",
    -100.0,
    100.0,
    (UtilityMap("closeness"),),
    "",
    "",
    "",
    target="0",
)
REF = Metric(
    "tr",
    "tr",
    "tr",
    "target",
    "score",
    0.0,
    1.0,
    (UtilityMap("closeness"),),
    "",
    "",
    "",
    target="reference",
)
LOG = Metric(
    "fq",
    "fq",
    "fq",
    "higher",
    "score",
    1e-30,
    1.0,
    (UtilityMap("linear"),),
    "",
    "",
    "",
    scale="log",
)
METRICS = (FREE, AIM, REF, LOG)


def runs(seed: int = 0, methods: int = 4, benchmarks: int = 3, seeds: int = 3) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    rows = [
        (
            f"b{b}",
            f"m{m}",
            s,
            rng.random(),
            rng.uniform(-90, 90),
            rng.random(),
            10.0 ** rng.uniform(-60, 0),
        )
        for b in range(benchmarks)
        for s in range(seeds)
        for m in range(methods)
    ]
    return pd.DataFrame(rows, columns=["benchmark", "method", "seed", "acc", "leak", "tr", "fq"])


def retrained(benchmarks: int = 3) -> pd.DataFrame:
    rows = [
        (f"b{b}", "retain", s, 0.9, 0.0, 0.3 + 0.1 * b + 0.01 * s, 1.0)
        for b in range(benchmarks)
        for s in (0, 1)
    ]
    return pd.DataFrame(rows, columns=["benchmark", "method", "seed", "acc", "leak", "tr", "fq"])


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
