"""What evaluators are called."""

from __future__ import annotations

from components.intake.inversion import STANDARD


def judge_label(evaluator: str) -> str:
    """What an evaluator is called where nothing else names it: judge1 is judge 1."""
    return "standard evaluator" if evaluator == STANDARD else f"judge {evaluator.removeprefix('judge')}".strip()


def called(evaluator: str) -> str:
    """What an evaluator is called in running text: the standard evaluator, the judge, judge 1."""
    label = judge_label(evaluator)
    return f"the {label}" if label in ("standard evaluator", "judge") else label
