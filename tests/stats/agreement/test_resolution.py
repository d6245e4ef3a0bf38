"""Resolution (METHODS 6): the smallest step of a metric, stated or inferred."""

import numpy as np

from components.stats.agreement.resolution import resolution
from components.stats.panel import panel_from_runs
from tests.made import made_metric, made_tables
from tests.stats.agreement.cases import LLAVA, RESNET


def samples(panel, stated=None):
    """The number of samples behind each metric on each benchmark, by both ids, with the steps its
    values span."""
    resolutions = resolution(panel, stated or {})
    return {(r.metric, r.benchmark): (round(1 / r.step), r.spread_in_steps) for r in resolutions}


def samples_of(values, unit="proportion", stated=None):
    tables = made_tables(
        np.asarray(values, dtype=float)[None, None, :, None], metrics=[made_metric("X", unit=unit)]
    )
    return samples(panel_from_runs("main", tables.metrics, tables.runs), stated).get(("X", "b1"))


def test_steps_the_released_values_show():
    resolutions = samples(LLAVA)
    assert resolutions["FA", "mmubench"] == (30, 1)
    n_of_place = {("RA", "mmubench"): 50, ("MIA", "mllmu_bench"): 50, ("MIA", "mmubench"): 15}
    assert {place: resolutions[place][0] for place in n_of_place} == n_of_place
    assert samples(RESNET)["RA", "cifar10"][0] == 45_000
    assert samples(LLAVA, {("mmubench", "MIA"): (30, "stated")})["MIA", "mmubench"] == (30, 2), (
        "stated ones come first"
    )
    assert {("FA", "unlok_vqa"), ("AD", "mmubench"), ("JS", "mmubench")}.isdisjoint(resolutions), (
        "constant, or no proportion"
    )


def test_what_is_no_proportion_of_a_number_of_samples():
    rng = np.random.default_rng(0)
    assert all(samples_of(rng.random(2)) is None for _ in range(200))
    assert samples_of([1 / 3, 0.5]) == (6, 1)
    assert samples_of([1 / 99_991, 2 / 99_989]) is None
    assert samples_of([np.nan, np.nan]) is None
    rounded = rng.random(100).round(4)
    assert samples_of(rounded)[0] == 10_000, "the digits alone would say so"
    assert samples_of(rounded, unit="") is None
    assert samples_of([0.1, 0.2], unit="", stated={("b1", "X"): (50, "stated")}) is None, (
        "samples without the unit are none"
    )
