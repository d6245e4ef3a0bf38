"""Who leads the rankings of language models, by what comes first, and how surely."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from components.answers.record import Absent
from components.resolved import Resolved
from components.results.pair_tests import all_pair_tests
from components.selection import default_selection
from components.served import Served
from data.errors import NotEnoughData
from data.openings import openings

QUESTIONS = {
    "utility_first": "What keeps the model useful?",
    "forgetting_first": "What forgets most?",
    "privacy_first": "What hides the traces best?",
}
"""What comes first, as a reader asks it, by the preset of weights that says so."""
Position = Literal["ahead", "leads", "behind"]
"""Ahead of all others, first without that, or not first."""
STANDINGS: dict[Position, str] = {
    "ahead": "ahead of all others",
    "leads": "leads, but others cannot be told apart from it",
    "behind": "another method leads",
}


@dataclass(frozen=True)
class Ranked:
    """One ranking: its methods and leaders by label, and whether the tests put the leader ahead of
    all others."""

    view: Resolved
    methods: tuple[str, ...]
    leaders: tuple[str, ...]
    is_ahead: bool

    def standing(self, method: str) -> Position:
        """Return how a ranked method stands."""
        if method not in self.leaders:
            return "behind"
        return "ahead" if self.is_ahead else "leads"


@dataclass(frozen=True)
class Lead:
    """The method that leads most rankings under one preset, by label; all of them if several lead
    as many. `first` is the first ranking that has it."""

    methods: tuple[str, ...]
    standings: tuple[Position, ...]
    first: Resolved

    @property
    def leads(self) -> int:
        """How many rankings it leads."""
        return len(self.standings) - self.standings.count("behind")

    @property
    def sure(self) -> str:
        """How sure that is: sure if ahead of all others everywhere, fairly sure in half or more,
        else unsure."""
        n_ahead = self.standings.count("ahead")
        if n_ahead == len(self.standings):
            return "Sure"
        return "Fairly sure" if 2 * n_ahead >= len(self.standings) else "Unsure"


def rankings(served: Served, preset: str) -> list[Ranked]:
    """Return the rankings of language models that this preset fits."""
    ranked = []
    for opening in openings("rankings"):
        for tables in served.suites:
            if tables.suite.id == opening.suite:
                selection = replace(
                    default_selection(tables),
                    panel=opening.panel,
                    rows=opening.rows,
                    weights=preset,
                )
                ranked += _ranked(served, Resolved(tables, selection))
    return ranked


def _ranked(served: Served, view: Resolved) -> list[Ranked]:
    """Return the ranking of a view; [] if it ranks nothing."""
    try:
        pair_tests = served.of_suite(all_pair_tests, view.selection)
    except NotEnoughData:
        return []
    if not pair_tests.rows.names:
        return []
    methods = [view.labels.method(method) for method in pair_tests.rows.names]
    scores = pair_tests.rows.board
    leaders = []
    for method, method_score in zip(methods, scores, strict=True):
        if method_score == scores.max():
            leaders.append(method)
    n_others = len(methods) - 1
    is_ahead = False
    if pair_tests.board is not None and n_others:
        is_ahead = bool(pair_tests.board.ahead[0].sum() == n_others)
    return [Ranked(view, tuple(methods), tuple(leaders), is_ahead)]


def lead(ranked: Sequence[Ranked]) -> Lead | Absent:
    """Return who leads most of the rankings in which it is ranked."""
    if not ranked:
        return Absent("No suite ranks language models under these weights.")
    n_leads = Counter(method for ranking in ranked for method in ranking.leaders)
    highest_count = max(n_leads.values())
    leaders = tuple(method for method, n_led in n_leads.items() if n_led == highest_count)
    with_leader = [ranking for ranking in ranked if leaders[0] in ranking.methods]
    standings = tuple(ranking.standing(leaders[0]) for ranking in with_leader)
    return Lead(leaders, standings, with_leader[0].view)


def text(lead: Lead) -> str:
    """Return in how many rankings it leads; the dots say how."""
    verb_form = "each lead" if len(lead.methods) > 1 else "leads"
    return f"{verb_form} {lead.leads} of {len(lead.standings)} rankings"
