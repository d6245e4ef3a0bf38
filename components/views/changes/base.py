"""Which suite another one extends."""

from __future__ import annotations

from collections.abc import Iterable

from data.registry import RUN_KEYS, Tables


def extended(after: Tables, known: Iterable[Tables]) -> Tables | None:
    """The suite with the same id; else the largest one of whose runs and metrics every one is in `after`; else None."""
    suites = [t for t in known if t is not after]
    same = next((t for t in suites if t.suite.id == after.suite.id), None)
    if same is not None:
        return same
    metrics, runs = {m.id for m in after.metrics}, _keys(after)
    within = [t for t in suites if {m.id for m in t.metrics} <= metrics and _keys(t) <= runs]
    return max(within, key=lambda t: len(t.runs), default=None)


def _keys(tables: Tables) -> set[tuple[object, ...]]:
    return set(tables.runs[list(RUN_KEYS)].itertuples(index=False, name=None))
