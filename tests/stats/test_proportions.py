"""Wilson intervals against printed examples."""

import math

import pytest

from components.stats.proportions import wilson
from data.errors import LeaderboardError


def test_newcombe_1998_table_one():
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3: the score
    interval."""
    for successes, n, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        share = wilson(successes, n)
        assert share.share == successes / n
        assert round(share.low, 4) == low
        assert round(share.high, 4) == high


def test_nothing_of_nothing_is_undefined():
    assert all(math.isnan(x) for x in wilson(0, 0))


@pytest.mark.parametrize(("successes", "n"), [(7, 6), (-1, 6), (0, -1)])
def test_counts_that_are_no_share_are_refused(successes, n):
    with pytest.raises(LeaderboardError, match="not a share"):
        wilson(successes, n)
