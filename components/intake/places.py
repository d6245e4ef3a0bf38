"""The published suites that could take a table, each with what it needs: offered, never chosen."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.format import counted
from components.intake.columns import Column
from components.intake.facts import Facts
from components.intake.known import in_suite, known_place
from components.intake.uses import BENCHMARK, METRIC, MODEL
from data.known_metrics import known_metrics
from data.read.lexicon import letters, listed
from data.registry import Tables

Place = tuple[str, str, str]
"""A suite, a panel of it, and the benchmark that all rows belong to where the table names none."""


@dataclass(frozen=True)
class Offer:
    """A panel of a suite, with one benchmark where the table names none.

    `metrics` is how many it shares, `needs` the question that the reader answers by choosing it."""

    place: Place
    label: str
    metrics: int
    needs: str


def offers(facts: Facts, columns: Sequence[Column]) -> tuple[Offer, ...]:
    """Return the places that have half of the table's metrics or more, two at least, and what its
    rows and its caption name; the best first."""
    found: list[Offer] = []
    for suite in facts.known.suites:
        if not _is_ruled_out(facts.sheet.context, suite):
            found += _of_suite(facts, columns, suite)
    return tuple(sorted(found, key=lambda offer: -offer.metrics))


def _is_ruled_out(caption: str, suite: Tables) -> bool:
    """Return whether a caption names benchmarks, and none of them is one of the suite."""
    known = set(listed("words", "values")) - {"books", "news", "bio", "chem", "cyber", "adult"}
    for metric in known_metrics():
        known |= set(map(letters, metric.benchmarks))
    known -= listed("words", "no_family")
    named = {letters(word) for word in re.findall(r"[\w-]+", caption)} & known
    names = [suite.suite.id, suite.suite.title]
    for benchmark in suite.benchmarks:
        names += [benchmark.id, benchmark.label, benchmark.name]
    own = letters(" ".join(names))
    return bool(named) and not any(name in own for name in named)


def _of_suite(facts: Facts, columns: Sequence[Column], suite: Tables) -> Iterator[Offer]:
    metrics = [column for column in columns if column.use == METRIC]
    shared_metrics = []
    for column in metrics:
        metric = in_suite(column.same or facts.known.names.find(column.name)[0], suite)
        if metric is not None:
            shared_metrics.append(metric.id)
    if len(shared_metrics) < 2:
        return
    models = [letters(text) for text in _texts(facts, columns, MODEL)]
    named_sets = {known_place(suite, text) for text in _texts(facts, columns, BENCHMARK)}
    for panel in suite.panels:
        names = [letters(name) for name in (panel.id, panel.label, panel.base_model)]
        if not all(any(m in name or name in m for name in names) for m in models if m):
            continue
        runs = suite.runs_of(panel.id).groupby("benchmark", observed=True)[shared_metrics].count()
        measured = {str(b): int(n) for b, n in (runs > 0).sum(axis=1).items()}
        for benchmark in [""] if named_sets else sorted(measured):
            shared = max(measured.get(name, 0) for name in named_sets or [benchmark])
            if shared < 2 or 2 * shared < len(metrics):
                continue
            label = data = suite.suite.title
            if len(suite.panels) > 1:
                label += f" · {panel.label}"
            if benchmark:
                data = next(own.label for own in suite.benchmarks if own.id == benchmark)
            if benchmark and len(measured) > 1:
                label += f" · {data}"
            model = "" if models else f", same model {panel.base_model}"
            yield Offer(
                (suite.suite.id, panel.id, benchmark),
                f"{label}: {shared} of {counted(len(metrics), 'metric')}",
                shared,
                f"same data set {data}{model}?",
            )


def _texts(facts: Facts, columns: Sequence[Column], use: str) -> list[str]:
    texts: list[str] = []
    for column in columns:
        if column.use == use:
            texts += facts.texts(column.name)
    return texts
