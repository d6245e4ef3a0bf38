"""How often each method leads: plain loops over single weights, areas by hand, and the case in
which both kinds of random weights are one."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.record import Absent
from components.answers.stability.lead_shares import shares_table
from components.answers.stability.weightings import WEIGHTINGS
from components.pages import STABILITY
from components.resolved import Resolved
from components.results.lead_shares import LeadShares, compute, why_they_differ
from components.results.ways_of_ranking import WaysOfRanking, ways_of_ranking
from components.table import records
from data.registry import GROUPS, Group
from tests.answered import content, view_of
from tests.made import made_metric, made_tables
from tests.released import NAMES, built_in


def shares_of(view: Resolved) -> LeadShares:
    result = view.of(compute)
    assert isinstance(result, LeadShares)
    return result


def grouped(values: list[list[float]], groups: list[Group], **query: str) -> Resolved:
    """One benchmark and seed; higher is better."""
    metrics = [
        replace(made_metric(f"X{index}", "higher"), group=group)
        for index, group in enumerate(groups)
    ]
    tables = made_tables(np.array(values)[None, None], metrics=metrics)
    return view_of(tables, weights="balanced", **query)


def test_shares_of_two_groups_are_lengths_and_areas() -> None:
    """m1 leads where 2/3 or more is on forgetting; of three metrics two serve forgetting, so its
    weight has the density 2w and is 2/3 or more in 1 − (2/3)² of the draws."""
    values = [[1.0, 1.0, 0.0], [0.5, 0.5, 1.0]]
    shares = shares_of(grouped(values, ["forgetting", "forgetting", "utility"], draws="20000"))
    first, second = sorted(shares.rows, key=lambda row: row.method)
    assert first.random_groups == pytest.approx(1 / 3, abs=0.011)
    assert first.random_metrics == pytest.approx(1 - 4 / 9, abs=0.011)
    assert second.random_groups == pytest.approx(2 / 3, abs=0.011)
    assert why_they_differ(shares)[0] == (
        "Forgetting has 2 metrics here and usefulness 1: random weights of metrics favour"
        " forgetting, those of groups do not."
    )


def test_with_one_metric_in_each_group_both_kinds_are_one() -> None:
    values = np.random.default_rng(5).random((4, 3)).tolist()
    shares = shares_of(grouped(values, list(GROUPS), draws="20000"))
    for row in shares.rows:
        assert row.random_groups == pytest.approx(row.random_metrics, abs=0.02), row.method
    assert why_they_differ(shares)[0] == "Each group has 1 metric here."


@pytest.mark.parametrize("suite", [n for n in NAMES if n != "unlearncanvas"])
def test_shares_are_those_of_a_loop_over_splits(suite: str) -> None:
    view = view_of(built_in(suite), draws="2000", weights="balanced")
    shares = shares_of(view)
    contest, panel = view.contest, view.panel
    utilities = contest.utilities
    weighted = [k for k, weight in enumerate(contest.weights) if weight > 0]
    groups = [g for g in GROUPS if any(panel.metrics[k].group == g for k in weighted)]
    owner = {panel.methods[i]: panel.methods[i] for i in contest.eligible}
    if contest.ranks_best_checkpoints:
        for family, places in contest.checkpoints.items():
            owner.update({panel.methods[i]: family for i in places})
    leads = dict.fromkeys(contest.row_ids, 0.0)
    random = np.random.default_rng(1)
    for _ in range(4000):
        split = random.dirichlet(np.ones(len(groups)))
        weights = np.zeros(len(panel.metrics))
        for group, share in zip(groups, split, strict=True):
            members = [k for k in weighted if panel.metrics[k].group == group]
            weights[members] = share / len(members)
        scores = {i: utilities[i][weighted] @ weights[weighted] for i in contest.eligible}
        best = {
            owner[panel.methods[i]]
            for i, score in scores.items()
            if score > max(scores.values()) - 1e-11
        }
        for row in best:
            leads[row] += 1 / len(best) / 4000
    for row in shares.rows:
        if row.random_groups is not None:
            assert row.random_groups == pytest.approx(leads[row.method], abs=0.05), row.method
    assert sum(row.random_groups or 0 for row in shares.rows) == pytest.approx(1)


@pytest.mark.parametrize("suite", NAMES)
def test_the_three_shares_stand_once_and_are_those_of_their_results(suite: str) -> None:
    view = view_of(built_in(suite))
    shares = view.of(compute)
    if isinstance(shares, Absent):
        return
    told = content(STABILITY, view.tables)
    by_method = {row["method"]: row for row in told["lead_shares"]}
    for method, ranks in told["rank_acceptability"].items():
        assert by_method[method]["random_metrics"] == pytest.approx(ranks[0])
    ways = view.of(ways_of_ranking)
    assert isinstance(ways, WaysOfRanking)
    assert {m: row["ways"] for m, row in by_method.items() if row["ways"]} == ways.leads
    with_floors = [
        way.sole_leader
        for way in ways.ways
        if {"suite"} & {combination.floors for combination in way.combinations}
    ]
    assert told["named_ways"] == {"n": len(ways.ways), "with_floors": len(with_floors)}
    for method, row in by_method.items():
        assert row["ways_with_floors"] == with_floors.count(method)
    leads_of_verdict = WEIGHTINGS.said(view).lines[0]
    leader = by_method[view.contest.leaders[0]]["random_metrics"]
    assert "with" in leads_of_verdict
    assert f"{100 * leader:.0f} %" in leads_of_verdict.replace("> 99", "100").replace("< 1", "0")


def test_ways_without_floors_are_counted_apart() -> None:
    view = view_of(built_in("muse_original"))
    rows = {row["method"]: row for row in records(shares_table(shares_of(view), view.labels))}
    table = shares_table(shares_of(view), view.labels)
    cells = {row.method: _cell(table, row) for row in table.rows}
    assert cells["ga"] == "4 of 8; 0 of 4 with floors"
    assert cells["npo_klr"] == "3 of 8; 3 of 4 with floors"
    assert rows["ga"]["reason"] == "no rank with these choices"
    assert why_they_differ(shares_of(view))[1] == "Of 8 named ways 4 lift the floors."
    bounded = view_of(weights="balanced")
    first = shares_table(shares_of(bounded), bounded.labels)
    assert _cell(first, first.rows[0]) == "80 of 140", "without floors nothing is counted apart"


def _cell(table, row) -> str:  # type: ignore[no-untyped-def]
    (cell,) = [column.cell(row) for column in table.columns if column.id == "named_ways"]
    return str(cell)
