"""What is asked of metrics and what was answered, in words."""

from __future__ import annotations

from collections.abc import Sequence

from components.intake.questions import Question
from components.intake.uses import METRIC_USES, USES, Use
from components.text import counted, shortened


def heading(asked: Sequence[Question]) -> str:
    """What the form is for."""
    it = "It is" if len(asked) == 1 else "They are"
    return (
        f"Which end is better? {counted(len(asked), 'metric')} cannot be told by name. {it} not used before you answer."
    )


def spread(question: Question) -> str:
    """The values of a metric: how many, from where to where, and whose they are at either end."""
    if question.low is None or question.high is None or question.quartiles is None:
        return "no plain number yet"
    first, middle, third = (f"{q:.4g}" for q in question.quartiles)
    cells = counted(question.cells, "cell")
    if question.low == question.high:
        return f"{cells}, all {question.low:.4g}"
    at_low, at_high = (shortened(m, 24) or "no name" for m in (question.at_low, question.at_high))
    low, high = f"{question.low:.4g} ({at_low})", f"{question.high:.4g} ({at_high})"
    return f"{cells} from {low} to {high}, quartiles {first}, {middle}, {third}"


def unsettled(question: Question) -> str:
    """What is known of it, and yet does not settle it."""
    return question.why and f"{question.why[:1].upper()}{question.why[1:]}.".replace("..", ".")


def said(use: Use) -> str:
    """What the reader said of a column, as the list of changes tells it."""
    name = shortened(use.column, 40)
    if use.use not in METRIC_USES:
        return f"{name}: {USES[use.use]}, as you said"
    better = f"{use.better} is better" if use.direction else "nobody says which end is better"
    return f"{name}: {USES[use.use]}, {better}, as you said"
