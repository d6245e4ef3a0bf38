"""How little weight has to move before another method leads?"""

from components.answers.record import Answer, silent
from components.results.nearest_change import nearest_change

DETHRONING = Answer(
    "dethroning", nearest_change, silent, facts=lambda result: {"dethrone": {"l1": result}}
)
