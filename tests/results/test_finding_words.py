"""What findings say in words, once for each verdict and question."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from components.results.finding_words import by_place, counts, in_short, places, rests_on, verdict
from components.results.findings import Finding
from components.results.trust import TrustResult, TrustRow
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


@pytest.mark.parametrize(("names", "words", "where"), CASES["lines"])
def test_a_line_says_why_in_about_ten_words_and_where(
    names: list[str], words: str, where: str
) -> None:
    assert in_short(made(names), with_places=False) == words
    if where:
        assert in_short(made(names)) == f"{words}{where}"


@pytest.mark.parametrize(("panels", "words"), CASES["places"])
def test_panels_stand_under_their_suite_and_small_networks_are_named_so(
    panels: list[list[str]], words: str
) -> None:
    (usual,) = made(["KNOWS"])
    findings = []
    for suite, panel in panels:
        findings.append(
            replace(
                usual,
                suite_label=suite.upper(),
                panel_label=panel,
                on_small_networks=suite == "small",
            )
        )
    assert places(findings) == words


def test_what_was_shown_elsewhere_comes_before_what_this_panel_shows() -> None:
    rated = TrustResult(rows=(), suite="s", panel="q", panel_label="Q", flat={"flat": "why"})

    def words(address: str, names: list[str], names_here: list[str]) -> str:
        here = [replace(finding, panel="q", panel_label="Q") for finding in made(names_here)]
        findings = (*made(names), *here)
        return by_place(rated, TrustRow(metric="x", label="X", address=address, findings=findings))

    assert words("x", ["KNOWS", "FLAT"], ["FEW"]) == (
        "supported on P (S); contradicted on P (S); on Q ρ −0.42, too few methods to tell"
    )
    assert words("x", [], []) == "on Q not tested"
    assert words("flat", [], []) == "on Q flat: why"
    assert words("flat", [], ["FEW"]) == "on Q ρ −0.42, too few methods to tell; flat: why"


def test_what_each_rests_on() -> None:
    findings = zip(CASES["rests on"], made(CASES["rests on"]), strict=True)
    said = {name: rests_on(finding) for name, finding in findings}
    assert said == CASES["rests on"]
