"""Random rankings on the same block design, and τ by benchmark."""

import numpy as np
import pytest

from components.stats.agreement.tau import agreement
from components.stats.clusters.coassociation import by_benchmark
from components.stats.clusters.number import MOST, references, shuffled
from components.stats.panel import panel_from_runs
from tests.made import made_tables
from tests.released import TABLES

NAN = np.nan


def panel(values):
    tables = made_tables(values)
    return panel_from_runs("main", tables.metrics, tables.runs)


def released(panel_id):
    runs = TABLES.runs[TABLES.runs["panel"] == panel_id]
    return panel_from_runs(panel_id, TABLES.metrics, runs, tuple(b.id for b in TABLES.benchmarks))


@pytest.mark.parametrize("protocol", ["tie-aware", "published"])
@pytest.mark.parametrize("name", ["llava_multimodal", "resnet_unimodal"])
def test_weighted_mean_over_benchmarks_is_the_tau_of_the_view(name, protocol):
    found = agreement(released(name), protocol)
    tau, weight = by_benchmark(found)
    known = ~np.isnan(tau)
    mean = (np.where(known, tau, 0) * weight).sum(axis=0) / np.where(known, weight, 0).sum(axis=0)
    assert mean == pytest.approx(found.tau, nan_ok=True)


def test_no_block_gives_no_benchmark_and_large_panels_fewer_references():
    empty = panel(np.zeros((0, 0, 0, 3)))
    assert [x.shape for x in by_benchmark(agreement(empty))] == [(0, 3, 3), (0, 3, 3)]
    drawn, left_out = references(
        panel(np.random.default_rng(0).random((2, 3, 100, 6))), "tie-aware"
    )
    assert (len(drawn), left_out) == (60_000_000 // (6 * 100**2 * 6), 0)
    assert 25 <= len(drawn) < MOST


def test_shuffling_keeps_values_moves_seeds_together_and_metrics_apart():
    values = np.random.default_rng(0).normal(size=(2, 3, 6, 4))
    values[0, :, :, 1] = 7.0
    values[1, :, :, 2] = np.arange(6) // 2
    given = panel(values)
    found = shuffled(given, np.random.default_rng(1))
    assert np.sort(found.values, axis=2) == pytest.approx(np.sort(values, axis=2))
    assert (found.values[0, :, :, 1] == 7.0).all()
    for b in range(2):
        for k in (0, 3):
            where = [
                [int(np.flatnonzero(values[b, s, :, k] == x)[0]) for x in found.values[b, s, :, k]]
                for s in range(3)
            ]
            assert where[0] == where[1] == where[2]
    assert (found.values[0, :, :, 0] != values[0, :, :, 0]).any()
    values = np.repeat(np.random.default_rng(0).normal(size=(1, 1, 8, 1)), 3, axis=3)
    found = shuffled(panel(values), np.random.default_rng(1)).values[0, 0]
    assert (found[:, 0] != found[:, 1]).any()
    assert (found[:, 1] != found[:, 2]).any()


def test_runs_that_do_not_exist_get_no_value():
    values = np.random.default_rng(0).normal(size=(1, 2, 4, 2))
    tables = made_tables(values)
    runs = tables.runs[~((tables.runs["method"] == "m2") & (tables.runs["seed"] == 2))]
    given = panel_from_runs("main", tables.metrics, runs)
    found = shuffled(given, np.random.default_rng(3))
    assert np.isnan(found.values[0, 1, 1]).all()
    assert not np.isnan(found.values[given.present]).any()


def test_references_have_no_agreement_on_average_and_repeat_with_the_seed():
    given = panel(np.tile(np.random.default_rng(0).normal(size=(3, 1, 5, 1)), (1, 2, 1, 3)))
    drawn, left_out = references(given, "tie-aware", seed=1)
    off = np.triu_indices(3, 1)
    tau = np.array([1 - d[off] ** 2 / 2 for d in drawn])
    assert (len(drawn), left_out) == (MOST, 0)
    assert np.abs(tau.mean(axis=0)).max() < 0.06
    # τ of 5 methods has variance 2(2n+5)/(9n(n−1)) = 1/6; three benchmarks average to 1/18, seeds
    # add nothing
    assert tau.var() == pytest.approx(1 / 18, rel=0.2)
    (again, _), (other, _) = (references(given, "tie-aware", seed=seed) for seed in (1, 2))
    assert (np.array(again) == np.array(drawn)).all()
    assert (np.array(other) != np.array(drawn)).any()


def test_references_with_an_undefined_pair_are_left_out_and_counted():
    values = np.array([[1, 0], [2, NAN], [NAN, 1], [3, 2], [NAN, NAN]])[None, None]
    drawn, left_out = references(panel(values), "tie-aware", seed=0)
    assert left_out > 0
    assert len(drawn) + left_out == MOST
    assert not np.isnan(drawn).any()
