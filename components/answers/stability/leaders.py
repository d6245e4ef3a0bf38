"""Which methods can lead under some weights, and what it takes: the least change, or why no weights
do it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from components.answers.record import Absent, Answer, Part, Said
from components.answers.stability import weightings
from components.answers.stability.weightings import Weightings
from components.contest import Contender
from components.format import by_id
from components.resolved import Resolved
from components.results import ranking
from components.results.ranking import Ranking
from components.stats.ranking.best_of_grids import MAX_WAYS, Ways, ways_to_lead
from components.stats.ranking.dominance import MARGIN
from components.table import Column, Link, Table, table
from components.words import Labels, moving, short, some

LEADS, LEVEL = "leads now", "ties for the lead now"
BELOW, LACKS = "not ranked: below a floor", "not ranked: a weighted metric was not measured"
NEVER, ONLY_TIES, FAR = "never", "only in a tie", f"not computed: {MAX_WAYS} others may need less"


@dataclass(frozen=True, kw_only=True)
class ToLead:
    """What would make one row lead; `by` are the rows that dominate it.

    share    the weight that moves from some metrics to others, `moved` what each gains
    applied  the nearest weights of four digits at which it leads alone; empty, with the `reason`,
             if no weights do it
    epsilon  its largest lead under any weights, below 0 the smallest deficit, at the weights
             `suits` (by metric)
    first    the share of random weights under which it leads
    """

    method: str
    rank: int | None
    share: float | None = None
    moved: Mapping[str, float | None]
    applied: Mapping[str, float | None]
    reason: str = ""
    by: tuple[str, ...] = ()
    epsilon: float | None = None
    suits: Mapping[str, float | None]
    first: float | None = None

    @property
    def weights(self) -> tuple[tuple[str, float], ...]:
        """The weights at which it leads, as a selection holds them; () if there are none."""
        return tuple((m, w) for m, w in self.applied.items() if w)


@dataclass(frozen=True)
class Leaders:
    """All rows, those that do not lead first, by how little would do."""

    rows: tuple[ToLead, ...]

    @property
    def ranked(self) -> list[ToLead]:
        """The rows that have a rank."""
        return [r for r in self.rows if r.rank is not None]

    @property
    def able(self) -> list[ToLead]:
        """The rows that can lead alone under some weights."""
        return [r for r in self.ranked if (r.epsilon or 0.0) > MARGIN]

    @property
    def nearest(self) -> ToLead | None:
        """The row that needs the least change; None if no other method can lead."""
        return next((r for r in self.rows if r.share is not None), None)


def compute(view: Resolved) -> Leaders | Absent:
    result, anywhere = view.of(ranking.compute), view.of(weightings.compute)
    if isinstance(anywhere, Absent):
        return anywhere
    open_ = [
        row.ranked_index
        for row in result.rows
        if row.ranked_index is not None and _may_lead(result, row)
    ]
    ways = ways_to_lead(
        view.utilities[view.ranked][:, view.in_play], view.w[view.in_play], open_, view.grids
    )
    rows = [_row(view, result, anywhere, row, ways) for row in result.rows]
    return Leaders(
        tuple(sorted(rows, key=lambda r: (r.rank == 1, r.share is None, r.share or 0.0)))
    )


def _may_lead(result: Ranking, row: Contender) -> bool:
    """Whether a row does not lead now and some weights may put it first."""
    if (
        row.rank == 1
        or row.ranked_index is None
        or result.contest.largest_leads is None
        or result.dominated_by(row)
    ):
        return False
    return bool(result.contest.largest_leads.epsilon[row.ranked_index] >= -MARGIN)


def _row(
    view: Resolved, result: Ranking, anywhere: Weightings, row: Contender, ways: Ways
) -> ToLead:
    ids = [view.panel.metric_ids[k] for k in view.in_play]
    start = partial(ToLead, method=row.method, rank=row.rank, first=anywhere.first.get(row.method))
    if row.ranked_index is None or result.contest.largest_leads is None:
        return start(moved={}, applied={}, suits={}, reason=BELOW if row.is_below_floor else LACKS)
    by, epsilon = (
        result.dominated_by(row) or (),
        float(result.contest.largest_leads.epsilon[row.ranked_index]),
    )
    found = partial(
        start,
        epsilon=epsilon,
        suits=by_id(ids, result.contest.largest_leads.weights[row.ranked_index]),
        by=by,
    )
    if row.rank == 1:
        return found(moved={}, applied={}, reason=LEADS if len(result.leaders) == 1 else LEVEL)
    if not _may_lead(result, row):
        return found(moved={}, applied={}, reason=NEVER)
    flip, near = ways.get(row.ranked_index, (None, None))
    if flip is None or near is None:
        return found(moved={}, applied={}, reason=ONLY_TIES if flip else FAR)
    return found(moved=by_id(ids, flip.moved), applied=by_id(ids, near), share=flip.distance / 2)


def say(result: Leaders, names: Labels) -> Said:
    able, of, least = len(result.able), len(result.ranked), result.nearest
    count = f"All {of}" if able == of else f"{able or 'None'} of {of}"
    return Said(
        [f"{count} methods can lead alone under some weights.", least_change(least, short(names))]
    )


def least_change(row: ToLead | None, names: Labels) -> str:
    """Return how little weight has to move before another method leads."""
    if row is None:
        return "No weights put another method alone in first place."
    return f"{names.method(row.method)} leads once {moving(names, row.moved, row.share or 0.0)}."


def what_it_takes(row: ToLead, names: Labels) -> str:
    """Return the least change for a row in words, or why there is none."""
    if row.by:
        return (
            f"never, {some(names, row.by)} {'is' if len(row.by) == 1 else 'are'} at least as good"
            " on every metric"
        )
    return row.reason or moving(names, row.moved, row.share or 0.0)


def leaders_table(result: Leaders, names: Labels) -> Table[ToLead]:
    """One row per method: the least change of the weights, or why there is none, and how often it
    leads."""
    column = Column[ToLead]
    weighed = dict.fromkeys(m for r in result.rows for m in r.suits)
    columns = (
        column("method", lambda r: r.method, kind="method", place="print"),
        column("rank", lambda r: r.rank, kind="count", place="print", why="reason"),
        column("takes", lambda r: what_it_takes(r, names), "leads alone once", place="print"),
        column(
            "first",
            lambda r: r.first,
            "leads under, of random weights",
            kind="share",
            place="print",
        ),
        column(
            "set",
            lambda r: "Set these weights" if r.weights else "",
            "try it",
            place="screen only",
            link=set_weights,
        ),
        column(
            "share", lambda r: r.share, "weight to move", kind="number", place="file", why="reason"
        ),
        column(
            "epsilon", lambda r: r.epsilon, "largest lead", kind="number", digits=5, place="file"
        ),
        column("reason", lambda r: r.reason, place="file"),
        column("dominated_by", lambda r: r.by, kind="method", place="file"),
        *(
            column(f"{what}.{m}", partial(_of, what, m), kind="number", place="file", why="reason")
            for what in ("moved", "applied", "suits")
            for m in weighed
        ),
    )
    return table(columns, result.rows)


def _of(what: str, metric: str, row: ToLead) -> float | None:
    own: Mapping[str, float | None] = getattr(row, what)
    return own.get(metric)


def set_weights(row: ToLead) -> Link | None:
    return Link(choices={"weights": row.weights}) if row.weights else None


LEADERS = Answer(
    "leaders",
    compute,
    say,
    Part("leaders", "What each method needs to lead", leaders_table, shown="open"),
    heading="What each method needs to lead",
    terms=("potential_optimality", "dominance", "dethroning"),
)
