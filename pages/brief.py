"""Brief: one page on a ranking to take away: what it is, how sure, how far from another lead, and on what it rests."""

from components.widgets.show import show

show("brief")
