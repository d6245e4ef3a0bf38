"""Your results on screen: the file, its columns, its problems, the audit, and what can be taken away."""

from components.widgets.your_results.columns import columns
from components.widgets.your_results.contribute import contribute
from components.widgets.your_results.problems import problems
from components.widgets.your_results.result import audit, everywhere, suite
from components.widgets.your_results.source import band, source

__all__ = ["audit", "band", "columns", "contribute", "everywhere", "problems", "source", "suite"]
