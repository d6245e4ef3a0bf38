"""Your results: Where does my method rank?"""

from components.widgets.show import show

show("your_results")
