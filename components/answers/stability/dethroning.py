"""How little weight has to move before another method leads?"""

from components.answers.record import Answer, silent
from components.results.dethroning import dethrone

DETHRONING = Answer("dethroning", dethrone, silent, facts=lambda result: {"dethrone": result})
