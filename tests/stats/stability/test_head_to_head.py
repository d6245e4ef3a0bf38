"""Two methods under weights: who leads, and by what."""

import numpy as np
import pytest

from components.stats.ranking.flipping import flip
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.head_to_head import head_to_head

ANYWHERE = uniform_weights(4_000, "ab", 0)


def compare(u_a, u_b, w=(0.5, 0.5)):
    return head_to_head(u_a, u_b, w, nearby=ANYWHERE[:50], anywhere=ANYWHERE)


def test_who_leads_whatever_was_named_first():
    found = compare([0.9, 0.4], [0.3, 0.5])
    assert (found.swapped, found.tied, found.dominated) == (False, False, False)
    assert found.gap == pytest.approx(0.25)
    np.testing.assert_allclose(found.margins, [0.6, -0.1])
    np.testing.assert_allclose(found.weighted, [0.3, -0.05])
    # leads when 0.6 w > 0.1 (1 − w): w > 1/7
    assert found.anywhere == pytest.approx(6 / 7, abs=0.02)
    assert found.flips["l1"].distance == flip([0.9, 0.4], [0.3, 0.5], [0.5, 0.5], "l1").distance
    found = compare([0.3, 0.5], [0.9, 0.4])
    assert found.swapped
    assert found.gap == pytest.approx(0.25)
    found = head_to_head([0.9, 0.4], [0.3, 0.5], [0.5, 0.5], nearby=None, anywhere=ANYWHERE)
    assert found.nearby is None


def test_tied_and_dominated():
    found = compare([0.9, 0.1], [0.1, 0.9])
    assert found.tied
    assert found.flips["l2"].distance == 0.0
    same = compare([0.5, 0.5], [0.5, 0.5])
    assert same.tied
    assert same.anywhere == same.nearby == 0.5
    found = compare([0.9, 0.5], [0.3, 0.5])
    assert found.dominated
    assert found.anywhere == 1.0
