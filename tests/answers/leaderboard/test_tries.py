"""Methods compared by their checkpoints, against plain loops."""

from dataclasses import replace
from itertools import combinations
from statistics import mean, median
from typing import Any

import numpy as np
import pandas as pd
import pytest

from components.answers.leaderboard import lead, ranking, tries
from components.answers.leaderboard.tries import FAMILIES, NO_COMMON_SEEDS, ONE_RUN, TRIES, Grids, compute, draw
from tests.answered import look, view_of
from tests.gridded import SCORES, gridded
from tests.released import TABLES as RELEASED

MADE = gridded()


def grids(tables=MADE, **query: str) -> Grids:
    return view_of(tables, **query).of(compute)


GRIDS, NAMES = grids(), view_of(MADE).labels
NOTHING = Grids((), 1, True)


def best_of(scores, k) -> float:
    return mean(max(drawn) for drawn in combinations(scores, k))


def test_the_lead_of_the_grids_names_the_number_of_tries():
    equal = tries.equal_tries_sentence(GRIDS, NAMES)
    assert equal == "With 3 tries each, Wide is expected to reach the best score: 0.75."
    assert tries.few_tries_sentence(GRIDS, NAMES) == "With up to 2 tries Safe is expected to score highest."
    one = grids(tries="1")
    assert tries.equal_tries_sentence(one, NAMES) == (
        "With one try each, Safe is expected to reach the best score: 0.55. The best single checkpoint is one of Wide."
    )
    assert tries.few_tries_sentence(one, NAMES) == ""
    assert tries.equal_tries_sentence(grids(tries="9"), NAMES) == (
        "No method has 9 checkpoints: nothing is compared at that many tries."
    )
    assert tries.equal_tries_sentence(NOTHING, NAMES) == tries.few_tries_sentence(NOTHING, NAMES) == ""


def test_selection_and_short_grids_are_told():
    assert tries.selection_sentence(GRIDS, NAMES) == (
        "The same runs select the best checkpoint and report its score, so it flatters every method; with one run per "
        "checkpoint nobody can say by how much."
    )
    assert tries.selection_sentence(replace(GRIDS, single=False), NAMES).endswith("flatters every method.")
    assert tries.short_grids_sentence(GRIDS, NAMES) == ""
    assert tries.short_grids_sentence(grids(tries="4"), NAMES) == (
        "Safe has fewer than 4 checkpoints and no expected best there."
    )
    assert tries.selection_sentence(replace(GRIDS, rows=()), NAMES) == ""


def test_the_lines_end_at_the_size_of_each_grid_and_are_named_there():
    fig = draw(GRIDS, look(view_of(MADE)))
    assert [list(t.x) for t in fig.data] == [[1, 2, 3, 4], [1, 2, 3]]
    assert list(fig.data[1].y) == pytest.approx([best_of(SCORES["safe"], k) for k in (1, 2, 3)])
    assert [a.text for a in fig.layout.annotations] == ["Wide", "Safe"]
    assert fig.layout.shapes[0].x0 == 3


def seeded(noise: float):
    """The same grids with three seeds of each checkpoint."""
    rng = np.random.default_rng(6)
    runs = pd.concat([MADE.runs.assign(seed=s) for s in (1, 2, 3)], ignore_index=True)
    moved = (runs["X1"] + rng.normal(0, noise, len(runs))).clip(0, 1)
    return replace(MADE, runs=runs.assign(X1=moved, run_id=range(1, len(runs) + 1)))


def test_the_optimism_of_the_best_is_told_where_seeds_can_tell_it():
    assert {(r.optimism, r.optimism_reason) for r in GRIDS.rows} == {(None, ONE_RUN)}
    noisy = grids(seeded(0.1))
    gaps = {r.family: r.optimism for r in noisy.rows}
    assert gaps["safe"] > 0, "its checkpoints are nearly alike"
    assert gaps["wide"] == 0.0, "the same checkpoint is best whatever seed is left out"
    printed = {c.id for c in FAMILIES.table(view_of(MADE), "families").at("print").columns}
    assert "optimism" not in printed
    assert tries.selection_sentence(noisy, NAMES).endswith(
        "Chosen on all seeds but one and judged by that one, the best scores lower: "
        f"Wide by 0.000 and Safe by {gaps['safe']:.3f}."
    )
    of = view_of(seeded(0.1), rows="best")
    result, names = of.of(ranking.compute), of.row_labels
    assert result.optimism == gaps[result.leaders[0].method]
    assert lead.rows_sentence(result, names).endswith(
        "Wide scores no lower when its checkpoint is judged by a seed that did not choose it."
    )
    assert lead.rows_sentence(replace(result, optimism=0.0214), names).endswith(
        "Chosen on all seeds but one and judged by that one, Wide scores 0.021 lower."
    )
    assert view_of(seeded(0.1), rows="median").of(ranking.compute).optimism is None


def test_without_common_seeds_the_optimism_is_not_told():
    runs = seeded(0.1).runs
    apart = runs[(runs["method"] == "safe_0") == (runs["seed"] == 1)]
    told = {r.family: r.optimism_reason for r in grids(replace(MADE, runs=apart)).rows}
    assert told == {"wide": "", "safe": NO_COMMON_SEEDS}


def test_tables_of_the_grids_hold_every_number():
    assert grids(RELEASED).rows == ()
    found: Any = FAMILIES.whole(view_of(MADE))
    assert [r["family"] for r in found] == ["wide", "safe"]
    for row in found:
        own = SCORES[row["family"]]
        assert (row["best"], row["median"]) == pytest.approx((max(own), median(own)))
        assert row["expected_best"] == {"k": 3, "value": pytest.approx(best_of(own, 3))}
    assert [r["best_checkpoint"] for r in found] == ["wide_2", "safe_0"]
    curves: Any = TRIES.whole(view_of(MADE))
    for family, own in SCORES.items():
        drawn = {r["tries"]: r["expected_best"] for r in curves if r["family"] == family}
        assert drawn == pytest.approx({k: best_of(own, k) for k in range(1, len(own) + 1)})
