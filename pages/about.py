"""About: What does each term mean?"""

from components.widgets.show import show

show("about")
