"""What changed: what each data version of a suite brought, and what became of ranks and printed numbers."""

from components.widgets.show import show

show("changes")
