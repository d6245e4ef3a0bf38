"""What each data version of a suite changed, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from components.errors import LeaderboardError
from components.plain import aside
from components.resolved import Resolved, reads
from components.views.changes.difference import Difference, difference
from data.manifest import Stored, compare, history
from data.registry import Tables
from data.versions import kept


@dataclass(frozen=True, kw_only=True)
class Version:
    """A data version and what it changed against the one before it (`previous`, empty for the first).

    `runs` are its rows. `tables` says of every table that differs what became of its rows, from the manifests alone.
    `ranks_changed` counts methods in both with another rank and `pairs_swapped` pairs of them that swapped, over all
    panels; they, `claims_changed` and `difference` are None with the `reason` where tables can no longer be read.
    """

    date: str
    version: str
    previous: str
    runs: int
    ranks_changed: int | None
    pairs_swapped: int | None
    claims_changed: int | None
    tables: tuple[str, ...]
    reason: str
    moment: str
    difference: Difference | None


@dataclass(frozen=True, kw_only=True)
class ChangesResult:
    """The data versions of a suite up to the one served, newest first; none for a reader's own suite."""

    suite_id: str = aside()
    suite: str = aside()
    versions: tuple[Version, ...]


@reads(weights=False)
def changes(resolved: Resolved) -> ChangesResult:
    """What became of ranks and claims from version to version, all under the default view, whatever is chosen."""
    return changes_of(resolved.tables)


def changes_of(tables: Tables) -> ChangesResult:
    """The same for the suite that is served."""
    suite = tables.suite
    stored = () if suite.private else history(suite.id, tables.data_version)
    versions = [_version(tables, stored[: i + 1]) for i in range(len(stored))]
    return ChangesResult(suite_id=suite.id, suite=suite.title, versions=tuple(reversed(versions)))


def _version(served: Tables, upto: Sequence[Stored]) -> Version:
    after, before = upto[-1], upto[-2] if len(upto) > 1 else None
    changes, reason = None, ""
    try:
        old = None if before is None else _tables(served, before)
        changes = difference(old, _tables(served, after))
    except LeaderboardError as error:
        reason = str(error)
    return Version(
        date=after.date,
        version=after.version,
        previous="" if before is None else before.version,
        runs=after.manifest["runs"]["rows"],
        ranks_changed=None if changes is None else changes.ranks_changed,
        pairs_swapped=None if changes is None else changes.pairs_swapped,
        claims_changed=None if changes is None else len(changes.claims),
        tables=() if before is None else tuple(compare(before.manifest, after.manifest)),
        reason=reason,
        moment=after.moment,
        difference=changes,
    )


def _tables(served: Tables, version: Stored) -> Tables:
    return served if version.version == served.data_version else kept(served.suite.id, version.version)
