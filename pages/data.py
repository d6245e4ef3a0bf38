"""Data: every table behind the numbers, with its sources, and queries on all of them."""

from components.widgets.data import show

show()
