"""Findings about a metric in words."""

from collections.abc import Iterable, Mapping, Sequence

from components.format import counted, few, joined, number, p_value, step_text
from components.results.findings import Finding, Question, Reason, Side, State, verdict_of
from components.results.ground_truth import BLIND
from components.results.trust import VERDICTS, TrustResult, TrustRow
from components.stats.permutation import LEVEL
from components.table import Column, Link, count_column, number_column, p_column, placed

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
_NO_SUPPORT: Mapping[Reason, str] = {
    "": "no support",
    "bounds": "no support: " + _WHY["bounds"],
    "printed": _WHY["printed"],
    "one benchmark": _WHY["one benchmark"],
    "few": "too few methods to tell",
    "unclear": "no support",
    "undefined": _WHY["undefined"],
    "steps unknown": _WHY["steps unknown"],
}
"""What an undecided finding says of trust, after its number."""
_SIDE_WORDS: Sequence[tuple[str, Side]] = (
    ("supported", "supports"),
    ("contradicted", "contradicts"),
)
NOT_TESTED = "not tested"
"""What is said of a metric that nothing measured on a panel could tell of."""
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
    """Return whether a metric can be trusted and where that was shown; if the evidence is mixed,
    the strongest on either side."""
    supports = _on_side(findings, "supports")
    contradicts = _on_side(findings, "contradicts")
    match verdict_of(findings):
        case "mixed":
            strongest = f"{statement(supports[0])}, but {statement(contradicts[0])}"
            return f"The evidence is mixed: {metric_label} {strongest}."
        case "supported":
            return f"{metric_label}: supported on {places(supports)}."
        case "contradicted":
            return f"Do not rely on {metric_label} alone: contradicted on {places(contradicts)}."
    return f"The evidence on {metric_label} is missing."


def both_places(findings: Sequence[Finding]) -> str:
    """Return where mixed evidence supports a metric and where it contradicts it; "" for other
    evidence."""
    if verdict_of(findings) != "mixed":
        return ""
    supports = places(_on_side(findings, "supports"))
    contradicts = places(_on_side(findings, "contradicts"))
    return f"Supported on {supports}; contradicted on {contradicts}."


def places(findings: Iterable[Finding]) -> str:
    """Return where findings were made: panels under the name of their suite, small networks as
    such, pools of models by their suite alone."""
    panels_of_suite: dict[str, dict[str, None]] = {}
    for finding in findings:
        panel_label = "small networks" if finding.on_small_networks else finding.panel_label
        panels_of_suite.setdefault(finding.suite_label, {})[panel_label] = None
    place_texts = []
    for suite_label, panel_labels in panels_of_suite.items():
        panels = few(list(filter(None, panel_labels)), "panel")
        place_texts.append(f"{panels} ({suite_label})" if any(panel_labels) else suite_label)
    return joined(place_texts)


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
    words = _STATEMENTS[finding.question, finding.state].format(f=finding)
    return words.replace("1 of 1 benchmarks", "the one benchmark")


def in_short(findings: Sequence[Finding], with_places: bool = True) -> str:
    """Return the strongest finding on either side in about ten words and where it was made, or what
    is missing; "" if nothing was measured that could tell."""
    supports = _on_side(findings, "supports")
    contradicts = _on_side(findings, "contradicts")
    if supports and contradicts:
        favour = _placed(supports[0], with_places)
        against = _placed(contradicts[0], with_places)
        if favour == against:
            favour = ""  # named once, at the end
        return f"{statement(supports[0])}{favour}, but {statement(contradicts[0])}{against}"
    for finding in (*supports, *contradicts):
        symbol = _SYMBOLS.get(finding.question)
        value = f" ({symbol} {_value(finding)})" if symbol else ""
        return f"{statement(finding)}{value}{_placed(finding, with_places)}"
    for finding in findings:
        if finding.question in _SYMBOLS:
            symbol = _SYMBOLS[finding.question]
            number_text = "" if finding.value is None else f" {_value(finding)}"
            placed_text = _placed(finding, with_places)
            return f"{symbol}{number_text}{placed_text}, {_NO_SUPPORT[finding.reason]}"
    return ""


def by_place(result: TrustResult, row: TrustRow) -> str:
    """Return what findings on a metric say: where it is supported and where contradicted, then what
    was found on the panel shown."""
    clauses = []
    for word, side in _SIDE_WORDS:
        on_side = _on_side(result.elsewhere(row), side)
        if on_side:
            clauses.append(f"{word} on {places(on_side)}")
    clauses.append(f"on {result.panel_label} {here(result, row) or NOT_TESTED}")
    return "; ".join(clauses)


def here(result: TrustResult, row: TrustRow) -> str:
    """Return what the panel shown says of a metric, "" if nothing: what was found on it, and why
    the metric is flat on it if it is."""
    finding = in_short(result.here(row), with_places=False)
    flat = result.flat.get(row.address)
    if flat is None:
        return finding
    return f"{finding}; flat: {flat}" if finding else f"flat: {flat}"


def verdict_mark(result: TrustResult, row: TrustRow) -> str:
    """Return the verdict on a metric as a table shows it; of one that is supported and hardly
    separates on the panel shown, both."""
    mark = VERDICTS[row.verdict]
    if row.verdict == "supported" and row.address in result.flat:
        return f"{mark} elsewhere, flat here"
    return mark


def _placed(finding: Finding, with_places: bool) -> str:
    return f" on {places([finding])}" if with_places else ""


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


def finding_columns() -> list[Column[Finding]]:
    """Return columns of what a finding says, where, and what it rests on."""
    return [
        Column("side", place="file"),
        Column("mark", lambda finding: MARKS[finding.side], "trust", place="screen only"),
        Column("question", place="file"),
        Column("question_text", lambda finding: QUESTION_TEXTS[finding.question], "question"),
        Column("state", head="answer"),
        *placed(_shown_on),
        number_column("value", place="file"),
        number_column("low", place="file"),
        number_column("high", place="file"),
        count_column("count", place="file"),
        count_column("of", "out_of", place="file"),
        p_column("p", place="file"),
        p_column("p_min", place="file"),
        Column("reason", place="file"),
        Column("rests_on", rests_on, "rests on"),
    ]


def _shown_on(finding: Finding) -> Link:
    page = "agreement" if finding.question in ("constant", "coarse") else "reliability"
    panel = {"panel": finding.panel} if finding.panel else {}
    return Link(page, {"suite": finding.suite, **panel})
