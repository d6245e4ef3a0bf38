"""Metric agreement: whether the metrics order the methods alike, under two ways of counting."""

from components.widgets.show import show

show("agreement")
