"""Trade-off: Which method forgets most and keeps most utility?"""

from components.widgets.show import show

show("tradeoff")
