"""What the reproduction page says in words. Every count is taken from the rows it describes."""

from __future__ import annotations

from collections import Counter

from components.text import counted, joined, number
from components.views.reproduction.recoverability import RecoverabilityResult
from components.views.reproduction.result import ReproductionResult


def lead(result: ReproductionResult) -> list[str]:
    """How many figures reproduce."""
    return [summary_sentence(result)]


def summary_sentence(result: ReproductionResult) -> str:
    """How many figures reproduce, and what became of the others."""
    if not result.rows:
        return "This suite lists no published figure."
    outcomes = Counter(r.outcome for r in result.rows)
    standing = outcomes["match"] + outcomes["mismatch"]
    parts = []
    if standing:
        parts.append(
            f"{outcomes['match']} of {counted(standing, 'figure')} that can be recomputed match what is printed"
        )
    if missing := outcomes["not recomputable"]:
        parts.append(f"{missing} cannot be recomputed from these tables")
    superseded = Counter(r.matches for r in result.rows if r.outcome == "superseded")
    for state, one, several in (
        (False, "does not", "do not"),
        (True, "does", "do"),
        (None, "cannot be recomputed", "cannot be recomputed"),
    ):
        if count := superseded[state]:
            parts.append(f"{count} superseded {f'one {one}' if count == 1 else f'ones {several}'}")
    return "; ".join(parts) + "."


def mismatch_sentence(result: ReproductionResult) -> str:
    """Names the figures that do not reproduce; empty when there is none."""
    wrong = [r.claim for r in result.rows if r.outcome == "mismatch"]
    return f"Not reproduced: {joined(wrong)}." if wrong else ""


def counterpart_sentence(result: ReproductionResult) -> str:
    """How often the tie-aware counterpart of a correlation has another sign than the printed figure."""
    signs = [r.changes_sign for r in result.rows if r.comparable]
    if not signs:
        return ""
    return (
        f"A figure that reproduces need not hold: of {counted(len(signs), 'matching correlation')} with a counterpart "
        "that breaks no ties by row order and pools no benchmarks, "
        f"{sum(signs)} {'has' if sum(signs) == 1 else 'have'} the other sign there."
    )


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


CHANGES_SIGN = "changes sign once ties stay ties"
CLAIMS_CAPTION = (
    "Every number is recomputed from the tables by the rules it was printed with and compared at the printed decimals, "
    "at most 12 of them; verdicts are not stored anywhere. Tie-aware is what the same runs give when no tie is broken "
    "by row order and no benchmarks are pooled."
)
RECOVERABILITY_CAPTION = (
    "Dot: share of the samples that failed directly and still revealed the answer to another probe. Line: 95 % Wilson "
    "interval of that share; few samples make it long. Rows are counts as their sources give them, not independent."
)
