"""Which browser tests and benchmarks drive: one that is installed; none is ever downloaded."""

import os
import shutil

NAMES = (
    *("chromium-headless-shell", "chromium", "google-chrome", "google-chrome-stable"),
    *("chromium-browser", "chrome"),
)
"""The shell without windows first: it draws nothing but the page."""

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
"""What it is started with."""


def installed() -> str | None:
    """The path of the browser: BROWSER_PATH, or the first of NAMES that is found."""
    return os.environ.get("BROWSER_PATH") or next(filter(None, map(shutil.which, NAMES)), None)
