"""Where suites are found: built-in ones, then those of LEADERBOARD_TABLES."""

import os
import tomllib
from pathlib import Path

from data.raw_files import SUITE_FILE

BUILT_IN = Path(__file__).parent / "tables"
VARIABLE = "LEADERBOARD_TABLES"
FIRST_VARIABLE = "LEADERBOARD_FIRST"


def suite_folders(given_paths: str | None = None) -> list[Path]:
    """Return the suite folders, each once: built-in ones, then others.

    `given_paths` is the value of LEADERBOARD_TABLES (the environment's when None): paths separated
    by `:`, each a suite folder or a folder of suite folders; one that holds no suite is listed
    itself.
    """
    if given_paths is None:
        given_paths = os.environ.get(VARIABLE, "")
    folders = _folders_in(BUILT_IN)
    for given_path in filter(None, given_paths.split(os.pathsep)):
        folder = Path(given_path).expanduser()
        if (folder / SUITE_FILE).exists():
            folders.append(folder)
        else:
            folders += _folders_in(folder) or [folder]
    return list(dict.fromkeys(folder.resolve() for folder in folders))


def id_of(folder: Path) -> str:
    """Return the id in a suite's own record, "" if it cannot be read: loading the suite names the
    problem."""
    try:
        record = tomllib.loads((folder / SUITE_FILE).read_text(encoding="utf-8-sig"))
        return str(record.get("id", ""))
    except (OSError, ValueError, RecursionError):
        return ""


def _folders_in(folder: Path) -> list[Path]:
    return sorted(suite_file.parent for suite_file in folder.glob(f"*/{SUITE_FILE}"))
