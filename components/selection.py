"""What decides numbers: one frozen value, the same in addresses, interface and command line.

How each field is read, drawn and told is a record in components/choices. What is open, sorted or
found on a page decides no number and is no field here.
"""

from dataclasses import dataclass, replace
from typing import Any

from components.stats.memo import memoised
from components.stats.ranking.weights import default_preset
from data.registry import Floor, Tables

AXES = ("forgetting", "utility")
"""Axes of the trade-off that are groups of metrics; privacy counts to forgetting."""
FLOORS = ("suite", "none")
"""The floors of the suite for the panel shown, and none at all."""
BEST = "best"
ROWS = ("checkpoints", BEST)
"""What a row of the ranking can be: a checkpoint, or a method by its best one."""


@dataclass(frozen=True)
class Selection:
    """What a user has chosen. Empty tuples mean all.

    `weights` is the name of a preset or (metric, weight) pairs; `floors` is a word of FLOORS, or
    the reader's floors.
    """

    suite: str
    panel: str
    benchmarks: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()
    methods: tuple[str, ...] = ()
    most: tuple[tuple[str, float], ...] = ()
    protocol: str = "tie-aware"
    scope: str = "blocks"
    transform: str = "reciprocal"
    aggregate: str = "score-of-means"
    aim: str = "printed"
    rows: str = "checkpoints"
    tries: int | str = "auto"
    axes: tuple[str, ...] = AXES
    weights: str | tuple[tuple[str, float], ...] = "balanced"
    floors: str | tuple[Floor, ...] = "suite"
    linkage: str = "average"
    k: int | str = "auto"
    radius: float = 0.2
    draws: int = 10_000
    rng: int = 42
    judge: str = ""
    private_set: str = ""
    perturbation: str = ""
    survival: tuple[tuple[str, float], ...] = ()


def default_selection(tables: Tables) -> Selection:
    """Return what a suite shows before anything is chosen."""

    def at_first() -> Selection:
        return Selection(
            tables.suite.id,
            tables.reference_panel.id,
            rows=opening_rows(bool(tables.families)),
            weights=default_preset(tables),
        )

    return memoised(tables, "default selection", at_first)


def opening_rows(has_families: bool) -> str:
    """Return the rows that a suite opens with: methods, where they have several checkpoints."""
    return BEST if has_families else ROWS[0]


def opening(suite: str, has_families: bool) -> dict[str, str]:
    """Return the query that opens a suite as on a first visit."""
    return {"suite": suite, "rows": opening_rows(has_families)}


def panel_tables(tables: Tables, panel: str) -> Tables:
    """Return the tables with only the runs, methods and benchmarks of one panel."""

    def within_panel() -> Tables:
        panel_runs = tables.runs_of(panel)
        methods = set(panel_runs["method"])
        benchmarks = set(panel_runs["benchmark"])
        return replace(
            tables,
            runs=panel_runs,
            methods=tuple(method for method in tables.methods if method.id in methods),
            benchmarks=tuple(
                benchmark for benchmark in tables.benchmarks if benchmark.id in benchmarks
            ),
        )

    return memoised(tables, ("panel tables", panel), within_panel)


def to_text(chosen_value: Any) -> str:
    """Return the text form of a value: lists by comma, weights as NAME:weight, short numbers."""
    if chosen_value is None:
        return ""
    if isinstance(chosen_value, float):
        return _short(chosen_value)
    if isinstance(chosen_value, tuple):
        return ",".join(map(_item_text, chosen_value))
    return str(chosen_value)


def _item_text(chosen_item: Any) -> str:
    return (
        f"{chosen_item[0]}:{_short(chosen_item[1])}"
        if isinstance(chosen_item, tuple)
        else str(chosen_item)
    )


def _short(number: float) -> str:
    return f"{number:.6f}".rstrip("0").rstrip(".") or "0"


def to_query(selection: Selection, tables: Tables) -> dict[str, str]:
    """Return the fields that differ from the suite's defaults, as texts, in a fixed order.

    Suite, rows and weights are always named: what a link shows must not depend on which suite is
    listed first, nor on which rows and weights are the default when it is followed.
    """
    default = default_selection(tables)
    query = {"suite": selection.suite, "rows": selection.rows}
    query["weights"] = to_text(selection.weights)
    for choice_name, chosen_value in vars(selection).items():
        if chosen_value != getattr(default, choice_name):
            query[choice_name] = to_text(chosen_value)
    return query
