"""Model inversion: does the standard evaluator's success survive an independent judge?"""

from components.widgets.show import show

show("inversion")
