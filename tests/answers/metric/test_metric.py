"""One metric over suites: what each means by it, what is found, and what the page says."""

import pytest

from components.answers.metric.metric import compute, findings_table, say
from components.pages import METRIC
from components.served import computed
from data.errors import UnknownName
from tests.beside import beside
from tests.released import TABLES, built_in

CASES = beside(__file__)

SERVED = computed([TABLES, *(built_in(s) for s in ("openunlearning", "tofu", "tofu_seeds"))])
RATIO = compute(SERVED, "truth_ratio")


def test_the_meanings_are_those_of_every_suite_that_has_it() -> None:
    meanings = [(m.suite.id, m.metric.id, m.pool, m.relation) for m in RATIO.meanings]
    assert meanings == [
        ("openunlearning", "forget_truth_ratio", False, "same"),
        ("tofu", "one_minus_truth", False, "one minus"),
        ("tofu", "truth_ratio", True, "same"),
    ]
    assert [m.better for m in RATIO.meanings] == CASES["ways"]
    by_id = {
        m.metric.id: m
        for i in ("forget_quality", "AD", "truth_ratio")
        for m in compute(SERVED, i).meanings
    }
    assert by_id["forget_quality"].bounds == "5e−05 to 1, log scale"
    assert by_id["AD"].bounds == "0 and above"
    assert by_id["truth_ratio"].bounds == "–"


def test_the_verdict_comes_first_and_findings_that_say_nothing_last() -> None:
    assert say(RATIO, SERVED.labels).lines == CASES["lines"]
    sides = [f.side for f in RATIO.findings]
    assert sides == ["supports"] + ["neither"] * (len(sides) - 1)
    assert findings_table(RATIO, SERVED.labels).first == 1
    judge = compute(SERVED, "oracle_distance")
    assert say(judge, SERVED.labels).lines == CASES["judge"]


def test_the_json_keeps_side_and_smallest_p() -> None:
    plain = METRIC.content(computed(SERVED.suites, {"id": "FA"}))["metric"]
    first = next(f for f in plain["findings"] if f["question"] == "follows")
    assert (first["side"], first["state"], first["of"]) == ("neither", "cannot tell", 36)
    assert first["p_min"] == pytest.approx(1 / 12)
    with pytest.raises(UnknownName):
        compute(SERVED, "no_such_metric")
