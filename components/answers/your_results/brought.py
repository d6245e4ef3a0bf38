"""What a reader brought and chose, as one text: the browser keeps it, and a download holds it."""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from components.intake.grid import OWN, Work
from data.errors import LeaderboardError

Files = tuple[tuple[str, bytes], ...]
MAX_KEPT = 2 * 2**20
"""Bytes of files that a browser keeps: as text they fit into one message of it."""
MAX_CHOICES = 2_000
"""Columns or rows whose choices are taken up again."""
_CELLS = ("is", "same", "better", "unit", "group")


class NothingKept(LeaderboardError):
    """A text that holds no table, or choices that are none."""


@dataclass(frozen=True)
class Brought:
    """Files by name, and what their reader chose: fields of `Work` without its sheet."""

    files: Files
    choices: Mapping[str, Any] = field(default_factory=dict)

    @property
    def version(self) -> str:
        """What no other files have."""
        digest = hashlib.sha256()
        for name, content in self.files:
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()[:16]

    @property
    def name(self) -> str:
        """What the files are called."""
        first_name = self.files[0][0]
        n_more = len(self.files) - 1
        return f"{first_name} and {n_more} more" if n_more else first_name

    @property
    def fits_browser(self) -> bool:
        """Whether a browser is asked to keep the files."""
        return sum(len(content) for _, content in self.files) <= MAX_KEPT


def choices_of(work: Work) -> dict[str, Any]:
    """Return what a reader chose of a table, as JSON can say it."""
    return {
        "said": {name: dict(cells) for name, cells in work.said.items()},
        "roles": dict(work.roles),
        "place": work.place,
        "together": work.together,
        "accepted": work.accepted,
    }


def files_as_text(files: Files) -> list[list[str]]:
    """Return files as JSON can say them: name and bytes in base 64."""
    return [[name, base64.b64encode(content).decode()] for name, content in files]


def to_text(brought: Brought) -> str:
    """Return files and choices as JSON."""
    record = {"files": files_as_text(brought.files), "choices": brought.choices}
    return json.dumps(record, ensure_ascii=False)


def from_text(text: str) -> Brought:
    """Return what `to_text` wrote. Raises NothingKept."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise NothingKept("found no JSON, expected a table with its choices") from None
    return from_record(record)


def from_record(record: object) -> Brought:
    """Return files and choices as a browser sent them. Raises NothingKept."""
    if not isinstance(record, dict) or not isinstance(record.get("files"), list):
        raise NothingKept("found no files, expected a table with its choices")
    files = tuple(_file(entry) for entry in record["files"])
    if not files:
        raise NothingKept("found no files, expected one at least")
    return Brought(files, _choices(record.get("choices")))


def _file(entry: object) -> tuple[str, bytes]:
    """Return the name and the bytes of a file. Raises NothingKept."""
    expected = "found a file that is none, expected its name and its bytes"
    if not isinstance(entry, list) or len(entry) != 2:
        raise NothingKept(expected)
    name, content = entry
    if not isinstance(name, str) or not isinstance(content, str):
        raise NothingKept(expected)
    try:
        return name, base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise NothingKept("found bytes that are not in base 64, expected those of a file") from None


def _choices(record: object) -> dict[str, Any]:
    """Return the choices of a record as fields of `Work`; what is no choice is refused. Raises
    NothingKept."""
    if record in (None, {}):
        return {}
    if not isinstance(record, dict):
        raise NothingKept("found choices that are none, expected said, roles and place")
    changed = record.get("said", {})
    roles = record.get("roles", {})
    place = record.get("place", list(OWN))
    is_changed = _is_short(changed) and all(_is_texts(cells, _CELLS) for cells in changed.values())
    is_place = isinstance(place, list) and len(place) == len(OWN)
    if not is_changed or not _is_short(roles) or not _is_texts(roles):
        raise NothingKept("found choices that are none, expected texts by column and by row")
    if not is_place or not all(isinstance(part, str) for part in place):
        raise NothingKept("found a place that is none, expected suite, model and benchmark")
    return {
        "said": changed,
        "roles": roles,
        "place": tuple(place),
        "together": record.get("together") is True,
        "accepted": record.get("accepted") is True,
    }


def _is_short(record: object) -> bool:
    return isinstance(record, dict) and len(record) <= MAX_CHOICES


def _is_texts(record: object, names: tuple[str, ...] = ()) -> bool:
    """Return whether a record holds texts by name, of these names if some are given."""
    if not isinstance(record, dict):
        return False
    for name, value in record.items():
        if not isinstance(value, str) or (names and name not in names):
            return False
    return True
