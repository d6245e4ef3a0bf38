"""Plans against G*Power as printed, SciPy's tests in simulated studies, and the tests of the same
two methods."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from streamlit.testing.v1 import AppTest

from components.answers.plan.experiment import EXPERIMENT, Experiment, can_plan
from components.answers.plan.needed import NEEDED, draw
from components.answers.stability.separable import SEPARABLE
from components.choices.record import read_opened
from components.pages import PLAN
from components.resolved import Resolved
from components.results.pair_tests import all_pair_tests
from components.stats.separation.inference import CANNOT_TELL
from data.registry import Tables
from tests.answered import look, view_of
from tests.beside import beside
from tests.gridded import gridded
from tests.made import made_tables
from tests.released import NAMES, TABLES, built_in
from tests.stats.separation.test_planning import enough

CASES = beside(__file__)

SEEDS = built_in("tofu_seeds")


def asked(tables: Tables = TABLES, panel: str = "", weights: str = "", **query: str) -> Resolved:
    """A selection and what is asked of its plan."""
    values, problems = read_opened(PLAN.opens, query, tables)
    assert problems == []
    chosen = {"panel": panel} if panel else {}
    chosen |= {"weights": weights} if weights else {}
    return replace(view_of(tables, **chosen), opened=values)


def plan_of(tables: Tables = TABLES, **query: str) -> Experiment:
    result = EXPERIMENT.result(asked(tables, **query))
    assert isinstance(result, Experiment)
    return result


def lines(tables: Tables = TABLES, **query: str) -> list[str]:
    return [*EXPERIMENT.said(asked(tables, **query)).lines]


def test_a_difference_entered_for_tofu_with_seeds_is_a_range_of_seeds() -> None:
    """The runs' scores by hand: Welch's spread and freedom, χ² of the variance, simulated studies
    for the power."""
    plan = plan_of(SEEDS, difference="0.05").design.over_seeds
    assert plan is not None
    rows = view_of(SEEDS).of(all_pair_tests).rows
    scores = rows.runs.mean(axis=0)[:, :2]  # of the two best; a seed is a run on each benchmark
    parts = scores.var(axis=0, ddof=1)
    free = parts.sum() ** 2 / (parts**2 / 4).sum()
    spreads = np.sqrt(parts.sum() * free / stats.chi2.ppf([0.9, 0.1], free))
    shares = np.sqrt(parts / parts.sum())
    low, high = (enough("seeds", 0.05 / spread, shares, 0.05 / 21) for spread in spreads)
    assert plan.needed == (low, high)
    assert lines(SEEDS, difference="0.05")[0] == (
        f"To find a difference of 0.050 in score: {low} to {high} unlearning seeds each"
        " (80 % range). Power 80 % at 5 %, corrected for all pairs."
    )


def test_the_plan_of_an_undecided_pair_is_what_its_tests_say() -> None:
    seen = 0
    for tables, panel in (
        (TABLES, "llava_multimodal"),
        (TABLES, "resnet_unimodal"),
        (built_in("muse_seeds"), "news"),
    ):
        tests = view_of(tables, panel=panel).of(all_pair_tests)
        for a, b in combinations(tests.rows.names, 2):
            d = plan_of(tables, panel=panel, versus=f"{a},{b}").design
            for test, plan in zip(
                tests.tested(a, b), (d.over_seeds, d.over_benchmarks), strict=True
            ):
                if test.needed_low is not None:
                    assert plan is not None
                    assert plan.needed == (test.needed_low, test.needed_high)
                    assert plan.difference == pytest.approx(abs(test.difference or 0)), (
                        "of its own scope"
                    )
                    seen += 1
    assert seen > 12


def test_undecided_pairs_lead_here_with_their_methods() -> None:
    view = view_of(TABLES)
    listed = SEPARABLE.table(view, "pairs")
    link = next(c.link for c in listed.columns if c.id == "verdict")
    assert link is not None
    for pair in listed.rows:
        target = link(pair)
        assert (target is not None) == (pair.verdict == CANNOT_TELL)
        assert target is None or plan_of(
            TABLES, versus=",".join(target.choices["versus"])
        ).pair == (pair.higher, pair.lower)


def test_what_a_plan_says() -> None:
    assert lines(weights="published") == CASES["plan"]
    enter = "For similar benchmarks enter a spread: benchmarks that share data show none."
    assert lines(SEEDS)[2] == enter
    given = {"difference": "0.05", "deviation": "0.1", "planned_methods": "2", "planned_seeds": "2"}
    assert lines(**given, noise="0.0001", planned_benchmarks="10") == CASES["entered"]
    alone = built_in("openunlearning")
    assert lines(alone)[0].startswith("Enter a spread: ")
    assert lines(made_tables(np.full((1, 1, 2, 1), 0.5))) == ["Enter the difference that matters."]
    assert lines(gridded()) != []
    entered = lines(alone, difference="0.1", deviation="0.1")
    assert entered[2] == "On these benchmarks alone: enter the spread between seeds."


def test_the_figure_is_a_band_over_seeds_or_over_benchmarks_and_the_table_has_ranges() -> None:
    for query, over in (
        ({}, "seeds"),
        ({"panel": "llava_multimodal", "deviation": "0.03"}, "seeds"),
    ):
        view = asked(**query)
        result, rows = plan_of(**query), NEEDED.table(view, "power")
        assert rows.columns[0].id == over
        fig = draw(result, look(view))
        assert list(fig.data[0].x) == [n for n, _, _ in rows.rows]
        assert [*zip(fig.data[1].y, fig.data[0].y, strict=True)] == [
            (low, high) for _, low, high in rows.rows
        ]
        assert all(low <= high for _, low, high in rows.rows)
    once = asked(built_in("openunlearning"), difference="0.1", deviation="0.1")
    assert NEEDED.table(once, "power").columns[0].id == "benchmarks"
    needed = NEEDED.table(asked(SEEDS, difference="0.03"), "needed")
    cells = {c.id: [c.cell(row) for row in needed.rows] for c in needed.columns}
    assert cells["difference"] == [0.01, 0.02, 0.03, 0.05, 0.1, 0.2]
    assert cells["seeds"][3] == f"{cells['seeds_low'][3]} to {cells['seeds_high'][3]}"
    assert cells["seeds_low"] == sorted(cells["seeds_low"], reverse=True)


def html(app: AppTest) -> str:
    return " ".join(h.proto.body for h in app.get("html")).replace("\u00a0", " ")


def test_a_plan_opens_on_a_suite_with_seeds_and_others_say_which_have_them(app_test) -> None:
    can = {name for name in NAMES if can_plan(built_in(name))}
    assert {"unified_unlearning", "calibration", "muse_seeds", "tofu_seeds"} <= can
    assert "openunlearning" not in can, "one run each"
    app = app_test("plan")
    assert lines(SEEDS)[0] in html(app)
    assert "Suites that have: " in html(app_test("plan", {"suite": "openunlearning"}))
