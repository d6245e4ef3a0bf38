"""Tables and SQL: Where does each number come from?"""

from components.widgets.show import show

show("data")
