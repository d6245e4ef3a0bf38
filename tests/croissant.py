"""Croissant metadata as MLCommons' own reader has it, which takes long to load."""

from pathlib import Path
from typing import Any


def dataset(described: Path) -> Any:
    import mlcroissant

    return mlcroissant.Dataset(jsonld=described)
