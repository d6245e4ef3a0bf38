"""Where do all these numbers come from? One row per suite, who leads on one benchmark, what was
looked for in vain."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter

from components.format import counted, joined, thousands, verb
from components.name_pages import address, family_of
from components.resolved import Resolved
from components.results.support import WORDS_OF_SUPPORT, support_of_values
from components.selection import default_selection, opening
from components.served import Served
from components.stats.memo import memoised
from components.table import Column, Link, Medium, Table, count_column, table
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
    def n_seeds(self) -> int:
        """The most seeds that one method has on one benchmark of a panel; 0 without a run."""
        cell_runs = self.tables.runs.groupby(["panel", "benchmark", "method"], observed=True)
        return max(cell_runs["seed"].nunique().tolist(), default=0)

    @cached_property
    def support(self) -> str:
        """What supports its values: "printed", or how many of them each."""
        counts = memoised(self.tables, "support of values", lambda: support_of_values(self.tables))
        support_kinds = list(filter(counts.get, SUPPORTS))
        if len(support_kinds) == 1:
            return WORDS_OF_SUPPORT[support_kinds[0]]
        kind_texts = []
        for support_kind in reversed(support_kinds):
            kind_texts.append(f"{WORDS_OF_SUPPORT[support_kind]} {thousands(counts[support_kind])}")
        return ", ".join(kind_texts)

    @property
    def leaderboard(self) -> Link:
        return Link("leaderboard", opening(self.tables.suite.id, bool(self.tables.families)))


def sources_table(suites: Sequence[Tables]) -> Table[Source]:
    """Return one row per suite, in the order served."""
    column = Column[Source]

    def of_suite(field_name: str, heading: str = "", place: Medium = "screen") -> Column[Source]:
        return column(field_name, attrgetter(f"tables.suite.{field_name}"), heading, place=place)

    return table(
        [Source(tables) for tables in suites],
        of_suite("id", place="file"),
        column("title", "tables.suite.title", "suite", link=lambda source: source.leaderboard),
        of_suite("description", place="file"),
        count_column("methods", "tables.size.methods", help="or checkpoints, ranked"),
        count_column("metrics", "tables.size.metrics"),
        count_column("panels", lambda source: len(source.tables.panels)),
        count_column("benchmarks", lambda source: len(source.tables.benchmarks)),
        count_column("seeds", "n_seeds", help="the most that a method has"),
        count_column("runs", "tables.n_runs"),
        column("support", help="what supports its values, and how many of them"),
        column("data_version", "tables.data_version", "version", place="screen"),
        of_suite("retrieved"),
        of_suite("licence"),
        of_suite("authors", place="file"),
        count_column("year", "tables.suite.year", place="file"),
        column(
            "paper",
            "tables.suite.paper",
            "source",
            link=lambda source: Link(url=source.tables.suite.url),
        ),
        of_suite("url", place="file"),
        of_suite("source_url", place="file"),
    )


def sentence(suites: Sequence[Tables]) -> str:
    """Return how much there is in all."""
    n_runs = sum(tables.n_runs for tables in suites)
    return (
        f"{counted(len(suites), 'suite')} with {counted(n_runs, 'run')}, each with its source,"
        " licence and version."
    )


def on_one_benchmark(served: Served) -> list[str]:
    """Return who leads in each suite on a benchmark that several cover, and why the leaders may
    differ."""
    suites_of_benchmark: dict[str, list[Tables]] = {}
    for tables in served.suites:
        topic_match = _TOPICS.search(tables.suite.description)
        for benchmark in topic_match[1].split(" and ") if topic_match else ():
            suites_of_benchmark.setdefault(benchmark, []).append(tables)
    sentences = []
    for benchmark, suites in suites_of_benchmark.items():
        if len(suites) < 2:
            continue
        n_common = len(set.intersection(*map(_methods, suites)))
        leads_text = joined([_leads(tables, benchmark, served) for tables in suites])
        sentences.append(
            f"On {benchmark}, {leads_text}: tuning, seeds and methods differ ({n_common} in"
            " common)."
        )
    return sentences


def _methods(tables: Tables) -> set[str]:
    """Return the addresses of the methods of a suite."""
    addresses = set()
    for candidate in tables.candidates:
        family = family_of(tables, candidate.id)
        addresses.add(address("methods", tables, family))
    return addresses


def leaders(view: Resolved) -> tuple[str, ...]:
    """Return the labels of the methods that lead; () if none is ranked."""
    return tuple(view.labels.method(leader) for leader in view.contest.leaders)


def _leads(tables: Tables, benchmark: str, served: Served) -> str:
    """Return who leads in a suite, on its first panel whose label names the benchmark."""
    panels = [panel for panel in tables.panels if benchmark in panel.label] or [*tables.panels]
    selection = replace(default_selection(tables), panel=panels[0].id)
    leading = served.of_suite(leaders, selection)
    leads_text = "nobody is ranked"
    if leading:
        leads_text = f"{joined(leading)} {verb(len(leading), 'leads', 'lead')}"
    basis_text = counted(Source(tables).n_seeds, "seed")
    if tables.families:
        basis_text = f"best of {counted(tables.size.methods, 'checkpoint')}, {basis_text}"
    return f"{leads_text} in {tables.suite.title} ({basis_text})"
