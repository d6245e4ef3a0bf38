"""Pools of models whose knowledge is known (METHODS 14): areas by plain loops."""

from itertools import product

import pytest

from components.pages import RELIABILITY
from components.results.ground_truth import compute
from tests.answered import view_of
from tests.pooled import pooled
from tests.released import built_in

TOFU, MADE = built_in("tofu"), pooled()
FULL = compute(view_of(MADE))
REAL = compute(view_of(TOFU))


def by_hand(with_knowledge, without_knowledge, sign) -> float:
    wins = 0.0
    for p, n in product(with_knowledge, without_knowledge):
        wins += 0.5 if p == n else float((p < n) if sign > 0 else (p > n))
    return wins / (len(with_knowledge) * len(without_knowledge))


@pytest.mark.parametrize("row", REAL, ids=lambda r: r.metric)
def test_the_areas_of_the_study_are_those_of_plain_loops(row):
    pool = TOFU.extras["pool"]
    sign = (
        1 if row.metric == "uds" else -1
    )  # only here does a higher value say that the knowledge is gone
    groups = {
        side: [list(g[row.metric]) for _, g in pool[pool["pool"] == side].groupby("variant")]
        for side in ("known", "unknown")
    }
    with_knowledge = [v for values in groups["known"] for v in values]
    without_knowledge = [v for values in groups["unknown"] for v in values]
    assert row.auc == pytest.approx(by_hand(with_knowledge, without_knowledge, sign), abs=1e-12)
    pairs = [by_hand(p, n, sign) for p, n in product(groups["known"], groups["unknown"])]
    assert (row.low, row.high) == pytest.approx((min(pairs), max(pairs)))
    assert row.is_range
    assert row.trained_without == float(pool.loc[pool["pool"] == "reference", row.metric].iloc[0])
    assert row.printed == pytest.approx(row.auc, abs=0.001)


def test_made_metrics_get_the_areas_they_were_made_for():
    assert [(r.metric, r.auc, r.low, r.high) for r in FULL] == [
        ("GOOD", 1, 1, 1),
        ("MIXED", 0.75, 0, 1),
        ("TURNED", 0, 0, 0),
    ]
    assert [r.printed for r in FULL] == [0.99, None, None]
    reported = RELIABILITY.content(view_of(MADE))["ground_truth"]
    assert [row["metric"] for row in reported] == [row.metric for row in FULL]
    assert compute(view_of()) == ()
