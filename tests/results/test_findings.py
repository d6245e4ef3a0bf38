"""What supports and contradicts trust in a metric."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from components.results.findings import Finding, findings
from components.served import computed
from data.folders import BUILT_IN
from data.names import ids_in
from data.registry import Tables
from tests.made import made_metric, made_tables
from tests.released import TABLES, built_in

CALIBRATION = built_in("calibration")


@cache
def told(tables: Tables) -> dict[str, list[Finding]]:
    return findings(tables, ids_in("metrics", tables), computed([tables]).of_suite)


def told_of(tables: Tables, metric: str, question: str, panel: str | None = None) -> list[Finding]:
    return [f for f in told(tables)[metric] if f.question == question and panel in (None, f.panel)]


@pytest.mark.parametrize("metric", ["AD", "FA"])
def test_genuine_retrains_are_flagged_where_the_files_say_so(metric: str) -> None:
    runs = pd.read_csv(BUILT_IN / "calibration" / "runs.csv")
    for panel, here in runs.groupby("panel"):
        flagged = absent = 0
        for _, rows in here.groupby("benchmark"):
            original, retrain = (
                rows.loc[rows["method"] == m, metric].dropna() for m in ("original", "retrain")
            )
            # lower is better: flagged is a retrain that is no lower than the lowest original
            flagged += int((retrain >= original.min()).sum())
            absent += len(retrain)
        (finding,) = told_of(CALIBRATION, metric, "flags", str(panel))
        assert (finding.count, finding.out_of) == (flagged, absent)
        assert finding.state == ("yes" if flagged else "no")
        assert finding.side == ("contradicts" if flagged else "supports")


def test_one_benchmark_has_no_bounds_and_utility_is_not_asked() -> None:
    (single,) = told_of(CALIBRATION, "FA", "separates", "sequence")
    assert (single.state, single.reason, single.value) == ("cannot tell", "one benchmark", 1.0)
    (several,) = told_of(CALIBRATION, "AD", "separates", "unimodal")
    assert several.high < 0.5
    assert (several.state, several.side) == ("no", "contradicts")
    metrics = tuple(replace(m, group="utility") if m.id == "FA" else m for m in CALIBRATION.metrics)
    asked, left = (
        {f.question for f in told(t)["FA"]}
        for t in (CALIBRATION, replace(CALIBRATION, metrics=metrics))
    )
    assert asked - left == {"separates", "flags"}
    costly = tuple(replace(m, group="cost") if m.id == "FA" else m for m in CALIBRATION.metrics)
    assert told(replace(CALIBRATION, metrics=costly))["FA"] == []


@pytest.mark.parametrize("metric", ["FA", "MIA", "AD"])
def test_constants_and_steps_are_those_of_the_released_runs(metric: str) -> None:
    runs = pd.read_csv(BUILT_IN / "unified_unlearning" / "runs.csv")
    here = runs[runs["panel"] == "llava_multimodal"]
    cells = here.groupby(["benchmark", "method"])[metric].mean().round(12)
    constant = {b for b, v in cells.groupby("benchmark") if np.ptp(v) == 0}
    (finding,) = told_of(TABLES, metric, "constant", "llava_multimodal")
    labels = {b.id: b.label for b in TABLES.benchmarks}
    assert set(finding.where) == {labels[b] for b in constant}
    assert (finding.count, finding.out_of) == (len(constant), 3)
    samples = pd.read_csv(BUILT_IN / "unified_unlearning" / "samples.csv")
    stated = samples[(samples["panel"] == "llava_multimodal") & (samples["metric"] == metric)]
    if not len(stated):
        return
    values = dict(list(here.groupby("benchmark")[metric]))
    n_of_benchmark = dict(zip(stated["benchmark"], stated["n"], strict=True))
    few = {b for b, n in n_of_benchmark.items() if round(np.ptp(values[b]) * n) + 1 < 4}
    (coarse,) = told_of(TABLES, metric, "coarse", "llava_multimodal")
    assert set(coarse.where) == {labels[b] for b in few}
    assert coarse.value == pytest.approx(1 / stated["n"].min())


def following(
    methods: int, benchmarks: int, noise: list[int] | None = None, turned: bool = False
) -> Finding:
    """A metric whose order is that of the distance, or turned, or shuffled within benchmarks."""
    distance = np.arange(methods, dtype=float)[None, None, :].repeat(benchmarks, axis=0)
    values = distance[..., None] / methods
    if noise is not None:
        values = values[:, :, noise]
    tables = made_tables(
        1 - values if turned else values, distance, methods=[f"m{i}" for i in range(methods)]
    )
    (finding,) = told_of(tables, "X1", "follows")
    return finding


def test_following_takes_a_p_that_the_design_can_reach() -> None:
    few = following(3, 1)  # 3! arrangements: 2/6 is the smallest p
    assert (few.state, few.reason) == ("cannot tell", "few")
    assert few.p_min == pytest.approx(2 / 6)
    sure = following(5, 2)
    assert (sure.state, sure.side, sure.reason) == ("yes", "supports", "")
    assert sure.p <= 0.05
    against = following(5, 2, turned=True)
    assert (against.state, against.side) == ("no", "contradicts")
    unclear = following(5, 2, noise=[2, 4, 0, 1, 3])
    assert (unclear.state, unclear.reason, unclear.side) == ("cannot tell", "unclear", "neither")
    assert unclear.p_min <= 0.05 < unclear.p


def test_nothing_is_said_of_what_was_not_measured() -> None:
    values = np.full((1, 1, 3, 2), np.nan)
    values[..., 0] = 0.5
    values[0, 0, 0, 1] = 0.1  # one method only
    tables = made_tables(values, metrics=[made_metric("A"), made_metric("B")])
    assert told(tables)["B"] == []
    constant, coarse = told(tables)["A"]
    assert (constant.state, constant.where, constant.side) == ("yes", ("B1",), "contradicts")
    assert (coarse.state, coarse.reason) == ("cannot tell", "steps unknown")
