"""Past the retrained model: the cases of METHODS 25 on TOFU with seeds, and worked examples."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.past_retrained import PAST_RETRAINED
from components.board.payload import board_of
from components.results.past_retrained import compute, leader_line, n_past
from components.stats.audits.past_retrained import past_test
from tests.answered import view_of
from tests.beside import beside
from tests.narrowed import narrowed
from tests.released import built_in

CASES = beside(__file__)
AIMING = ("extraction_strength", "forget_prob", "forget_rouge")


TABLES = built_in("tofu_seeds")


def test_pdu_leaves_less_than_the_retrained_model():
    view = view_of(TABLES, panel="tofu_llama32_1b", weights="balanced")
    result = view.of(compute)
    assert result.leader == "blade"
    for benchmark, n_expected in CASES["pdu"].items():
        comparisons = [
            comparison
            for comparison in result.comparisons
            if (comparison.method, comparison.benchmark) == ("pdu", benchmark)
        ]
        assert [comparison.metric.id for comparison in comparisons] == [*AIMING]
        assert n_past(comparisons) == n_expected
    assert leader_line(result, view.labels) == CASES["line"]
    assert CASES["line"] in RANKING.said(view).lines
    assert leader_line(replace(result, leader="pdu"), view.labels) == CASES["line of PDU"]


def test_the_second_line_of_each_row_says_where_it_is_past():
    view = view_of(TABLES, panel="tofu_llama32_1b", weights="balanced")
    headline = RANKING.compute(view)
    board = board_of(view, headline, RANKING.said(view), {}, {})
    notes = {row["id"]: row["note"].split(" · ")[-1] for row in board["methods"]}
    assert notes["pdu"] == CASES["row of PDU"]
    result = view.of(compute)
    for contender in view.contest.contenders:
        is_past = any(c.is_past for c in result.comparisons if c.method == contender.method)
        assert notes[contender.method].startswith("past the retrained model") is is_past


def test_each_verdict_is_that_of_plain_pandas_and_of_scipys_t_test():
    view = view_of(TABLES, panel="tofu_llama32_1b", weights="balanced")
    runs = TABLES.runs[TABLES.runs["panel"] == "tofu_llama32_1b"]
    of_cell = dict([*runs.groupby(["benchmark", "method"])])
    outcomes = set()
    for comparison in view.of(compute).comparisons:
        metric = comparison.metric.id
        values = of_cell[comparison.benchmark, comparison.method][metric]
        retrained = float(of_cell[comparison.benchmark, "retrained"][metric].iloc[0])
        p = ttest_1samp(values, retrained).pvalue
        is_past = values.mean() < retrained - 0.0005 and p * 9 < 0.05
        assert comparison.test.outcome == ("past" if is_past else "not past")
        assert comparison.test.mean == pytest.approx(values.mean())
        outcomes.add(comparison.test.outcome)
    assert outcomes == {"past", "not past"}


def test_closeness_changes_no_verdict_and_takes_the_link_away():
    for aim, n_links in (("printed", 1), ("reference", 0)):
        view = view_of(TABLES, panel="tofu_llama32_1b", weights="balanced", aim=aim)
        table = PAST_RETRAINED.table(view, "past_retrained")
        outcome = next(column for column in table.columns if column.id == "outcome")
        links = [outcome.link(row) for row in table.rows if outcome.link(row)]
        assert sum(outcome.cell(row) == "past" for row in table.rows) > 6
        assert {link.choices["aim"] for link in links} == {"reference"} if n_links else not links


@pytest.mark.parametrize(("values", "retrained", "outcome"), CASES["worked"])
def test_few_seeds_no_spread_and_the_last_printed_digit(values, retrained, outcome):
    assert past_test(np.array(values), retrained, -1, 0.0005, 1).outcome == outcome


def test_nothing_is_said_without_a_retrained_model_or_with_one_run_each():
    without = view_of(narrowed("tofu_seeds")).of(compute)
    assert (without.comparisons, leader_line(without, view_of().labels)) == ((), "")
    one_run = view_of(built_in("tofu_original")).of(compute)
    assert one_run.comparisons
    assert not one_run.is_tested
