"""One metric, one vote: elections worked by hand, and brute force over random ones."""

from itertools import pairwise, permutations

import numpy as np
import pytest
from components.stats.stability.majority import majority

from tests.stats.stability.test_aggregation import election


def of(*orders):
    """The votes of metrics that each order the rows, best first, as text; the rows are in alphabetical order."""
    return majority(election(dict.fromkeys(orders, 1))[0])


def test_the_winner_of_all_duels():
    """c is nobody's first and beats both by two votes to one."""
    found = of("acb", "bca", "cab")
    assert (found.winner, found.unbeaten, found.cycle) == (2, (2,), ())
    assert found.votes.tolist() == [[0, 2, 1], [1, 0, 1], [2, 2, 0]]


def test_winners_cycles_and_level_rows():
    found = of("abcd", "bcad", "cabd")
    assert (found.winner, found.unbeaten) == (None, (0, 1, 2))
    assert found.cycle == (0, 1, 2), "d is beaten by all and is no part of the set"
    level = majority(np.array([[0.5, 0.2], [0.2, 0.5], [0.1, 0.1]]))
    assert (level.winner, level.unbeaten, level.cycle) == (None, (0, 1), ())
    rounding = majority(np.array([[0.3], [0.1 + 0.2]]))
    assert rounding.votes.tolist() == [[0, 0], [0, 0]], "a difference in the last digit is no vote"


@pytest.mark.parametrize("seed", range(40))
def test_sets_and_cycles_by_brute_force(seed):
    rng = np.random.default_rng(seed)
    n = 5
    found = majority(rng.integers(0, 3, (n, 3)).astype(float))
    beats = found.preferred
    ways = [p for size in range(2, n + 1) for p in permutations(range(n), size)]
    reaches = {(p[0], p[-1]) for p in ways if all(beats[a, b] for a, b in pairwise(p))}
    schwartz = [i for i in range(n) if all((i, j) in reaches for j in range(n) if (j, i) in reaches)]
    free = [i for i in range(n) if not beats[:, i].any()]
    cycles = [p for p in ways if len(p) > 2 and all(beats[a, b] for a, b in pairwise((*p, p[0])))]
    assert found.unbeaten == tuple(free or schwartz)
    assert found.winner == next((i for i in range(n) if beats[i].sum() == n - 1), None)
    if free:
        assert found.cycle == ()
    else:
        assert found.cycle in cycles
        assert len(found.cycle) == min(len(c) for c in cycles if set(c) <= set(schwartz))
