"""Your results: bring a table of runs and see where your method stands and whether your metrics agree."""

from components.widgets import your_results
from components.widgets.page import page

page("Your results", "Where does your method stand, and do your metrics agree? Bring a table of runs.")
your_results.band()
work = your_results.source()

if work is not None:
    your_results.columns(work)
    ready = your_results.problems(work)
    view = your_results.suite(work, ready)
    if view is not None:
        your_results.audit(view)
        your_results.everywhere(view)
        your_results.contribute(work, view)
