"""Check a number: Is my number plausible?"""

from components.widgets.show import show

show("check")
