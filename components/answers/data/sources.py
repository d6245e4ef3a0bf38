"""Where do all these numbers come from? One row per suite: what it is, its size, what supports it, its terms."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from components.format import counted, thousands
from components.stats.memo import memoised
from components.support import WORDS, support_of_values
from components.table import Column, Table, table
from data.columns import SUPPORTS
from data.registry import Tables


@dataclass(frozen=True)
class Source:
    """One suite."""

    tables: Tables

    @cached_property
    def seeds(self) -> int:
        """The most seeds that one method has on one benchmark of a panel; 0 without a run."""
        counts = self.tables.runs.groupby(["panel", "benchmark", "method"], observed=True)["seed"].nunique()
        return max(counts.tolist(), default=0)

    @cached_property
    def support(self) -> str:
        """What supports its values: "printed", or how many of them each."""
        counts = memoised(self.tables, "support of values", lambda: support_of_values(self.tables))
        known = [k for k in SUPPORTS if counts[k]]
        if len(known) == 1:
            return WORDS[known[0]]
        return ", ".join(f"{WORDS[k]} {thousands(counts[k])}" for k in reversed(known))


def sources_table(suites: Sequence[Tables]) -> Table[Source]:
    """One row per suite, in the order served."""
    column = Column[Source]
    columns = (
        column("id", lambda s: s.tables.suite.id, place="file"),
        column("title", lambda s: s.tables.suite.title, "suite", place="print"),
        column("description", lambda s: s.tables.suite.description, place="file"),
        column("methods", lambda s: s.tables.size.methods, kind="count", place="print", help="or checkpoints, ranked"),
        column("metrics", lambda s: s.tables.size.metrics, kind="count", place="print"),
        column("panels", lambda s: len(s.tables.panels), kind="count", place="print"),
        column("benchmarks", lambda s: len(s.tables.benchmarks), kind="count", place="print"),
        column("seeds", lambda s: s.seeds, kind="count", place="print", help="the most that a method has"),
        column("runs", lambda s: s.tables.n_runs, kind="count", place="print"),
        column("support", lambda s: s.support, place="print", help="what supports its values, and how many of them"),
        column("data_version", lambda s: s.tables.data_version, "version", place="print"),
        column("retrieved", lambda s: s.tables.suite.retrieved),
        column("licence", lambda s: s.tables.suite.licence),
        column("authors", lambda s: s.tables.suite.authors, place="file"),
        column("year", lambda s: s.tables.suite.year, kind="count", place="file"),
        column("paper", lambda s: s.tables.suite.paper, "citation"),
        column("url", lambda s: s.tables.suite.url, place="file"),
        column("source_url", lambda s: s.tables.suite.source_url, place="file"),
    )
    return table(columns, [Source(t) for t in suites])


def sentence(suites: Sequence[Tables]) -> str:
    """How much there is in all."""
    runs = sum(t.n_runs for t in suites)
    return f"{counted(len(suites), 'suite')} with {counted(runs, 'run')}, each with its source, licence and version."
