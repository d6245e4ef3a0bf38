"""Stability: how much of the ranking survives other weights, other data and other choices."""

from components.widgets.show import show

show("stability")
