"""Scores on a benchmark (METHODS 16): the board's own, on that benchmark alone."""

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.grids import CheckpointGrids
from components.stats.ranking.utility import method_utilities
from components.stats.separation.scores import Scores, benchmark_scores
from data.registry import UtilityMap
from tests.made import made_metric, made_tables


def a_panel(seed: int = 0) -> Resolved:
    values = np.random.default_rng(seed).random((3, 2, 4, 2)) * [1, 50]
    metrics = [
        made_metric("X1"),
        made_metric("X2", bounds=(0.0, None), utilities=[UtilityMap("reciprocal")]),
    ]
    tables = made_tables(values, metrics=metrics)
    return Resolved(tables, default_selection(tables))


@pytest.mark.parametrize("aggregate", ["score-of-means", "mean-of-scores"])
def test_a_cell_is_the_score_on_that_benchmark_alone(aggregate: str) -> None:
    resolved, w = a_panel(), np.array([0.3, 0.7])
    scores_of_panel = benchmark_scores(resolved.panel, w, "reciprocal", aggregate)
    for b in range(3):
        alone = method_utilities(resolved.panel.subset(benchmarks=[b]), "reciprocal", aggregate) @ w
        assert scores_of_panel.cells[b] == pytest.approx(alone, abs=1e-12)
    whole = method_utilities(resolved.panel, "reciprocal", aggregate) @ w
    same = np.allclose(scores_of_panel.cells.mean(axis=0), whole, atol=1e-12)
    assert same == (aggregate == "mean-of-scores"), "averaging first differs where a map bends"


def test_a_run_is_the_score_of_its_values_and_missing_where_it_lacks_one() -> None:
    resolved = a_panel()
    resolved.panel.values[1, 0, 2, 0] = np.nan
    scores_of_panel = benchmark_scores(
        resolved.panel, np.array([0.5, 0.5]), "reciprocal", "score-of-means"
    )
    x, y = resolved.panel.values[0, 1, 3]
    assert scores_of_panel.runs[0, 1, 3] == pytest.approx(0.5 * (1 - x) + 0.5 / (1 + y))
    assert np.isnan(scores_of_panel.runs[1, 0, 2])
    assert not np.isnan(scores_of_panel.cells[1, 2]), "its other seed has a value"
    unweighted = benchmark_scores(
        resolved.panel, np.array([0.0, 1.0]), "reciprocal", "score-of-means"
    )
    assert not np.isnan(unweighted.runs).any()


def test_methods_of_several_checkpoints() -> None:
    cells = np.array([[0.9, 0.1, 0.5, 0.4], [0.1, 0.5, 0.5, 0.4]])
    scores, overall = Scores(cells, cells[:, None, :]), cells.mean(axis=0)
    members = (np.array([0, 1]), np.array([2, 3]))
    best = scores.taken(CheckpointGrids(("f", "g"), members).best(overall))
    assert best.cells.tolist() == [[0.9, 0.5], [0.1, 0.5]], "one checkpoint for all benchmarks"
