"""Which blocks of a panel are compared run by run."""

from data.blocks import FEWEST_SEEDS, MOST_BLOCKS, compared


def test_few_blocks_are_all_compared_and_of_many_benchmarks_enough_seeds() -> None:
    seeds = {"a": range(MOST_BLOCKS - 2), "b": [7, 3]}
    assert compared("p", seeds) == {"a": tuple(range(MOST_BLOCKS - 2)), "b": (3, 7)}
    drawn = compared("p", {str(b): range(5) for b in range(60)})
    assert {len(own) for own in drawn.values()} == {FEWEST_SEEDS}


def test_of_many_every_benchmark_takes_as_many_seeds_the_same_ones() -> None:
    seeds = {b: range(100) for b in "abcd"}
    drawn = compared("p", seeds)
    assert {len(own) for own in drawn.values()} == {MOST_BLOCKS // 4}
    assert len(set(drawn.values())) == 1
    assert drawn == compared("p", {b: reversed(range(100)) for b in "dcba"})
    assert compared("q", seeds) != drawn, "another panel, another draw"


def test_a_further_seed_changes_one_seed_at_most() -> None:
    before, after = (set(compared("p", {b: range(n) for b in "ab"})["a"]) for n in (100, 101))
    assert len(before - after) <= 1
