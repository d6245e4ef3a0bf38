"""Which runs are shown: suite, panel, benchmarks, seeds, methods."""

from collections.abc import Mapping

from components import suite_ids
from components.choices import parsing
from components.choices.controls import (
    WIDE,
    WIDEST,
    Boxes,
    LimitPerMetric,
    Several,
)
from components.choices.record import Choice
from components.format import counted, joined, shortened
from components.panels import over_budget
from components.resolved import Resolved
from components.results.kinds import KINDS, Kind, by_kind
from components.selection import panel_tables
from components.words import Labels
from data.registry import Metric, Suite, Tables

MAX_NAMED = 2
"""Filtered ids beyond this number are counted, not named."""


def _in_panel(view: Resolved) -> Tables:
    return panel_tables(view.tables, view.selection.panel)


def suite_text(suite: Suite, kind: Kind) -> str:
    """Return title and kind of a suite: "TOFU forget10 · language"."""
    return f"{shortened(suite.title, 60)} · {KINDS[kind].partition(' ')[0].lower()}"


def _suites(view: Resolved, labels: Labels) -> Mapping[str, str]:
    tables_shown = view.among.suites if view.among else (view.tables,)
    texts = {}
    for kind, suites in by_kind(tables_shown).items():
        for tables in suites:
            texts[tables.suite.id] = suite_text(tables.suite, kind)
    return texts


def _panels(view: Resolved, labels: Labels) -> Mapping[str, str]:
    runs_in_panel = view.tables.panel_runs
    return {
        panel.id: f"{shortened(panel.label)} · {counted(runs_in_panel.get(panel.id, 0), 'run')}"
        for panel in view.tables.panels
    }


def _benchmarks(view: Resolved, labels: Labels) -> Mapping[str, str]:
    return {benchmark.id: benchmark.label for benchmark in _in_panel(view).benchmarks}


def _seeds(view: Resolved, labels: Labels) -> Mapping[int, str]:
    return {
        int(seed_number): str(seed_number) for seed_number in _in_panel(view).runs["seed"].unique()
    }


def _methods(view: Resolved, labels: Labels) -> Mapping[str, str]:
    return {method.id: method.label for method in _in_panel(view).candidates}


def _cost_metrics(view: Resolved) -> list[Metric]:
    return suite_ids.cost_metrics(_in_panel(view))


def _only(texts: list[str], noun: str) -> str:
    if len(texts) > MAX_NAMED:
        return f"{len(texts)} {noun}"
    return f"{joined([shortened(text) for text in texts])} only"


def _tell_benchmarks(view: Resolved) -> str:
    return _only(
        [view.labels.benchmark(benchmark) for benchmark in view.selection.benchmarks], "benchmarks"
    )


def _tell_seeds(view: Resolved) -> str:
    return _only([f"seed {seed_number}" for seed_number in view.selection.seeds], "seeds")


def _tell_methods(view: Resolved) -> str:
    return _only([view.labels.method(method) for method in view.selection.methods], "methods")


def _tell_most(view: Resolved) -> str:
    limits = [
        f"{shortened(view.labels.metric(metric))} at most {metric_limit:g}"
        for metric, metric_limit in view.selection.most
    ]
    left_out = counted(len(over_budget(view.tables, view.selection)), "method")
    return f"{joined(limits)}: {left_out} left out, needing more or not measured"


SUITE = Choice(
    "suite",
    "the study",
    parsing.suite,
    Boxes(("Suite",), _suites, WIDEST, at_least=2),
    place="bar",
)
PANEL = Choice(
    "panel",
    "the runs analysed together",
    parsing.one_id(suite_ids.panels),
    Boxes(("Panel",), _panels, WIDE, at_least=2, disabled=True),
    place="bar",
)
BENCHMARKS = Choice(
    "benchmarks",
    "only these benchmarks",
    parsing.some_ids(suite_ids.benchmarks),
    Several("Benchmarks", _benchmarks),
    tell=_tell_benchmarks,
    of_panel=True,
)
SEEDS = Choice(
    "seeds",
    "only these seeds",
    parsing.seeds,
    Several("Seeds", _seeds),
    tell=_tell_seeds,
    of_panel=True,
)
METHODS = Choice(
    "methods",
    "only these methods",
    parsing.some_ids(suite_ids.ranked_methods),
    Several("Methods", _methods),
    tell=_tell_methods,
    of_panel=True,
)
MOST = Choice(
    "most",
    "only methods that cost no more: memory_GB:24, of metrics of cost",
    parsing.most,
    LimitPerMetric(_cost_metrics),
    tell=_tell_most,
    of_panel=True,
)
