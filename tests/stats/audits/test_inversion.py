"""Evaluators against scikit-learn, statsmodels and irrCAC (second_program/inversion.py) and printed
examples."""

import math

import numpy as np
import pytest

from components.stats.audits.inversion import (
    NO,
    REFUSED,
    YES,
    Confusion,
    cluster_intervals,
    confusion,
    mcnemar,
    measures,
    paired_difference,
    shares,
)
from data.errors import LeaderboardError
from tests.beside import beside

TABLES = beside(__file__, "second_program/inversion.json")
del TABLES["made with"]


def verdicts(tp, fp, fn, tn):
    standard = [YES] * (tp + fp) + [NO] * (fn + tn)
    judge = [YES] * tp + [NO] * fp + [YES] * fn + [NO] * tn
    return np.array(standard, dtype=np.int8), np.array(judge, dtype=np.int8)


def same(value, expected):
    if expected is None:
        return math.isnan(value)
    return float(value) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("entry", TABLES.values(), ids=TABLES)
def test_every_measure_is_that_of_the_other_programs(entry):
    table = confusion(*verdicts(*entry["table"]))
    assert (table.tp, table.fp, table.fn, table.tn) == tuple(entry["table"])
    assert table.answered == table.total == sum(entry["table"])
    result = measures(entry["table"])
    for name in ("fpr", "fnr", "fdr", "kappa", "ac1"):
        assert same(result[name], entry[name]), name
    for name, share in shares(table).items():
        expected = entry["wilson"][name] or (None, None)
        assert same(share.low, expected[0]), name
        assert same(share.high, expected[1]), name
        assert same(share.share, None if math.isnan(result[name]) else float(result[name])), name
    assert mcnemar(table).exact == pytest.approx(entry["mcnemar_exact"], rel=1e-9)


@pytest.mark.parametrize(
    ("table", "low", "high"),
    [
        ((36, 12, 2, 0), 0.0569, 0.3404),
        ((1, 1, 7, 12), -0.507, -0.026),
        ((59, 6, 16, 80), -0.1186, -0.0046),
    ],
)
def test_newcombes_interval_of_printed_tables(table, low, high):
    """Newcombe 1998; Bentur et al. 2009 and Cavo et al. 2012 as in Fagerland, Lydersen & Laake
    2017."""
    result = paired_difference(Confusion(*table))
    assert result.share == pytest.approx((table[1] - table[2]) / sum(table))
    assert (result.low, result.high) == pytest.approx((low, high), abs=6e-4)


def test_newcombes_interval_turns_with_the_evaluators_and_stays_within_one():
    for table in ((36, 12, 2, 0), (3, 0, 0, 7), (0, 5, 0, 0), (10, 0, 0, 0), (0, 9, 11, 0)):
        tp, fp, fn, tn = table
        turned = paired_difference(Confusion(*table))
        other = paired_difference(Confusion(tp, fn, fp, tn))
        assert (turned.low, turned.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
        assert -1 <= turned.low <= turned.share <= turned.high <= 1


def test_mcnemar_of_printed_tables_and_its_limits():
    """Fagerland, Lydersen & Laake 2013: exact .070 (Bentur) and .052 (Cavo)."""
    assert mcnemar(Confusion(1, 1, 7, 12)).exact == pytest.approx(0.0703, abs=5e-5)
    assert mcnemar(Confusion(59, 6, 16, 80)).exact == pytest.approx(0.0525, abs=5e-5)
    one_way = mcnemar(Confusion(3, 8, 0, 4))
    assert (one_way.exact, one_way.p_min) == (pytest.approx(2 / 2**8), 2 / 2**8)
    none = mcnemar(Confusion(5, 0, 0, 5))
    assert (none.exact, none.p_min, mcnemar(Confusion(0, 3, 3, 0)).exact) == (1, 1, 1)


def test_refusals_are_counted_and_nothing_answered_is_undefined():
    standard = np.array([YES, YES, REFUSED, REFUSED, NO], dtype=np.int8)
    judge = np.array([YES, REFUSED, NO, REFUSED, NO], dtype=np.int8)
    table = confusion(standard, judge)
    assert table == Confusion(1, 0, 0, 1, refused_standard=2, refused_judge=2, refused_both=1)
    assert (table.answered, table.total) == (2, 5)
    with pytest.raises(LeaderboardError, match="2 and 5 verdicts"):
        confusion(standard[:2], judge)
    table = Confusion(0, 0, 0, 0, 3, 3, 3)
    assert all(np.isnan(v) for v in measures((0, 0, 0, 0)).values())
    assert all(math.isnan(s.share) for s in shares(table).values())
    assert math.isnan(paired_difference(table).low)
    assert table.total == 3


def test_rows_of_one_identity_move_together():
    """Ten identities of which each is all false positives or all true negatives: the n is ten, not
    two hundred."""
    clusters = np.repeat(np.arange(10), 20)
    standard = np.where(clusters < 5, YES, NO).astype(np.int8)
    judge = np.full(200, NO, dtype=np.int8)
    result = cluster_intervals(standard, judge, clusters)
    assert (result["fpr"].low, result["fpr"].high) == pytest.approx((0.2, 0.8), abs=1e-9)
    assert result["fnr"].low is None
    assert "undefined" in result["fnr"].reason
    again = cluster_intervals(standard, judge, clusters + 7)
    assert again == result, "names of clusters do not matter"
    other = cluster_intervals(standard, judge, clusters, n_draws=2001, seed=5)
    assert other["fpr"].draws == 2001


@pytest.mark.parametrize(
    ("clusters", "told"), [([0, 0], "1 identity only"), ([], "0 identities only")]
)
def test_one_identity_has_no_interval(clusters, told):
    n = len(clusters)
    verdict = np.full(n, YES, dtype=np.int8)
    result = cluster_intervals(verdict, verdict, np.array(clusters, dtype=np.intp))
    assert set(result) == set(measures(np.zeros(4)))
    assert all(i.low is None and i.reason == told for i in result.values())


def test_identities_with_different_counts_are_drawn_as_whole_ones():
    """Against drawing the identities one by one, without grouping those that look alike."""
    rng = np.random.default_rng(8)
    clusters = rng.integers(0, 25, 300)
    standard, judge = (rng.integers(0, 2, 300).astype(np.int8) for _ in range(2))
    result = cluster_intervals(standard, judge, clusters, n_draws=6000)
    rows = [np.flatnonzero(clusters == c) for c in range(25)]
    drawn = []
    for _ in range(3000):
        picked = np.concatenate([rows[c] for c in rng.integers(0, 25, 25)])
        table = confusion(standard[picked], judge[picked])
        drawn.append(float(measures((table.tp, table.fp, table.fn, table.tn))["fpr"]))
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert (result["fpr"].low, result["fpr"].high) == pytest.approx((low, high), abs=0.012)
