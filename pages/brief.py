"""Brief: One page to take away."""

from components.widgets.show import show

show("brief")
