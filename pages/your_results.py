"""Your results: bring a table of runs and see where your method ranks beside the others."""

from components.widgets.your_results import show

show()
