"""Your results on screen: the file, its columns, its problems, the ranking, and what can be taken away."""

from components.widgets.your_results.columns import columns
from components.widgets.your_results.contribute import contribute
from components.widgets.your_results.problems import problems
from components.widgets.your_results.ranked import compare, everywhere, ranked, suite
from components.widgets.your_results.source import band, source

__all__ = ["band", "columns", "compare", "contribute", "everywhere", "problems", "ranked", "source", "suite"]
