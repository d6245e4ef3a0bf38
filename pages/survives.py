"""Does forgetting survive: ranks and scores before and after the unlearned model is changed again."""

from components.widgets.show import show

show("survives")
