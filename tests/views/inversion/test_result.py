"""The inversion part on made reconstructions whose counts are known, and what is said of it."""

import json
from dataclasses import replace

import pytest
from components.pieces import PIECES
from scipy.stats import kendalltau

from components import views
from components.exports.flat import printed, tables_of
from components.intake.inversion import from_columns
from components.plain import plain
from components.report import markdown, report
from components.resolved import Resolved
from components.selection import default_selection
from components.views.inversion import more_words as more
from components.views.inversion import tables as frames
from components.views.inversion import words
from components.views.inversion.result import audit, inversion, inversion_summary
from tests import made_inversion
from tests.released import TABLES

WITH = replace(TABLES, extras=made_inversion.tables())


def part(**choices):
    return inversion(Resolved(WITH, replace(default_selection(WITH), **choices)))


PART = part()


def of(**columns):
    return audit(from_columns(columns))


def test_a_suite_without_reconstructions_has_no_part():
    assert inversion(Resolved(TABLES, default_selection(TABLES))) is None


def test_the_part_is_a_piece_of_the_report_and_plain():
    assert PIECES["inversion_images"] is inversion
    assert views.numbers()["inversion"] is inversion_summary
    assert json.loads(json.dumps(plain(PART), allow_nan=False)) == plain(PART)


def test_the_report_has_the_audit_without_its_images_and_a_reason_where_there_is_none():
    chosen = replace(default_selection(WITH), judge="judge2")
    found = report(WITH, chosen, ("inversion",))["inversion"]
    whole = plain(inversion(Resolved(WITH, chosen)))
    assert found["judge"] == "judge2"
    assert found["images"] == len(whole["gallery"]) > 0
    assert found["rows"] == whole["rows"]
    assert not {"gallery", "real"} & set(found)
    assert report(WITH, default_selection(WITH), ("inversion",))["inversion"]["rows"] != found["rows"]
    assert "## inversion" in markdown(report(WITH, chosen, ("inversion",)))
    name, table = next(iter(tables_of("inversion", found).items()))
    assert (name, table["fpr"].tolist()) == ("rows", [r["fpr"] for r in found["rows"]])
    assert printed(name, table, WITH)[0]["FPR"].tolist() == table["fpr"].tolist()
    none = report(TABLES, default_selection(TABLES), ("inversion",))["inversion"]
    assert none == {"reason": "this suite holds no reconstructions", "rows": []}


def test_counts_by_attack_and_over_all():
    by = {(r["private_set"], r["attack"]): r for r in PART["rows"]}
    assert [by["small", "subspace"][k] for k in ("tp", "fp", "fn", "tn")] == [100, 40, 0, 60]
    assert [PART["overall"][k] for k in ("n", "tp", "fp", "fn", "tn")] == [1200, 340, 500, 0, 360]
    assert by["small", "gradient"]["fnr"] is None
    assert by["small", "gradient"]["fpr"] == 0.9
    assert (by["large", "gradient"]["rank_standard"], by["large", "gradient"]["rank_judge"]) == (1, 3)
    assert PART["overall"]["identities"] == 20, "a digit of two private sets is two identities"
    assert PART["targets"] == 2


def test_the_order_of_attacks_is_compared_within_private_sets():
    tau = kendalltau([0.9, 0.7, 0.5], [0.0, 0.5, 0.4]).statistic
    assert PART["ranking"]["tau"] == pytest.approx(tau)
    assert PART["ranking"]["p_min"] == pytest.approx(2 / 36)


def test_another_judge_and_one_private_set():
    other = part(judge="judge2", private_set="small")
    assert other["private_sets"] == ["small"]
    assert other["all_private_sets"] == ["small", "large"]
    row = other["overall"]
    assert (row["n"], row["refused_judge"], row["answered"]) == (600, 30, 570)
    assert words.refusals(other).startswith("Refused: 0 by the standard evaluator, 30 by the judge")
    assert words.headline(other).count("judge 2") == 1
    assert {g["private_set"] for g in other["gallery"]} == {"small"}
    assert {r["private_set"] for r in other["real"]} == {"small"}


