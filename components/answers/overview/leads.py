"""Who leads the rankings of language models, by what comes first, and how surely."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from components.answers.record import Absent
from components.resolved import Resolved
from components.results.pair_tests import all_pair_tests
from components.selection import BEST, ROWS, default_selection
from components.served import Served
from data.errors import NotEnoughData

QUESTIONS = {
    "utility_first": "What keeps the model useful?",
    "forgetting_first": "What forgets most?",
    "privacy_first": "What hides the traces best?",
}
"""What comes first, as a reader asks it, by the preset of weights that says so."""
LANGUAGE = (
    ("tofu_seeds", "tofu_llama32_1b", ROWS[0]),
    ("tofu", "tofu_llama32_1b", BEST),
    ("muse_seeds", "news", ROWS[0]),
    ("muse_seeds", "books", ROWS[0]),
)
"""The rankings of language models: suite, panel and rows."""
Standing = Literal["ahead", "leads", "behind"]
"""Ahead of all others, first without that, or not first."""
STANDINGS: dict[Standing, str] = {
    "ahead": "ahead of all others",
    "leads": "leads, but others cannot be told apart from it",
    "behind": "another method leads",
}


@dataclass(frozen=True)
class Ranked:
    """One ranking: its methods, the leaders, and whether the tests put one of them ahead of all
    others."""

    view: Resolved
    methods: tuple[str, ...]
    leaders: tuple[str, ...]
    surely: bool

    def standing(self, method: str) -> Standing:
        """Return how a ranked method stands."""
        if method not in self.leaders:
            return "behind"
        return "ahead" if self.surely else "leads"


@dataclass(frozen=True)
class Lead:
    """The method that leads most rankings under one preset, by label; all of them if several lead
    as many."""

    preset: str
    methods: tuple[str, ...]
    standings: tuple[Standing, ...]
    first: Resolved

    @property
    def leads(self) -> int:
        """How many rankings it leads."""
        return sum(s != "behind" for s in self.standings)

    @property
    def sure(self) -> str:
        """How sure that is: sure if ahead of all others everywhere, fairly sure in half or more,
        else unsure."""
        ahead, n = self.standings.count("ahead"), len(self.standings)
        return "Sure" if ahead == n else "Fairly sure" if 2 * ahead >= n else "Unsure"


def rankings(served: Served, preset: str) -> list[Ranked]:
    """Return the rankings of language models that this preset fits."""
    return [r for place in LANGUAGE if (r := _ranked(served, place, preset)) is not None]


def _ranked(served: Served, place: tuple[str, str, str], preset: str) -> Ranked | None:
    suite, panel, rows = place
    tables = next((t for t in served.suites if t.suite.id == suite), None)
    if tables is None:
        return None
    chosen = replace(default_selection(tables), panel=panel, rows=rows, weights=preset)
    view = Resolved(tables, chosen)
    try:
        found = served.one(all_pair_tests, chosen)
    except NotEnoughData:
        return None
    if not found.rows.names:
        return None
    names, best = found.rows.names, found.rows.board.max()
    leaders = tuple(
        view.labels.method(m) for m, s in zip(names, found.rows.board, strict=True) if s == best
    )
    surely = (
        found.board is not None
        and len(names) > 1
        and bool(found.board.ahead[0].sum() == len(names) - 1)
    )
    return Ranked(view, tuple(view.labels.method(m) for m in names), leaders, surely)


def lead(ranked: Sequence[Ranked], preset: str) -> Lead | Absent:
    """Return who leads most of the rankings in which it is ranked."""
    if not ranked:
        return Absent("No suite ranks language models under these weights.")
    counts = Counter(m for r in ranked for m in r.leaders)
    most = max(counts.values())
    every = tuple(m for m, n in counts.items() if n == most)
    own = [r for r in ranked if every[0] in r.methods]
    return Lead(preset, every, tuple(r.standing(every[0]) for r in own), own[0].view)


def text(found: Lead) -> str:
    """Return in how many rankings it leads; the dots say how."""
    return (
        f"{'each lead' if len(found.methods) > 1 else 'leads'} {found.leads} of"
        f" {len(found.standings)} rankings"
    )
