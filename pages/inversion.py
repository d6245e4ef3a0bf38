"""Model inversion: does the standard evaluator's success survive an independent judge?"""

from components.widgets.inversion import show

show()
