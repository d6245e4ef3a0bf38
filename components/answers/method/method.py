"""One method in every suite: its rank in each panel, how surely it leads, and what each suite means
by it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from components import words
from components.answers.record import Answer, Part, Said, silent
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import MARK, counted, finite, joined, shortened
from components.resolved import Resolved
from components.results import below_floors, ranking
from components.results.ranking import Ranking
from components.selection import default_selection
from components.served import Served
from components.table import Column, Link, Table, placed, table
from components.words import Labels
from data.names import Name
from data.registry import PanelInfo, Tables

MOST_SETTINGS = 12
"""Values of one hyper-parameter that are listed."""
ROLES = {
    "reference": "retrained model",
    "original": "original model",
    "control": "control with a known right answer",
}


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One panel under its suite's default weights; `method` is the id there.

    rank       among `of` methods; None with the `reason`, or for a model that is never ranked,
               which `would_rank`
    ahead      whether it is ahead of all others on new training seeds; None if that was not tested
    shows      the checkpoint that stands for a method with several, of `checkpoints`
    """

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    method: str
    role: str
    rank: int | None
    of: int
    score: float | None
    would_rank: int | None = None
    ahead: bool | None = None
    shows: str = ""
    checkpoints: int = 0
    reason: str = ""

    @property
    def where(self) -> str:
        """The panel and its suite."""
        return f"{shortened(self.panel_label)} ({shortened(self.suite_label)})"

    @property
    def share(self) -> float:
        """0 for the first rank, 1 for the last."""
        return 0.0 if self.rank is None or self.of < 2 else (self.rank - 1) / (self.of - 1)


@dataclass(frozen=True, kw_only=True)
class Meaning:
    """The method as one suite has it; `settings` are the values of each hyper-parameter over its
    checkpoints."""

    tables: Tables
    id: str
    name: Name
    settings: Mapping[str, tuple[str, ...]]
    checkpoints: int

    @property
    def own(self) -> Mapping[str, str]:
        """Its row in the suite's table of methods or families."""
        families = {f.id: vars(f) for f in self.tables.families}
        return families.get(self.id) or vars(
            next(m for m in self.tables.methods if m.id == self.id)
        )

    @property
    def role(self) -> str:
        """Candidate, reference, original or control."""
        return str(self.own.get("role", "candidate"))


@dataclass(frozen=True, kw_only=True)
class MethodResult:
    """One method; panels in the order of the suites."""

    id: str
    label: str
    meanings: tuple[Meaning, ...]
    standings: tuple[Standing, ...]
    every: Mapping[str, str]

    @property
    def ranked(self) -> list[Standing]:
        """The panels in which it has a rank among others."""
        return [s for s in self.standings if s.rank is not None and s.of > 1]


def compute(served: Served, address: str | None = None) -> MethodResult:
    """Return the method at an address, or the first one. Raises UnknownName, with the names that
    are near."""
    every = words.known("methods", served.suites)
    address = address or next(iter(every))
    label = words.require("methods", address, served.suites)
    found = [
        (tables, own_id, name)
        for tables in served.suites
        for own_id, name in words.entries("methods", tables).items()
        if name.address == address
    ]
    return MethodResult(
        id=address,
        label=label,
        meanings=tuple(_meaning(*one) for one in found),
        standings=tuple(
            _standing(tables, panel, own_id, served)
            for tables, own_id, _ in found
            for panel in tables.panels
            if tables.runs_of(panel.id)["method"].isin(_members(tables, own_id)).any()
        ),
        every=every,
    )


def _members(tables: Tables, own_id: str) -> set[str]:
    return {m.id for m in tables.methods if words.family_of(tables, m.id) == own_id}


def _meaning(tables: Tables, own_id: str, name: Name) -> Meaning:
    members, settings = _members(tables, own_id), dict[str, tuple[str, ...]]()
    for member in (m for m in tables.methods if m.id in members):
        for setting, value in member.settings:
            if value:
                settings[setting] = tuple(dict.fromkeys((*settings.get(setting, ()), value)))
    return Meaning(tables=tables, id=own_id, name=name, settings=settings, checkpoints=len(members))


def _standing(tables: Tables, panel: PanelInfo, own_id: str, served: Served) -> Standing:
    chosen = replace(default_selection(tables), panel=panel.id)
    board = served.one(ranking.compute, chosen)
    row = next((r for r in board.rows if r.method == own_id), None)
    start = Standing(
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=f"{panel.label}{MARK if words.beside(tables, own_id) else ''}",
        method=own_id,
        role="candidate",
        rank=None,
        of=len(board.ranked),
        score=None,
        checkpoints=len(row.candidates)
        if row is not None and board.contest.ranks_best_checkpoints
        else 0,
    )
    drawn = board.references
    if own_id in drawn.methods:
        i = drawn.methods.index(own_id)
        return replace(
            start,
            role=drawn.roles[own_id],
            score=finite(drawn.uqs[i]),
            would_rank=drawn.would_rank(i),
        )
    if row is None or row.rank is None:
        return replace(start, reason=served.one(_reason_of, chosen)(own_id))
    scope = board.pair_tests.board
    ahead = None
    if scope is not None and board.pair_tests.rows.names:
        ahead = bool(scope.ahead[scope.names.index(own_id)].sum() == len(scope.names) - 1)
    return replace(start, rank=row.rank, score=row.score, ahead=ahead, shows=row.shown or "")


