"""Leaderboard: Which method is best under these weights?"""

from components.widgets.show import show

show("leaderboard")
