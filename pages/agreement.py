"""Agreement: Do metrics rank methods the same way?"""

from components.widgets.show import show

show("agreement")
