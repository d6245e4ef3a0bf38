"""Croissant metadata as MLCommons' own reader has it, loaded by the tests alone that ask for it:
that takes long."""

from pathlib import Path
from typing import Any


def dataset(described: Path) -> Any:
    import mlcroissant

    return mlcroissant.Dataset(jsonld=described)
