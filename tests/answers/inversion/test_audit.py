"""The inversion audit of made reconstructions whose counts are known."""

from dataclasses import replace

import pandas as pd
import pytest
from components.answers.inversion.command import sentences
from components.answers.inversion.gallery import published_table
from components.answers.inversion.images import sample
from components.intake.inversion import checked
from scipy.stats import kendalltau

from components.answers.inversion.audit import NOTHING, audit
from components.answers.inversion.audit import compute as inversion
from components.answers.inversion.slopes import claim as above
from components.answers.inversion.slopes import order
from components.answers.record import Absent
from components.pages import INVERSION
from components.stats.audits.claims import Claim
from components.table import print_columns
from tests import made_inversion
from tests.answered import view_of
from tests.released import TABLES

WITH = replace(TABLES, extras=made_inversion.tables())
RESULT = made_inversion.result()


def test_suites_and_tables_without_reconstructions_or_identities():
    assert inversion(view_of()) == Absent(NOTHING)
    found = audit(checked(pd.DataFrame({"private_set": ["x", "y"], "standard": ["yes", "no"], "judge": ["no", "no"]})))
    assert (found.identities, found.overall.identities) == (0, 0)
    assert found.overall.estimates["difference"].cluster_low is None
    assert found.overall.cluster_reason == "the table names no identities"


def test_the_report_has_the_audit_without_its_images_and_a_reason_where_there_is_none():
    view = view_of(WITH, judge="judge2")
    result = made_inversion.result(judge="judge2")
    found = INVERSION.content(view)["inversion"]
    assert (found["judge"], found["images"]) == ("judge2", len(result.gallery))
    assert result.gallery
    assert result.real
    assert not {"gallery", "real"} & set(found)
    assert [r["fpr"] for r in found["rows"]] == [r.estimates["fpr"].value for r in result.rows]
    assert INVERSION.content(view_of(WITH))["inversion"]["rows"] != found["rows"]
    assert "accuracy_judge" in {c.id for c in print_columns(INVERSION.main_table(view)).columns}
    none = INVERSION.content(view_of())["inversion"]
    assert set(none.values()) == {NOTHING}


def test_counts_by_attack_and_over_all():
    by = {(r.private_set, r.attack): r for r in RESULT.rows}
    assert by["small", "subspace"].cells == {"TP": 100, "FP": 40, "FN": 0, "TN": 60}
    assert RESULT.overall.table.total == 1200
    assert RESULT.overall.cells == {"TP": 340, "FP": 500, "FN": 0, "TN": 360}
    assert by["small", "gradient"].estimates["fnr"].value is None
    assert by["small", "gradient"].estimates["fpr"].value == 0.9
    assert by["large", "gradient"].ranks == (1, 3)
    assert RESULT.overall.identities == RESULT.identities == 20, "a digit of two private sets is two identities"
    assert RESULT.targets == 2


def test_rates_have_both_intervals():
    rates = [RESULT.rows[1].estimates[name] for name in ("fpr", "fnr", "fdr")]
    assert [r.value for r in rates] == [0.4, 0.0, pytest.approx(2 / 7)]
    for rate in rates:
        assert rate.low <= rate.value <= rate.high
        assert rate.cluster_low == rate.cluster_high == pytest.approx(rate.value), "all identities are alike"


def test_the_order_of_attacks_is_compared_within_private_sets():
    tau = kendalltau([0.9, 0.7, 0.5], [0.0, 0.5, 0.4]).statistic
    assert RESULT.ranking.tau == pytest.approx(tau)
    assert RESULT.ranking.p_min == pytest.approx(2 / 36)


def test_every_two_evaluators_are_compared():
    assert [(r.x, r.y) for r in RESULT.agreement] == [
        ("standard", "judge1"), ("standard", "judge2"), ("judge1", "judge2"),
    ]  # fmt: skip
    judges = RESULT.agreement[2]
    assert (judges.table.answered, judges.table.tp + judges.table.tn) == (1140, 1080)
    assert [j.label for j in RESULT.judges] == ["judge 1 – kind 1", "judge 2 – kind 2"]


def test_the_sample_of_the_gallery_shows_one_of_each_identity_first():
    images = sample(RESULT.gallery, RESULT.private_sets)
    assert len(images) == 40
    assert {i.attack for i in images} == {"gradient"}
    assert [i.identity for i in images[:10]] == [str(i) for i in range(10)]
    assert all(i.seen != i.identity for i in images)
    assert {i.attack for i in sample(RESULT.gallery, RESULT.private_sets, "subspace")} == {"subspace"}
    assert sample((), RESULT.private_sets) == ()


def test_what_is_said_of_an_audit():
    text = " ".join(sentences(RESULT))
    for part in (
        "The standard evaluator accepts 70 % of the reconstructions, an independent judge 28 %.",
        "Of the 860 that judge 1 rejects, the standard evaluator accepts 500: a false-positive rate of 0.581 (95 % "
        "interval 0.548 to 0.614).",
        "judge 1 340: a difference of +0.417 (95 % interval 0.388 to 0.444).",
        "agree with τ-b = −0.333, mean over 2 of 2 private sets (exact permutation p 0.722, smallest possible 0.056).",
        "With the 20 identities drawn anew instead, the difference lies between 0.410 and 0.423.",
        "Judge 1 and judge 2 give the same answer to 1080 of 1140 (0.947; κ 0.875, AC1 0.909).",
    ):
        assert part in text


def made(**columns):
    return audit(checked(pd.DataFrame(columns)))


def test_limiting_cases_in_words():
    nothing = made(standard=["yes", ""], judge=["", "no"])
    assert sentences(nothing)[0].startswith("No reconstruction was answered by both")
    same = made(standard=["yes", "yes"], judge=["yes", "yes"])
    assert any(s.startswith("The two never disagree") for s in sentences(same))
    assert above(same).startswith("1 of 1 row (an attack on a private set) is above 0.9")
    assert above(RESULT) == ""
    assert order(made(attack=["a", "b"], standard=["yes", "yes"], judge=["no", "yes"])).endswith(
        "an evaluator gives all attacks the same accuracy."
    )
    yes, no = ["yes"], ["no"]
    skewed = made(standard=yes * 90 + no * 10, judge=yes * 80 + no * 10 + yes * 5 + no * 5)
    assert sentences(skewed)[-1].startswith("κ is much lower than AC1 for the standard evaluator and the judge")


def test_published_figures_have_the_decimals_they_were_printed_with():
    claim = Claim("inversion_x", "here", "", "context", "cited", "published", "", (), 93.8, 2, "Says yes.")
    (row,) = published_table([claim]).cells()
    assert row[1:4] == ("93.80", "context", "not recomputable")
