"""What a data version holds: rows and fingerprint per table, stored so that an older link can say what changed."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict

import pandas as pd

from data.columns import PER_SAMPLE
from data.frames import fingerprint, frames_of, without_defaults
from data.registry import ID_PATTERN, Tables

FOLDER = Path(__file__).parent / "manifests"


class Entry(TypedDict):
    """One table of a manifest."""

    rows: int
    fingerprint: str


Manifest = dict[str, Entry]


@dataclass(frozen=True)
class Stored:
    """A data version with the day and the time of day (ISO 8601, UTC) at which its manifest was first written."""

    version: str
    date: str
    manifest: Manifest
    time: str = ""

    @property
    def moment(self) -> str:
        """Day and time as RFC 3339 writes them; midnight where no time was written."""
        return f"{self.date}T{self.time or '00:00:00'}Z"


def manifest_of(tables: Tables) -> Manifest:
    """Rows and fingerprint of every table of a suite, by name in sorted order."""
    frames, values = frames_of(tables), tables.per_sample
    manifest: Manifest = {
        n: {"rows": len(frame), "fingerprint": fingerprint(_as_before(n, frame))} for n, frame in frames.items()
    }
    if values is not None:
        manifest[PER_SAMPLE.name] = {"rows": values.rows, "fingerprint": values.fingerprint}
    return {n: manifest[n] for n in sorted(manifest)}


def _as_before(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """A frame without the columns that hold nothing but their default, so that new columns change no old record."""
    silent = ["settings"] if name == "methods" and not frame["settings"].any() else []
    return without_defaults(name, frame.drop(columns=silent))


def path_of(suite_id: str, version: str) -> Path:
    """Where the manifest of a suite's data version is kept."""
    return FOLDER / suite_id / f"{version}.json"


def write_manifest(tables: Tables) -> Path:
    """Keep the manifest of these tables, with the moment at which that was first done; the file is committed."""
    path = path_of(tables.suite.id, tables.data_version)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    now = datetime.now(UTC)
    dated = before if before.get("date") else {"date": now.date().isoformat(), "time": f"{now:%H:%M:%S}"}
    content = {
        "suite": tables.suite.id,
        "data_version": tables.data_version,
        **{k: dated[k] for k in ("date", "time") if k in dated},
        "tables": manifest_of(tables),
    }
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return path


def stored_manifest(suite_id: str, version: str) -> Manifest | None:
    """The manifest of an older data version, or None when none was kept. The version may come from a link."""
    return next((k.manifest for k in _stored(suite_id) if k.version == version), None)


def history(suite_id: str, version: str) -> tuple[Stored, ...]:
    """The dated data versions of a suite up to the one served, oldest first; empty when no record of that is kept."""
    dated = sorted((k for k in _stored(suite_id) if k.date), key=lambda k: (k.moment, k.version == version))
    places = [i for i, k in enumerate(dated) if k.version == version]
    return tuple(dated[: places[0] + 1]) if places else ()


def _stored(suite_id: str) -> list[Stored]:
    files = (FOLDER / suite_id).glob("*.json") if ID_PATTERN.match(suite_id) else ()
    return [_read(path) for path in sorted(files)]


def _read(path: Path) -> Stored:
    content = json.loads(path.read_text(encoding="utf-8"))
    tables: Manifest = {n: {"rows": e["rows"], "fingerprint": e["fingerprint"]} for n, e in content["tables"].items()}
    return Stored(path.stem, content.get("date", ""), tables, content.get("time", ""))


def compare(old: Manifest, new: Manifest) -> list[str]:
    """One sentence per table that differs; a single sentence when none does."""
    found = []
    for name in sorted({*old, *new}):
        before, after = old.get(name), new.get(name)
        if before is None and after is not None:
            found.append(f"The table {name} is new ({_rows(after)}).")
        elif after is None and before is not None:
            found.append(f"The table {name} ({_rows(before)}) is gone.")
        elif before is not None and after is not None and before != after:
            if before["rows"] == after["rows"]:
                found.append(f"The table {name} has other contents in its {_rows(after)}.")
            else:
                found.append(f"The table {name} had {_rows(before)} and has {_rows(after)} now.")
    return found or ["No value changed; only the form of the files or the description of the suite did."]


def _rows(entry: Entry) -> str:
    return "1 row" if entry["rows"] == 1 else f"{entry['rows']} rows"
