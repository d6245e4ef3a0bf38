"""Method: Where does one method stand in every suite?"""

from components.widgets.show import show

show("method")
