"""The tables of the clusters page hold what its figures draw."""

from functools import cache

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.clusters import tables as frames
from components.views.clusters.result.clusters import clusters
from tests.made import made_tables
from tests.released import TABLES


@cache
def result_of(tables=TABLES):
    return clusters(Resolved(tables, parse({}, tables)[0]))


def test_pairs_of_metrics():
    result = result_of()
    pairs = frames.matrix_table(result)
    assert len(pairs) == 10
    assert pairs["τ"].iloc[0] == pytest.approx(result.tau[0][1])
    assert pairs.loc[0, ["metric", "with", "blocks", "of"]].tolist() == ["FA", "RA", 3, 9]
    assert pairs["distance"].to_numpy() == pytest.approx(np.sqrt(2 * (1 - pairs["τ"].to_numpy())))
    assert pairs.loc[0, ["same cluster", "same published cluster"]].tolist() == [True, True]
    assert len(frames.coassociation_table(result)) == 10


def test_metrics_cuts_and_choices():
    result = result_of()
    assert frames.map_table(result)["published cluster"].tolist() == [1, 1, 1, 2, 2]
    assert frames.number_table(result)["k"].tolist() == [1, 2, 3, 4]
    choices = frames.choices_table(result)
    assert len(choices) == 8
    assert choices["Rand with Published clusters"].iloc[0] == pytest.approx(-2 / 13)


def test_of_nothing_are_empty():
    result = result_of(made_tables(np.ones((1, 1, 1, 3))))
    for table in (frames.matrix_table, frames.map_table, frames.number_table, frames.coassociation_table):
        assert table(result).empty
