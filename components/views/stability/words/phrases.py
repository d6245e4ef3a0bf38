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
