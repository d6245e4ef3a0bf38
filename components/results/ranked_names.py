"""What is said of the methods that are ranked: that there are none, or which ones."""

from collections.abc import Sequence

from components.format import few
from components.words import Labels

NONE_RANKED = "No method can be ranked: each is below the floor or lacks a weighted metric."


def only_one_ranked(label: str, noun: str = "method") -> str:
    """Return the sentence on a ranking of one."""
    return f"{label} is the only {noun} ranked."


def too_few(labels: Labels, methods: Sequence[str]) -> str:
    """Return why fewer than two ranked methods give no answer."""
    return only_one_ranked(labels.method(methods[0])) if methods else NONE_RANKED


def named_or_counted(labels: Labels, methods: Sequence[str], noun: str) -> str:
    """Return methods in running text: up to three by name, more by their count."""
    return few([labels.method(method) for method in methods], noun)
