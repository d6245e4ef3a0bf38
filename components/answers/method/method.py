"""One method in every suite: its rank in each panel, how surely it leads, and what each suite means
by it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from components import name_pages
from components.answers.record import Answer, Part, Said, silent
from components.choices import compared_data, parsing
from components.choices.controls import MIDDLE, Boxes
from components.choices.record import Choice
from components.contest import Contender
from components.format import MARK, at_most, capital, counted, finite, joined, shortened
from components.resolved import Resolved
from components.results import below_floors, data_sets, references, weightings
from components.results.data_sets import Where
from components.results.leads import KINDS, Kind, Led, MethodLeads, leads_of_kind, led, method_leads
from components.results.pair_tests import all_pair_tests
from components.results.ranking import compute as whole_ranking
from components.results.ranking_place import RankingPlace
from components.results.source_count import rankings_from, source_column
from components.selection import default_selection
from components.served import Served
from components.table import (
    Column,
    Link,
    Table,
    count_column,
    flag_column,
    number_column,
    placed,
    table,
)
from components.words import Labels, labels_of
from data.names import Name
from data.registry import PanelInfo, Tables

MAX_PLACES = 3
"""Panels without a rank that a sentence names."""
MAX_SETTINGS = 12
"""Values of one hyper-parameter that are listed."""
ROLES = {
    "reference": "retrained model",
    "original": "original model",
    "control": "control with a known right answer",
}


@dataclass(frozen=True, kw_only=True)
class PanelRank(RankingPlace):
    """One panel as its suite opens; `method` is the id there.

    selection  of the panel: its weights are those in use
    rank       among `n_ranked` rows; None with the `reason`, or for a model that is never ranked,
               which `would_rank`
    leads      whether it leads alone and beats the untouched model, `ahead` whether it is then
               ahead of all others; None if that was not tested
    below      whether a floor is the reason
    shows      the checkpoint that stands for a method with several, of `checkpoints`
    """

    method: str
    role: str
    rank: int | None
    n_ranked: int
    score: float | None
    would_rank: int | None = None
    leads: bool = False
    ahead: bool | None = None
    untouched_leads: bool = False
    below: bool = False
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

    @property
    def standing(self) -> str:
        """What the rank is worth: leads, ahead of all others; why there is none."""
        if self.rank is None:
            return self.reason.removeprefix("it is ").removeprefix("it ")
        if self.leads:
            return "ahead of all others" if self.ahead else "leads"
        if self.rank > 1:
            return ""
        return "the untouched model leads" if self.untouched_leads else "ties for the lead"


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
    """One method; panels in the order of the suites.

    leads      the rankings of each kind of model that it is in and leads, as the start page counts;
               {} on a part of the data
    where      the part of the data asked
    data_sets  the splits of each data set that it was measured on
    labels     those of all methods, by address
    """

    id: str
    label: str
    meanings: tuple[SuiteMethod, ...]
    standings: tuple[PanelRank, ...]
    leads: Mapping[Kind, MethodLeads]
    where: Where
    data_sets: Mapping[str, Mapping[str, str]]
    labels: Mapping[str, str]

    @property
    def counted(self) -> dict[Kind, MethodLeads]:
        """The kinds of model of which it is in some ranking."""
        return {kind: of_kind for kind, of_kind in self.leads.items() if of_kind.ranked}

    @property
    def counts(self) -> tuple[int, int, int]:
        """In how many of the rankings that the start page counts it is, how many it leads, and in
        how many of those it is ahead of all others."""
        n_ranked = sum(len(of_kind.ranked) for of_kind in self.leads.values())
        n_leads = sum(len(of_kind.leads) for of_kind in self.leads.values())
        return n_ranked, n_leads, sum(of_kind.n_ahead for of_kind in self.leads.values())

    @property
    def ranked(self) -> list[PanelRank]:
        """The panels in which it has a rank among others."""
        return [
            standing
            for standing in self.standings
            if standing.rank is not None and standing.n_ranked > 1
        ]


def compute(
    served: Served,
    address: str | None = None,
    data_set: str | None = None,
    split: str | None = None,
) -> MethodResult:
    """Return the method at an address, or the first one. Raises UnknownName, with the names that
    are near."""
    labels = name_pages.label_by_address("methods", served.suites)
    address = name_pages.require("methods", address or next(iter(labels)), served.suites)
    where = Where(data_set or "", split or "")
    meanings = []
    standings: list[PanelRank] = []
    measured: list[tuple[Tables, PanelInfo]] = []
    for tables in served.suites:
        for method, name_entry in name_pages.entries("methods", tables).items():
            if name_entry.address == address:
                meanings.append(_meaning(tables, method, name_entry))
                measured += [(tables, panel) for panel in _panels(tables, method, Where())]
                for panel in _panels(tables, method, where):
                    standings.append(_standing(tables, panel, method, where, served))
    leads = {}
    for kind in KINDS if where == Where() else ():
        rankings = served.of(leads_of_kind, kind).rankings
        leads[kind] = method_leads(address, labels[address], rankings)
    return MethodResult(
        id=address,
        label=labels[address],
        meanings=tuple(meanings),
        standings=tuple(standings),
        leads=leads,
        where=where,
        data_sets=data_sets.data_sets(measured),
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


def _panels(tables: Tables, method: str, where: Where) -> list[PanelInfo]:
    """Return the panels that measured a method or one of its checkpoints on a part of the data."""
    members = [
        member.id for member in tables.methods if name_pages.family_of(tables, member.id) == method
    ]
    panels = []
    for panel in tables.panels:
        benchmarks = [benchmark.id for benchmark in where.benchmarks(tables, panel.id)]
        runs = tables.runs_of(panel.id)
        if (runs["method"].isin(members) & runs["benchmark"].isin(benchmarks)).any():
            panels.append(panel)
    return panels


def _standing(
    tables: Tables, panel: PanelInfo, method: str, where: Where, served: Served
) -> PanelRank:
    selection = replace(
        default_selection(tables), panel=panel.id, benchmarks=where.filter(tables, panel.id)
    )
    ranking = served.of_suite(led, selection)
    contest = ranking.view.contest
    unranked = PanelRank(
        selection=selection,
        study=tables.suite,
        panel_label=f"{panel.label}{MARK if name_pages.same_method(tables, method) else ''}",
        method=method,
        role="candidate",
        rank=None,
        n_ranked=len(ranking.methods),
        score=None,
        untouched_leads=ranking.is_untouched_first,
    )
    models = ranking.view.of(references.compute)
    if method in models.methods:
        method_index = models.methods.index(method)
        return replace(
            unranked,
            role=models.roles[method],
            score=finite(models.uqs[method_index]),
            would_rank=models.would_rank(method_index),
        )
    contender = next(
        (contender for contender in contest.contenders if contender.method == method), None
    )
    if contender is None:
        return replace(unranked, reason="it was not measured")
    if contest.ranks_best_checkpoints:
        unranked = replace(unranked, checkpoints=len(contender.candidates))
    if contender.rank is None:
        return replace(
            unranked,
            below=contender.is_below_floor,
            reason=_reason(ranking.view, contender, labels_of(tables, panel.id)),
        )
    is_leader = ranking.leader == method
    return replace(
        unranked,
        rank=contender.rank,
        score=contender.score,
        leads=is_leader,
        ahead=_is_ahead(ranking, method),
        shows=contender.shown or "",
    )


def _is_ahead(ranking: Led, method: str) -> bool | None:
    """Return whether a row leads and is ahead of all others; None if that was not tested."""
    if ranking.view.of(all_pair_tests).board is None:
        return None
    return ranking.leader == method and ranking.is_ahead_of_all


def _reason(view: Resolved, contender: Contender, labels: Labels) -> str:
    """Return why a row of a panel has no rank."""
    if contender.is_below_floor:
        if len(contender.candidates) > 1:
            return "every checkpoint is below the floor"
        method = view.panel.methods[contender.candidates[0]]
        below = view.of(below_floors.compute)
        return f"it is below the floor: {below_floors.misses(below, labels, method)}"
    ranking = view.of(whole_ranking)
    weights = ranking.summary.weights
    lacking_metrics = [
        labels.metric(metric) for metric in ranking.missing(contender) if weights[metric]
    ]
    return f"it lacks {joined(lacking_metrics)}" if lacking_metrics else "it was not measured"


def say(method_result: MethodResult, labels: Labels) -> Said:
    method_label = shortened(method_result.label)
    member_roles = {meaning.role for meaning in method_result.meanings}
    if "candidate" not in member_roles:
        return Said([f"{method_label} is a {ROLES[min(member_roles)]} and never ranked."])
    ranked = method_result.ranked
    reasons = [standing.reason for standing in method_result.standings if standing.reason]
    if not ranked:
        reason = reasons[0] if reasons else "nothing is ranked with it"
        return Said([f"{method_label} has no rank: {reason}."])
    return Said(
        [
            _verdict(method_result, method_label),
            _by_kind(method_result),
            _unranked(method_result.standings),
            _best_and_worst(ranked),
            _weights(method_result.standings),
            rankings_from(len(ranked), [standing.study for standing in ranked]),
        ]
    )


def _verdict(method_result: MethodResult, method_label: str) -> str:
    """Return how many of the rankings that it is in a method leads; of those computed here on small
    networks where it is in no other."""
    n_ranked, n_leads, n_ahead = method_result.counts
    where = ""
    if not n_ranked:
        n_ranked = len(method_result.ranked)
        n_leads = sum(standing.leads for standing in method_result.ranked)
        n_ahead = sum(standing.ahead is True for standing in method_result.ranked)
        part = data_sets.called(method_result.where, method_result.data_sets)
        where = f" on {part}" if part else ", none of which the start page counts"
    if n_ranked == 1:
        leads = "leads" if n_leads else "does not lead"
        ahead = " and is ahead of all others" if n_ahead else ""
        return f"{method_label} {leads} the one ranking it is in{where}{ahead}."
    ahead = f", ahead of all others in {n_ahead or 'none'}" if n_leads else ""
    how_many = "all" if n_leads == n_ranked else f"{n_leads or 'none'} of the"
    return f"{method_label} leads {how_many} {n_ranked} rankings it is in{where}{ahead}."


def _by_kind(method_result: MethodResult) -> str:
    """Return the counts of each kind of model, and how many rankings count nowhere; "" for one kind
    alone."""
    counted_leads = method_result.counted
    clauses = []
    for kind, of_kind in counted_leads.items():
        clauses.append(f"{KINDS[kind].lower()} {len(of_kind.leads)} of {len(of_kind.ranked)}")
    sentence = ""
    if len(clauses) > 1:
        sentence = f"{capital(', '.join(clauses))}."
    counted_views = set()
    for of_kind in counted_leads.values():
        counted_views |= {ranking.view.selection for ranking in of_kind.ranked}
    elsewhere = [row for row in method_result.ranked if row.selection not in counted_views]
    if counted_leads and elsewhere:
        suites = joined([*dict.fromkeys(shortened(row.suite_label) for row in elsewhere)])
        sentence += f" Not counted: {counted(len(elsewhere), 'ranking')} of {suites}."
    return sentence.strip()


def _unranked(standings: Sequence[PanelRank]) -> str:
    """Return where a method has no rank: below the floor, or without a weighted metric."""
    below = [standing.where for standing in standings if standing.below]
    n_without = sum(bool(standing.reason) for standing in standings) - len(below)
    sentences = []
    if below:
        places = joined(at_most(MAX_PLACES, below))
        sentences.append(f"Below the floor, so without a rank, in {len(below)} more: {places}.")
    if n_without:
        sentences.append(f"Without a weighted metric, so without a rank, in {n_without} more.")
    return " ".join(sentences)


def _best_and_worst(ranked: Sequence[PanelRank]) -> str:
    best_standing = min(ranked, key=lambda standing: standing.share)
    worst_standing = max(ranked, key=lambda standing: standing.share)
    best_and_worst = f"Highest: {best_standing.place}"
    if best_standing.share != worst_standing.share:
        best_and_worst += f"; lowest: {worst_standing.place}"
    return f"{best_and_worst}."


def _weights(standings: Sequence[PanelRank]) -> str:
    """Return the weights by which all this is ranked."""
    names = [weightings.called(standing.weights) for standing in standings]
    return f"Weights: {joined([*dict.fromkeys(names)])}; floors as each suite sets them."


def board_of(panel_rank: PanelRank) -> Link:
    """Return a link to the ranking of a panel, the checkpoint that stands for the method open."""
    opened = {"open": panel_rank.shows} if panel_rank.shows else {}
    chosen = panel_rank.selection
    shown = {"suite": chosen.suite, "panel": chosen.panel, "weights": chosen.weights}
    return Link("leaderboard", {**shown, **opened})


def standings_table(method_result: MethodResult, labels: Labels) -> Table[PanelRank]:
    """Return one row per panel."""
    return table(
        method_result.standings,
        *placed(board_of),
        source_column(attrgetter("study")),
        Column("method", place="file"),
        Column("role", place="file"),
        count_column("rank", why="reason"),
        count_column("of", "n_ranked"),
        flag_column("leads", place="file"),
        flag_column("ahead", place="file"),
        flag_column("untouched_leads", place="file"),
        number_column("uqs", "score", "score"),
        Column("standing", head="which means", place="screen only"),
        Column("weights", lambda standing: standing.weights, place="file"),
        count_column("would_rank", head="would rank", place="screen"),
        Column("shows", place="file"),
        count_column("checkpoints", lambda standing: standing.checkpoints or None, place="screen"),
        Column("reason", place="file"),
    )


def settings_text(suite_method: SuiteMethod) -> str:
    """Return the values of each hyper-parameter, in one cell."""
    setting_texts = []
    for setting, values in suite_method.settings.items():
        setting_texts.append(f"{setting} {', '.join(values[:MAX_SETTINGS])}")
    return "; ".join(setting_texts)


def meanings_table(method_result: MethodResult, labels: Labels) -> Table[SuiteMethod]:
    """Return one row per suite that has the method."""
    return replace(
        table(
            method_result.meanings,
            Column("suite", "tables.suite.id", place="file"),
            Column("suite_label", "tables.suite.title", "suite"),
            Column("id", place="file"),
            Column("label", lambda meaning: meaning.registered["label"], place="file"),
            Column("name", lambda meaning: meaning.registered["name"]),
            Column("role", place="screen"),
            Column("note", "name.note", "differs"),
            Column("description", lambda meaning: meaning.registered["description"]),
            count_column("checkpoints", place="file"),
            Column("settings", lambda meaning: dict(meaning.settings), place="file"),
            Column("grid", settings_text, "settings", place="screen only"),
            Column("tuned", lambda meaning: meaning.registered.get("tuned", "")),
            Column(
                "code",
                lambda meaning: meaning.registered.get("code", ""),
                link=lambda meaning: Link(url=meaning.registered.get("code", "")),
                place="screen",
            ),
            Column(
                "reference",
                lambda meaning: meaning.registered["reference"],
                "source",
                link=lambda meaning: Link(url=meaning.registered["url"]),
                place="screen",
            ),
            Column("url", lambda meaning: meaning.registered["url"], place="file"),
            Column(
                "paper",
                "tables.suite.paper",
                "study",
                link=lambda meaning: Link(url=meaning.tables.suite.url),
                place="screen",
            ),
            Column("paper_url", "tables.suite.url", place="file"),
            Column("licence", "tables.suite.licence", place="file"),
        ),
        joins="suite_label",
    )


ID = Choice(
    "id",
    "the method, by the address of its page",
    parsing.free,
    Boxes(
        ("Method",),
        lambda method_result, labels: method_result.labels,
        chosen=lambda method_result: (method_result.id,),
    ),
    alias="method",
)
DATA_SET = replace(
    compared_data.DATA_SET,
    control=Boxes(
        ("Data set",),
        lambda method_result, labels: compared_data.data_set_labels(method_result.data_sets),
        MIDDLE,
        at_least=3,
    ),
)
SPLIT = replace(
    compared_data.SPLIT,
    control=Boxes(
        ("Split",),
        lambda method_result, labels: compared_data.split_labels(
            method_result.data_sets, method_result.where.data_set
        ),
        MIDDLE,
        at_least=3,
    ),
)
STANDINGS = Answer(
    "standings",
    compute,
    say,
    Part("standings", "Where it stands", standings_table, shown="open"),
    facts=lambda method_result: {
        "id": method_result.id,
        "label": method_result.label,
        **dict(zip(("rankings", "leads", "ahead"), method_result.counts, strict=True)),
    },
    asks=(ID, DATA_SET, SPLIT),
)
MEANINGS = Answer(
    "method_meanings",
    compute,
    silent,
    Part("meanings", "What each suite means by it", meanings_table, shown="open"),
    heading="What each suite means by it",
    asks=(ID,),
)
