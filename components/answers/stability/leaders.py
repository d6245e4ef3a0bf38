"""Which methods can lead under some weights, and what it takes: the least change, or why no weights
do it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from operator import attrgetter

from components.answers.record import Answer, Part, Said
from components.contest import Contender, Contest
from components.format import by_id, verb
from components.resolved import Resolved
from components.results import ranking
from components.results.absent import Absent
from components.results.lead_change import nobody_else
from components.results.ranked_names import too_few
from components.results.ranking import Ranking
from components.stats.ranking.best_of_grids import MAX_WAYS, Ways
from components.stats.ranking.dominance import MARGIN
from components.table import Column, Link, Table, count_column, number_column, table
from components.words import Labels, moving, short, some

LEADS = "leads now"
TIES = "ties for the lead now"
BELOW_FLOOR = "not ranked: below a floor"
INCOMPLETE = "not ranked: a weighted metric was not measured"
NEVER = "never"
ONLY_TIES = "only in a tie"
NOT_COMPUTED = f"not computed: {MAX_WAYS} others may need less"


@dataclass(frozen=True, kw_only=True)
class ToLead:
    """What would make one row lead; mappings are by metric.

    share         the weight that moves from some metrics to others, `moved` what each gains
    applied       the nearest weights of four digits at which it leads alone; empty, with the
                  `reason`, if no weights do it
    dominating    the rows that dominate it
    largest_lead  under any weights, below 0 the smallest deficit, at the weights `suits`
    """

    method: str
    rank: int | None
    share: float | None = None
    moved: Mapping[str, float | None] = field(default_factory=dict)
    applied: Mapping[str, float | None] = field(default_factory=dict)
    reason: str = ""
    dominating: tuple[str, ...] = ()
    largest_lead: float | None = None
    suits: Mapping[str, float | None] = field(default_factory=dict)

    @property
    def weights(self) -> tuple[tuple[str, float], ...]:
        """The weights at which it leads, as a selection holds them; () if there are none."""
        return tuple((metric, weight) for metric, weight in self.applied.items() if weight)


@dataclass(frozen=True)
class Leaders:
    """All rows, those that do not lead first, by how little would do."""

    rows: tuple[ToLead, ...]
    contest: Contest

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics in play."""
        return self.contest.metric_ids

    @property
    def ranked(self) -> list[ToLead]:
        """The rows that have a rank."""
        return [contender for contender in self.rows if contender.rank is not None]

    @property
    def nearest(self) -> ToLead | None:
        """The row that needs the least change; None if no other method can lead."""
        return next((contender for contender in self.rows if contender.share is not None), None)


def compute(view: Resolved) -> Leaders | Absent:
    ranking_result = view.of(ranking.compute)
    if len(ranking_result.ranked) < 2:
        return Absent(too_few(view.labels, view.contest.by_score))
    open_indices = []
    for contender in ranking_result.ranked:
        if contender.ranked_index is not None and _may_lead(ranking_result, contender):
            open_indices.append(contender.ranked_index)
    ways_to_lead = ranking_result.contest.ways_to_lead(open_indices)
    rows = []
    for contender in ranking_result.rows:
        rows.append(_to_lead(ranking_result, contender, ways_to_lead))
    rows.sort(
        key=lambda contender: (contender.rank == 1, contender.share is None, contender.share or 0.0)
    )
    return Leaders(tuple(rows), ranking_result.contest)


def _may_lead(ranking_result: Ranking, contender: Contender) -> bool:
    """Whether a ranked row does not lead now and some weights may put it first."""
    return (
        contender.rank != 1
        and not ranking_result.dominated_by(contender)
        and (ranking_result.largest_lead(contender) or 0.0) >= -MARGIN
    )


def _to_lead(ranking_result: Ranking, contender: Contender, ways: Ways) -> ToLead:
    metric_ids = ranking_result.contest.metric_ids
    largest_leads = ranking_result.contest.largest_leads
    if contender.ranked_index is None or largest_leads is None:
        reason = BELOW_FLOOR if contender.is_below_floor else INCOMPLETE
        return ToLead(method=contender.method, rank=contender.rank, reason=reason)
    to_lead = ToLead(
        method=contender.method,
        rank=contender.rank,
        dominating=ranking_result.dominated_by(contender),
        largest_lead=ranking_result.largest_lead(contender),
        suits=by_id(metric_ids, largest_leads.weights[contender.ranked_index]),
    )
    if contender.rank == 1:
        return replace(to_lead, reason=LEADS if len(ranking_result.leaders) == 1 else TIES)
    if not _may_lead(ranking_result, contender):
        return replace(to_lead, reason=NEVER)
    if contender.ranked_index not in ways:
        return replace(to_lead, reason=NOT_COMPUTED)
    change, applied = ways[contender.ranked_index]
    if applied is None:
        return replace(to_lead, reason=ONLY_TIES)
    return replace(
        to_lead,
        share=change.distance / 2,
        moved=by_id(metric_ids, change.moved),
        applied=by_id(metric_ids, applied),
    )


def say(leaders: Leaders, labels: Labels) -> Said:
    n_ranked = len(leaders.ranked)
    n_able = sum((contender.largest_lead or 0.0) > MARGIN for contender in leaders.ranked)
    how_many = f"{n_able or 'None'} of {n_ranked}"
    if n_able == n_ranked:
        how_many = f"All {n_ranked}"
    change = nobody_else(leaders.contest, short(labels))
    if leaders.nearest is not None:
        leader = short(labels).method(leaders.nearest.method)
        change = f"{leader} leads once {what_it_takes(leaders.nearest, short(labels))}."
    return Said([f"{how_many} methods can lead alone under some weights.", change])


def what_it_takes(contender: ToLead, labels: Labels) -> str:
    """Return the least change for a row in words, or why there is none."""
    if contender.dominating:
        are = verb(len(contender.dominating), "is", "are")
        return f"never, {some(labels, contender.dominating)} {are} at least as good on every metric"
    return contender.reason or moving(labels, contender.moved, contender.share or 0.0)


def leaders_table(leaders: Leaders, labels: Labels) -> Table[ToLead]:
    """Return one row per method: the least change of the weights, or why there is none."""
    column = Column[ToLead]
    columns = [
        column("method", kind="method"),
        count_column("rank", why="reason"),
        column("takes", lambda contender: what_it_takes(contender, labels), "leads alone once"),
        column(
            "set",
            lambda contender: "Set these weights" if contender.weights else "",
            "try it",
            place="screen only",
            link=set_weights,
        ),
        number_column("share", head="weight to move", place="file", why="reason"),
        number_column("epsilon", "largest_lead", "largest lead", digits=5, place="file"),
        column("reason", place="file"),
        column("dominated_by", "dominating", kind="method", place="file"),
    ]
    for column_name in ("moved", "applied", "suits"):
        for metric in leaders.metrics:
            columns.append(_weight_column(column_name, metric))
    return table(leaders.rows, *columns)


def _weight_column(column_name: str, metric: str) -> Column[ToLead]:
    weights_of = attrgetter(column_name)
    return number_column(
        f"{column_name}.{metric}",
        lambda contender: weights_of(contender).get(metric),
        place="file",
        why="reason",
    )


def set_weights(contender: ToLead) -> Link | None:
    if not contender.weights:
        return None
    return Link(choices={"weights": contender.weights})


LEADERS = Answer(
    "leaders",
    compute,
    say,
    Part("leaders", "What each method needs to lead", leaders_table, shown="open"),
    heading="What each method needs to lead",
    terms=("potential_optimality", "dominance", "dethroning"),
)
