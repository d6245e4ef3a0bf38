"""Where suites are found: the built-in ones, then those named by LEADERBOARD_TABLES."""

from __future__ import annotations

import os
from pathlib import Path

from components.errors import LeaderboardError
from data.files import SUITE_FILE

BUILT_IN = Path(__file__).parent / "tables"
FIRST = "unified_unlearning"
"""The suite that is shown when an address names none; the others follow by name."""
VARIABLE = "LEADERBOARD_TABLES"


def suite_folders(named: str | None = None) -> list[Path]:
    """The suite folders, built-in first, each once.

    `named` is the value of LEADERBOARD_TABLES (the environment's when None): paths separated by `:`, each a suite
    folder or a folder of suite folders. Raises LeaderboardError when one of them holds no suite.
    """
    named = os.environ.get(VARIABLE, "") if named is None else named
    found = _within(BUILT_IN)
    for entry in filter(None, named.split(os.pathsep)):
        folder = Path(entry).expanduser()
        inside = [folder] if (folder / SUITE_FILE).exists() else _within(folder)
        if not inside:
            raise LeaderboardError(
                f"{VARIABLE} names {entry}: found no {SUITE_FILE} in it, expected a suite folder or a folder of them"
            )
        found += inside
    return list(dict.fromkeys(f.resolve() for f in found))


def _within(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    found = (f for f in folder.iterdir() if (f / SUITE_FILE).exists())
    return sorted(found, key=lambda f: (f.name != FIRST, f.name))
