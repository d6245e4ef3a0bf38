"""Durability: Does forgetting last after relearning or quantisation?"""

from components.widgets.show import show

show("survives")
