"""Metric: what one metric is in every suite, and what supports and contradicts trust in it."""

from components.widgets.show import show

show("metric")
