"""Findings about a metric in words."""

from collections.abc import Mapping, Sequence

from components.format import counted, joined, number, p_value, step_text
from components.results.findings import Finding, Question, Reason, Side, State
from components.results.ground_truth import BLIND
from components.stats.permutation import LEVEL

QUESTION_TEXTS: Mapping[Question, str] = {
    "separates": "Separates models that know from models that do not",
    "follows": "Follows closeness to the retrained model",
    "flags": "Takes a retrained model for an original",
    "constant": "One value for all methods",
    "coarse": "Too coarse to tell methods apart",
}
"""The questions as a table asks them."""
MARKS: Mapping[Side, str] = {
    "supports": "✓ supports",
    "contradicts": "✗ contradicts",
    "neither": "– neither",
}
"""The sides as a table shows them: never by colour alone."""
_WHY: Mapping[Reason, str] = {
    "bounds": f"its bounds lie on both sides of {BLIND}",
    "printed": "printed without the values, so nobody can say how surely",
    "one benchmark": "one benchmark has no bounds",
    "few": f"with so few methods no p could reach {LEVEL}",
    "unclear": f"above {LEVEL}",
    "undefined": "not defined here",
    "steps unknown": "its steps are not known",
}
_STATEMENTS: Mapping[tuple[Question, State], str] = {
    ("separates", "yes"): "separates models that know",
    ("separates", "no"): "does not separate models that know",
    ("follows", "yes"): "follows the retrained model",
    ("follows", "no"): "runs against the retrained model",
    ("flags", "yes"): "takes {f.count} of {f.of} retrained models for an original",
    ("flags", "no"): "takes no retrained model for an original",
    ("constant", "yes"): "has one value for all on {f.count} of {f.of} benchmarks",
    ("coarse", "yes"): "is too coarse on {f.count} of {f.of} benchmarks",
}
"""What counts for or against trust, as the rest of a sentence about the metric."""
_TURNED = "takes models that know for models that do not"
_SYMBOLS: Mapping[Question, str] = {"separates": "AUC", "follows": "ρ"}

TRUST_READING = (
    f"Separates: yes if the whole range of the AUC lies above {BLIND}. Follows: yes or no if p is"
    f" at most {LEVEL}, not adjusted for the number of metrics. Takes for an original: yes if a"
    " threshold that catches every original model catches a retrained model too. Too coarse: yes"
    " if a benchmark has fewer steps between the lowest and the highest value than methods, so"
    " that some must tie."
)


def verdict(label: str, findings: Sequence[Finding]) -> str:
    """Return whether a metric can be trusted; if the evidence is mixed, the strongest on either
    side."""
    good, bad = _sides(findings)
    if good and bad:
        return f"The evidence is mixed: {label} {statement(good[0])}, but {statement(bad[0])}."
    if good:
        return f"The evidence supports {label}."
    return f"Do not rely on {label} alone." if bad else f"The evidence on {label} is missing."


def counts(label: str, findings: Sequence[Finding]) -> str:
    """Return how many findings there are on either side, "" if there are none."""
    supports, contradicts = (len(side) for side in _sides(findings))
    if not supports and not contradicts:
        return ""
    findings_for = counted(supports, "finding") if supports else "No finding"
    first = f"{findings_for} support{'s' if supports < 2 else ''} {label}"
    return f"{first}, {contradicts or 'none'} contradict{'s' if contradicts == 1 else ''} it."


def statement(finding: Finding) -> str:
    """Return a finding that counts for or against trust as the rest of a sentence about the
    metric."""
    if finding.question == "separates" and finding.high is not None and finding.high < BLIND:
        return _TURNED
    return _STATEMENTS[finding.question, finding.state].format(f=finding)


def in_short(findings: Sequence[Finding], own: str) -> str:
    """Return the strongest finding on either side in about ten words, or what is missing.

    `own` is the suite shown: a finding of another suite names it.
    """
    good, bad = _sides(findings)
    strongest = (*good[:1], *bad[:1])
    if strongest:
        where = ["" if f.suite == own else f" in {f.suite_label}" for f in strongest]
        if len(strongest) == 1:
            return f"{statement(strongest[0])}{_with_value(strongest[0])}{where[0]}"
        if where[0] == where[1]:
            where[0] = ""
        return ", but ".join(
            f"{statement(f)}{there}" for f, there in zip(strongest, where, strict=True)
        )
    unsure = sorted((f for f in findings if f.question in _SYMBOLS), key=lambda f: f.suite != own)
    if not unsure:
        return "nothing measured here could tell"
    value = f" {_value(unsure[0])}" if unsure[0].reason == "printed" else ""
    return f"{_SYMBOLS[unsure[0].question]}{value}: {_WHY[unsure[0].reason]}"


def _with_value(finding: Finding) -> str:
    symbol = _SYMBOLS.get(finding.question)
    return f" ({symbol} {_value(finding)})" if symbol else ""


def _value(finding: Finding) -> str:
    return number(finding.value, 2, sign=finding.question == "follows")


def _sides(findings: Sequence[Finding]) -> tuple[list[Finding], list[Finding]]:
    """Return what supports trust and what contradicts it, the strongest first."""
    return [f for f in findings if f.side == "supports"], [
        f for f in findings if f.side == "contradicts"
    ]


def rests_on(finding: Finding) -> str:
    """Return what a finding rests on, in one cell."""
    why = _WHY.get(finding.reason, "")
    match finding.question:
        case "separates":
            bounds = (
                ""
                if finding.low is None
                else f", {number(finding.low, 2)} to {number(finding.high, 2)}"
            )
            return _with(f"AUC {_value(finding)}{bounds}, {counted(finding.of, 'model')}", why)
        case "follows" if finding.value is None:
            return _with("ρ", why)
        case "follows":
            p = f"p {p_value(finding.p)}, smallest possible {p_value(finding.p_min)}"
            return _with(f"ρ {_value(finding)}, {p}", why)
        case "flags":
            return f"{finding.count} of {counted(finding.of, 'retrained model')}"
        case "constant":
            return joined(finding.where) or f"more than one value on {_all(finding.of)}"
        case "coarse" if finding.value is None:
            return why
        case "coarse":
            steps = f"steps of {step_text(finding.value)}"
            return (
                f"{steps} on {joined(finding.where)}"
                if finding.where
                else f"{steps}, enough on {_all(finding.of)}"
            )


def _with(text: str, why: str) -> str:
    return f"{text}: {why}" if why else text


def _all(benchmarks: int) -> str:
    return "the one benchmark" if benchmarks == 1 else f"all {benchmarks} benchmarks"
