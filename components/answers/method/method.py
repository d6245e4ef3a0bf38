"""One method in every suite: its rank in each panel, and its place by each metric alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from components import names
from components.answers.method import meanings
from components.answers.method.meanings import Meaning
from components.answers.method.places import Places, places
from components.answers.record import Answer, Part, Said
from components.labels import Labels
from components.plain import number as known_number
from components.selection import default_selection
from components.served import Served
from components.table import Column, Table, placed, table
from components.text import MARK, cleaned, counted, joined
from data.registry import PanelInfo, Tables


@dataclass(frozen=True, kw_only=True)
class MetricPlace:
    """The place by one metric alone: `rank` of `of`, for a family that of its best checkpoint among all of them."""

    metric: str
    address: str
    label: str
    weighted: bool
    rank: int
    of: int


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One panel under its suite's default weights.

    `rank` is among `of` methods, None with the `missing` metrics, with what a method `below` a floor misses, or for a
    model that is never ranked, which has a `would_rank` instead. A family ranks by its best checkpoint: `open` is that
    checkpoint, `checkpoint_rank` its rank among all `checkpoint_of`, `median_rank` the family's rank by its median;
    else `open` is the method itself. `tied` counts the others with the same rank.
    """

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    method: str
    role: str
    rank: int | None
    of: int
    tied: int = 0
    score: float | None
    would_rank: int | None = None
    open: str = ""
    checkpoints: int = 0
    checkpoint_rank: int | None = None
    checkpoint_of: int = 0
    median_rank: int | None = None
    missing: tuple[str, ...] = ()
    below: str = ""
    metrics: tuple[MetricPlace, ...]

    @property
    def where(self) -> str:
        """The panel and its suite."""
        return f"{self.panel_label} ({self.suite_label})"

    @property
    def share(self) -> float:
        """0 for the first place, 1 for the last."""
        return 0.0 if self.rank is None or self.of < 2 else (self.rank - 1) / (self.of - 1)


@dataclass(frozen=True, kw_only=True)
class MethodResult:
    """One method. Panels in the order of the suites; `label` is its name across suites."""

    id: str
    label: str
    meanings: tuple[Meaning, ...]
    standings: tuple[Standing, ...]

    @property
    def ranked(self) -> tuple[Standing, ...]:
        """The panels in which it has a rank."""
        return tuple(s for s in self.standings if s.rank is not None)

    @property
    def candidate(self) -> bool:
        """Whether any suite ranks it."""
        return any(m.role == "candidate" for m in self.meanings)


def compute(served: Served) -> MethodResult:
    """The method at the address. Raises UnknownName, with the names that are near."""
    wanted = served.selection.id
    label = names.require("methods", wanted, served.suites)
    suites = {tables.suite.id: tables for tables in served.suites}
    found = served.of(meanings.compute)
    standings = tuple(s for m in found for s in _standings(suites[m.suite], m.id, served))
    return MethodResult(id=wanted, label=label, meanings=found, standings=standings)


def _standings(tables: Tables, own_id: str, served: Served) -> list[Standing]:
    members = {m.id for m in tables.methods if names.family_of(tables, m.id) == own_id}
    return [
        _standing(tables, panel, own_id, served)
        for panel in tables.panels
        if bool(tables.runs_of(panel.id)["method"].isin(members).any())
    ]


def _below(board: Places, members: Sequence[str]) -> str:
    """What a method misses of the floors; of one with several checkpoints that each of them is below."""
    missed = [board.below[m] for m in members if m in board.below]
    if len(members) > 1:
        return "every checkpoint is below the floor" if len(missed) == len(members) else ""
    return f"below the floor: {missed[0]}" if missed else ""


