"""Tables of cases that stand in files beside their tests."""

import json
from pathlib import Path
from typing import Any


def beside(test: str, name: str = "") -> Any:
    """The JSON file beside a test file: `headline.json` of `test_headline.py`, or another name."""
    path = Path(test)
    name = name or f"{path.stem.removeprefix('test_')}.json"
    return json.loads((path.parent / name).read_text(encoding="utf-8"))
