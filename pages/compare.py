"""Compare: which of a few methods is ahead, in every suite that has two of them."""

from components.widgets.show import show

show("compare")
