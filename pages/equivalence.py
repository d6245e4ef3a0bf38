"""Distributional equivalence: does an unlearned model answer as one that never saw the forgotten data?"""

from components.widgets.show import show

show("equivalence")
