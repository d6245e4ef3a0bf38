"""Where suites are found: built-in ones, then those of LEADERBOARD_TABLES; LEADERBOARD_FIRST is first."""

import os
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from components.errors import LeaderboardError
from data.files import SUITE_FILE

BUILT_IN = Path(__file__).parent / "tables"
FIRST = "unified_unlearning"
"""The suite that is shown when an address and LEADERBOARD_FIRST name none."""
VARIABLE = "LEADERBOARD_TABLES"
FIRST_VARIABLE = "LEADERBOARD_FIRST"
_T = TypeVar("_T")


def suite_folders(named: str | None = None) -> list[Path]:
    """Return the suite folders, each once: that of LEADERBOARD_FIRST, built-in ones, then others.

    `named` is the value of LEADERBOARD_TABLES (the environment's when None): paths separated by `:`, each a suite
    folder or a folder of suite folders; one that holds no suite is listed itself. Raises as `first_to_front` does.
    """
    named = os.environ.get(VARIABLE, "") if named is None else named
    folders = _within(BUILT_IN)
    for entry in filter(None, named.split(os.pathsep)):
        folder = Path(entry).expanduser()
        inside = [folder] if (folder / SUITE_FILE).exists() else _within(folder)
        folders += inside or [folder]
    return first_to_front(list(dict.fromkeys(f.resolve() for f in folders)), id_of)


def first_to_front(entries: Sequence[_T], read_id: Callable[[_T], str]) -> list[_T]:
    """Return suites in their order, but the one whose id is LEADERBOARD_FIRST before all.

    Raises LeaderboardError if there is no such suite, unless the id of one cannot be read.
    """
    wanted = os.environ.get(FIRST_VARIABLE, "").strip()
    if not wanted:
        return list(entries)
    ids = [read_id(entry) for entry in entries]
    if wanted not in ids and "" not in ids:
        known = ", ".join(filter(None, ids))
        raise LeaderboardError(
            f"{FIRST_VARIABLE} names {wanted!r}: found no suite with this id, expected one of {known}"
        )
    return [entry for _, entry in sorted(zip(ids, entries, strict=True), key=lambda pair: pair[0] != wanted)]


def id_of(folder: Path) -> str:
    """Return the id in a suite's own record, "" if it cannot be read: loading the suite names the problem."""
    try:
        return str(tomllib.loads((folder / SUITE_FILE).read_text(encoding="utf-8-sig")).get("id", ""))
    except (OSError, ValueError, RecursionError):
        return ""


def _within(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    folders = (f for f in folder.iterdir() if (f / SUITE_FILE).exists())
    return sorted(folders, key=lambda f: (f.name != FIRST, f.name))
