"""What findings say in words, once for each verdict and question."""

import pytest

from components.results.finding_words import counts, in_short, rests_on, verdict
from components.results.findings import Finding


def finding(question: str, state: str, **fields) -> Finding:
    start = {"suite": "s", "suite_label": "S", "panel": "p", "panel_label": "P", "out_of": 2}
    return Finding(**{**start, **fields}, question=question, state=state)


KNOWS = finding("separates", "yes", value=0.947, low=0.8, high=1.0, out_of=60)
OPEN = finding("separates", "cannot tell", value=0.8, low=0.2, high=1.0, out_of=60, reason="bounds")
TURNED = finding("separates", "no", value=0.02, low=0.0, high=0.04, out_of=60)
BLIND = finding("separates", "no", value=0.5, low=0.5, high=0.5, out_of=60)
AGAINST = finding("follows", "no", value=-0.7, p=0.002, p_min=0.0001, out_of=10)
FEW = finding("follows", "cannot tell", value=-0.42, p=0.833, p_min=0.083, out_of=36, reason="few")
FLAGS = finding("flags", "yes", count=5, out_of=10)
FLAT = finding("constant", "yes", count=2, out_of=3, where=("A", "B"))
VARIES = finding("constant", "no", out_of=3)
COARSE = finding("coarse", "yes", count=1, value=1 / 30, where=("A",))


def test_the_verdict_names_the_strongest_on_either_side() -> None:
    assert (
        verdict("X", [KNOWS, FLAGS, FLAT])
        == "The evidence is mixed: X separates models that know, but takes 5 of 10 retrained models"
        " for an original."
    )
    assert verdict("X", [KNOWS, FEW, VARIES]) == "The evidence supports X."
    assert verdict("X", [FLAT, COARSE]) == "Do not rely on X alone."
    assert verdict("X", [FEW, VARIES]) == "The evidence on X is missing."
    assert counts("X", []) == ""
    assert counts("X", [KNOWS]) == "1 finding supports X, none contradict it."
    assert counts("X", [FLAGS, FLAT]) == "No finding supports X, 2 contradict it."
    assert counts("X", [KNOWS, KNOWS, FEW, FLAGS]) == "2 findings support X, 1 contradicts it."


@pytest.mark.parametrize(
    ("findings", "words"),
    [
        (
            [KNOWS, FLAGS, FLAT],
            "separates models that know, but takes 5 of 10 retrained models for an original",
        ),
        ([AGAINST], "runs against the retrained model (ρ −0.70)"),
        ([FLAT, COARSE], "has one value for all on 2 of 3 benchmarks"),
        ([OPEN], "AUC: its bounds lie on both sides of 0.5"),
        ([TURNED], "takes models that know for models that do not (AUC 0.02)"),
        ([BLIND], "does not separate models that know (AUC 0.50)"),
        ([VARIES], "nothing measured here could tell"),
    ],
)
def test_a_line_says_why_in_about_ten_words(findings: list[Finding], words: str) -> None:
    assert in_short(findings, "s") == words
    if words.endswith("benchmarks"):
        assert in_short(findings, "other") == f"{words} in S"


def test_what_each_rests_on() -> None:
    assert (
        rests_on(OPEN) == "AUC 0.80, 0.20 to 1.00, 60 models: its bounds lie on both sides of 0.5"
    )
    assert (
        rests_on(FEW)
        == "ρ −0.42, p 0.833, smallest possible 0.083: with so few methods no p could reach 0.05"
    )
    assert rests_on(FLAGS) == "5 of 10 retrained models"
    assert rests_on(VARIES) == "more than one value on all 3 benchmarks"
    assert rests_on(COARSE) == "steps of 1/30 on A"
    withstands = finding("relearning", "cannot tell", value=0.5, out_of=30, reason="printed")
    assert rests_on(withstands).startswith("0.50 of 1, 30 models: printed without the values")
