"""Methods that stand for the best of their checkpoints, against scans of all weights and the limiting cases."""

from itertools import pairwise

import numpy as np
import pytest

from components.stats.ranking.best_of_grids import (
    grid_dethroning,
    grid_dominance,
    grid_optimality,
    in_front,
    way_to_lead,
)
from components.stats.ranking.dominance import dominance, potential_optimality
from components.stats.ranking.flipping import NORMS, dethroning
from components.stats.ranking.grids import Grids

STEPS = np.array([(a, b, 60 - a - b) for a in range(61) for b in range(61 - a)]) / 60
"""All weights of three metrics in steps of a sixtieth."""
ORDERS = {"l1": 1, "l2": 2, "linf": np.inf}


def grids_of(sizes) -> Grids:
    ends = np.cumsum([0, *sizes])
    members = tuple(np.arange(a, b) for a, b in pairwise(ends))
    return Grids(tuple(f"f{i}" for i in range(len(sizes))), members)


def made(seed: int) -> tuple[np.ndarray, Grids, np.ndarray]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 6, rng.integers(2, 5))
    return rng.random((sizes.sum(), 3)), grids_of(sizes), rng.dirichlet(np.ones(3))


def best_at(u: np.ndarray, grids: Grids, weights: np.ndarray) -> np.ndarray:
    scores = weights @ u.T
    return np.stack([scores[:, own].max(axis=1) for own in grids.members], axis=1)


def test_the_score_of_a_grid_is_its_largest():
    scores = np.array([[0.1, 0.4, 0.2, 0.9, 0.3], [0.5, 0.5, 0.1, 0.2, 0.4]])
    assert grids_of((3, 2)).scores(scores).tolist() == [[0.4, 0.9], [0.5, 0.4]]


@pytest.mark.parametrize("seed", range(12))
def test_who_can_lead_is_who_leads_somewhere_and_the_largest_lead_is_not_beaten(seed):
    u, grids, _ = made(seed)
    found = grid_optimality(u, grids)
    scores = best_at(u, grids, STEPS)
    for f in range(len(grids.members)):
        lead = scores[:, f] - np.delete(scores, f, axis=1).max(axis=1)
        assert lead.max() <= found.epsilon[f] + 1e-9
        assert found.epsilon[f] - lead.max() < 0.05, "the scan is that fine"
        at = best_at(u, grids, found.weights[f][None])[0]
        assert at[f] - np.delete(at, f).max() == pytest.approx(found.epsilon[f], abs=1e-9)


@pytest.mark.parametrize("seed", range(12))
def test_a_dominated_method_is_nowhere_ahead_of_the_one_that_dominates_it(seed):
    u, grids, _ = made(seed)
    u[grids.members[0]] = u[grids.members[1]].mean(axis=0) * 0.9
    scores, beaten = best_at(u, grids, STEPS), grid_dominance(u, grids)
    for a, b in np.argwhere(beaten):
        assert (scores[:, a] >= scores[:, b]).all()
    assert not (beaten & beaten.T).any()


def test_a_method_is_dominated_when_each_checkpoint_is_though_no_single_one_dominates_all():
    u = np.array([[0.9, 0.2], [0.2, 0.9], [0.8, 0.1], [0.1, 0.8]])
    assert not dominance(u)[:2, 2:].all()
    assert grid_dominance(u, grids_of((2, 2))).tolist() == [[False, True], [False, False]]
    assert not grid_dominance(u[[0, 1, 1, 0]], grids_of((2, 2))).any(), "equal grids do not dominate each other"


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("seed", range(12))
def test_the_smallest_change_is_the_nearest_of_all_weights_where_another_method_is_level(seed, norm):
    u, grids, w = made(seed)
    found = grid_dethroning(u, w, norm, grids)
    scores = best_at(u, grids, STEPS)
    leader = int(np.argmax(best_at(u, grids, w[None])[0]))
    assert found.leader == leader
    passed = np.delete(scores, leader, axis=1).max(axis=1) >= scores[:, leader]
    distances = np.linalg.norm(STEPS - w, ord=ORDERS[norm], axis=1)
    nearest = distances[passed].min(initial=np.inf)
    assert found.flip.distance <= nearest + 1e-9, "no weights of the scan are nearer"
    if found.challenger is None:
        assert not passed.any()
        return
    assert nearest - found.flip.distance < 0.06, "the scan is that fine"
    new = found.flip.weights
    assert new.min() >= 0
    assert new.sum() == pytest.approx(1)
    assert np.linalg.norm(new - w, ord=ORDERS[norm]) == pytest.approx(found.flip.distance, abs=1e-9)
    at = best_at(u, grids, new[None])[0]
    assert at[found.challenger] == pytest.approx(at[leader], abs=1e-8)


