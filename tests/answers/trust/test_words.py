"""What findings say in words, at the places where the wording turns."""

from components.answers.trust.findings import Finding
from components.answers.trust.words import counts, in_short, rests_on, statement, verdict


def finding(question: str, state: str, **known) -> Finding:
    start = {"suite": "s", "suite_label": "S", "panel": "p", "panel_label": "P", "metric": "m", "basis": "runs"}
    return Finding(**{**start, "count": 0, "of": 2, "labels": (), **known}, question=question, state=state)


KNOWS = finding("separates", "yes", value=0.947, low=0.8, high=1.0, of=60)
OPEN = finding("separates", "cannot tell", value=0.8, low=0.2, high=1.0, of=60, reason="bounds")
TURNED = finding("separates", "no", value=0.02, low=0.0, high=0.04, of=60)
BLIND = finding("separates", "no", value=0.5, low=0.5, high=0.5, of=60)
AGAINST = finding("follows", "no", value=-0.7, p=0.002, p_min=0.0001, of=10)
FEW = finding("follows", "cannot tell", value=-0.42, p=0.833, p_min=0.083, of=36, reason="few")
FLAGS = finding("flags", "yes", count=5, of=10)
FLAT = finding("constant", "yes", count=2, of=3, where=("a", "b"), labels=("A", "B"))
VARIES = finding("constant", "no", of=3)
COARSE = finding("coarse", "yes", count=1, value=1 / 30, labels=("A",))


def test_the_verdict_names_the_strongest_on_either_side() -> None:
    assert verdict("X", [FLAT, KNOWS, FLAGS]) == [
        "The evidence on X is mixed.",
        "It separates models that know from models that do not in S, but flags 5 of 10 genuine retrains in S.",
    ]
    assert verdict("X", [KNOWS, VARIES, FEW])[0] == "Nothing here contradicts trust in X."
    assert verdict("X", [COARSE, FLAT])[0] == "Do not rely on X alone."
    assert verdict("X", [FEW, VARIES]) == ["Nothing here can tell whether X can be trusted."] == verdict("X", [])
    assert statement(TURNED) == "takes models that know for models that do not in S"
    assert statement(BLIND) == "does not separate models that know from models that do not in S"
    assert statement(AGAINST) == "runs against the distance to the retrained model in S"


def test_a_line_says_why_in_about_ten_words() -> None:
    assert in_short([FLAT, KNOWS, FLAGS], "s") == "separates models that know, but flags 5 of 10 genuine retrains"
    assert in_short([AGAINST], "s") == "runs against the retrained model (ρ −0.70)"
    assert in_short([COARSE, FLAT], "other") == "too coarse on 1 of 2 benchmarks in S"
    assert in_short([OPEN], "s") == "AUC: its bounds lie on both sides of 0.5"
    assert in_short([TURNED], "s") == "takes models that know for models that do not (AUC 0.02)"
    assert in_short([BLIND], "s") == "does not separate models that know (AUC 0.50)"
    assert in_short([VARIES], "s") == in_short([], "s") == "nothing measured here could tell"


def test_sides_are_counted() -> None:
    assert counts([]) == ""
    assert counts([KNOWS]) == "Of 1 finding over all suites, 1 supports and none contradicts it."
    assert counts([KNOWS, KNOWS, FLAGS, FEW]) == "Of 4 findings over all suites, 2 support and 1 contradicts it."


def test_what_each_rests_on() -> None:
    assert rests_on(OPEN) == "AUC 0.80, 0.20 to 1.00, 60 models: its bounds lie on both sides of 0.5"
    assert rests_on(FEW) == (
        "ρ −0.42, p 0.833, smallest possible 0.083: with so few methods no outcome could reach 0.05"
    )
    assert rests_on(FLAGS) == "5 of 10 retrains"
    assert rests_on(VARIES) == "more than one value on all 3 benchmarks"
    assert rests_on(COARSE) == "steps of 1/30 on A"
