"""The difference between two Tables of a suite in words."""

from collections.abc import Sequence

from components.answers.changes.difference import Came, ClaimChange, Difference, PanelChange, RankChange
from components.table import Column, Table, table
from components.text import at_most, cleaned, counted, joined, number, shortened

SAME_CODE = "All versions are ranked by today's code under the default view, so every change comes from the data."
SWAPPED_READING = (
    "A rank also changes when methods come or go above it. Two methods swap when the one that was ahead is behind now."
)
KEPT_READING = "Kept of each version are the tables behind ranks and printed numbers; of others, the counts of rows."
LISTED = 6
"""Most names listed in a sentence."""


def compared_title(after: str, before: str) -> str:
    """What is compared with what; `before` is empty for a new suite."""
    if not before:
        return f"{after}: a new suite"
    return f"{after}, against the suite as it is" if after == before else f"{after}, against {before}"


def came(found: Difference) -> list[str]:
    """What was added, what was removed, and what has other values or another description."""
    if found.new:
        return [f"New: {joined([counted(c.after, c.kind) for c in _by_weight(found)])}."]
    lines = []
    for head, names in (
        ("Came in", [(c, c.added) for c in found.came]),
        ("Gone", [(c, c.removed) for c in found.came]),
        ("Changed", [(c, c.altered) for c in found.came]),
    ):
        counts = [_counted(c, some) for c, some in names if some]
        if counts:
            lines.append(f"{head}: {'; '.join(counts)}.")
    return lines


def ranks(found: Difference) -> list[str]:
    """What became of the ranks: a sentence per panel with a change, one for all without."""
    if found.new:
        return [s for p in found.panels if (s := _leads(p))]
    sentences = [s for p in found.panels if (s := panel(p))]
    return sentences or ["No default rank changed."]


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
    if lead := new_lead(found):
        parts.append(lead)
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


def new_lead(found: PanelChange) -> str:
    """Who leads now instead of whom; empty where the lead is unchanged."""
    if set(found.leaders_before) == set(found.leaders_after) or not found.leaders_after:
        return ""
    instead = f" instead of {_names(found.leaders_before)}" if found.leaders_before else ""
    return f"{_names(found.leaders_after)} {_leading(found)} now{instead}"


def claims(found: Difference) -> list[str]:
    """Which printed numbers got another verdict."""
    sentences = [f"Printed number {cleaned(c.claim)}: {c.before} before, {c.after} now." for c in found.claims[:LISTED]]
    more = len(found.claims) - LISTED
    return [*sentences, f"{more} more printed numbers got another verdict."] if more > 0 else sentences


def _leads(found: PanelChange) -> str:
    if not found.leaders_after:
        return ""
    return f"{cleaned(found.label)}: {_names(found.leaders_after)} {_leading(found)}."


def _leading(found: PanelChange) -> str:
    if sum(r.rank_after is not None for r in found.ranks) == 1:
        return "is the only method ranked"
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


def ranks_table(panels: Sequence[PanelChange]) -> Table[tuple[PanelChange, RankChange]]:
    """One row per method that is new, gone or has another rank, with the 95 % intervals of both ranks."""
    column = Column[tuple[PanelChange, RankChange]]

    def before(row: tuple[PanelChange, RankChange]) -> str:
        r = row[1]
        return place(r.rank_before, r.low_before, r.high_before, "not there" if r.state == "new" else "")

    def after(row: tuple[PanelChange, RankChange]) -> str:
        r = row[1]
        return place(r.rank_after, r.low_after, r.high_after, "gone" if r.state == "gone" else "")

    columns = (
        column("method", lambda row: row[1].label),
        column("before", before),
        column("after", after),
        column("panel", lambda row: row[0].label),
    )
    return table(columns, [(p, r) for p in panels for r in p.ranks if r.changed or r.state != "in both"])


def claims_table(found: Difference) -> Table[ClaimChange]:
    """One row per printed number with another verdict."""
    column = Column[ClaimChange]
    columns = (
        column("claim", lambda c: c.claim, "printed number"),
        column("about", lambda c: c.about),
        column("printed", lambda c: c.printed),
        column("before", lambda c: f"{c.recomputed_before}, {c.before}"),
        column("after", lambda c: f"{c.recomputed_after}, {c.after}"),
    )
    return table(columns, found.claims)


def place(rank: int | None, low: int | None, high: int | None, absent: str) -> str:
    """A rank with its 95 % interval; `absent` says why there is none, "no rank" where it is empty."""
    if rank is None:
        return absent or "no rank"
    return f"{rank}" if low is None or high is None else f"{rank} ({low} to {high})"
