"""Metric reliability: which metrics follow the oracle, what that is worth, and the weights that come from it."""

from components.widgets.show import show

show("reliability")
