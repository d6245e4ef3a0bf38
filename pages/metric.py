"""Metric: What supports trust in one metric, and what contradicts it?"""

from components.widgets.show import show

show("metric")
