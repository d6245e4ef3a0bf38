"""How little weight has to move before another method leads?"""

from components.answers.record import Answer, silent
from components.results.nearest_change import dethroning

DETHRONING = Answer(
    "dethroning", dethroning, silent, facts=lambda result: {"dethrone": {"l1": result}}
)
