"""Which of these methods is ahead of which, in every panel that has both?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Literal

from components import words as shared
from components.answers.compare.panels import PanelRows
from components.answers.compare.panels import compute as panel_rows
from components.answers.record import Absent
from components.answers.stability.verdicts import interval, takes
from components.choice_text import MOST_COMPARED
from components.format import cleaned, joined
from components.selection import default_selection, panel_tables
from components.served import Served
from components.stats.separation.inference import (
    AHEAD,
    CANNOT_TELL,
    DISAGREE,
    EQUAL,
    FEW_SEEDS,
    ONE_RUN,
    PairTest,
    one_run_each,
)
from data.registry import PanelInfo, Tables

FEWEST = 2
"""Methods to compare; `selection.MOST_COMPARED` at most."""
State = Literal["ahead", "behind", "cannot tell", "equal"]
UNRANKED, BELOW = "not ranked here", "below the floor"
CLOSE = "too close for the seeds there are"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """One scope on a against b: a's `verdict`, the mean difference with its interval and adjusted p.

    `cause` is why there is no verdict, in a few words shared by all pairs with that cause; `why` is the same for this
    pair alone, with what would be needed.
    """

    verdict: State = "cannot tell"
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p_adjusted: float | None = None
    cause: str = ""
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class Side:
    """One method in one panel: its id there, and its place among the `of` ranked rows, None where it has none.

    `rank_low` and `rank_high` are the ranks that other training seeds allow. `kept` is the share of utility that it
    keeps of the model before unlearning, where it keeps least. `utilities` are those of the panel's metrics.
    """

    id: str
    score: float | None = None
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    kept: float | None = None
    utilities: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two methods in one panel, by their addresses: on other training seeds, and on other benchmarks.

    `metrics` are the ids, labels and weights of the metrics of the score.
    """

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    a: str
    b: str
    of: int
    seeds: Verdict
    benchmarks: Verdict
    side_a: Side
    side_b: Side
    metrics: tuple[tuple[str, str, float], ...]

    @property
    def decided(self) -> bool:
        """Whether one is ahead on other training seeds."""
        return self.seeds.verdict in ("ahead", "behind")


@dataclass(frozen=True, kw_only=True)
class Compared:
    """The methods by address with their labels, in the order chosen, and every pair of them, panel by panel.

    Of two the one chosen later is a: what is compared with what was there before.
    """

    methods: Mapping[str, str]
    pairs: tuple[Pair, ...]


def offered(served: Served) -> dict[str, str]:
    """The methods that some suite ranks, by address, in the order of their labels."""
    ranked = {
        shared.entry("methods", tables, own).address
        for tables in served.suites
        for own in {shared.family_of(tables, m.id) for m in tables.candidates}
    }
    return {a: label for a, label in shared.known("methods", served.suites).items() if a in ranked}


def compute(served: Served, methods: tuple[str, ...] | None = None) -> Compared | Absent:
    """Return every pair of the methods, by address, suite by suite. Raises UnknownName, with near names."""
    chosen = methods or ()
    if len(chosen) < FEWEST:
        return Absent(f"Choose {FEWEST} to {MOST_COMPARED} methods to compare.")
    labels = {m: shared.require("methods", m, served.suites) for m in chosen}
    pairs = [p for tables in served.suites for panel in tables.panels for p in _pairs(served, tables, panel, labels)]
    if not pairs:
        names = [cleaned(label) for label in labels.values()]
        both = f"both {joined(names)}" if len(names) == FEWEST else f"two of {joined(names)}"
        return Absent(f"No suite ranks {both}.")
    return Compared(methods=labels, pairs=tuple(pairs))


def _ranked(tables: Tables, panel: PanelInfo) -> dict[str, str]:
    """The methods of a panel by address, with what the suite calls them; checkpoints by their family."""
    at: dict[str, str] = {}
    for candidate in panel_tables(tables, panel.id).candidates:
        own = shared.family_of(tables, candidate.id)
        at.setdefault(shared.entry("methods", tables, own).address, own)
    return at


