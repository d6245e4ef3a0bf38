"""The tables of the stability page hold the numbers that are drawn."""

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.stability.result.choices import choices, rules
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import leaders, ternary
from components.views.stability.result.nearby import curve, nearby
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import weightings
from components.views.stability.tables import (
    acceptability_table,
    central_table,
    choices_table,
    curve_table,
    duel_table,
    kemeny_table,
    leaders_table,
    reversals_table,
    rules_table,
    seeds_table,
    taus_table,
    ternary_table,
    winning_table,
)
from tests.made import made_tables
from tests.released import TABLES

VIEW = Resolved(TABLES, parse({}, TABLES)[0])
RESULT = weightings(VIEW)


def test_random_weightings():
    assert taus_table(RESULT)["share of the baseline"].sum() == pytest.approx(1.0)
    np.testing.assert_allclose(acceptability_table(RESULT)[[f"rank {r}" for r in range(1, 5)]].sum(axis=1), 1)
    assert len(winning_table(RESULT)) == 6
    central = central_table(RESULT)
    assert central["method"].tolist() == ["your weights", "Gradient Ascent", "Random Labels"]
    np.testing.assert_allclose(central[["FA", "RA", "MIA", "AD", "JS"]].sum(axis=1), 1)


def test_nearby():
    radius = curve_table(nearby(VIEW), curve(VIEW))["expected change"]
    assert radius.is_monotonic_increasing
    assert 0.2 in set(radius)


def test_leaders():
    assert leaders_table(leaders(VIEW), RESULT)["weights that suit it best"][0] == "MIA 1.000"


def test_ternary():
    drawn = ternary_table(ternary(VIEW))
    assert drawn["what"].tolist()[-2:] == ["your weights", "nearest border"]
    np.testing.assert_allclose(drawn[["RA", "MIA", "JS"]].sum(axis=1), 0.9728876)


def test_duel():
    assert duel_table(duel(VIEW))["weighted"].sum() == pytest.approx(0.0141992, abs=1e-7)


def test_choices():
    frame = choices_table(choices(VIEW))
    assert frame.loc[frame["pairs reversed"] > 0, "what changed"].tolist() == ["Random Labels passes Gradient Ascent"]
    assert frame["SalUn"].isna().sum() == 1


def test_every_reversal_has_a_row():
    tables = made_tables(np.random.default_rng(3).random((1, 1, 8, 4)))
    found = choices(Resolved(tables, parse({}, tables)[0]))
    assert len(reversals_table(found)) == sum(found.reversal_counts.values())


def test_seeds():
    assert seeds_table(seeds(VIEW))["over benchmarks and seeds"][0] == "1–3"


def test_rules():
    found = rules(VIEW)
    assert rules_table(found)["TOPSIS rank"].tolist() == [1, 2, 3, 4]
    assert len(kemeny_table(found)) == 1
