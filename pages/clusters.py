"""Metric clusters: which metrics order the methods alike, and how firm the grouping is."""

from components.widgets.show import show

show("clusters")
