"""Findings about a metric in words."""

from collections.abc import Sequence

from components.answers.calibration.ground_truth import BLIND
from components.answers.trust.findings import Finding, Question, Reason, Side, State
from components.format import counted, joined, number, p_value, step_text
from components.stats.permutation import LEVEL

QUESTION_TEXTS: dict[Question, str] = {
    "separates": "Separates models that know from models that do not",
    "follows": "Follows the distance to the retrained model",
    "flags": "Flags genuine retrains",
    "constant": "One value for all methods",
    "coarse": "Too coarse to tell methods apart",
}
"""The questions as a table asks them."""
MARKS: dict[Side, str] = {"supports": "✓ supports", "contradicts": "✗ contradicts", "neither": "– neither"}
"""The sides as a table shows them: never by colour alone."""
_WHY: dict[Reason, str] = {
    "bounds": f"its bounds lie on both sides of {BLIND}",
    "one benchmark": "one benchmark has no bounds",
    "few": f"with so few methods no outcome could reach {LEVEL}",
    "unclear": f"above {LEVEL}",
    "undefined": "not defined here",
    "steps unknown": "its steps are not known",
}
_SHORT: dict[tuple[Question, State], str] = {
    ("separates", "yes"): "separates models that know",
    ("separates", "no"): "does not separate models that know",
    ("follows", "yes"): "follows the retrained model",
    ("follows", "no"): "runs against the retrained model",
    ("flags", "yes"): "flags {f.count} of {f.of} genuine retrains",
    ("flags", "no"): "flags no genuine retrain",
    ("constant", "yes"): "one value for all on {f.count} of {f.of} benchmarks",
    ("coarse", "yes"): "too coarse on {f.count} of {f.of} benchmarks",
}
"""What counts for or against trust, in a few words."""
_TURNED = "takes models that know for models that do not"
_ASKED: dict[Question, str] = {"separates": "AUC", "follows": "ρ", "flags": "retrains"}
_STRONG: tuple[Question, ...] = ("separates", "follows", "flags")

TRUST_READING = (
    f"Separates: yes where the whole range of the AUC lies above {BLIND}, the wrong way round where it lies below. "
    f"Follows: yes or no where p is at most {LEVEL}, not adjusted for the number of metrics; else nothing can be told. "
    "Flags: yes where a threshold that catches every original model catches a genuine retrain too. Too coarse: yes "
    "where a benchmark has fewer steps between the lowest and the highest value than methods, so that some must tie. A "
    "metric that is neither constant nor too coarse can tell methods apart; the first three say whether it does so "
    "rightly."
)


def verdict(label: str, findings: Sequence[Finding]) -> str:
    """Return whether a metric can be trusted by these findings, with the strongest of them."""
    good, bad = _sides(findings)
    if good and bad:
        return f"The evidence is mixed: {label} {statement(good[0])}, but {statement(bad[0])}."
    if good:
        return f"The evidence supports {label}: it {statement(good[0])}."
    if bad:
        return f"Do not rely on {label} alone: it {statement(bad[0])}."
    return f"The evidence on {label} is missing."


def counts(label: str, findings: Sequence[Finding]) -> str:
    """Return how many findings there are on either side; "" without any."""
    n = {side: sum(f.side == side for f in findings) for side in MARKS}
    if not n["supports"] and not n["contradicts"]:
        return ""
    supports = f"{counted(n['supports'], 'finding')} support{'s' if n['supports'] == 1 else ''} {label}"
    return f"{supports}, {n['contradicts'] or 'none'} contradict{'s' if n['contradicts'] == 1 else ''} it."


