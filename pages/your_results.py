"""Your results: bring a table of runs and see where your method ranks beside the others."""

from components.pages import YOUR_RESULTS
from components.widgets import your_results
from components.widgets.page import page

page(YOUR_RESULTS)
your_results.band()
work = your_results.source()

if work is not None:
    your_results.columns(work)
    your_results.problems(work)
    resolved = your_results.suite(work)
    if resolved is not None:
        your_results.ranked(resolved)
        your_results.compare(resolved)
        your_results.everywhere(resolved)
        your_results.contribute(work, resolved)
