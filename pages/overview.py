"""Overview: what unlearning is, three questions with their answers, every suite, and what changed last."""

from components.widgets.overview import show

show()
