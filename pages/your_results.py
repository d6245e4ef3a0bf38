"""Your results: bring a table of runs and see where your method stands and whether your metrics agree."""

from components.views import YOUR_RESULTS
from components.views.your_results import screen as your_results
from components.widgets.page import page

page(YOUR_RESULTS)
your_results.band()
work = your_results.source()

if work is not None:
    your_results.columns(work)
    your_results.problems(work)
    resolved = your_results.suite(work)
    if resolved is not None:
        your_results.audit(resolved)
        your_results.compare(resolved)
        your_results.everywhere(resolved)
        your_results.contribute(work, resolved)
