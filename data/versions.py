"""The tables behind ranks and printed claims of every data version, kept so that versions can be compared."""

import shutil
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from components.errors import LeaderboardError
from data.files import SUITE_FILE, of_table, parquet_files, read_bytes
from data.load import load_suite
from data.manifest import Manifest, manifest_of, stored_manifest, write_manifest
from data.problems import Problems
from data.registry import ID_PATTERN, Tables

FOLDER = Path(__file__).parent / "versions"
KEPT = (
    *("benchmarks", "families", "floors", "methods", "metrics", "panels", "pool", "pool_metrics", "published", "runs"),
    "weights",
)
"""The tables that ranks and printed claims follow from. Of others, the manifest says whether they changed."""


def keep(folder: Path, tables: Tables) -> list[Path]:
    """Keep what a suite folder holds now: its manifest, and the files of its tables as they are.

    `tables` are the folder's. Returns both places, which are to be committed.
    """
    place = FOLDER / tables.suite.id / tables.data_version
    place.mkdir(parents=True, exist_ok=True)
    for name, content in read_bytes(folder, Problems()).items():
        if name == SUITE_FILE or name.removesuffix(".csv") in KEPT:
            (place / name).write_bytes(content)
    for name, path in of_table("runs", parquet_files(folder, Problems())).items():
        (place / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(path, place / name)
    return [write_manifest(tables), place]


def kept(suite_id: str, version: str) -> Tables:
    """The tables kept of a data version, read by today's rules; tables that are not kept are absent.

    Raises LeaderboardError when none are kept, when they cannot be read any more, and when they are not what the
    manifest of that version says.
    """
    manifest = stored_manifest(suite_id, version)
    place = FOLDER / suite_id / version
    if manifest is None or not ID_PATTERN.match(suite_id) or not place.is_dir():
        raise LeaderboardError(f"no tables are kept of the data version {version} of {suite_id}")
    return _read(place, tuple(sorted((n, e["fingerprint"]) for n, e in manifest.items())))


@lru_cache(maxsize=64)
def _read(place: Path, prints: tuple[tuple[str, str], ...]) -> Tables:
    tables = load_suite(place)
    found: Manifest = manifest_of(tables)
    stored = {name: entry["fingerprint"] for name, entry in found.items()}
    wanted = {name: mark for name, mark in prints if name in KEPT}
    differ = sorted(n for n in {*stored, *wanted} if stored.get(n) != wanted.get(n))
    if differ:
        raise LeaderboardError(
            f"the tables kept of the data version {place.name} of {place.parent.name} are damaged: "
            f"{', '.join(f'{n}.csv' for n in differ)} is not what its manifest says"
        )
    return replace(tables, data_version=place.name)
