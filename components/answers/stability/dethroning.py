"""How little weight has to move before another method leads?"""

from __future__ import annotations

from components.answers.record import Answer, silent
from components.resolved import Resolved, reads
from components.views.leaderboard.dethrone import Dethrone, dethrone


@reads(rows=True)
def compute(view: Resolved) -> dict[str, Dethrone]:
    """The smallest change that takes the lead away, by norm."""
    return dethrone(view)


DETHRONING = Answer("dethroning", compute, silent, facts=lambda result: {"dethrone": result})
