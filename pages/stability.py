"""Stability: Does the ranking depend on the weights?"""

from components.widgets.show import show

show("stability")