def _standing(tables: Tables, panel: PanelInfo, own_id: str, served: Served) -> Standing:
    board = served.one(places, replace(default_selection(tables), panel=panel.id))
    grid = board.grids.get(own_id)
    drawn = board.references
    at = drawn.methods.index(own_id) if own_id in drawn.methods else None
    known = [g.best_rank for g in board.grids.values()] if grid is not None else list(board.ranks.values())
    rank = grid.best_rank if grid is not None else board.ranks.get(own_id)
    best = (grid.row.best_checkpoint or "") if grid is not None else own_id
    score = board.scores.get(best)
    return Standing(
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=f"{panel.label}{MARK if names.beside(tables, own_id) else ''}",
        method=own_id,
        role="candidate" if at is None else drawn.roles[own_id],
        rank=rank,
        of=len(known),
        tied=0 if rank is None else known.count(rank) - 1,
        score=score if at is None else known_number(drawn.uqs[at]),
        would_rank=None if at is None else drawn.would_rank(at),
        open="" if at is not None else best,
        checkpoints=0 if grid is None else grid.row.checkpoints,
        checkpoint_rank=None if grid is None else board.ranks.get(best),
        checkpoint_of=0 if grid is None else len(board.ranks),
        median_rank=None if grid is None else grid.median_rank,
        missing=board.missing.get(own_id, ()),
        below=_below(board, [m.id for m in tables.methods if names.family_of(tables, m.id) == own_id]),
        metrics=_metrics(tables, board, (own_id,) if grid is None else grid.checkpoints),
    )


def _metrics(tables: Tables, board: Places, methods: Sequence[str]) -> tuple[MetricPlace, ...]:
    rows = [(column, [column.ranks[m] for m in methods if m in column.ranks]) for column in board.metrics]
    return tuple(
        MetricPlace(
            metric=column.metric,
            address=names.address("metrics", tables, column.metric),
            label=f"{column.label} {column.arrow}",
            weighted=column.weighted,
            rank=min(ranks),
            of=len(column.ranks),
        )
        for column, ranks in rows
        if ranks
    )


ROLES = {
    "reference": "never saw the forgotten data: it shows what unlearning should come to and is never ranked",
    "original": "has not unlearned anything: it is where unlearning starts and is never ranked",
    "control": "is a control, whose right answer is known by construction: it is never ranked",
}
PLACES_READING = (
    "Each suite is ranked under its own default weights. A method with several checkpoints ranks among methods by its "
    "best one, which flatters large grids; the median is not flattered."
)
METRICS_READING = (
    "The place by each metric alone; • marks the metrics that are part of the score. Of a method with several "
    "checkpoints it is the best place of any of them. A place leads to what other sources report of the same metric."
)


def lead(result: MethodResult) -> list[str]:
    """Where the method leads, and where it ranks highest and lowest."""
    label, ranked = cleaned(result.label), result.ranked
    if not result.candidate:
        roles = [ROLES[m.role] for m in result.meanings if m.role in ROLES]
        return [f"{label} {roles[0]}."] if roles else []
    if not ranked:
        return [f"{label} has no rank in any panel."]
    if len(ranked) == 1:
        return [f"{label} ranks {place(ranked[0])} on {cleaned(ranked[0].where)}, the only panel where it is ranked."]
    contested = [s for s in ranked if s.of > 1]
    if not contested:
        return [f"{label} is the only method ranked in each of {len(ranked)} panels: there is nothing to lead."]
    if len(contested) == 1:
        (one,) = contested
        only = f"{label} ranks {place(one)} on {cleaned(one.where)}, the only panel with others ranked beside it."
        return [only, *_elsewhere(result)]
    leads = [s for s in contested if s.rank == 1]
    first = (
        f"{label} leads in {len(leads) or 'none'} of {counted(len(contested), 'panel')} with others ranked beside it."
    )
    best, worst = min(contested, key=lambda s: s.share), max(contested, key=lambda s: s.share)
    ends = (
        f"It stands highest on {cleaned(best.where)} ({place(best)}) and lowest on {cleaned(worst.where)} "
        f"({place(worst)})."
    )
    return [first, *([ends] if best.share != worst.share else []), *_elsewhere(result)]


