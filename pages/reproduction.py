"""Reproduction: Do printed numbers follow from the released runs?"""

from components.widgets.show import show

show("reproduction")