def _pairs(served: Served, tables: Tables, panel: PanelInfo, labels: Mapping[str, str]) -> list[Pair]:
    """The pairs of one panel that has both."""
    at = _ranked(tables, panel)
    here = [m for m in labels if m in at]
    if len(here) < FEWEST:
        return []
    usual = replace(default_selection(tables), panel=panel.id)
    rows = served.one(panel_rows, usual)
    sides = {m: _side(rows, at[m]) for m in here}
    start = partial(
        Pair,
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=panel.label,
        of=len(rows.scores),
        metrics=tuple((m, rows.names.metric(m), w) for m, w in zip(rows.metrics, rows.weights.tolist(), strict=True)),
    )
    pairs = []
    for b, a in combinations(here, 2):
        unranked = [m for m in (a, b) if sides[m].score is None]
        seeds, benchmarks = (_verdict(rows, over, sides[a], sides[b]) for over in ("seeds", "benchmarks"))
        if unranked:
            cause = BELOW if rows.below.issuperset(sides[m].id for m in unranked) else UNRANKED
            seeds = benchmarks = Verdict(cause=cause, why=f"{joined([cleaned(labels[m]) for m in unranked])} {cause}")
        pairs.append(start(a=a, b=b, seeds=seeds, benchmarks=benchmarks, side_a=sides[a], side_b=sides[b]))
    return pairs


def _side(rows: PanelRows, own: str) -> Side:
    if own not in rows.scores:
        return Side(id=own, kept=rows.kept.get(own))
    low, high = (rows.inferred.seeds.rank_sets or {}).get(own, (None, None))
    return Side(
        id=own,
        score=rows.scores[own],
        rank=rows.ranks[own],
        rank_low=low,
        rank_high=high,
        kept=rows.kept[own],
        utilities=tuple(rows.utilities[own].tolist()),
    )


def _verdict(rows: PanelRows, over: str, a: Side, b: Side) -> Verdict:
    """One scope on a pair, with the signs of a − b."""
    if a.score is None or b.score is None:
        return Verdict()
    plain = Verdict(difference=a.score - b.score)
    test = rows.tests(a.id, b.id).get(over)
    if test is None:
        reason = rows.inferred.seeds.reason
        return replace(plain, cause=reason, why=reason)
    turned = -1 if test.a != a.id else 1
    ends = [None if end is None else turned * end for end in (test.low, test.high)][::turned]
    cause = _cause(rows, test)
    return Verdict(
        verdict=_state(test, turned),
        difference=plain.difference if test.difference is None else turned * test.difference,
        low=ends[0],
        high=ends[1],
        p_adjusted=test.p_adjusted,
        cause=cause,
        why=_why(test, cause),
    )


def _state(test: PairTest, turned: int) -> State:
    if test.verdict == AHEAD:
        return "ahead" if turned > 0 else "behind"
    return "equal" if test.verdict == EQUAL else "cannot tell"


def _cause(rows: PanelRows, test: PairTest) -> str:
    """Why a test gives no verdict; empty where it gives one."""
    if test.verdict in (AHEAD, EQUAL):
        return ""
    if test.verdict != CANNOT_TELL:
        return str(test.verdict).split(",")[0]
    if test.low is None or test.reason.startswith(DISAGREE):
        one_run = test.reason == FEW_SEEDS and one_run_each(rows.inferred.rows)
        return (ONE_RUN if one_run else test.reason).split(";")[0]
    return CLOSE if test.over == "seeds" else "too close for the benchmarks there are"


def _why(test: PairTest, cause: str) -> str:
    """The interval of the difference, or why there is none, and how many seeds or benchmarks would decide."""
    if test.low is None:
        return cause
    apart = f"they differ by {interval(test)}"
    if test.verdict == AHEAD:
        return apart
    return "; ".join(t for t in (apart, cause if test.reason.startswith(DISAGREE) else takes(test)) if t)


def turned(pair: Pair) -> Pair:
    """The same pair seen from b."""
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        seeds=_turned(pair.seeds),
        benchmarks=_turned(pair.benchmarks),
        side_a=pair.side_b,
        side_b=pair.side_a,
    )


def _turned(verdict: Verdict) -> Verdict:
    opposite: Mapping[State, State] = {"ahead": "behind", "behind": "ahead"}
    minus = [None if x is None else -x for x in (verdict.difference, verdict.high, verdict.low)]
    state = opposite.get(verdict.verdict, verdict.verdict)
    return replace(verdict, verdict=state, difference=minus[0], low=minus[1], high=minus[2])
