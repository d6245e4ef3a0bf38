"""What the stability page says of other choices."""

from __future__ import annotations

from components.text import counted, joined
from components.views.stability.result.choices import ChoicesResult
from components.views.stability.words.phrases import short

KINDS = {
    "map": "Utility map",
    "normalisation": "Normalisation",
    "averaging": "Averaging",
    "benchmark": "Without benchmark",
    "seed": "Without seed",
    "method": "Without method",
}
"""What each kind of variant is called."""


def choices_sentences(result: ChoicesResult) -> list[str]:
    """How many other choices change the leader or the order, and what each normalisation reverses."""
    other = [v for v in result.variants if not v.current and v.kind != "method"]
    if len(result.methods) < 2 or not other:
        return []
    now = next((v for v in result.variants if v.current), other[0])
    moved = [v for v in other if set(v.first) != set(now.first)]
    turned = [v for v in other if v.swapped]
    sentences = [
        f"Of {counted(len(other), 'other choice')} of map, normalisation, averaging and data, {len(moved) or 'none'} "
        f"{'change' if len(moved) > 1 else 'changes'} who leads and {len(turned) or 'none'} "
        f"{'reverse' if len(turned) > 1 else 'reverses'} a pair."
    ]
    reversing = [
        f"{n} reverses {counted(result.reversal_counts[n], 'pair')} ({_example(result, n)})"
        for n in ("min-max", "rank")
        if result.reversal_counts[n]
    ]
    if reversing:
        sentences.append(
            f"When one method is left out, {joined(reversing)}; with the fixed utilities in use here no order can "
            "change."
        )
    elif len(result.methods) > 2:
        sentences.append("Leaving out any one method changes the order of the others under no normalisation.")
    return sentences


def _example(result: ChoicesResult, normalisation: str) -> str:
    labels, r = short(result.labels), result.reversals[normalisation][0]
    return f"without {labels.method(r.dropped)}, {labels.method(r.behind)} passes {labels.method(r.ahead)}"
