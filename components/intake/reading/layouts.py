"""Runs that `data.read` reads of muse_bench and TOFU as a table of texts."""

from collections.abc import Sequence
from dataclasses import replace

from components.intake.reading.sheet import Sheet, from_records
from data.read.runs import Brought, Run


def sheet(brought: Brought, notices: Sequence[str]) -> Sheet:
    """A row for each run: what names it, its settings, its metrics."""
    table = from_records([(run.place, {**_names(run), **run.settings, **run.values}) for run in brought.runs])
    all_notices = [*notices]
    if brought.path:
        all_notices.append(
            f"{len(brought.path)} values of checkpoints with fewer metrics than the fullest ones are left out"
        )
    return replace(table, notices=tuple(all_notices))


def _names(run: Run) -> dict[str, str]:
    named = {"method": run.method, "benchmark": run.benchmark, "model": run.panel}
    return {k: v for k, v in named.items() if v or k == "method"}
