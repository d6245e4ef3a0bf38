"""About: every metric, method, benchmark and statistic in plain words, limitations, citation, licence, changelog."""

from components.widgets.show import show

show("about")
