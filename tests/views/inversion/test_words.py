"""Each sentence of the inversion page, once, and when it is said."""

from dataclasses import replace

import pytest

from components.intake.inversion import from_columns
from components.views.inversion import words
from components.views.inversion.comparison import called
from components.views.inversion.images import sample
from components.views.inversion.result import NothingToAudit, audit
from tests import made_inversion

RESULT = made_inversion.result()
YES, NO = ["yes"], ["no"]


def of(**columns):
    return audit(from_columns(columns))


ONE = of(standard=["yes", "yes"], judge=["yes", "yes"])
NONE_ANSWERED = of(standard=["yes", ""], judge=["", "no"])


def test_the_sentences_of_an_audit_in_their_order():
    assert words.sentences(RESULT) == [
        "The standard evaluator accepts 70 % of the reconstructions, an independent judge 28 %.",
        "Of the 860 that judge 1 rejects, the standard evaluator accepts 500: a false-positive rate of 0.581 (95 % "
        "interval 0.548 to 0.614).",
        "The false-positive rate is highest, 0.900, for gradient · small.",
        "Of 1200 reconstructions that both answered, the standard evaluator accepts 840 and judge 1 340: a difference "
        "of +0.417 (95 % interval 0.388 to 0.444).",
        "The orders of 3 attacks under the two agree with τ-b = −0.333, mean over 2 of 2 private sets (exact "
        "permutation p 0.722, smallest possible 0.056).",
        "The two disagree on 500 reconstructions: 500 accepted by the standard evaluator alone, 0 by the judge alone "
        "(McNemar: exact p < 0.001, smallest possible < 0.001; mid-p < 0.001, smallest possible < 0.001).",
        "The intervals and p-values above take reconstructions as independent. With the 20 identities drawn anew "
        "instead, the difference lies between 0.410 and 0.423. So few identities make such intervals rather too short.",
        words.agreement(RESULT),
    ]
    assert words.agreement(RESULT).endswith(
        " Judge 1 and judge 2 give the same answer to 1080 of 1140 (0.947; κ 0.875, AC1 0.909)."
    )
    assert words.lead(RESULT) == words.sentences(RESULT)[:2]


def test_a_suite_without_reconstructions_has_no_first_sentence():
    assert words.lead(NothingToAudit()) == []
    assert words.NOTHING.startswith("This suite holds no reconstructions")


def test_where_nothing_was_answered_by_both_only_what_is_missing_is_said():
    assert words.sentences(NONE_ANSWERED) == [
        "No reconstruction was answered by both the standard evaluator and the judge: nothing can be compared.",
        "The orders of the attacks under the two cannot be compared: fewer than two attacks.",
        "The intervals and p-values take reconstructions as independent; identities could not be drawn anew: the table "
        "names no identities.",
        "Refused: 1 by the standard evaluator, 1 by the judge (0 by both); these 2 of 2 count neither as yes nor as "
        "no.",
    ]


def test_evaluators_that_never_disagree():
    assert words.false_positives(ONE) == "The judge rejects none of them, so there is no false-positive rate."
    assert words.mcnemar(ONE) == "The two never disagree: McNemar's test has nothing to count."
    assert words.agreement(ONE).endswith("give the same answer to 2 of 2 (1.000; κ undefined, AC1 1.000).")


def test_an_evaluator_that_gives_every_attack_the_same_leaves_no_order():
    flat = of(attack=["a", "b"], standard=["yes", "yes"], judge=["no", "yes"])
    assert words.order(flat) == (
        "The orders of the attacks under the two cannot be compared: an evaluator gives all attacks the same accuracy."
    )


def test_the_claim_is_named_only_where_an_attack_is_above_it():
    assert words.claim(RESULT) == ""
    assert words.claim(ONE) == (
        "1 of 1 row (an attack on a private set) is above 0.9 under the standard evaluator; 1 of them is above 0.8 "
        "under the judge."
    )
    two = of(attack=["a", "b"], standard=["yes", "yes"], judge=["no", "no"])
    assert words.claim(two).startswith("2 of 2 rows (an attack on a private set) are above 0.9")
    assert "; 0 of them are above 0.8" in words.claim(two)


def test_many_identities_are_no_reason_to_warn():
    many = replace(RESULT, overall=replace(RESULT.overall, identities=words.FEW_IDENTITIES))
    assert words.clusters(many).endswith("the difference lies between 0.410 and 0.423.")


def test_the_paradox_is_named_where_it_is():
    skewed = of(standard=YES * 90 + NO * 10, judge=YES * 80 + NO * 10 + YES * 5 + NO * 5)
    assert words.paradox(skewed) == (
        "κ is much lower than AC1 for the standard evaluator and the judge although they mostly agree: when nearly all "
        "answers are the same, κ calls most of that chance."
    )
    assert words.paradox(of(standard=YES * 50 + NO * 50, judge=YES * 50 + NO * 50)) == ""
    assert words.paradox(NONE_ANSWERED) == ""


def test_how_many_of_the_false_positives_can_be_seen():
    images = sample(RESULT.gallery, RESULT.private_sets)
    assert words.pictures(RESULT, images) == (
        "40 of the 160 images kept of false positives of gradient; the table counts 360 of them."
    )
    assert words.pictures(ONE, []) == "None was found."
    wrong = of(standard=["yes", "yes"], judge=["yes", "no"])
    assert words.pictures(wrong, []) == "The table keeps no image of the 1 false positive."


@pytest.mark.parametrize(
    ("evaluator", "name"), [("standard", "the standard evaluator"), ("judge", "the judge"), ("judge10", "judge 10")]
)
def test_what_evaluators_are_called(evaluator, name):
    assert called(evaluator) == name
