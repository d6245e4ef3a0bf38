"""Where do all these numbers come from? One row per suite, who leads on one benchmark, what was
looked for in vain."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from components.choices.query import parse
from components.format import counted, joined, thousands
from components.resolved import Resolved
from components.results.support import WORDS, support_of_values
from components.selection import opening
from components.served import Served
from components.stats.memo import memoised
from components.table import Column, Link, Table, table
from components.words import address, family_of
from data.columns import SUPPORTS
from data.registry import Tables

_TOPICS = re.compile(r"Of the suites on ([^,]+), take it ")
"""How a suite's description says that others cover its benchmarks too."""
NOT_FOUND = (
    "Looked for, but no numbers were found: MMUBench as images, FIUBench, PEBench, RWKU, the 27"
    " set-ups of the inversion paper, the tables of FADE. A folder is all it takes: “Add a suite”"
    " in .github/CONTRIBUTING.md."
)


@dataclass(frozen=True)
class Source:
    """One suite."""

    tables: Tables

    @cached_property
    def seeds(self) -> int:
        """The most seeds that one method has on one benchmark of a panel; 0 without a run."""
        counts = self.tables.runs.groupby(["panel", "benchmark", "method"], observed=True)[
            "seed"
        ].nunique()
        return max(counts.tolist(), default=0)

    @cached_property
    def support(self) -> str:
        """What supports its values: "printed", or how many of them each."""
        counts = memoised(self.tables, "support of values", lambda: support_of_values(self.tables))
        known = [k for k in SUPPORTS if counts[k]]
        if len(known) == 1:
            return WORDS[known[0]]
        return ", ".join(f"{WORDS[k]} {thousands(counts[k])}" for k in reversed(known))

    @property
    def board(self) -> Link:
        """Its leaderboard."""
        return Link("leaderboard", opening(self.tables.suite.id, bool(self.tables.families)))


def sources_table(suites: Sequence[Tables]) -> Table[Source]:
    """Return one row per suite, in the order served."""
    column = Column[Source]
    columns = (
        column("id", lambda s: s.tables.suite.id, place="file"),
        column(
            "title", lambda s: s.tables.suite.title, "suite", place="print", link=lambda s: s.board
        ),
        column("description", lambda s: s.tables.suite.description, place="file"),
        column(
            "methods",
            lambda s: s.tables.size.methods,
            kind="count",
            place="print",
            help="or checkpoints, ranked",
        ),
        column("metrics", lambda s: s.tables.size.metrics, kind="count", place="print"),
        column("panels", lambda s: len(s.tables.panels), kind="count", place="print"),
        column("benchmarks", lambda s: len(s.tables.benchmarks), kind="count", place="print"),
        column(
            "seeds",
            lambda s: s.seeds,
            kind="count",
            place="print",
            help="the most that a method has",
        ),
        column("runs", lambda s: s.tables.n_runs, kind="count", place="print"),
        column(
            "support",
            lambda s: s.support,
            place="print",
            help="what supports its values, and how many of them",
        ),
        column("data_version", lambda s: s.tables.data_version, "version"),
        column("retrieved", lambda s: s.tables.suite.retrieved),
        column("licence", lambda s: s.tables.suite.licence),
        column("authors", lambda s: s.tables.suite.authors, place="file"),
        column("year", lambda s: s.tables.suite.year, kind="count", place="file"),
        column(
            "paper",
            lambda s: s.tables.suite.paper,
            "source",
            place="print",
            link=lambda s: Link(url=s.tables.suite.url),
        ),
        column("url", lambda s: s.tables.suite.url, place="file"),
        column("source_url", lambda s: s.tables.suite.source_url, place="file"),
    )
    return table(columns, [Source(t) for t in suites])


def sentence(suites: Sequence[Tables]) -> str:
    """Return how much there is in all."""
    runs = sum(t.n_runs for t in suites)
    return (
        f"{counted(len(suites), 'suite')} with {counted(runs, 'run')}, each with its source,"
        " licence and version."
    )


def leaders(view: Resolved) -> tuple[str, ...]:
    """Return the labels of the methods that lead; () if none is ranked."""
    return tuple(map(view.labels.method, view.leaders(view.eligible))) if view.ranked.size else ()


def on_one_benchmark(served: Served) -> list[str]:
    """Return who leads in each suite on a benchmark that several cover, and why the leaders may
    differ."""
    suites: dict[str, list[Tables]] = {}
    for tables in served.suites:
        if found := _TOPICS.search(tables.suite.description):
            for topic in found[1].split(" and "):
                suites.setdefault(topic, []).append(tables)
    said = []
    for topic, own in suites.items():
        common = set.intersection(
            *({address("methods", t, family_of(t, m.id)) for m in t.candidates} for t in own)
        )
        why = f"tuning, seeds and methods differ ({len(common)} in common)"
        if len(own) > 1:
            said.append(f"On {topic}, {joined([_leads(t, topic, served) for t in own])}: {why}.")
    return said


def _leads(tables: Tables, topic: str, served: Served) -> str:
    panel = next((p for p in tables.panels if topic in p.label), tables.panels[0])
    chosen, _ = parse(
        {**opening(tables.suite.id, bool(tables.families)), "panel": panel.id}, tables
    )
    first = served.one(leaders, chosen)
    who = (
        f"{joined(first)} {'leads' if len(first) == 1 else 'lead'}" if first else "nobody is ranked"
    )
    grid = [f"best of {counted(tables.size.methods, 'checkpoint')}"] if tables.families else []
    return (
        f"{who} in {tables.suite.title}"
        f" ({', '.join([*grid, counted(Source(tables).seeds, 'seed')])})"
    )