def test_catching_the_best_checkpoint_alone_is_not_enough():
    """With w = (1, 0) A1 leads; B catches it at (.5, .5), where A2 is far ahead; B is level with A2 at (.25, .75)."""
    u = np.array([[1.0, 0.0], [0.9, 0.3], [0.0, 0.6]])
    w = np.array([0.9, 0.1])
    alone = dethroning(u[[0, 2]], w, "l1")
    found = grid_dethroning(u, w, "l1", grids_of((2, 1)))
    assert alone.flip.weights == pytest.approx([0.375, 0.625])
    assert found.flip.weights == pytest.approx([0.25, 0.75])
    assert found.flip.distance == pytest.approx(1.3)


@pytest.mark.parametrize("seed", range(6))
def test_grids_of_one_checkpoint_are_methods_as_they_were(seed):
    u, w = np.random.default_rng(seed).random((6, 4)), np.full(4, 0.25)
    grids = grids_of([1] * 6)
    assert (grid_dominance(u, grids) == dominance(u)).all()
    one, other = grid_optimality(u, grids), potential_optimality(u)
    assert one.epsilon == pytest.approx(other.epsilon)
    for norm in NORMS:
        a, b = grid_dethroning(u, w, norm, grids), dethroning(u, w, norm)
        assert (a.leader, a.challenger) == (b.leader, b.challenger)
        assert a.flip.distance == pytest.approx(b.flip.distance)


def test_a_copy_of_a_checkpoint_changes_nothing_and_a_single_method_leads():
    u, grids, w = made(3)
    copied = np.vstack([u, u[grids.members[0]]])
    more = Grids(grids.names, (np.r_[grids.members[0], len(u) : len(copied)], *grids.members[1:]))
    assert [len(m) for m in in_front(copied, more).members] == [len(m) for m in in_front(u, grids).members]
    assert grid_optimality(copied, more).epsilon == pytest.approx(grid_optimality(u, grids).epsilon)
    assert grid_dethroning(copied, w, "l1", more).flip.distance == grid_dethroning(u, w, "l1", grids).flip.distance
    alone = Grids(("f0",), (np.arange(len(u)),))
    assert grid_optimality(u, alone).epsilon == np.inf
    assert grid_dethroning(u, w, "l1", alone).challenger is None


@pytest.mark.parametrize("seed", range(12))
def test_no_weights_of_a_scan_make_a_method_lead_nearer_than_its_way_and_the_least_way_is_the_dethroning(seed):
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
            assert np.round(applied * 1e4, 6).tolist() == (whole := np.round(applied * 1e4)).tolist()
            assert whole.sum() == 10_000
            assert np.abs(applied - w).sum() < flip.distance + 0.03
    assert sorted(flip.distance for flip, _ in ways)[1] == pytest.approx(
        grid_dethroning(u, w, "l1", grids).flip.distance, abs=1e-6
    )


def test_the_way_of_a_method_passes_all_others_not_the_leader_alone():
    u, w = np.array([[1, 0], [0, 1], [0.6, 0.6], [0.4, 0.4]]), np.array([0.7, 0.3])
    (leader, _), (second, applied), third, dominated = (way_to_lead(u, w, row) for row in range(4))
    assert leader.distance == 0
    assert second.weights == pytest.approx([0.4, 0.6]), "at (0.5, 0.5) it has caught the leader, the third is ahead"
    assert applied == pytest.approx([0.3999, 0.6001])
    assert (third[0].distance, third[1].tolist()) == (pytest.approx(0.2), [0.5999, 0.4001])
    assert (dominated[0].distance, dominated[1]) == (np.inf, None)
