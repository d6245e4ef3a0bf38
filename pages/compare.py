"""Compare: Which of these methods is ahead?"""

from components.widgets.show import show

show("compare")
