"""Unlearning leaderboard: Which method is best, and how sure is that?"""

from components.widgets.show import show

show("overview")
