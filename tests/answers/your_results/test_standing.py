"""The ranking of a reader's table: known designs give known places, and the sentences give the numbers."""

import dataclasses

import numpy as np
import pytest

from components.answers.your_results import standing
from components.answers.your_results.standing import Standing, compute
from components.format import MARK
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_tables


def marked(tables: Tables, *own: str) -> Tables:
    """The suite with methods marked as a reader's."""
    methods = [dataclasses.replace(m, label=f"{m.label}{MARK}") if m.id in own else m for m in tables.methods]
    return dataclasses.replace(tables, methods=tuple(methods))


def ranked(tables: Tables) -> tuple[Standing, list[str]]:
    view = view_of(tables)
    found = compute(view)
    said = standing.say(found, view.labels)
    return found, [*said.lines, *said.notes]


def one_block(*metrics: list[float]) -> np.ndarray:
    return np.stack([np.array(m) for m in metrics], axis=-1)[None, None]


def test_the_share_of_weightings_is_the_known_area():
    """Two methods, two metrics: a leads while w1·(0.6−0.2) > w2·(0.3−0.2), that is for w1 > 0.2: four fifths."""
    found, _ = ranked(marked(made_tables(one_block([0.2, 0.6], [0.3, 0.2])), "m1"))
    assert next(p.first for p in found.places if p.yours) == pytest.approx(0.8, abs=4 * 0.005)


def test_the_rank_of_your_method_comes_first():
    tables = marked(made_tables(one_block([0.1, 0.5, 0.6], [0.2, 0.1, 0.3])), "m3")
    found, said = ranked(tables)
    assert said[0] == "Ranked on the 2 metrics you share with Made: m3 • yours is 3 of 3."
    assert said[2].startswith("m3 • yours ranks 3 of 3 (one run each")
    assert "leads under 0.0 % of 10\u202f000 random weightings (SE at most 0.5 points)" in said[2]
    assert "3 runs: 3 methods on 1 benchmark, 1 seed in all, 2 metrics; 1 block" in said[3]
    assert sum(p.first or 0 for p in found.places) == pytest.approx(1.0)
    listed = standing.standing_table(found, view_of(tables).labels)
    assert [c[:3] for c in listed.cells()][2] == ("m3 • yours", 3, None)


def test_ranks_of_gaps_and_of_other_seeds():
    values = np.random.default_rng(1).random((2, 1, 3, 2))
    values[0, 0, 0, 1] = np.nan
    _, said = ranked(marked(made_tables(values), "m1"))
    assert said[2] == "m1 • yours has no rank: X2 on B1 was not measured."
    tables = marked(made_tables(np.random.default_rng(2).random((2, 1, 3, 2))), "m3")
    runs = tables.runs.assign(seed=np.where(tables.runs["method"] == "m3", 7, tables.runs["seed"]))
    found, _ = ranked(dataclasses.replace(tables, runs=runs))
    paired, _ = ranked(tables)
    assert [p.row.rank for p in found.places] == [p.row.rank for p in paired.places]


def test_a_metric_declared_the_wrong_way_round_is_suspected():
    distance = np.random.default_rng(3).random((1, 1, 12))
    values = np.concatenate([distance[..., None] * 0.5, 1 - distance[..., None]], axis=-1)
    found, said = ranked(made_tables(values, distance))
    assert [(m, n, round(rho, 6)) for m, rho, n in found.turned] == [("X2", 12, -1.0)]
    assert "X2 runs against the oracle distance (ρ −1.000 over 12 runs)" in said[-1]
    few, _ = ranked(made_tables(values[:, :, :5], distance[:, :, :5]))
    assert few.turned == ()
