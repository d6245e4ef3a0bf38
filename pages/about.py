"""About: every metric, method, benchmark and statistic in plain words, limitations, citation, licence, changelog."""

from components.widgets.about import show

show()
