"""Compact letters against printed displays, and against the definition on every small case."""

from itertools import combinations

import numpy as np
import pytest

from components.errors import NotEnoughData
from components.stats.separation.letters import MOST_GROUPS, compact_letters


def differing(n: int, *pairs: tuple[int, int]) -> np.ndarray:
    differ = np.zeros((n, n), dtype=bool)
    for a, b in pairs:
        differ[a, b] = differ[b, a] = True
    return differ


def test_the_examples_of_multcompview_and_both_extremes() -> None:
    # R: multcompLetters(c("a-b" = FALSE, "a-c" = FALSE, "b-c" = TRUE)) prints a "ab", b "a", c "b"
    assert compact_letters(differing(3, (1, 2))) == ("ab", "a", "b")
    # R: multcompLetters(TukeyHSD(aov(breaks ~ tension, warpbreaks))$tension[, 4]): L differs from M and H, these
    # from each other not: L "a", M "b", H "b"
    assert compact_letters(differing(3, (0, 1), (0, 2))) == ("a", "b", "b")
    assert compact_letters(differing(4)) == ("a",) * 4
    assert compact_letters(~np.eye(3, dtype=bool)) == ("a", "b", "c")
    assert compact_letters(differing(1)) == ("a",)
    n = MOST_GROUPS + 1
    with pytest.raises(NotEnoughData, match="52 groups"):
        compact_letters(~np.eye(n, dtype=bool))


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_groups_are_the_largest_sets_without_a_pair_that_differs(n: int) -> None:
    pairs = list(combinations(range(n), 2))
    for bits in range(2 ** len(pairs)):
        chosen = [p for i, p in enumerate(pairs) if bits >> i & 1]
        letters = compact_letters(differing(n, *chosen))
        free = [
            set(s)
            for size in range(1, n + 1)
            for s in combinations(range(n), size)
            if not any(a in s and b in s for a, b in chosen)
        ]
        largest = {frozenset(s) for s in free if not any(s < other for other in free)}
        groups = {c: frozenset(i for i in range(n) if c in letters[i]) for c in set("".join(letters))}
        assert set(groups.values()) == largest
        assert len(groups) == len(largest)
        first = [min(groups[c]) for c in sorted(groups)]
        assert first == sorted(first), "letters follow the best method of their group"
