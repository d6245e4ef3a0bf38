"""Plan an experiment."""

from components.widgets.show import show

show("plan")
