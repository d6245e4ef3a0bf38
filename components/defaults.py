"""Names and addresses of the project itself, in one place."""

from __future__ import annotations

NAME = "Unlearning leaderboard"
VERSION = "0.1.0"
LICENCE = "Apache-2.0"
TAGLINE = "Which unlearning method wins under your priorities, and which metrics can be trusted to say so."

TITLES = {
    "leaderboard": "Leaderboard",
    "agreement": "Agreement",
    "clusters": "Clusters",
    "reliability": "Reliability",
    "calibration": "Calibration",
    "stability": "Stability",
    "reproduction": "Reproduction",
    "equivalence": "Equivalence",
    "inversion": "Inversion",
    "data": "Data",
    "your_results": "Your results",
    "about": "About",
}
"""The pages by file name; a page whose file is not there is not offered. The first one is the start page, at /."""

PAGES = {"" if name == "leaderboard" else name.replace("_", "-"): title for name, title in TITLES.items()}
"""The titles of the pages by their path."""
