"""Method: the rank of one method in every suite and panel, and by each metric alone."""

from components.widgets.show import show

show("method")