def _reason_of(view: Resolved) -> "_Reason":
    return _Reason(view.of(ranking.compute), view.labels)


@dataclass(frozen=True)
class _Reason:
    """Why a method has no rank in a panel."""

    board: Ranking
    names: Labels

    def __call__(self, method: str) -> str:
        row = next((r for r in self.board.rows if r.method == method), None)
        if row is None:
            return "it was not measured"
        if row.is_below_floor:
            missed = below_floors.misses(
                self.board.below, self.names, self.board.panel.methods[row.candidates[0]]
            )
            return (
                "every checkpoint is below the floor"
                if len(row.candidates) > 1
                else f"it is below the floor: {missed}"
            )
        lacks = [
            self.names.metric(m) for m in self.board.missing(row) if self.board.summary.weights[m]
        ]
        return f"it lacks {joined(lacks)}" if lacks else "it was not measured"


def say(result: MethodResult, names: Labels) -> Said:
    label, ranked = shortened(result.label), result.ranked
    roles = {m.role for m in result.meanings}
    if "candidate" not in roles:
        return Said([f"{label} is a {ROLES[min(roles)]} and never ranked."])
    if not ranked:
        reasons = [s.reason for s in result.standings if s.reason]
        return Said(
            [f"{label} has no rank: {reasons[0] if reasons else 'nothing is ranked with it'}."]
        )
    leads, ahead = sum(s.rank == 1 for s in ranked), sum(s.ahead is True for s in ranked)
    best, worst = min(ranked, key=lambda s: s.share), max(ranked, key=lambda s: s.share)
    ends = f"Highest: {best.rank} of {best.of} in {best.where}"
    if best.share != worst.share:
        ends += f"; lowest: {worst.rank} of {worst.of} in {worst.where}"
    of, gone = counted(len(ranked), "ranking"), sum(bool(s.reason) for s in result.standings)
    first = f"{label} leads in {leads or 'none'} of {of}, ahead of all others in {ahead or 'none'}."
    no_rank = (
        f"No rank in {gone} more: below the floor or without a weighted metric." if gone else ""
    )
    return Said([first, f"{ends}.", no_rank])


def board_of(standing: Standing) -> Link:
    opened = {"open": standing.shows} if standing.shows else {}
    return Link("leaderboard", {"suite": standing.suite, "panel": standing.panel, **opened})


def standings_table(result: MethodResult, names: Labels) -> Table[Standing]:
    column = Column[Standing]
    columns = (
        *placed(lambda s: s, board_of),
        column("method", lambda s: s.method, place="file"),
        column("role", lambda s: s.role, place="file"),
        column("rank", lambda s: s.rank, kind="count", place="print", why="reason"),
        column("of", lambda s: s.of, kind="count", place="print"),
        column("ahead", lambda s: s.ahead, "ahead of all others", kind="flag", place="print"),
        column("uqs", lambda s: s.score, "score", kind="number", place="print"),
        column("would_rank", lambda s: s.would_rank, "would rank", kind="count"),
        column("shows", lambda s: s.shows, place="file"),
        column("checkpoints", lambda s: s.checkpoints or None, kind="count"),
        column("reason", lambda s: s.reason, "no rank because"),
    )
    return table(columns, result.standings)


def meanings_table(result: MethodResult, names: Labels) -> Table[Meaning]:
    column = Column[Meaning]

    def grid(meaning: Meaning) -> str:
        values = [f"{k} {', '.join(v[:MOST_SETTINGS])}" for k, v in meaning.settings.items()]
        return "; ".join(values)

    columns = (
        column("suite", lambda m: m.tables.suite.id, place="file"),
        column("suite_label", lambda m: m.tables.suite.title, "suite", place="print"),
        column("id", lambda m: m.id, place="file"),
        column("label", lambda m: m.own["label"], place="file"),
        column("name", lambda m: m.own["name"], place="print"),
        column("role", lambda m: m.role),
        column("note", lambda m: m.name.note, "differs", place="print"),
        column("description", lambda m: m.own["description"], place="print"),
        column("checkpoints", lambda m: m.checkpoints, kind="count", place="file"),
        column("settings", lambda m: dict(m.settings), place="file"),
        column("grid", grid, "settings", place="screen only"),
        column(
            "reference",
            lambda m: m.own["reference"],
            "source",
            link=lambda m: Link(url=m.own["url"]),
        ),
        column("url", lambda m: m.own["url"], place="file"),
        column(
            "paper",
            lambda m: m.tables.suite.paper,
            "study",
            link=lambda m: Link(url=m.tables.suite.url),
        ),
        column("paper_url", lambda m: m.tables.suite.url, place="file"),
        column("licence", lambda m: m.tables.suite.licence, place="file"),
    )
    return table(columns, result.meanings)


ID = Choice(
    "id",
    "the method, by the address of its page",
    parsing.free,
    Boxes(("Method",), lambda result, names: result.every, chosen=lambda result: (result.id,)),
)
STANDINGS = Answer(
    "standings",
    compute,
    say,
    Part("standings", "Where it stands", standings_table, shown="open"),
    facts=lambda result: {"id": result.id, "label": result.label},
    asks=(ID,),
)
MEANINGS = Answer(
    "method_meanings",
    compute,
    silent,
    Part("meanings", "What each suite means by it", meanings_table, shown="open"),
    heading="What each suite means by it",
    asks=(ID,),
)
