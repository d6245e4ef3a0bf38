"""Inversion: Do attacks succeed under an independent judge?"""

from components.widgets.show import show

show("inversion")
