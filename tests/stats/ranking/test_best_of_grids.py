"""Methods that stand for the best of their checkpoints (METHODS 12), against scans of all weights
and the limiting cases."""

from itertools import pairwise

import numpy as np
import pytest

from components.stats.ranking.best_of_grids import (
    MAX_WAYS,
    grid_dethroning,
    grid_dominance,
    grid_optimality,
    leading_alone,
    way_to_lead,
    ways_to_lead,
)
from components.stats.ranking.dominance import dominance, potential_optimality
from components.stats.ranking.flipping import dethroning
from components.stats.ranking.grids import CheckpointGrids

STEPS = np.array([(a, b, 60 - a - b) for a in range(61) for b in range(61 - a)]) / 60
"""All weights of three metrics in steps of a sixtieth."""


def grids_of(sizes) -> CheckpointGrids:
    ends = np.cumsum([0, *sizes])
    members = tuple(np.arange(a, b) for a, b in pairwise(ends))
    return CheckpointGrids(tuple(f"f{i}" for i in range(len(sizes))), members)


def made(seed: int) -> tuple[np.ndarray, CheckpointGrids, np.ndarray]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 6, rng.integers(2, 5))
    return rng.random((sizes.sum(), 3)), grids_of(sizes), rng.dirichlet(np.ones(3))


def best_at(u: np.ndarray, grids: CheckpointGrids, weights: np.ndarray) -> np.ndarray:
    scores = weights @ u.T
    return np.stack([scores[:, checkpoints].max(axis=1) for checkpoints in grids.members], axis=1)


@pytest.mark.parametrize("seed", range(12))
def test_who_can_lead_is_who_leads_somewhere_and_the_largest_lead_is_not_beaten(seed):
    u, grids, _ = made(seed)
    result = grid_optimality(u, grids)
    scores = best_at(u, grids, STEPS)
    for f in range(len(grids.members)):
        lead = scores[:, f] - np.delete(scores, f, axis=1).max(axis=1)
        assert lead.max() <= result.epsilon[f] + 1e-9
        assert result.epsilon[f] - lead.max() < 0.05, "the scan is that fine"
        at = best_at(u, grids, result.weights[f][None])[0]
        assert at[f] - np.delete(at, f).max() == pytest.approx(result.epsilon[f], abs=1e-9)


def test_a_method_is_dominated_when_each_checkpoint_is_though_no_single_one_dominates_all():
    u = np.array([[0.9, 0.2], [0.2, 0.9], [0.8, 0.1], [0.1, 0.8]])
    assert not dominance(u)[:2, 2:].all()
    assert grid_dominance(u, grids_of((2, 2))).tolist() == [[False, True], [False, False]]
    assert not grid_dominance(u[[0, 1, 1, 0]], grids_of((2, 2))).any(), (
        "equal grids do not dominate each other"
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_smallest_change_is_the_nearest_of_all_weights_where_another_method_is_level(seed):
    u, grids, w = made(seed)
    result = grid_dethroning(u, w, grids)
    scores = best_at(u, grids, STEPS)
    leader = int(np.argmax(best_at(u, grids, w[None])[0]))
    assert result.leader == leader
    passed = np.delete(scores, leader, axis=1).max(axis=1) >= scores[:, leader]
    distances = np.abs(STEPS - w).sum(axis=1)
    nearest = distances[passed].min(initial=np.inf)
    assert result.flip.distance <= nearest + 1e-9, "no weights of the scan are nearer"
    if result.challenger is None:
        assert not passed.any()
        return
    assert nearest - result.flip.distance < 0.06, "the scan is that fine"
    new = result.flip.weights
    assert new.min() >= 0
    assert new.sum() == pytest.approx(1)
    assert np.abs(new - w).sum() == pytest.approx(result.flip.distance, abs=1e-9)
    at = best_at(u, grids, new[None])[0]
    assert at[result.challenger] == pytest.approx(at[leader], abs=1e-8)


@pytest.mark.parametrize("seed", range(6))
def test_grids_of_one_checkpoint_are_methods_as_they_were(seed):
    u, w = np.random.default_rng(seed).random((6, 4)), np.full(4, 0.25)
    grids = grids_of([1] * 6)
    assert (grid_dominance(u, grids) == dominance(u)).all()
    of_single_grids, other = grid_optimality(u, grids), potential_optimality(u)
    assert of_single_grids.epsilon == pytest.approx(other.epsilon)
    of_grids, of_methods = grid_dethroning(u, w, grids), dethroning(u, w)
    assert (of_grids.leader, of_grids.challenger) == (of_methods.leader, of_methods.challenger)
    assert of_grids.flip.distance == pytest.approx(of_methods.flip.distance)


def test_of_many_rows_only_some_ways_are_looked_for_and_the_least_is_among_them():
    u = np.sqrt(np.random.default_rng(4).dirichlet(np.ones(4), 60))  # each leads under some weights
    w = np.full(4, 0.25)
    rows = set(range(60)) - {int((u @ w).argmax())}
    ways, all_ways = ways_to_lead(u, w, rows), {row: way_to_lead(u, w, row) for row in rows}
    assert MAX_WAYS <= len(ways) < len(rows)
    assert all(way[0].distance == all_ways[row][0].distance for row, way in ways.items())
    assert min(flip.distance for flip, _ in ways.values()) == min(
        flip.distance for flip, _ in all_ways.values()
    )
    few = sorted(rows)[:MAX_WAYS]
    assert ways_to_lead(u, w, few).keys() == set(few)


@pytest.mark.parametrize("seed", range(12))
def test_no_weights_of_a_scan_lead_nearer_than_a_way_and_the_least_way_is_the_dethroning(seed):
    u, grids, w = made(seed)
    ways = [way_to_lead(u, w, row, grids) for row in range(len(grids.members))]
    scores = best_at(u, grids, STEPS)
    for row, (flip, applied) in enumerate(ways):
        leads = scores[:, row] >= scores.max(axis=1)
        scanned = np.abs(STEPS[leads] - w).sum(axis=1).min(initial=np.inf)
        assert flip.distance <= scanned + 1e-9
        if applied is not None:
            at = best_at(u, grids, applied[None])[0]
            assert at[row] > np.delete(at, row).max(), "in four digits it leads alone"
            assert (
                np.round(applied * 1e4, 6).tolist() == (whole := np.round(applied * 1e4)).tolist()
            )
            assert whole.sum() == 10_000
            assert np.abs(applied - w).sum() < flip.distance + 0.03
    first = grid_dethroning(u, w, grids)
    assert sorted(flip.distance for flip, _ in ways)[1] == pytest.approx(
        first.flip.distance, abs=1e-6
    )
    if first.challenger is not None:
        applied = leading_alone(u, w, first.challenger, first.flip.weights, grids)
        again = ways[first.challenger][1]
        assert applied is not None
        assert again is not None
        assert applied == pytest.approx(again, abs=3e-4), "level there, it leads alone near by"
        at = best_at(u, grids, applied[None])[0]
        assert at[first.challenger] > np.delete(at, first.challenger).max()
