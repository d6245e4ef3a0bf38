"""Names and addresses of the project itself, in one place."""

NAME = "Unlearning leaderboard"
VERSION = "0.1.0"
LICENCE = "Apache-2.0"
TAGLINE = (
    "Which unlearning method wins under your priorities, and which metrics can be trusted to"
    " say so."
)
INTRODUCTION = (
    "Unlearning makes a trained model forget chosen data. See which methods do so best and which"
    " metrics to trust."
)
"""What a reader who arrives is told first."""
