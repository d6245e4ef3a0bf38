"""Plan: How many seeds or benchmarks do I need?"""

from components.widgets.show import show

show("plan")
