"""Who leads: one ranking, and all rankings of a kind of model at each suite's first view."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from components import name_pages
from components.format import joined, verb
from components.resolved import Resolved
from components.results import references
from components.results.kinds import KINDS as KINDS
from components.results.kinds import Kind as Kind
from components.results.pair_tests import SPREADS_DIFFER, PairTests, all_pair_tests
from components.results.source_count import count_sources, sources_text
from components.results.support import support_of_values
from components.selection import default_selection
from components.served import Served
from components.stats.memo import memoised
from components.stats.ranking.weights import group_shares
from components.words import MAX_NAMED
from data.errors import NotEnoughData
from data.registry import Group, Suite, Tables

NEEDED_GROUPS: tuple[Group, ...] = ("forgetting", "utility")
"""A ranking of a kind weighs some metric of each."""
MIN_RANKED = 2
MIN_SOURCES = 2
MIN_SHARE = 2 / 3
"""Who leads most rankings leads this share of all of them, from this many sources."""
MIN_COUNTED = 3
"""Of fewer rankings the leaders are named."""
MIN_NAMED = 2
NOBODY = "No method leads."


@dataclass(frozen=True, eq=False)
class Led:
    """One ranking: who is ranked, and who leads it.

    methods              ids of the ranked methods, best first
    leader               the id of the one that leads alone; None if several tie for the lead, if no
                         method beats the untouched model, or if none is ranked
    is_ahead_of_all      whether the tests put the leader ahead of all others
    is_untouched_first   whether no method beats the untouched model
    spreads_differ       whether that is marked for one of the others, as in the first line
    """

    view: Resolved
    methods: tuple[str, ...]
    leader: str | None
    is_ahead_of_all: bool
    is_untouched_first: bool
    spreads_differ: bool = False

    @property
    def addresses(self) -> tuple[str, ...]:
        """The ranked methods by the addresses of their pages, which all suites share."""
        return tuple(map(self._address, self.methods))

    @property
    def leader_address(self) -> str | None:
        """The leader by the address of its page."""
        return None if self.leader is None else self._address(self.leader)

    @property
    def suite(self) -> Suite:
        """The suite whose runs are ranked."""
        return self.view.tables.suite

    @property
    def name(self) -> str:
        """The suite and, if it has several, the panel."""
        tables = self.view.tables
        if len(tables.panels) == 1:
            return tables.suite.title
        return f"{tables.suite.title}, {self.view.info.label}"

    def _address(self, method: str) -> str:
        return name_pages.address("methods", self.view.tables, method)


def led(view: Resolved) -> Led:
    """Return who leads the ranking of a view."""
    pair_tests = view.of(all_pair_tests)
    methods = pair_tests.rows.names
    contest = view.contest
    is_untouched_first = view.of(references.compute).untouched_leads
    leader = None
    if len(contest.leaders) == 1 and not is_untouched_first:
        leader = contest.leaders[0]
    return Led(
        view=view,
        methods=methods,
        leader=leader,
        is_ahead_of_all=leader is not None and _is_ahead_of_all(pair_tests),
        is_untouched_first=is_untouched_first,
        spreads_differ=leader is not None and _is_marked(pair_tests),
    )


def _is_ahead_of_all(pair_tests: PairTests) -> bool:
    """Whether the first row is ahead of all others."""
    n_others = len(pair_tests.rows.names) - 1
    if pair_tests.board is None or not n_others:
        return False
    return bool(pair_tests.board.ahead[0].sum() == n_others)


def _is_marked(pair_tests: PairTests) -> bool:
    """Whether the spreads of the first row and of one that it is ahead of differ."""
    if pair_tests.board is None or pair_tests.board.tests is None:
        return False
    scope_tests = pair_tests.board.tests
    return bool(scope_tests.spreads_differ[scope_tests.higher == 0].any())


@dataclass(frozen=True, eq=False)
class MethodLeads:
    """A method over the rankings of a kind.

    method   the address of its page, with its `label`
    ranked   the rankings it is in; `leads` those it leads alone
    """

    method: str
    label: str
    ranked: tuple[Led, ...]
    leads: tuple[Led, ...]

    @property
    def n_ahead(self) -> int:
        """In how many of the rankings that it leads it is ahead of all others."""
        return sum(map(attrgetter("is_ahead_of_all"), self.leads))

    @property
    def n_sources(self) -> int:
        """From how many sources the rankings are that it leads."""
        return count_sources(ranking.suite for ranking in self.leads)


@dataclass(frozen=True, eq=False)
class KindLeads:
    """The rankings of a kind of model; `methods` that lead some, most first, `left_out` the suites
    that were computed here on small networks."""

    kind: Kind
    rankings: tuple[Led, ...]
    methods: tuple[MethodLeads, ...]
    left_out: tuple[str, ...]

    @property
    def n_sources(self) -> int:
        """From how many sources they are."""
        return count_sources(ranking.suite for ranking in self.rankings)

    @property
    def most(self) -> MethodLeads | None:
        """The method that leads most rankings, from several sources; None if none does."""
        for method in self.methods:
            leads_most = len(method.leads) >= MIN_SHARE * len(self.rankings)
            if leads_most and method.n_sources >= MIN_SOURCES:
                return method
        return None


def leads_of_kind(served: Served, kind: Kind) -> KindLeads:
    """Return who leads the rankings of a kind of model, at the first view of every public suite."""
    rankings = []
    left_out = []
    for tables in served.suites:
        if tables.suite.private:
            continue
        for panel in tables.panels:
            if panel.setting != kind:
                continue
            if is_computed_here(tables):
                left_out.append(tables.suite.title)
                continue
            ranking = _ranking(served, tables, panel.id)
            if ranking is not None:
                rankings.append(ranking)
    methods = _methods(served, rankings)
    return KindLeads(kind, tuple(rankings), methods, tuple(dict.fromkeys(left_out)))


def is_computed_here(tables: Tables) -> bool:
    """Return whether all values of a suite were computed by code of this project, as its table of
    support says."""
    if "support" not in tables.extras:
        return False
    counts = memoised(tables, "support of values", lambda: support_of_values(tables))
    return set(filter(counts.get, counts)) == {"computed"}


def _ranking(served: Served, tables: Tables, panel: str) -> Led | None:
    """Return the ranking of a panel; None if it does not weigh forgetting and usefulness of two
    methods."""
    selection = replace(default_selection(tables), panel=panel)
    try:
        ranking = served.of_suite(led, selection)
    except NotEnoughData:
        return None
    contest = ranking.view.contest
    weighted_groups = group_shares(ranking.view.panel.metrics, contest.weights)
    is_whole = weighted_groups.keys() >= set(NEEDED_GROUPS)
    return ranking if is_whole and len(ranking.methods) >= MIN_RANKED else None


def _methods(served: Served, rankings: Sequence[Led]) -> tuple[MethodLeads, ...]:
    """Return the methods that lead some of the rankings, most first; of equal ones the one ahead of
    all others more often, then by label."""
    labels = name_pages.label_by_address("methods", served.suites)
    leaders = map(attrgetter("leader_address"), rankings)
    methods = []
    for address in filter(None, dict.fromkeys(leaders)):
        methods.append(method_leads(address, labels[address], rankings))
    return tuple(sorted(methods, key=_place))


def method_leads(address: str, label: str, rankings: Sequence[Led]) -> MethodLeads:
    """Return which of the rankings a method is in and leads; `address` is that of its page."""
    ranked = []
    leads = []
    for ranking in rankings:
        if address in ranking.addresses:
            ranked.append(ranking)
        if address == ranking.leader_address:
            leads.append(ranking)
    return MethodLeads(address, label, tuple(ranked), tuple(leads))


def _place(method: MethodLeads) -> tuple[int, int, str]:
    return -len(method.leads), -method.n_ahead, method.label.casefold()


def head(leads: KindLeads) -> str:
    """Return who leads most rankings of a kind, or that no method does; the leaders where there are
    too few rankings to count."""
    leaders = [method.label for method in leads.methods]
    if not leads.rankings:
        return "No method is ranked."
    if len(leads.rankings) < MIN_COUNTED:
        return f"{joined(leaders)} {verb(len(leaders), 'leads', 'lead')}." if leaders else NOBODY
    if leads.most is None:
        return "No method leads most rankings."
    counts = f"{len(leads.most.leads)} of {len(leads.rankings)} rankings"
    return f"{leads.most.label} leads {counts}, {sources_text(leads.most.n_sources)}."


def named(leads: KindLeads) -> tuple[MethodLeads, ...]:
    """Return the methods that a card names: the two with most leads, and who ties with the second
    as far as names have room."""
    if len(leads.methods) <= MIN_NAMED:
        return leads.methods
    second_count = len(leads.methods[MIN_NAMED - 1].leads)
    at_least_as_many = []
    more = []
    for method in leads.methods:
        if len(method.leads) >= second_count:
            at_least_as_many.append(method)
        if len(method.leads) > second_count:
            more.append(method)
    return tuple(at_least_as_many if len(at_least_as_many) <= MAX_NAMED else more)


def line(method: MethodLeads) -> str:
    """Return how many of the rankings that it is in a method leads: "leads 4 of the 5 it is in"."""
    if len(method.ranked) == 1:
        counts = "the one it is in"
    else:
        counts = f"{len(method.leads)} of the {len(method.ranked)} it is in"
    return f"leads {counts} · {sources_text(method.n_sources)}"


def leader_words(ranking: Led, label: str) -> str:
    """Return who leads one ranking; `label` is that of its leader."""
    if ranking.leader is None:
        return "no method beats the untouched model" if ranking.is_untouched_first else "a tie"
    if not ranking.is_ahead_of_all:
        return label
    mark = f"; {SPREADS_DIFFER.partition(':')[0]}" if ranking.spreads_differ else ""
    return f"{label}, ahead of all others{mark}"


def basis(leads: KindLeads) -> str:
    """Return at which weights and floors methods lead, and which suites are left out."""
    rule = "At balanced weights, above the floors of each suite."
    if not leads.left_out:
        return rule
    return f"{rule} Left out: {joined(leads.left_out)}, computed here on small networks."
