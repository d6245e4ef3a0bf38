"""Addresses of methods and metrics over several suites."""

from dataclasses import replace

import pytest

from components import name_pages
from data.errors import UnknownName
from tests.gridded import gridded
from tests.released import TABLES, built_in

SUITES = {
    s: built_in(s) for s in ("tofu", "openunlearning", "tofu_seeds", "muse_seeds", "calibration")
}
EVERY = (TABLES, *SUITES.values())


def test_checkpoints_stand_under_their_family():
    tofu = SUITES["tofu"]
    checkpoints = [m.id for m in tofu.methods if m.id.startswith("npo_")]
    assert len(checkpoints) == 18
    assert {name_pages.address("methods", tofu, m) for m in checkpoints} == {"npo"}
    assert name_pages.address("methods", tofu, "retain") == name_pages.address(
        "methods", SUITES["openunlearning"], "retain"
    )
    assert not set(checkpoints) & set(name_pages.entries("methods", tofu))


def test_metrics_say_what_they_are_of_the_one_at_their_address():
    tofu, released = SUITES["tofu"], SUITES["openunlearning"]
    relations = {
        i: name_pages.entry("metrics", tofu, i)
        for i in ("truth_ratio", "one_minus_truth", "mia_loss", "s_loss")
    }
    assert {i: (e.address, e.relation) for i, e in relations.items()} == {
        "truth_ratio": ("truth_ratio", "same"),
        "one_minus_truth": ("truth_ratio", "one minus"),
        "mia_loss": ("mia_loss", "same"),
        "s_loss": ("mia_loss", "closeness to the reference"),
    }
    assert name_pages.address("metrics", released, "forget_truth_ratio") == "truth_ratio"
    assert name_pages.address("metrics", tofu, "wf_truth_ratio") == "wf_truth_ratio"


def test_an_enlarged_suite_keeps_the_names_of_the_one_it_was_made_from():
    tofu = SUITES["tofu"]
    mine = replace(tofu, suite=replace(tofu.suite, id="tofu_with_yours", private=True))
    assert name_pages.entry("metrics", mine, "one_minus_truth").address == "truth_ratio"
    public = replace(mine, suite=replace(mine.suite, private=False))
    assert name_pages.entry("metrics", public, "one_minus_truth").address == "one_minus_truth"


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("truth-ratio", "truth_ratio"),
        ("forgetquality", "forget_quality"),
    ],
)
def test_an_unknown_name_is_told_with_those_near_it(wanted, near):
    with pytest.raises(UnknownName, match=f"near it: .*\\b{near}\\b"):
        name_pages.require("metrics", wanted, EVERY)


@pytest.mark.parametrize(
    ("kind", "wanted", "address"),
    [
        ("metrics", "Truth Ratio", "truth_ratio"),
        ("metrics", "fa", "FA"),
        ("methods", "PDU", "pdu"),
        ("methods", "ga_gdr", "graddiff"),
        ("methods", "gradient diff", "graddiff"),
        ("methods", "nobody", ""),
    ],
)
def test_what_a_suite_or_people_call_it_is_found(kind, wanted, address):
    assert name_pages.found(kind, wanted, EVERY) == address


@pytest.mark.parametrize(
    "wanted", ["", "<script>alert(1)</script>", "\u202eopn", "x" * 500, "../../etc", "NPO\n#"]
)
def test_hostile_names_are_told_in_one_short_line(wanted):
    with pytest.raises(UnknownName) as told:
        name_pages.require("methods", wanted, EVERY)
    assert len(str(told.value)) < 250
    assert "\n" not in str(told.value)
    assert "\u202e" not in str(told.value)


def test_names_are_listed_once_and_families_of_a_made_suite_are_methods():
    assert set(name_pages.entries("methods", gridded())) == {"wide", "safe", "retrained", "before"}
    labels = name_pages.label_by_address("methods", EVERY)
    assert labels["npo"] == "NPO"
    assert list(labels.values()) == sorted(labels.values(), key=str.casefold)
    assert (
        name_pages.label_by_address("metrics", EVERY)["wf_q_prob"] == "Probability on world facts"
    )
