"""What the reproduction page says in words. Every count is taken from the rows it describes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from components.text import counted, joined, number


def summary_sentence(rows: Sequence[dict[str, Any]]) -> str:
    """How many figures reproduce, and what became of the others."""
    if not rows:
        return "This suite lists no published figure."
    standing = [r for r in rows if r["outcome"] in ("match", "mismatch")]
    good = sum(r["outcome"] == "match" for r in standing)
    said = []
    if standing:
        said.append(f"{good} of {counted(len(standing), 'figure')} that can be recomputed match what is printed")
    if missing := sum(r["outcome"] == "not recomputable" for r in rows):
        said.append(f"{missing} cannot be recomputed from these tables")
    for state, words in ((False, "do not"), (True, "do"), (None, "cannot be recomputed")):
        number_of = sum(r["outcome"] == "superseded" and r["matches"] is state for r in rows)
        if number_of:
            said.append(f"{number_of} superseded {'one' if number_of == 1 else 'ones'} {_verb(words, number_of)}")
    return "; ".join(said) + "."


def mismatch_sentence(rows: Sequence[dict[str, Any]]) -> str:
    """Names the figures that do not reproduce; empty when there is none."""
    wrong = [r["claim"] for r in rows if r["outcome"] == "mismatch"]
    return f"Not reproduced: {joined(wrong)}." if wrong else ""


def counterpart_sentence(rows: Sequence[dict[str, Any]]) -> str:
    """How often the tie-aware counterpart of a correlation has another sign than the printed figure."""
    kinds = ("kendall_tau_published", "tau_b_pooled_aligned", "tau_b_benchmark", "spearman_rho")
    both = [r for r in rows if r["statistic"] in kinds and r["tie_aware"] is not None and r["outcome"] == "match"]
    turned = [r for r in both if r["tie_aware"] * r["printed"] < 0]
    if not both:
        return ""
    return (
        f"A figure that reproduces need not hold: of {counted(len(both), 'matching correlation')} with a counterpart "
        "that breaks no ties by row order and pools no benchmarks, "
        f"{len(turned)} {_has(len(turned))} the other sign there."
    )


def recoverability_sentences(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Counts and shares of the pilot, and where its sources differ."""
    said = [
        f"{r['label']}: {r['revealed']} of {counted(r['suppressed'], 'sample')} that failed directly still revealed "
        f"the answer, {number(r['share'])} (95 % interval {number(r['low'])} to {number(r['high'])}; {r['source']})."
        for r in rows
    ]
    for method, n in Counter(r["method"] for r in rows).items():
        own = [r for r in rows if r["method"] == method]
        if n > 1 and len({(r["suppressed"], r["revealed"]) for r in own}) > 1:
            told = joined([f"{r['revealed']} of {r['suppressed']} ({r['source']})" for r in own])
            said.append(f"The sources disagree on {own[0]['label']}: {told}.")
    return said


def _verb(words: str, count: int) -> str:
    return words.replace("do", "does") if count == 1 else words


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


HOW_CLAIMS = (
    "Every number is recomputed from the tables by the rules it was printed with and compared at the printed decimals, "
    "at most 12 of them; verdicts are not stored anywhere. Tie-aware is what the same runs give when no tie is broken "
    "by row order and no benchmarks are pooled."
)
HOW_RECOVERABILITY = (
    "Dot: share of the samples that failed directly and still revealed the answer to another probe. Line: 95 % Wilson "
    "interval of that share; few samples make it long. Rows are counts as their sources give them, not independent."
)
