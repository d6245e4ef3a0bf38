"""All files of a suite that is served, for a zip: nothing large is held in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from data import per_sample, store, write
from data.files import Content, data_version, parquet_files, read_bytes
from data.folders import suite_folders
from data.problems import Problems
from data.registry import Tables


def whole_files(tables: Tables, scratch: Path) -> tuple[Mapping[str, Content], bytes | None]:
    """The files of a suite as they stand in its folder, when that folder still holds this data version.

    With its LICENSE.md, if there is one. Otherwise they are written anew: what is too long for CSV, and all runs of a
    suite of which `tables` has some, as Parquet in the folder `scratch`. Raises Unavailable, OSError.
    """
    for folder in suite_folders():
        files: dict[str, Content] = {**read_bytes(folder, Problems()), **parquet_files(folder, Problems())}
        if data_version(files) == tables.data_version:
            licence = Path(folder) / "LICENSE.md"
            return files, licence.read_bytes() if licence.is_file() else None
    return _written(tables, scratch), None


def _written(tables: Tables, scratch: Path) -> dict[str, Content]:
    files: dict[str, Content] = {**write.table_files(tables)}
    if tables.whole is not None:
        del files["runs.csv"]
        store.write_runs(tables, scratch / "runs.parquet")
        files["runs.parquet"] = scratch / "runs.parquet"
    if tables.per_sample is not None and write.SAMPLES_CSV not in files:
        per_sample.write_parquet(tables.per_sample, scratch / write.SAMPLES)
        files[write.SAMPLES] = scratch / write.SAMPLES
    return files