def test_every_two_evaluators_are_compared():
    assert [(r["x"], r["y"]) for r in PART["agreement"]] == [
        ("standard", "judge1"), ("standard", "judge2"), ("judge1", "judge2"),
    ]  # fmt: skip
    judges = PART["agreement"][2]
    assert (judges["n"], judges["both_yes"] + judges["both_no"]) == (1140, 1080)
    assert "Judge 1 and judge 2 give the same answer to 1080 of 1140 (0.947; κ 0.875" in more.agreement(PART)
    assert PART["judges"][0]["label"] == "judge 1 – kind 1"


def test_the_gallery_shows_false_positives_one_of_each_identity_first():
    images = more.shown(PART)
    assert len(images) == 40
    assert {i["attack"] for i in images} == {"gradient"}
    assert [i["identity"] for i in images[:10]] == [str(i) for i in range(10)]
    assert all(i["seen"] != i["identity"] for i in images)
    assert more.pictures(PART, images) == (
        "40 of the 160 images kept of false positives of gradient; the table counts 360 of them."
    )
    assert {i["attack"] for i in more.shown(PART, "subspace")} == {"subspace"}


def test_sentences_say_only_what_is_so():
    assert words.headline(PART).startswith("The standard evaluator accepts 840 of 1200 reconstructions (0.700)")
    assert "It is highest, 0.900, for gradient · small." in words.false_positives(PART)
    assert words.claim(PART) == "", "no attack is above 0.9"
    assert words.refusals(PART) == ""
    assert "20 identities drawn anew" in words.clusters(PART)
    one = of(standard=["yes", "yes"], judge=["yes", "yes"])
    assert words.false_positives(one) == "The judge rejects none of them, so there is no false-positive rate."
    assert words.test_sentence(one).startswith("The two never disagree")
    assert "fewer than two attacks" in words.order(one)
    assert "the table names no identities" in words.clusters(one)
    assert "κ undefined, AC1 1.000" in more.agreement(one)
    assert words.claim(one).endswith("1 of them is above 0.8 under the judge.")
    assert more.pictures(one, []) == "None was found."
    none = of(standard=["yes", ""], judge=["", "no"])
    assert words.headline(none).startswith("No reconstruction was answered by both")
    assert more.sentences(none) == [s for s in more.sentences(none) if s]
    flat = of(attack=["a", "b"], standard=["yes", "yes"], judge=["no", "yes"])
    assert "the same accuracy" in words.order(flat)


def test_the_paradox_is_named_where_it_is():
    yes, no = ["yes"], ["no"]
    skewed = of(standard=yes * 90 + no * 10, judge=yes * 80 + no * 10 + yes * 5 + no * 5)
    assert "κ is much lower than AC1 for the standard evaluator and the judge" in more.paradox(skewed)
    assert more.paradox(of(standard=yes * 50 + no * 50, judge=yes * 50 + no * 50)) == ""


def test_bad_answers_of_a_suite_are_told():
    frame = made_inversion.tables()["inversion"].assign(standard="perhaps")
    tables = replace(TABLES, extras={"inversion": frame})
    with pytest.raises(ValueError, match="row 1, standard: found 'perhaps'"):
        inversion(Resolved(tables, default_selection(tables)))


def test_tables_of_another_kind_beside_the_reconstructions_are_passed_over():
    extras = made_inversion.tables()
    extras["inversion_judges"] = extras["inversion_judges"][["judge"]]
    found = inversion(Resolved(replace(TABLES, extras=extras), default_selection(TABLES)))
    assert found["quality"] == []
    assert found["judges"][0]["label"] == "judge 1"


def test_the_tables_hold_what_is_drawn():
    assert frames.slopes_table(PART)["judge"].tolist() == [r["accuracy_judge"] for r in PART["rows"]]
    assert frames.confusion_table(PART).iloc[-1]["FP"] == 500
    assert frames.rates_table(PART)["FPR"].tolist() == [r["fpr"] for r in PART["rows"]]
    assert len(frames.agreement_table(PART)) == 3
    assert len(frames.quality_table(PART)) == 6
    assert len(frames.gallery_table(more.shown(PART))) == 40
