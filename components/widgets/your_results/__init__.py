"""Your results on screen: the file, its columns, its problems, the ranking, and what can be taken away."""

from components import pages
from components.widgets import page
from components.widgets.your_results.columns import columns
from components.widgets.your_results.contribute import contribute
from components.widgets.your_results.problems import problems
from components.widgets.your_results.ranked import everywhere, ranked, suite
from components.widgets.your_results.source import band, source


def show() -> None:
    """Draw the page."""
    page.page(pages.YOUR_RESULTS)
    band()
    work = source()
    if work is None:
        return
    columns(work)
    problems(work)
    resolved = suite(work)
    if resolved is not None:
        ranked(work, resolved)
        everywhere(resolved)
        contribute(work, resolved)
