"""Leaderboard: which method wins under these weights, and how far it is from losing."""

from components.widgets.show import show

show("leaderboard")
