"""Where suites are found: the built-in ones, then those named by LEADERBOARD_TABLES; LEADERBOARD_FIRST opens first."""

import os
import tomllib
from pathlib import Path

from components.errors import LeaderboardError
from data.files import SUITE_FILE

BUILT_IN = Path(__file__).parent / "tables"
FIRST = "unified_unlearning"
"""The suite that is shown when an address and LEADERBOARD_FIRST name none; the others follow by name."""
VARIABLE = "LEADERBOARD_TABLES"
FIRST_VARIABLE = "LEADERBOARD_FIRST"


def suite_folders(named: str | None = None) -> list[Path]:
    """The suite folders, built-in ones before others, each once; the one that LEADERBOARD_FIRST names before all.

    `named` is the value of LEADERBOARD_TABLES (the environment's when None): paths separated by `:`, each a suite
    folder or a folder of suite folders; one that holds no suite is listed itself. Raises LeaderboardError when
    LEADERBOARD_FIRST names no suite of them, unless the id of a folder cannot be read.
    """
    named = os.environ.get(VARIABLE, "") if named is None else named
    folders = _within(BUILT_IN)
    for entry in filter(None, named.split(os.pathsep)):
        folder = Path(entry).expanduser()
        inside = [folder] if (folder / SUITE_FILE).exists() else _within(folder)
        folders += inside or [folder]
    return _first_to_front(list(dict.fromkeys(f.resolve() for f in folders)))


def _first_to_front(folders: list[Path]) -> list[Path]:
    wanted = os.environ.get(FIRST_VARIABLE, "").strip()
    if not wanted:
        return folders
    ids = {folder: id_of(folder) for folder in folders}
    if wanted not in ids.values() and "" not in ids.values():
        known = ", ".join(name for name in ids.values() if name)
        raise LeaderboardError(
            f"{FIRST_VARIABLE} names {wanted!r}: found no suite with this id, expected one of {known}"
        )
    return sorted(folders, key=lambda folder: ids[folder] != wanted)


def id_of(folder: Path) -> str:
    """The id in a suite's own record, empty where it cannot be read: loading the suite names the problem."""
    try:
        return str(tomllib.loads((folder / SUITE_FILE).read_text(encoding="utf-8-sig")).get("id", ""))
    except (OSError, ValueError, RecursionError):
        return ""


def _within(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    folders = (f for f in folder.iterdir() if (f / SUITE_FILE).exists())
    return sorted(folders, key=lambda f: (f.name != FIRST, f.name))
