"""Is my number sane: where a value lies among all that is known of the same metric, method, model and split."""

from components.widgets.show import show

show("check")
