"""How little weight has to move before another method leads?"""

from components.answers.record import Answer, silent
from components.contest import NearestChange
from components.resolved import Resolved


def compute(view: Resolved) -> NearestChange:
    """Return the smallest change that takes the lead away."""
    return view.contest.nearest_change


DETHRONING = Answer(
    "dethroning", compute, silent, facts=lambda result: {"dethrone": {"l1": result}}
)
