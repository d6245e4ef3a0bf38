"""Unlearning leaderboard: Which method makes an AI model forget?"""

from components.widgets.show import show

show("overview")
