"""What findings say in words, once for each verdict and question."""

from collections.abc import Iterable

import pytest

from components.results.finding_words import counts, in_short, rests_on, verdict
from components.results.findings import Finding
from tests.beside import beside

CASES = beside(__file__)
USUAL = {"suite": "s", "suite_label": "S", "panel": "p", "panel_label": "P", "out_of": 2}


def made(names: Iterable[str]) -> list[Finding]:
    return [Finding(**{**USUAL, **CASES["findings"][name]}) for name in names]


@pytest.mark.parametrize(("names", "sentence"), CASES["verdicts"])
def test_the_verdict_names_the_strongest_on_either_side(names: list[str], sentence: str) -> None:
    assert verdict("X", made(names)) == sentence


@pytest.mark.parametrize(("names", "sentence"), CASES["counts"])
def test_findings_for_and_against_are_counted(names: list[str], sentence: str) -> None:
    assert counts("X", made(names)) == sentence


@pytest.mark.parametrize(("names", "words"), CASES["lines"])
def test_a_line_says_why_in_about_ten_words(names: list[str], words: str) -> None:
    assert in_short(made(names), "s") == words
    if words.endswith("benchmarks"):
        assert in_short(made(names), "other") == f"{words} in S"


def test_what_each_rests_on() -> None:
    findings = zip(CASES["rests on"], made(CASES["rests on"]), strict=True)
    said = {name: rests_on(finding) for name, finding in findings}
    assert said == CASES["rests on"]
