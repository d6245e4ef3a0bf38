"""What would have to be true for a method to lead: the least change of the weights, or why none does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from components.answers.leaderboard import ranking
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.rows import Row
from components.answers.record import Absent, Answer, Part, Said
from components.labels import Labels
from components.plain import by_id
from components.resolved import Resolved, reads
from components.sentences import moving, short, some
from components.stats.ranking.best_of_grids import Way, way_to_lead
from components.stats.ranking.dominance import MARGIN
from components.stats.ranking.grids import MEDIAN
from components.table import Column, Table, table

LEADS, LEVEL = "leads now", "shares the lead now"
BELOW, LACKS = "not ranked: below a floor", "not ranked: a weighted metric was not measured"
DOMINATED, BEATEN = "never: dominated", "never: another scores higher under any weights, though none on every metric"
ONLY_TIES = "never alone: it can at best tie for the lead"


@dataclass(frozen=True, kw_only=True)
class ToLead:
    """What would make one row lead; `by` are the rows that dominate it.

    `share` is the weight that moves from some metrics to others, `moved` what each gains, `applied` the nearest
    weights of four digits at which it leads alone. Where no weights do it these are empty and `reason` says why.
    """

    method: str
    rank: int | None
    share: float | None = None
    moved: Mapping[str, float | None]
    applied: Mapping[str, float | None]
    reason: str = ""
    by: tuple[str, ...] = ()

    @property
    def weights(self) -> tuple[tuple[str, float], ...]:
        """The same weights as a selection holds them; none where there are none."""
        return tuple((m, w) for m, w in self.applied.items() if w)


@dataclass(frozen=True)
class Ways:
    """All rows, those that do not lead first, by how little would do."""

    rows: tuple[ToLead, ...]

    @property
    def nearest(self) -> ToLead | None:
        """The row that needs the least change; None where none can lead that does not."""
        return next((r for r in self.rows if r.share is not None), None)


@reads(rows=True)
def compute(view: Resolved) -> Ways | Absent:
    """The least change for each row."""
    result = view.of(ranking.compute)
    if result.rule == MEDIAN:
        return Absent("The least change is not computed for medians.")
    if len(result.ranked) < 2:
        return Absent("There is no other lead: fewer than two methods are ranked.")
    rows = [_way(view, result, row) for row in result.rows]
    return Ways(tuple(sorted(rows, key=lambda r: (r.rank == 1, r.share is None, r.share or 0.0))))


def _way(view: Resolved, result: Ranking, row: Row) -> ToLead:
    reason, by, way = "", result.dominated_by(row) or (), None
    if row.place is None:
        reason = BELOW if row.below else LACKS
    elif row.rank == 1:
        reason = LEADS if len(result.leaders) == 1 else LEVEL
    elif (result.epsilon(row) or 0.0) < -MARGIN or by:
        reason = DOMINATED if by else BEATEN
    else:
        utilities = view.utilities[view.ranked][:, view.in_play]
        way = way_to_lead(utilities, view.w[view.in_play], row.place, view.grids)
        reason = "" if way.applied is not None else ONLY_TIES
    return _to_lead(view, row, way, reason, by)


def _to_lead(view: Resolved, row: Row, way: Way | None, reason: str, by: tuple[str, ...]) -> ToLead:
    ids = [view.panel.metric_ids[k] for k in view.in_play]
    if way is None or way.applied is None:
        return ToLead(method=row.method, rank=row.rank, moved={}, applied={}, reason=reason, by=by)
    moved, applied = by_id(ids, way.flip.moved), by_id(ids, way.applied)
    return ToLead(method=row.method, rank=row.rank, share=way.flip.distance / 2, moved=moved, applied=applied)


def say(result: Ways, names: Labels) -> Said:
    """Which row needs the least change, and which none brings to the lead."""
    labels, least = short(names), result.nearest
    never = [r.method for r in result.rows if r.rank is not None and r.reason not in ("", LEADS, LEVEL)]
    first = "No change of the weights makes another method lead."
    if least is not None:
        change = moving(labels, least.moved, least.share or 0.0)
        first = f"{labels.method(least.method)} needs the least: it leads once {change}."
    return Said([first, f"No weights put {some(labels, never)} first alone." if never and least is not None else ""])


def what_it_takes(row: ToLead, names: Labels) -> str:
    """The least change for a row in words, or why there is none."""
    if row.by:
        return f"never: {some(names, row.by)} {'is' if len(row.by) == 1 else 'are'} at least as good on every metric"
    return row.reason or moving(names, row.moved, row.share or 0.0)


def ways_table(result: Ways, names: Labels) -> Table[ToLead]:
    """One row per method: the least change of the weights, or why there is none."""
    column = Column[ToLead]
    weighed = dict.fromkeys(m for r in result.rows for m in r.applied)
    columns = (
        column("method", lambda r: r.method, kind="method", place="print"),
        column("rank", lambda r: r.rank, kind="count", place="print", why="reason"),
        column("takes", lambda r: what_it_takes(r, names), "leads once", place="print"),
        column("share", lambda r: r.share, "weight to move", kind="number", place="file", why="reason"),
        column("reason", lambda r: r.reason, place="file"),
        column("dominated_by", lambda r: r.by, "dominated by", kind="method", place="file"),
        *(
            column(f"{what}.{m}", partial(_gained, what, m), kind="number", place="file", why="reason")
            for what in ("moved", "applied")
            for m in weighed
        ),
    )
    return table(columns, result.rows)


def _gained(what: str, metric: str, row: ToLead) -> float | None:
    own: Mapping[str, float | None] = getattr(row, what)
    return own.get(metric)


TO_LEAD = Answer(
    "to_lead",
    compute,
    say,
    Part("to_lead", "What would make each method lead", ways_table),
    heading="What would have to be true for another method to lead?",
    mount="to_lead",
    terms=("dethroning",),
)
