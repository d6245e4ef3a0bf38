"""Trust: Which metrics can be trusted?"""

from components.widgets.show import show

show("reliability")
