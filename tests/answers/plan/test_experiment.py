"""Plans beside G*Power's printed numbers, simulated experiments, and the tests of the same two methods."""

import math

import pytest
from scipy import stats

from components.answers.plan.experiment import EXPERIMENT, Experiment, compute, pair_planned
from components.answers.plan.needed import NEEDED
from components.answers.stability.inferred import inferred
from components.stats.separation.inference import PairTest
from data.registry import Tables
from tests.answered import view_of
from tests.answers.stability.test_separable import spread
from tests.gridded import gridded
from tests.released import built_in


def of(tables: Tables, **query: str) -> Experiment:
    return view_of(tables, **query).of(compute)


def in_both_scopes(tables: Tables, **query: str) -> tuple[PairTest, ...]:
    view = view_of(tables, **query)
    pair = pair_planned(view)
    assert pair is not None
    return view.of(inferred).tested(*pair)


def test_a_plan_of_gpower() -> None:
    """Two dependent means, two tails, α = .05, power = .8, dz = .5: 34 cases (G*Power 3.1)."""
    given = {"difference": "0.05", "deviation": "0.1", "noise": "0.0001", "planned_methods": "2"}
    assert of(spread(3, 1), **given).design.benchmarks_needed(3) == 34
    # n = 34 has power .8077775 there
    reached = of(spread(3, 1), **given, planned_benchmarks="34").design.power_benchmarks
    assert reached == pytest.approx(0.8077775, abs=1e-5)


def test_what_is_not_given_is_what_the_pair_shows() -> None:
    tables = spread(4, 8, noise=0.1)
    for versus in ("", "m2,m4"):
        query = {"versus": versus} if versus else {}
        d, (seeds, benchmarks) = of(tables, **query).design, in_both_scopes(tables, **query)
        assert (d.methods, d.benchmarks, d.seeds) == (4, 8, 3)
        assert d.difference == pytest.approx(abs(benchmarks.difference or 0))
        assert (d.seeds_needed, d.benchmarks_needed(3)) == (seeds.seeds_needed, benchmarks.benchmarks_needed)
        endless = float(d.benchmarks_needed(math.inf))
        assert (None if math.isnan(endless) else endless) == benchmarks.with_endless_seeds


def test_the_fewest_seeds_with_which_the_present_benchmarks_would_do() -> None:
    given = {"difference": "0.05", "deviation": "0.03", "noise": "0.2", "planned_methods": "2"}
    enough = of(spread(2, 1), **given, planned_benchmarks="10").design.seeds_that_would_do
    assert enough is not None

    def power(seeds: int) -> float:
        far = 0.05 / math.sqrt(0.03**2 + 0.2**2 / seeds) * math.sqrt(10)
        critical = stats.t.ppf(0.975, 9)
        return float(stats.nct.sf(critical, 9, far) + stats.nct.cdf(-critical, 9, far))

    assert power(enough - 1) < 0.8 <= power(enough)
    none = of(spread(2, 1), **{**given, "deviation": "0.2"}, planned_benchmarks="10").design
    assert none.seeds_that_would_do is None
    assert none.benchmarks_needed(math.inf) > 10


def test_with_one_run_each_benchmarks_and_seeds_are_one_until_a_reader_tells_them_apart() -> None:
    tables = spread(2, 6, seeds=1, noise=0.1)
    d = of(tables).design
    assert d.benchmarks_needed(1) == in_both_scopes(tables)[1].benchmarks_needed
    assert math.isnan(float(d.benchmarks_needed(5)))
    assert of(tables, planned_seeds="5").design.between is None
    apart = of(tables, noise="0.02", planned_seeds="5").design
    assert (apart.between or 0) ** 2 + 0.02**2 == pytest.approx((d.between or 0) ** 2)


def test_nobody_to_start_from_asks_for_a_difference() -> None:
    for tables, query in ((spread(1, 3), {}), (gridded(), {"rows": "best"})):
        view = view_of(tables, **query)
        assert view.of(compute).pair is None
        assert "Give the difference that matters" in EXPERIMENT.said(view).lines[0]
        assert len(NEEDED.table(view, "needed").rows) == 5
    told = of(spread(1, 3), difference="0.05", deviation="0.1", noise="0.05").design
    assert told.benchmarks_needed(3) > 2


def said(tables: Tables, **query: str) -> str:
    return " ".join(filter(None, EXPERIMENT.said(view_of(tables, **query)).lines))


def test_what_a_plan_says() -> None:
    given = {"difference": "0.05", "deviation": "0.1", "noise": "0.0001", "planned_methods": "2", "planned_seeds": "2"}
    assert said(spread(3, 1), **given, planned_benchmarks="10") == (
        "It takes about 34 benchmarks like these to tell a difference of 0.050. That is at 80 % chance, with 2 seeds "
        "each; 10 benchmarks give 29 %. More seeds alone will not do: with endless ones it still takes about 34 "
        "benchmarks. On these benchmarks alone, whatever the training seed, it takes about 3 seeds of each. With 2 of "
        "each: a test needs 3."
    )
    assert "More seeds or benchmarks are not needed." in said(spread(3, 1), **given, planned_benchmarks="40")
    noisy = {**given, "deviation": "0.01", "noise": "0.2", "planned_benchmarks": "10"}
    assert "More seeds would do as well: about " in said(spread(3, 1), **noisy)
    nested, alone = said(built_in("tofu_seeds")), said(built_in("muse_seeds"))
    assert nested.endswith("Other benchmarks: cannot tell, these count as one. Give the spread between benchmarks.")
    assert alone.startswith("On this benchmark alone, whatever the training seed, it takes ")
    assert alone.endswith("Other benchmarks: cannot tell from one. Give the spread between benchmarks.")
    once = said(spread(2, 6, seeds=1, noise=0.1), difference="0.05")
    assert "More seeds: cannot tell. Give the spread between seeds." in once
