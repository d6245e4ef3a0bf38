"""A table in the form of a source, and what must come of it. The values are our own."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from components.intake.fixes import BETTER, Fix
from components.intake.reading import child
from components.intake.reading.sheet import Sheet
from components.intake.work import Work

Files = tuple[tuple[str, bytes], ...]


@dataclass(frozen=True, kw_only=True)
class Case:
    """`source` says whose form it has. `columns` is each column with what it is taken for: a use, or for a metric which
    end is better (`asked` where that must be answered), what it aims at, and the id it is known by.

    `blocking` are the kinds of findings that stand in the way, `references` the names asked for. `mends` are then taken
    in order, each wherever it is made: the beginning of the label of an offer, before it and ` > ` a part of the title
    of its finding where that is needed. `answers` say which end of a column is better. `values` are then numbers by
    `method · benchmark · seed` and column, None for what was not measured; `rows` how many runs were read, `left` how
    many count in the end. `refused` is the beginning of a refusal instead of all that.
    """

    source: str
    files: Files
    columns: str = ""
    methods: str = ""
    references: str = ""
    blocking: str = ""
    mends: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    rows: int = 0
    left: int | None = None
    values: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    ready: bool = True
    told: str = ""
    refused: str = ""


def read_here(files: Sequence[tuple[str, bytes]]) -> Sheet:
    """What `components.intake.files.read` gives, without a process of its own: that is tested elsewhere."""
    return replace(child.read(files), name=files[0][0])


def answered(brought: Work, column: str, answer: str) -> Work:
    """The work with an answer to “which end is better?”: higher, lower, out, or the number that is best."""
    return replace(brought, fixes=(*brought.fixes, Fix(BETTER, column, "", answer)))


def text(content: str, name: str = "pasted table", encoding: str = "utf-8") -> Files:
    """A pasted text, or a file of that text."""
    return ((name, content.strip("\n").encode(encoding)),)


def jsons(**files: object) -> Files:
    """JSON files by name, `__` for a point."""
    return tuple((name.replace("__", "."), json.dumps(held).encode()) for name, held in files.items())


def zipped(files: Mapping[str, object]) -> Files:
    """A zip of files by path: bytes and texts as they are, all else as JSON."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, held in files.items():
            archive.writestr(path, held if isinstance(held, (bytes, str)) else json.dumps(held))
    return (("saves.zip", out.getvalue()),)
