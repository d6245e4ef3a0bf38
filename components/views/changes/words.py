"""What changed, in words: a verdict per page and per data version, and the difference as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from components.text import at_most, cleaned, counted, joined, number, shortened
from components.views.changes.difference import Came, Difference, PanelChange
from components.views.changes.result import ChangesResult, Version

SAME_CODE = "All versions are ranked by today's code under the default view, so every change comes from the data."
SWAPPED_READING = (
    "A rank also changes when methods come or go above it. Two methods swap when the one that was ahead is behind now."
)
KEPT_READING = "Kept of each version are the tables behind ranks and printed numbers; of others, the counts of rows."
NO_VERSIONS = "No data version of this suite is kept."
TABLES = {"ranks": "Ranks before and after", "claims": "Printed numbers before and after"}
LISTED = 6
"""Most names listed in a sentence."""


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


def compared_title(after: str, before: str) -> str:
    """What is compared with what; `before` is empty for a new suite."""
    if not before:
        return f"{after}: a new suite"
    return f"{after}, against the suite as it is" if after == before else f"{after}, against {before}"


def heading(version: Version) -> str:
    """The day and the name of a version."""
    return f"{version.date} · {version.version}"


def entry_title(version: Version, suite: str) -> str:
    """A version in a line, for a list of those of all suites."""
    told = _verb(version) if version.previous else f"is new, with {counted(version.runs, 'run')}"
    return f"{cleaned(suite)} {told}"


def verdicts(version: Version) -> list[str]:
    """Everything a version brought: what came in, and what became of ranks and claims."""
    if version.difference is None:
        return [*version.tables, f"What became of ranks cannot be said: {cleaned(version.reason)}."]
    others = [] if version.difference.came else list(version.tables)
    return [*came(version.difference), *others, *ranks(version.difference), *claims(version.difference)]


def came(found: Difference) -> list[str]:
    """What came in, what is gone, and what has other values or is described otherwise."""
    if found.new:
        return [f"New: {joined([counted(c.after, c.kind) for c in _by_weight(found)])}."]
    lines = []
    for head, names in (
        ("Came in", [(c, c.added) for c in found.came]),
        ("Gone", [(c, c.removed) for c in found.came]),
        ("Changed", [(c, c.altered) for c in found.came]),
    ):
        told = [_counted(c, some) for c, some in names if some]
        if told:
            lines.append(f"{head}: {'; '.join(told)}.")
    return lines


def ranks(found: Difference) -> list[str]:
    """What became of the ranks: a sentence per panel with a change, one for all without."""
    if found.new:
        return [s for p in found.panels if (s := _leads(p))]
    told = [s for p in found.panels if (s := panel(p))]
    return told or ["No default rank changed."]


def panel(found: PanelChange) -> str:
    """What became of one panel; empty where no rank and no significant pair changed."""
    label = cleaned(found.label)
    if found.state == "gone":
        return f"{label}: the panel is gone."
    if found.state == "new":
        return f"New panel: {_leads(found)}" if found.leaders_after else f"New panel: {label}."
    parts = []
    fresh = [r.label for r in found.ranks if r.state == "new" and r.rank_after]
    if fresh:
        placed = [f"{cleaned(r.label)} enters at {r.rank_after}" for r in found.ranks if r.label in fresh][:LISTED]
        parts.append(joined(placed) + (f" and {len(fresh) - LISTED} more" if len(fresh) > LISTED else ""))
    if set(found.leaders_before) != set(found.leaders_after) and found.leaders_after:
        instead = f" instead of {_names(found.leaders_before)}" if found.leaders_before else ""
        parts.append(f"{_names(found.leaders_after)} {_leading(found)} now{instead}")
    if found.changed:
        tau = "" if found.tau is None else f" (τ {number(found.tau, 2)})"
        many = counted(len(found.swapped), "pair") + " swapped" if found.swapped else "no two methods swapped"
        parts.append(f"{counted(len(found.changed), 'rank')} changed, {many}{tau}")
    for pairs, what in (
        (found.separated, "differ significantly now"),
        (found.merged, "no longer differ significantly"),
    ):
        if pairs:
            parts.append(f"{counted(len(pairs), 'pair')} {what}")
    return f"{label}: {'; '.join(parts)}." if parts else ""


def claims(found: Difference) -> list[str]:
    """Which printed numbers got another verdict."""
    told = [f"Printed number {cleaned(c.claim)}: {c.before} before, {c.after} now." for c in found.claims[:LISTED]]
    more = len(found.claims) - LISTED
    return [*told, f"{more} more printed numbers got another verdict."] if more > 0 else told


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


def _leads(found: PanelChange) -> str:
    if not found.leaders_after:
        return ""
    return f"{cleaned(found.label)}: {_names(found.leaders_after)} {_leading(found)}."


def _leading(found: PanelChange) -> str:
    return "leads" if len(found.leaders_after) == 1 else "share the lead"


def _names(labels: Sequence[str]) -> str:
    return joined(at_most(LISTED, [cleaned(x) for x in labels]))


def _by_weight(found: Difference) -> list[Came]:
    order = ("run", "method", "benchmark", "metric", "panel", "seed", "printed number")
    return sorted(found.came, key=lambda c: order.index(c.kind))


def _counted(kind: Came, labels: Sequence[str]) -> str:
    many = counted(len(labels), kind.kind)
    if kind.kind in ("run", "printed number") or len(labels) > LISTED:
        return many
    return f"{many} ({', '.join(shortened(x, 60) for x in labels)})"
