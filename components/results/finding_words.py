"""Findings about a metric in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from components.format import counted, joined, number, p_value, step_text
from components.results.findings import Finding, Question, Reason, Side, State
from components.results.ground_truth import BLIND
from components.stats.permutation import LEVEL
from components.table import Column, Link, placed

R = TypeVar("R")
QUESTION_TEXTS: Mapping[Question, str] = {
    "separates": "Separates models that know from models that do not",
    "follows": "Follows closeness to the retrained model",
    "flags": "Takes a retrained model for an original",
    "constant": "One value for all methods",
    "coarse": "Too coarse to tell methods apart",
    "relearning": "Withstands relearning",
    "quantisation": "Withstands quantisation",
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
    ("flags", "yes"): "takes {f.count} of {f.out_of} retrained models for an original",
    ("flags", "no"): "takes no retrained model for an original",
    ("constant", "yes"): "has one value for all on {f.count} of {f.out_of} benchmarks",
    ("coarse", "yes"): "is too coarse on {f.count} of {f.out_of} benchmarks",
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


def verdict(metric_label: str, findings: Sequence[Finding]) -> str:
    """Return whether a metric can be trusted; if the evidence is mixed, the strongest on either
    side."""
    supports = _on_side(findings, "supports")
    contradicts = _on_side(findings, "contradicts")
    if supports and contradicts:
        strongest = f"{metric_label} {statement(supports[0])}, but {statement(contradicts[0])}"
        return f"The evidence is mixed: {strongest}."
    if supports:
        return f"The evidence supports {metric_label}."
    if contradicts:
        return f"Do not rely on {metric_label} alone."
    return f"The evidence on {metric_label} is missing."


def counts(metric_label: str, findings: Sequence[Finding]) -> str:
    """Return how many findings there are on either side, "" if there are none."""
    supports = len(_on_side(findings, "supports"))
    contradicts = len(_on_side(findings, "contradicts"))
    if not supports and not contradicts:
        return ""
    favour = counted(supports, "finding") if supports else "No finding"
    verb = "supports" if supports < 2 else "support"
    against = "contradicts" if contradicts == 1 else "contradict"
    return f"{favour} {verb} {metric_label}, {contradicts or 'none'} {against} it."


def statement(finding: Finding) -> str:
    """Return a finding that counts for or against trust as the rest of a sentence about the
    metric."""
    if finding.question == "separates" and finding.high is not None and finding.high < BLIND:
        return _TURNED
    return _STATEMENTS[finding.question, finding.state].format(f=finding)


def in_short(findings: Sequence[Finding], suite: str) -> str:
    """Return the strongest finding on either side in about ten words, or what is missing.

    `suite` is the one shown: a finding of another suite names it.
    """
    supports = _on_side(findings, "supports")
    contradicts = _on_side(findings, "contradicts")
    if supports and contradicts:
        favour = _elsewhere(supports[0], suite)
        against = _elsewhere(contradicts[0], suite)
        if favour == against:
            favour = ""  # named once, at the end
        return f"{statement(supports[0])}{favour}, but {statement(contradicts[0])}{against}"
    for finding in (*supports, *contradicts):
        symbol = _SYMBOLS.get(finding.question)
        value = f" ({symbol} {_value(finding)})" if symbol else ""
        return f"{statement(finding)}{value}{_elsewhere(finding, suite)}"
    unsure = [finding for finding in findings if finding.question in _SYMBOLS]
    if not unsure:
        return "nothing measured here could tell"
    first_unsure = min(unsure, key=lambda finding: finding.suite != suite)
    value = f" {_value(first_unsure)}" if first_unsure.reason == "printed" else ""
    return f"{_SYMBOLS[first_unsure.question]}{value}: {_WHY[first_unsure.reason]}"


def _elsewhere(finding: Finding, suite: str) -> str:
    return "" if finding.suite == suite else f" in {finding.suite_label}"


def _value(finding: Finding) -> str:
    return number(finding.value, 2, sign=finding.question == "follows")


def _on_side(findings: Sequence[Finding], side: Side) -> list[Finding]:
    """Return the findings on a side, the strongest first."""
    return [finding for finding in findings if finding.side == side]


def rests_on(finding: Finding) -> str:
    """Return what a finding rests on, in one cell."""
    evidence_text = _evidence(finding)
    if finding.reason:
        return f"{evidence_text}: {_WHY[finding.reason]}" if evidence_text else _WHY[finding.reason]
    return evidence_text


def _evidence(finding: Finding) -> str:
    """Return the numbers of a finding, "" without any."""
    everywhere = f"all {finding.out_of} benchmarks" if finding.out_of > 1 else "the one benchmark"
    match finding.question:
        case "separates":
            models = counted(finding.out_of, "model")
            if finding.low is None:
                return f"AUC {_value(finding)}, {models}"
            bounds = f"{number(finding.low, 2)} to {number(finding.high, 2)}"
            return f"AUC {_value(finding)}, {bounds}, {models}"
        case "follows" if finding.value is None:
            return "ρ"
        case "follows":
            p_text = f"p {p_value(finding.p)}, smallest possible {p_value(finding.p_min)}"
            return f"ρ {_value(finding)}, {p_text}"
        case "flags":
            return f"{finding.count} of {counted(finding.out_of, 'retrained model')}"
        case "constant":
            return joined(finding.where) or f"more than one value on {everywhere}"
        case "coarse":
            if finding.value is None:
                return ""
            steps_text = f"steps of {step_text(finding.value)}"
            if finding.where:
                return f"{steps_text} on {joined(finding.where)}"
            return f"{steps_text}, enough on {everywhere}"
        case "relearning" | "quantisation":
            return f"{_value(finding)} of 1, {counted(finding.out_of, 'model')}"


def finding_columns(finding_of: Callable[[R], Finding]) -> list[Column[R]]:
    """Return columns of what a finding says, where, and what it rests on."""

    def column(
        column_id: str, value_of: Callable[[Finding], Any], head: str = "", **more: Any
    ) -> Column[R]:
        return Column(
            column_id, lambda row: value_of(finding_of(row)), head, **{"place": "file", **more}
        )

    return [
        column("side", lambda finding: finding.side),
        column("mark", lambda finding: MARKS[finding.side], "trust", place="screen only"),
        column("question", lambda finding: finding.question),
        column(
            "question_text",
            lambda finding: QUESTION_TEXTS[finding.question],
            "question",
            place="print",
        ),
        column("state", lambda finding: finding.state, "answer", place="print"),
        *placed(finding_of, lambda row: _shown_on(finding_of(row))),
        column("value", lambda finding: finding.value, kind="number"),
        column("low", lambda finding: finding.low, kind="number"),
        column("high", lambda finding: finding.high, kind="number"),
        column("count", lambda finding: finding.count, kind="count"),
        column("of", lambda finding: finding.out_of, kind="count"),
        column("p", lambda finding: finding.p, kind="p"),
        column("p_min", lambda finding: finding.p_min, kind="p"),
        column("reason", lambda finding: finding.reason),
        column("rests_on", rests_on, "rests on", place="print"),
    ]


def _shown_on(finding: Finding) -> Link:
    page = "agreement" if finding.question in ("constant", "coarse") else "reliability"
    panel = {"panel": finding.panel} if finding.panel else {}
    return Link(page, {"suite": finding.suite, **panel})
