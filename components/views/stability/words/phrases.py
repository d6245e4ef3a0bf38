"""Parts of sentences: names of bounded length, lists that end, and shares in percent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from components.labels import Labels
from components.text import counted, joined, shortened

NAMED = 3
"""At most so many methods are named in a sentence; the table names all."""
CHECKPOINTS_ONLY = "This compares single checkpoints: choose Checkpoints under Rows to see it."


def short(labels: Labels) -> Labels:
    """What methods and metrics are called in a sentence: not longer than 40 letters."""
    return replace(
        labels,
        methods={i: shortened(name) for i, name in labels.methods.items()},
        metrics={i: shortened(name) for i, name in labels.metrics.items()},
    )


def some(labels: Labels, methods: Sequence[str]) -> str:
    """Methods in running text, at most three of them by name."""
    names, rest = [labels.method(m) for m in methods[:NAMED]], len(methods) - NAMED
    return joined([*names, counted(rest, "other")] if rest > 0 else names)


def percent(share: float | None) -> str:
    """A share in percent with one decimal; what is not quite 0 or 1 is not called so."""
    if share is None:
        return "–"
    if 0 < share < 0.0005:
        return "under 0.1 %"
    if 0.9995 <= share < 1:
        return "over 99.9 %"
    return f"{100 * share:.1f} %" if 0 < share < 1 else f"{100 * share:.0f} %"
