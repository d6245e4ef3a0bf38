"""Inputs and expected answers that stand in files beside the tests, by their paths below tests/."""

import csv
import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent


def cases(name: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of a CSV file by their first column, without the header."""
    with (TESTS / name).open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    return {case: tuple(cells) for case, *cells in rows}


def text(name: str) -> str:
    """Return what a file says."""
    return (TESTS / name).read_text(encoding="utf-8")


def stored(name: str) -> Any:
    """Return what a JSON file holds."""
    return json.loads(text(name))
