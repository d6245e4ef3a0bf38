"""Where suites are found: built-in ones, then those of LEADERBOARD_TABLES."""

import os
import tomllib
from pathlib import Path

from data.raw_files import SUITE_FILE

BUILT_IN = Path(__file__).parent / "tables"
FIRST = "unified_unlearning"
"""The suite that is shown when an address and LEADERBOARD_FIRST name none."""
VARIABLE = "LEADERBOARD_TABLES"
FIRST_VARIABLE = "LEADERBOARD_FIRST"


def suite_folders(named: str | None = None) -> list[Path]:
    """Return the suite folders, each once: built-in ones, then others.

    `named` is the value of LEADERBOARD_TABLES (the environment's when None): paths separated by
    `:`, each a suite folder or a folder of suite folders; one that holds no suite is listed itself.
    """
    named = os.environ.get(VARIABLE, "") if named is None else named
    folders = _within(BUILT_IN)
    for entry in filter(None, named.split(os.pathsep)):
        folder = Path(entry).expanduser()
        inside = [folder] if (folder / SUITE_FILE).exists() else _within(folder)
        folders += inside or [folder]
    return list(dict.fromkeys(f.resolve() for f in folders))


def id_of(folder: Path) -> str:
    """Return the id in a suite's own record, "" if it cannot be read: loading the suite names the
    problem."""
    try:
        return str(
            tomllib.loads((folder / SUITE_FILE).read_text(encoding="utf-8-sig")).get("id", "")
        )
    except (OSError, ValueError, RecursionError):
        return ""


def _within(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    folders = (f for f in folder.iterdir() if (f / SUITE_FILE).exists())
    return sorted(folders, key=lambda f: (f.name != FIRST, f.name))
