"""What the reproduction page says in words. Every count is taken from the rows it describes."""

from __future__ import annotations

from collections import Counter

from components.text import counted, joined, number
from components.views.reproduction.recoverability import RecoverabilityResult
from components.views.reproduction.result import ReproductionResult


def lead(result: ReproductionResult) -> list[str]:
    """Whether what is printed reproduces and holds, what that rests on, and what does not reproduce."""
    if not result.rows:
        return ["This suite lists no printed number."]
    outcomes = Counter(r.outcome for r in result.rows)
    turned = sum(r.changes_sign for r in result.rows)
    standing = outcomes["match"] + outcomes["mismatch"]
    return [verdict(outcomes["match"], standing, turned), rests_on(result), mismatch_sentence(result)]


def verdict(matched: int, standing: int, turned: int) -> str:
    """How many of the printed numbers that can be recomputed are right, and how many of these change their sign."""
    if not standing:
        return "No printed number that still stands can be recomputed from these tables."
    numbers = f"{counted(standing, 'printed number')} that can be checked"
    if matched < standing:
        return f"{matched} of {numbers} reproduce."
    sentence = f"All {numbers} reproduce" if matched > 1 else "The one printed number that can be checked reproduces"
    if not turned:
        return f"{sentence}."
    return f"{sentence}; {turned} {'changes' if turned == 1 else 'change'} sign once ties count as ties."


def rests_on(result: ReproductionResult) -> str:
    """How many correlations were counted again with ties, and what became of the numbers that are in no count."""
    signs = [r.changes_sign for r in result.rows if r.comparable]
    parts = []
    if signs:
        told = any(r.outcome == "mismatch" for r in result.rows)
        parts.append(
            f"{counted(len(signs), 'correlation')} {'was' if len(signs) == 1 else 'were'} counted again with ties"
            + (f", {sum(signs)} changed sign" if told else "")
        )
    if missing := sum(r.outcome == "not recomputable" for r in result.rows):
        parts.append(f"{missing} cannot be recomputed from these tables")
    superseded = Counter(r.matches for r in result.rows if r.outcome == "superseded")
    for state, one, several in (
        (False, "does not reproduce", "do not reproduce"),
        (True, "reproduces", "reproduce"),
        (None, "cannot be recomputed", "cannot be recomputed"),
    ):
        if count := superseded[state]:
            parts.append(f"{counted(count, 'superseded number')} {one if count == 1 else several}")
    return "; ".join(parts) + "." if parts else ""


def mismatch_sentence(result: ReproductionResult) -> str:
    """Names the numbers that do not reproduce; empty when there is none."""
    wrong = [r.claim for r in result.rows if r.outcome == "mismatch"]
    return f"Not reproduced: {joined(wrong)}." if wrong else ""


def recoverability_sentences(result: RecoverabilityResult) -> list[str]:
    """Counts and shares of the pilot, and where its sources differ."""
    sentences = [
        f"{r.label}: {r.revealed} of {counted(r.suppressed, 'sample')} that failed directly still revealed "
        f"the answer, {number(r.share)} (95 % interval {number(r.low)} to {number(r.high)}; {r.source})."
        for r in result.rows
    ]
    for method in dict.fromkeys(r.method for r in result.rows):
        own = [r for r in result.rows if r.method == method]
        if len({(r.suppressed, r.revealed) for r in own}) > 1:
            counts = joined([f"{r.revealed} of {r.suppressed} ({r.source})" for r in own])
            sentences.append(f"The sources disagree on {own[0].label}: {counts}.")
    return sentences


CHANGES_SIGN = "changes sign once ties count as ties"
CLAIMS_CAPTION = (
    "Every number is recomputed from the tables by the rules it was printed with and compared at the printed decimals, "
    "at most 12 of them; no verdict is stored. Tie-aware is what the same runs give when no tie is broken "
    "by row order and no benchmarks are pooled."
)
RECOVERABILITY_CAPTION = (
    "Dot: share of the samples that failed directly and still revealed the answer to another probe. Line: 95 % Wilson "
    "interval of that share; few samples make it long. Rows are counts as their sources give them, not independent."
)
