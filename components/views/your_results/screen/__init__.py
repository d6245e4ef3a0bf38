"""Your results on screen: the file, its columns, its problems, the audit, and what can be taken away."""

from components.views.your_results.screen.columns import columns
from components.views.your_results.screen.contribute import contribute
from components.views.your_results.screen.problems import problems
from components.views.your_results.screen.result import audit, compare, everywhere, suite
from components.views.your_results.screen.source import band, source

__all__ = ["audit", "band", "columns", "compare", "contribute", "everywhere", "problems", "source", "suite"]