def _elsewhere(result: MethodResult) -> list[str]:
    """In how many further panels it has no rank and why, and in how many nothing else has one."""
    below = sum(bool(s.below) for s in result.standings)
    lacking = sum(bool(s.missing) and not s.below for s in result.standings)
    alone = sum(s.of < 2 for s in result.ranked)
    counts = [
        f"is below the floor in {below} more" if below else "",
        f"lacks a weighted metric in {lacking}" if lacking else "",
        f"is the only method ranked in {alone}" if alone else "",
    ]
    return [f"It {joined([c for c in counts if c])}."] if any(counts) else []


def place(standing: Standing) -> str:
    """The rank in a cell or a sentence: "1 of 7", with a word where others share it."""
    if standing.rank is None:
        return "not ranked"
    shared = ", shared" if standing.tied else ""
    return f"{standing.rank} of {standing.of}{shared}"


def beside(standing: Standing) -> str:
    """Further facts on a place: the checkpoints behind it, or why there is no rank."""
    if standing.would_rank is not None:
        return f"would stand at {standing.would_rank} beside {counted(standing.of, 'candidate')}"
    if standing.rank is None:
        lacks = f"without {joined([cleaned(m) for m in standing.missing])}" if standing.missing else ""
        return lacks or standing.below or "never ranked"
    if not standing.checkpoints:
        return ""
    return (
        f"best of {counted(standing.checkpoints, 'checkpoint')} ranks {standing.checkpoint_rank} of "
        f"{standing.checkpoint_of}; by its median the method is {standing.median_rank} of {standing.of}"
    )


def standings_table(result: MethodResult, labels: Labels) -> Table[Standing]:
    """One row per panel."""
    column = Column[Standing]
    columns = (
        *placed(lambda s: s),
        column("method", lambda s: s.method, place="file"),
        column("role", lambda s: s.role, place="file"),
        column("rank", lambda s: s.rank, kind="count", place="print"),
        column("of", lambda s: s.of, kind="count", place="print"),
        column("tied", lambda s: s.tied, "others with this rank", kind="count"),
        column("uqs", lambda s: s.score, "UQS", kind="number", place="print"),
        column("would_rank", lambda s: s.would_rank, kind="count", place="file"),
        column("open", lambda s: s.open, place="file"),
        column("checkpoints", lambda s: s.checkpoints, kind="count", place="file"),
        column("checkpoint_rank", lambda s: s.checkpoint_rank, kind="count", place="file"),
        column("checkpoint_of", lambda s: s.checkpoint_of, kind="count", place="file"),
        column("median_rank", lambda s: s.median_rank, kind="count", place="file"),
        column("missing", lambda s: s.missing, place="file"),
        column("beside", beside),
    )
    return table(columns, result.standings)


def metrics_table(result: MethodResult, labels: Labels) -> Table[tuple[Standing, MetricPlace]]:
    """One row per panel and metric."""
    column = Column[tuple[Standing, MetricPlace]]
    columns = (
        *placed(lambda r: r[0]),
        column("metric", lambda r: r[1].metric, place="file"),
        column("address", lambda r: r[1].address, place="file"),
        column("label", lambda r: r[1].label, "metric", place="print"),
        column("rank", lambda r: r[1].rank, "place", kind="count", place="print"),
        column("of", lambda r: r[1].of, kind="count", place="print"),
        column("weighted", lambda r: r[1].weighted, "in the score", kind="flag"),
    )
    return table(columns, [(s, m) for s in result.standings for m in s.metrics])


STANDINGS = Answer(
    "standings",
    compute,
    lambda result, labels: Said(lead(result), [PLACES_READING]),
    Part("standings", "Where it stands", standings_table),
    facts=lambda result: {"id": result.id, "label": result.label},
    mount="method_standings",
)
BY_METRIC = Answer(
    "by_metric",
    compute,
    lambda result, labels: Said((), [METRICS_READING]),
    Part("by_metric", "By each metric alone", metrics_table),
    heading="By each metric alone",
    mount="method_metrics",
)
