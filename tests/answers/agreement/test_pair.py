"""One pair of metrics: both ways round, in every scope, and in suites too large for all pairs."""

from dataclasses import replace

import pytest

from components.answers.agreement import pair as pairs
from components.pages import AGREEMENT
from components.table import records
from tests.answered import view_of
from tests.answers.agreement.cases import made, pair_of, row, taus_of
from tests.beside import beside
from tests.released import TABLES

CASES = beside(__file__)


def test_a_pair_opened_either_way_round_is_the_listed_one():
    ours, theirs = (pair_of(TABLES, *p).rows["tie-aware"] for p in (("FA", "AD"), ("AD", "FA")))
    assert (ours.tau, ours.test.p, ours.ties_x) == (theirs.tau, theirs.test.p, theirs.ties_y)
    for protocol, rows in taus_of().pairs.items():
        assert pair_of(TABLES, "FA", "AD").rows[protocol] == row(rows, "FA", "AD")


@pytest.mark.parametrize("scope", ["blocks", "pooled"])
def test_without_a_choice_the_strongest_contradiction_is_open(scope):
    lowest = {(t.x, t.y): t.tau for t in taus_of(scope=scope).pairs["tie-aware"]}
    opened = pair_of(scope=scope).rows["tie-aware"]
    assert (opened.x, opened.y) == min(lowest, key=lowest.get)


def test_a_significant_contradiction_is_stronger_than_a_lower_tau_of_few_runs():
    result = taus_of()
    first = result.pairs["tie-aware"][0]
    unsure = replace(first, x="a", y="b", tau=-1.0, p_holm=0.2)
    sure = replace(first, x="c", y="d", tau=-0.4, p_holm=0.01)
    agreeing = replace(first, x="e", y="f", tau=0.9, p_holm=0.001)
    listed = replace(result, pairs={"tie-aware": (unsure, agreeing, sure)})
    assert listed.strongest_contradiction == ("c", "d")
    without = replace(result, pairs={"tie-aware": (agreeing, unsure)})
    assert without.strongest_contradiction == ("a", "b")


def test_four_lines_are_in_the_open():
    listed = AGREEMENT.table(view_of(), "statements")
    shown = [column.id for column in listed.at("print", "screen", "screen only").columns]
    assert shown[: listed.first + 1] == ["rule", "tau", "concordant", "discordant", "p_holm"]


def test_a_pair_of_a_large_suite_has_what_its_list_leaves_out():
    pair = pair_of(made(2, 1, 70, 26, digits=1), "X3", "X1")
    ours, theirs = pair.rows["tie-aware"], pair.rows["published"]
    assert (ours.x, ours.y, ours.test.kind) == ("X3", "X1", "sampled permutation")
    assert 0 < ours.test.p <= 1
    assert ours.test.arrangements >= 999
    assert ours.interval.low < ours.tau < ours.interval.high
    assert theirs.row_order_min <= theirs.tau <= theirs.row_order_max
    assert theirs.row_orders_exact is False


def test_the_table_of_the_open_pair_has_a_row_for_each_rule():
    view = replace(view_of(), opened={"pair": ("FA", "AD")})
    ours, theirs = records(AGREEMENT.table(view, "statements"))
    assert (ours["protocol"], theirs["protocol"]) == ("tie-aware", "published")
    assert (ours["x"], ours["blocks_defined"], theirs["blocks_defined"]) == ("FA", 3, 9)
    assert (round(ours["tau"], 3), round(theirs["tau"], 3)) == (-0.429, -0.259)
    assert (theirs["row_order_min"], theirs["row_orders"]) == (pytest.approx(-0.519, abs=5e-4), 24)


@pytest.mark.parametrize(("opened", "query", "sentence"), CASES["sentences"])
def test_the_open_pair(opened, query, sentence):
    assert pairs.say(pair_of(TABLES, *opened, **query), view_of(**query).labels).lines == [sentence]
