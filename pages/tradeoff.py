"""Trade-off: forgetting against utility, or two metrics, and who is best for which weights."""

from components.widgets.show import show

show("tradeoff")
