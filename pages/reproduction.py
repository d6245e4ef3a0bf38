"""Reproduction: what is printed against what the released runs give, and what could still be recovered."""

from components.widgets.show import show

show("reproduction")
