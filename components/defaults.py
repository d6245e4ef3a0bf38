"""Names and addresses of the project itself, in one place."""

NAME = "Unlearning leaderboard"
VERSION = "0.1.0"
LICENCE = "Apache-2.0"
TAGLINE = (
    "Which unlearning method wins under your priorities, and which metrics can be trusted to"
    " say so."
)
