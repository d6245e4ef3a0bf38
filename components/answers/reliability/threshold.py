"""What is left when only reliable metrics are used?"""

from dataclasses import dataclass, replace

import numpy as np

from components.answers.record import Absent, Answer, Said
from components.answers.reliability import closeness
from components.answers.reliability.rules import Outcome, outcome
from components.labels import Labels
from components.resolved import Resolved, reads
from components.text import number

DECIMALS = 6
"""Weights travel in links with this many decimals."""


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """The weights chosen, with every metric whose ρ lies below `minimum` (or is undefined) set to 0.

    `dropped` names the metrics set to 0. `outcome` is None when no weight is left; `choice` is the selection's form
    of the weights, None when nothing changes.
    """

    minimum: float | None
    dropped: tuple[str, ...]
    outcome: Outcome | None
    choice: tuple[tuple[str, float], ...] | None


@reads(view_only=("minimum",))
def compute(view: Resolved) -> Threshold | Absent:
    """What is left at the weights chosen when only the metrics at or above the selection's minimum are used."""
    reliabilities = view.of(closeness.compute)
    if not reliabilities.defined:
        return Absent("")
    minimum, ids = view.selection.minimum, view.panel.metric_ids
    enough = [r.metric for r in reliabilities.rows if minimum is None or (r.rho is not None and r.rho >= minimum)]
    given: Outcome | None = None
    choice: tuple[tuple[str, float], ...] | None = None
    left = np.array([w if i in enough else 0.0 for i, w in zip(ids, view.w, strict=True)])
    if np.array_equal(left, view.w):
        given = outcome(view, view)
    elif left.sum() > 0:
        rounded = ((i, round(float(w), DECIMALS)) for i, w in zip(ids, left / left.sum(), strict=True))
        choice = tuple((i, w) for i, w in rounded if w > 0)
        given = outcome(Resolved(view.tables, replace(view.selection, weights=choice)), view)
    return Threshold(
        minimum=minimum,
        dropped=tuple(i for i in ids if i not in enough),
        outcome=given,
        choice=choice,
    )


def threshold_sentence(result: Threshold, names: Labels) -> str:
    """What is left when only the metrics above a ρ are used."""
    if result.minimum is None:
        return "All metrics are used at the weights chosen now. Move the slider to leave out the less reliable ones."
    least = number(result.minimum, 2)
    if result.outcome is None:
        return f"No weighted metric has a ρ of at least {least}: nothing is left to rank by."
    if not result.dropped:
        return f"Every metric has a ρ of at least {least}: nothing changes."
    order = {True: "The ranking stays as it is.", False: "The ranking changes.", None: "Nothing is ranked."}
    dropped = names.listed_metrics(result.dropped)
    return f"Without {dropped} (ρ below {least} or undefined). {order[result.outcome.same]}"


THRESHOLD = Answer(
    "threshold",
    compute,
    lambda result, names: Said([threshold_sentence(result, names)]),
    heading="Use only the reliable metrics",
    mount="threshold",
    opened=True,
)
