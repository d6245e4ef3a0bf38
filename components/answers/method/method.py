"""One method in every suite: its rank in each panel, how surely it leads, and what each suite means
by it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from components import name_pages
from components.answers.record import Answer, Part, Said, silent
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.contest import Contender
from components.format import MARK, counted, finite, joined, shortened
from components.results import below_floors, ranking
from components.results.ranking import Ranking
from components.selection import default_selection
from components.served import Served
from components.table import Column, Link, Table, placed, table
from components.words import Labels, labels_of
from data.names import Name
from data.registry import PanelInfo, Tables

MAX_SETTINGS = 12
"""Values of one hyper-parameter that are listed."""
ROLES = {
    "reference": "retrained model",
    "original": "original model",
    "control": "control with a known right answer",
}


@dataclass(frozen=True, kw_only=True)
class PanelRank:
    """One panel under its suite's default weights; `method` is the id there.

    rank       among `n_ranked` rows; None with the `reason`, or for a model that is never ranked,
               which `would_rank`
    ahead      whether it is ahead of all others over seeds; None if that was not tested
    shows      the checkpoint that stands for a method with several, of `checkpoints`
    """

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    method: str
    role: str
    rank: int | None
    n_ranked: int
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
    def place(self) -> str:
        """The rank, of how many, and where."""
        return f"{self.rank} of {self.n_ranked} in {self.where}"

    @property
    def share(self) -> float:
        """0 for the first rank, 1 for the last."""
        if self.rank is None or self.n_ranked < 2:
            return 0.0
        return (self.rank - 1) / (self.n_ranked - 1)


@dataclass(frozen=True, kw_only=True)
class SuiteMethod:
    """The method as one suite has it.

    registered   its row in the suite's table of methods or families
    settings     the values of each hyper-parameter over its checkpoints
    checkpoints  how many there are
    """

    tables: Tables
    id: str
    name: Name
    registered: Mapping[str, str]
    settings: Mapping[str, tuple[str, ...]]
    checkpoints: int

    @property
    def role(self) -> str:
        """Candidate, reference, original or control."""
        return str(self.registered.get("role", "candidate"))


@dataclass(frozen=True, kw_only=True)
class MethodResult:
    """One method; panels in the order of the suites. `labels` are those of all methods, by
    address."""

    id: str
    label: str
    meanings: tuple[SuiteMethod, ...]
    standings: tuple[PanelRank, ...]
    labels: Mapping[str, str]

    @property
    def ranked(self) -> list[PanelRank]:
        """The panels in which it has a rank among others."""
        return [
            standing
            for standing in self.standings
            if standing.rank is not None and standing.n_ranked > 1
        ]


def compute(served: Served, address: str | None = None) -> MethodResult:
    """Return the method at an address, or the first one. Raises UnknownName, with the names that
    are near."""
    labels = name_pages.label_by_address("methods", served.suites)
    address = address or next(iter(labels))
    method_label = name_pages.require("methods", address, served.suites)
    meanings = []
    standings: list[PanelRank] = []
    for tables in served.suites:
        for method, name_entry in name_pages.entries("methods", tables).items():
            if name_entry.address == address:
                meanings.append(_meaning(tables, method, name_entry))
                standings += _standings(tables, method, served)
    return MethodResult(
        id=address,
        label=method_label,
        meanings=tuple(meanings),
        standings=tuple(standings),
        labels=labels,
    )


def _meaning(tables: Tables, method: str, name_entry: Name) -> SuiteMethod:
    settings: dict[str, tuple[str, ...]] = {}
    members = [m for m in tables.methods if name_pages.family_of(tables, m.id) == method]
    for member in members:
        for setting, setting_value in member.settings:
            values = settings.get(setting, ())
            if setting_value and setting_value not in values:
                settings[setting] = (*values, setting_value)
    families = [family for family in tables.families if family.id == method]
    registered = (*families, *members)[0]
    return SuiteMethod(
        tables=tables,
        id=method,
        name=name_entry,
        registered=vars(registered),
        settings=settings,
        checkpoints=len(members),
    )


def _standings(tables: Tables, method: str, served: Served) -> Iterator[PanelRank]:
    """Yield where a method stands in each panel that measured it or one of its checkpoints."""
    members = [
        member.id for member in tables.methods if name_pages.family_of(tables, member.id) == method
    ]
    for panel in tables.panels:
        if tables.runs_of(panel.id)["method"].isin(members).any():
            yield _standing(tables, panel, method, served)


def _standing(tables: Tables, panel: PanelInfo, method: str, served: Served) -> PanelRank:
    ranking_result = served.of_suite(
        ranking.compute, replace(default_selection(tables), panel=panel.id)
    )
    unranked = PanelRank(
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=f"{panel.label}{MARK if name_pages.same_method(tables, method) else ''}",
        method=method,
        role="candidate",
        rank=None,
        n_ranked=len(ranking_result.ranked),
        score=None,
    )
    models = ranking_result.references
    if method in models.methods:
        method_index = models.methods.index(method)
        return replace(
            unranked,
            role=models.roles[method],
            score=finite(models.uqs[method_index]),
            would_rank=models.would_rank(method_index),
        )
    contender = next(
        (contender for contender in ranking_result.rows if contender.method == method), None
    )
    if contender is None:
        return replace(unranked, reason="it was not measured")
    if ranking_result.contest.ranks_best_checkpoints:
        unranked = replace(unranked, checkpoints=len(contender.candidates))
    if contender.rank is None:
        return replace(
            unranked, reason=_reason(ranking_result, contender, labels_of(tables, panel.id))
        )
    return replace(
        unranked,
        rank=contender.rank,
        score=contender.score,
        ahead=_is_ahead(ranking_result, method),
        shows=contender.shown or "",
    )


def _is_ahead(ranking_result: Ranking, method: str) -> bool | None:
    """Return whether a row is ahead of all others; None if that was not tested."""
    tested_scope = ranking_result.pair_tests.board
    if tested_scope is None or not ranking_result.pair_tests.rows.names:
        return None
    n_others = len(tested_scope.names) - 1
    return bool(tested_scope.ahead[tested_scope.names.index(method)].sum() == n_others)


def _reason(ranking_result: Ranking, contender: Contender, labels: Labels) -> str:
    """Return why a row of a panel has no rank."""
    if contender.is_below_floor:
        if len(contender.candidates) > 1:
            return "every checkpoint is below the floor"
        method = ranking_result.panel.methods[contender.candidates[0]]
        return f"it is below the floor: {below_floors.misses(ranking_result.below, labels, method)}"
    weights = ranking_result.summary.weights
    lacking_metrics = [
        labels.metric(metric) for metric in ranking_result.missing(contender) if weights[metric]
    ]
    return f"it lacks {joined(lacking_metrics)}" if lacking_metrics else "it was not measured"


def say(method_result: MethodResult, labels: Labels) -> Said:
    method_label = shortened(method_result.label)
    member_roles = {meaning.role for meaning in method_result.meanings}
    if "candidate" not in member_roles:
        return Said([f"{method_label} is a {ROLES[min(member_roles)]} and never ranked."])
    reasons = [standing.reason for standing in method_result.standings if standing.reason]
    ranked = method_result.ranked
    if not ranked:
        reason = reasons[0] if reasons else "nothing is ranked with it"
        return Said([f"{method_label} has no rank: {reason}."])
    n_leading = sum(standing.rank == 1 for standing in ranked)
    n_ahead = sum(standing.ahead is True for standing in ranked)
    verdict = (
        f"{method_label} leads in {n_leading or 'none'} of {counted(len(ranked), 'ranking')},"
        f" ahead of all others in {n_ahead or 'none'}."
    )
    best_standing = min(ranked, key=lambda standing: standing.share)
    worst_standing = max(ranked, key=lambda standing: standing.share)
    best_and_worst = f"Highest: {best_standing.place}"
    if best_standing.share != worst_standing.share:
        best_and_worst += f"; lowest: {worst_standing.place}"
    sentences = [verdict, f"{best_and_worst}."]
    if reasons:
        sentences.append(
            f"No rank in {len(reasons)} more: below the floor or without a weighted metric."
        )
    return Said(sentences)


def board_of(panel_rank: PanelRank) -> Link:
    """Return a link to the ranking of a panel, the checkpoint that stands for the method open."""
    opened = {"open": panel_rank.shows} if panel_rank.shows else {}
    return Link("leaderboard", {"suite": panel_rank.suite, "panel": panel_rank.panel, **opened})


def standings_table(method_result: MethodResult, labels: Labels) -> Table[PanelRank]:
    """Return one row per panel."""
    column = Column[PanelRank]
    columns = (
        *placed(lambda standing: standing, board_of),
        column("method", lambda standing: standing.method, place="file"),
        column("role", lambda standing: standing.role, place="file"),
        column("rank", lambda standing: standing.rank, kind="count", place="print", why="reason"),
        column("of", lambda standing: standing.n_ranked, kind="count", place="print"),
        column(
            "ahead",
            lambda standing: standing.ahead,
            "ahead of all others",
            kind="flag",
            place="print",
        ),
        column("uqs", lambda standing: standing.score, "score", kind="number", place="print"),
        column("would_rank", lambda standing: standing.would_rank, "would rank", kind="count"),
        column("shows", lambda standing: standing.shows, place="file"),
        column("checkpoints", lambda standing: standing.checkpoints or None, kind="count"),
        column("reason", lambda standing: standing.reason, "no rank because"),
    )
    return table(columns, method_result.standings)


def settings_text(suite_method: SuiteMethod) -> str:
    """Return the values of each hyper-parameter, in one cell."""
    setting_texts = []
    for setting, values in suite_method.settings.items():
        setting_texts.append(f"{setting} {', '.join(values[:MAX_SETTINGS])}")
    return "; ".join(setting_texts)


def meanings_table(method_result: MethodResult, labels: Labels) -> Table[SuiteMethod]:
    """Return one row per suite that has the method."""
    column = Column[SuiteMethod]
    columns = (
        column("suite", lambda meaning: meaning.tables.suite.id, place="file"),
        column("suite_label", lambda meaning: meaning.tables.suite.title, "suite", place="print"),
        column("id", lambda meaning: meaning.id, place="file"),
        column("label", lambda meaning: meaning.registered["label"], place="file"),
        column("name", lambda meaning: meaning.registered["name"], place="print"),
        column("role", lambda meaning: meaning.role),
        column("note", lambda meaning: meaning.name.note, "differs", place="print"),
        column("description", lambda meaning: meaning.registered["description"], place="print"),
        column("checkpoints", lambda meaning: meaning.checkpoints, kind="count", place="file"),
        column("settings", lambda meaning: dict(meaning.settings), place="file"),
        column("grid", settings_text, "settings", place="screen only"),
        column(
            "reference",
            lambda meaning: meaning.registered["reference"],
            "source",
            link=lambda meaning: Link(url=meaning.registered["url"]),
        ),
        column("url", lambda meaning: meaning.registered["url"], place="file"),
        column(
            "paper",
            lambda meaning: meaning.tables.suite.paper,
            "study",
            link=lambda meaning: Link(url=meaning.tables.suite.url),
        ),
        column("paper_url", lambda meaning: meaning.tables.suite.url, place="file"),
        column("licence", lambda meaning: meaning.tables.suite.licence, place="file"),
    )
    return table(columns, method_result.meanings)


ID = Choice(
    "id",
    "the method, by the address of its page",
    parsing.free,
    Boxes(
        ("Method",),
        lambda method_result, labels: method_result.labels,
        chosen=lambda method_result: (method_result.id,),
    ),
)
STANDINGS = Answer(
    "standings",
    compute,
    say,
    Part("standings", "Where it stands", standings_table, shown="open"),
    facts=lambda method_result: {"id": method_result.id, "label": method_result.label},
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
