"""What did each data version bring, and did ranks or verdicts change?"""

from collections.abc import Sequence
from dataclasses import dataclass

from components.answers.changes.difference import Difference, difference
from components.answers.changes.words import KEPT_READING, SAME_CODE, SWAPPED_READING, came, claims, new_lead, ranks
from components.answers.record import Answer, Part, Said
from components.errors import LeaderboardError
from components.labels import Labels
from components.resolved import Resolved, reads
from components.table import Column, Table, table
from components.text import cleaned, counted, joined
from data.manifest import Stored, compare, history
from data.registry import Tables
from data.versions import kept

NO_VERSIONS = "No data version of this suite is kept."


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

    suite_id: str
    suite: str
    versions: tuple[Version, ...]


@reads(weights=False)
def compute(view: Resolved) -> ChangesResult:
    """What became of ranks and claims from version to version, all under the default view, whatever is chosen."""
    return changes_of(view.tables)


@reads(weights=False)
def newest(view: Resolved) -> ChangesResult:
    """The same for the newest data version alone."""
    return changes_of(view.tables, most=1)


def changes_of(tables: Tables, most: int | None = None) -> ChangesResult:
    """The same for the suite that is served, by default for the newest versions only."""
    suite = tables.suite
    stored = () if suite.private else history(suite.id, tables.data_version)
    wanted = range(len(stored)) if most is None else range(max(0, len(stored) - most), len(stored))
    versions = [_version(tables, stored[: i + 1]) for i in wanted]
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


def say(result: ChangesResult, names: Labels) -> Said:
    """What the newest data version did to ranks and claims, and what the comparison rests on."""
    return Said(lead(result), [SWAPPED_READING, KEPT_READING])


def lead(result: ChangesResult) -> list[str]:
    """What the newest data version did to ranks and claims, when it came, and what the comparison rests on."""
    if not result.versions:
        return [NO_VERSIONS]
    newest = result.versions[0]
    if not newest.previous:
        first = f"{cleaned(result.suite)} has had one data version, of {newest.date}."
        return [first, *verdicts(newest)]
    before = len(result.versions) - 1
    return [
        f"The newest data version, of {newest.date}, {_verb(newest)}.",
        f"{counted(before, 'earlier version')} {'is' if before == 1 else 'are'} kept. {SAME_CODE}",
    ]


def heading(version: Version) -> str:
    """The day and the name of a version."""
    return f"{version.date} · {version.version}"


def entry_title(version: Version, suite: str) -> str:
    """A version in a line, for a list over all suites."""
    what = _verb(version) if version.previous else f"is new, with {counted(version.runs, 'run')}"
    return f"{cleaned(suite)} {what}"


def news(version: Version, suite: str) -> str:
    """A version in a line, and who leads now where that changed or the suite is new."""
    outcome = ""
    if version.difference is not None and version.previous:
        leads = [f"{cleaned(p.label)}: {lead}." for p in version.difference.panels if (lead := new_lead(p))]
        outcome = " ".join(leads)
    elif version.difference is not None:
        outcome = " ".join(ranks(version.difference)[:1])
    return f"{version.date} · {entry_title(version, suite)}. {outcome}".rstrip()


def verdicts(version: Version) -> list[str]:
    """Everything a version brought: what came in, and what became of ranks and claims."""
    if version.difference is None:
        return [*version.tables, f"What became of ranks cannot be said: {cleaned(version.reason)}."]
    others = [] if version.difference.came else list(version.tables)
    return [*came(version.difference), *others, *ranks(version.difference), *claims(version.difference)]


def _verb(version: Version) -> str:
    difference = version.difference
    if difference is None:
        return "cannot be compared with the one before"
    swaps, turned = difference.pairs_swapped, len(difference.claims)
    leaders = [
        p for p in difference.panels if p.state == "in both" and set(p.leaders_before) != set(p.leaders_after)
    ]  # fmt: skip
    entered = sum(r.state == "new" and r.rank_after is not None for p in difference.panels for r in p.ranks)
    if not difference.ranks_changed and not turned and not entered:
        return "changed no rank" + (" and no verdict on a printed number" if difference.claims_compared else "")
    parts = []
    if entered:
        parts.append(f"brought {counted(entered, 'new place')} in the ranking")
    if leaders:
        parts.append(f"gave {counted(len(leaders), 'panel')} another leader")
    elif swaps:
        parts.append(f"swapped {counted(swaps, 'pair')} of methods")
    elif difference.ranks_changed and not entered:
        parts.append(f"changed {counted(difference.ranks_changed, 'rank')}")
    if turned and len(parts) < 2:
        parts.append(f"turned {counted(turned, 'verdict')} on printed numbers")
    return joined(parts)


def versions_table(result: ChangesResult, names: Labels) -> Table[Version]:
    """One row per data version, newest first."""
    column = Column[Version]
    columns = (
        column("date", lambda v: v.date, "day", place="print"),
        column("version", lambda v: v.version, "data version", place="print"),
        column("previous", lambda v: v.previous, place="file"),
        column("runs", lambda v: v.runs, kind="count", place="print"),
        column("ranks_changed", lambda v: v.ranks_changed, "ranks changed", kind="count", why="reason", place="print"),
        column("pairs_swapped", lambda v: v.pairs_swapped, "pairs swapped", kind="count", why="reason", place="print"),
        column("claims_changed", lambda v: v.claims_changed, "verdicts changed", kind="count", place="print"),
        column("tables", lambda v: v.tables, place="file"),
        column("reason", lambda v: v.reason, "cannot be compared", place="print"),
        column("moment", lambda v: v.moment, place="file"),
        column("difference", lambda v: v.difference, place="file"),
    )
    return table(columns, result.versions)


VERSIONS = Answer(
    "versions",
    compute,
    say,
    Part("versions", lambda result, names: f"Data versions of {result.suite}", versions_table),
    mount="versions",
    terms=("suite", "panel", "run", "kendall_tau"),
    dear=True,
)
