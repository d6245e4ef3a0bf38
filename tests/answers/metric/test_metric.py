"""One metric over suites: what each means by it, what is found, and what the page says."""

import pytest

from components.answers.metric.metric import bounds, compute, differs, lead, relation
from components.errors import UnknownName
from components.pages import METRIC
from components.served import computed
from tests.released import TABLES, built_in

SUITES = [built_in(s) for s in ("openunlearning", "tofu", "tofu_seeds")]
SERVED = computed([TABLES, *SUITES])


def metric(served, wanted: str):
    return compute(served.choosing(id=wanted))


RATIO = metric(SERVED, "truth_ratio")


def test_the_meanings_are_those_of_every_suite_that_has_it() -> None:
    found = [(m.suite.id, m.metric.id, m.pool, m.relation) for m in RATIO.meanings]
    assert found == [
        ("openunlearning", "forget_truth_ratio", False, "same"),
        ("tofu", "one_minus_truth", False, "one minus"),
        ("tofu", "truth_ratio", True, "same"),
    ]
    assert [m.better for m in RATIO.meanings] == [
        "closer to the retrained model is better",
        "higher is better",
        "lower says that the knowledge is gone",
    ]


def test_the_lead_begins_with_the_verdict() -> None:
    assert lead(RATIO)[0] == "Nothing here contradicts trust in Truth ratio."
    assert lead(RATIO)[-1] == "Of 7 findings over all suites, 1 supports and none contradicts it."
    assert lead(metric(SERVED, "oracle_distance")) == [
        "Distance to the retrained model judges the other metrics; nothing here judges it."
    ]


def test_bounds_and_differences_in_words() -> None:
    by_id = {m.metric.id: m for i in ("forget_quality", "AD", "truth_ratio") for m in metric(SERVED, i).meanings}
    assert bounds(by_id["forget_quality"]) == "5e−05 to 1, log scale"
    assert bounds(by_id["AD"]) == "0 and above"
    assert bounds(by_id["truth_ratio"]) == "–"
    assert relation(by_id["one_minus_truth"], "Truth ratio") == "one minus of Truth ratio"
    assert differs(by_id["AD"], "AD").startswith("depends on the size of the network")


def test_the_json_keeps_side_count_and_smallest_p() -> None:
    plain = METRIC.content(SERVED.choosing(id="FA"))["metric"]
    first = next(f for f in plain["findings"] if f["question"] == "follows")
    assert (first["side"], first["state"], first["count"]) == ("neither", "cannot tell", 36)
    assert first["p_min"] == pytest.approx(1 / 12)
    with pytest.raises(UnknownName):
        metric(SERVED, "no_such_metric")
