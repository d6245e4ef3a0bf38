"""Equivalence: Does the model answer as if retrained?"""

from components.widgets.show import show

show("equivalence")