def statement(finding: Finding) -> str:
    """One finding with an answer, as the rest of a sentence about the metric."""
    where = f" in {finding.suite_label}"
    match finding.question, finding.state:
        case "separates", "yes":
            return f"separates models that know from models that do not{where}"
        case "separates", _ if wrong_way(finding):
            return f"{_TURNED}{where}"
        case "separates", _:
            return f"does not separate models that know from models that do not{where}"
        case "follows", "yes":
            return f"follows the distance to the retrained model{where}"
        case "follows", _:
            return f"runs against the distance to the retrained model{where}"
        case "flags", "yes":
            return f"flags {finding.count} of {counted(finding.of, 'genuine retrain')}{where}"
        case "flags", _:
            return f"flags none of {counted(finding.of, 'genuine retrain')}{where}"
        case "constant", "yes":
            return f"has one value for all methods on {joined(finding.labels)}{where}"
        case "coarse", "yes":
            return f"is too coarse to tell all methods apart on {joined(finding.labels)}{where}"
    return f"differs between methods{where}"


def in_short(findings: Sequence[Finding], own: str) -> str:
    """Why a metric can be trusted or not, in about ten words: the strongest finding on either side, or what is missing.

    `own` is the suite shown: what another one finds names it.
    """
    good, bad = _sides(findings)
    strongest = (*good[:1], *bad[:1])
    if strongest:
        words, where = [_few_words(f, len(strongest) == 1) for f in strongest], [_in(f, own) for f in strongest]
        if len({*where}) == 1:
            return ", but ".join(words) + where[0]
        return ", but ".join(f"{one}{there}" for one, there in zip(words, where, strict=True))
    unsure = [f for f in findings if f.question in _STRONG]
    if not unsure:
        return "nothing measured here could tell"
    return f"{_ASKED[unsure[0].question]}: {_WHY[unsure[0].reason]}"


def wrong_way(finding: Finding) -> bool:
    """Whether a metric separates models that know from models that do not, but the wrong way round."""
    return finding.question == "separates" and finding.high is not None and finding.high < BLIND


def _few_words(finding: Finding, with_number: bool) -> str:
    words = _TURNED if wrong_way(finding) else _SHORT[finding.question, finding.state].format(f=finding)
    name = {"separates": "AUC", "follows": "ρ"}.get(finding.question)
    return f"{words} ({name} {_value(finding)})" if name and with_number else words


def _in(finding: Finding, own: str) -> str:
    return "" if finding.suite == own else f" in {finding.suite_label}"


def _value(finding: Finding) -> str:
    return number(finding.value, 2, sign=finding.question == "follows")


def _sides(findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """What supports trust and what contradicts it, the strongest first."""
    bad = sorted(
        (f for f in findings if f.side == "contradicts"),
        key=lambda f: _STRONG.index(f.question) if f.question in _STRONG else len(_STRONG),
    )
    return [f for f in findings if f.side == "supports"], bad


def rests_on(finding: Finding) -> str:
    """What a finding rests on, in one cell."""
    why = f": {_WHY[finding.reason]}" if finding.reason else ""
    match finding.question:
        case "separates":
            bounds = f", {number(finding.low, 2)} to {number(finding.high, 2)}"
            return f"AUC {number(finding.value, 2)}{bounds}, {counted(finding.of, 'model')}{why}"
        case "follows":
            if finding.value is None:
                return f"ρ{why}"
            p = f"p {p_value(finding.p)}, smallest possible {p_value(finding.p_min)}"
            return f"ρ {number(finding.value, 2, sign=True)}, {p}{why}"
        case "flags":
            return f"{finding.count} of {counted(finding.of, 'retrain')}"
        case _ if finding.reason:
            return _WHY[finding.reason]
        case "constant":
            return joined(finding.labels) or f"more than one value on {_all(finding.of)}"
        case "coarse":
            steps = f"steps of {step_text(finding.value)}" if finding.value else "steps"
            return (
                f"{steps} on {joined(finding.labels)}" if finding.labels else f"{steps}, enough on {_all(finding.of)}"
            )


def _all(benchmarks: int) -> str:
    return "the one benchmark" if benchmarks == 1 else f"all {benchmarks} benchmarks"
