"""How much of a metric is seeds, how much benchmarks, and how much methods?"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from components.answers.record import Answer, Part, Said
from components.labels import Labels
from components.plain import number as known_number
from components.resolved import Resolved, reads
from components.stats.reliability.noise_floor import (
    BENCHMARKS,
    INTERACTION,
    METHODS,
    SEEDS,
    NoiseFloor,
    noise_floors,
)
from components.table import Column, R, Table, table
from components.text import cleaned, joined, number
from data.registry import Metric

ONE_SEED = "one run in each cell: noise of seeds is part of methods × benchmarks"
NOISE_READING = (
    "Standard deviations on the metric's scale, from a two-way random model (analysis of variance). Share of methods: "
    "how much of the variance of one method on one benchmark, with these seeds, is methods; differences between "
    "benchmarks do not count."
)
COMPONENTS = {
    SEEDS: "SD over seeds",
    METHODS: "SD between methods",
    BENCHMARKS: "SD between benchmarks",
    INTERACTION: "SD methods × benchmarks",
}
"""The heads of the columns of standard deviations."""
HALF = 0.5
REST = "The rest is seeds, and methods that do better on one benchmark than on another."


@dataclass(frozen=True)
class MetricNoise:
    """The noise floor of one score metric over so many methods and benchmarks."""

    metric: Metric
    methods: int
    benchmarks: int
    floor: NoiseFloor

    @property
    def share(self) -> float | None:
        """What methods are of the variance of a cell, benchmarks excluded."""
        return known_number(self.floor.share)

    @property
    def reason(self) -> str:
        """Why a number is unknown."""
        if self.floor.reason:
            return self.floor.reason
        if self.share is None:
            return "all values of a benchmark are alike"
        return ONE_SEED if self.floor.seeds == 1 else ""


@reads(weights=False)
def compute(view: Resolved) -> tuple[MetricNoise, ...]:
    """The noise floor of every score metric, in registry order."""
    panel = view.panel
    return tuple(
        MetricNoise(metric, len(panel.methods), len(panel.benchmarks), floor)
        for metric, floor in zip(panel.metrics, noise_floors(panel), strict=True)
    )


def noise_sentence(rows: Sequence[MetricNoise]) -> str:
    """In which metrics methods differ by more than noise, or why that is unknown."""
    known = sorted((r for r in rows if r.share is not None), key=lambda r: -(r.share or 0.0))
    if not known:
        reasons = "; ".join(list(dict.fromkeys(r.reason for r in rows if r.reason))[:2])
        return f"What is method and what is noise cannot be told apart here ({reasons})." if reasons else ""
    first, last = known[0], known[-1]
    if len(known) == 1:
        return f"Methods make up {_share(first)} of what varies in {_label(first)}. {REST}"
    half = sum((r.share or 0.0) >= HALF for r in known)
    return (
        f"Methods make up at least half of what varies in {half or 'none'} of {len(known)} metrics: most in "
        f"{_label(first)} ({_share(first)}), least in {_label(last)} ({_share(last)}). {REST}"
    )


def remark(row: MetricNoise) -> str:
    """What qualifies a row: which numbers are missing and why, and which were estimated below 0."""
    named = [n.replace("interaction", "methods × benchmarks") for n in row.floor.negative]
    below = f"{joined(named)} estimated below 0, taken as 0" if named else ""
    return "; ".join(x for x in (row.reason, below) if x)


def _share(row: MetricNoise) -> str:
    return f"{number(100.0 * (row.share or 0.0), 0)} %"


def _label(row: MetricNoise) -> str:
    return cleaned(row.metric.label)


def noise_columns(of: Callable[[R], MetricNoise]) -> tuple[Column[R], ...]:
    """The noise floor of a metric as columns of rows that hold one."""
    column: type[Column[R]] = Column

    def deviation(component: str) -> Callable[[R], float | None]:
        return lambda row: known_number(math.sqrt(of(row).floor.variances[component]))

    return (
        column("methods", lambda r: of(r).methods, kind="count", place="file"),
        column("benchmarks", lambda r: of(r).benchmarks, kind="count", place="file"),
        column("seeds", lambda r: of(r).floor.seeds or None, kind="count", place="file"),
        column("share_methods", lambda r: of(r).share, "share of methods", kind="number", why="reason", place="print"),
        *(
            column(f"sd_{name}", deviation(name), head, kind="number", why="reason", place="print")
            for name, head in COMPONENTS.items()
        ),
        column("negative", lambda r: of(r).floor.negative, place="file"),
        column("reason", lambda r: of(r).reason, place="file"),
        column("remark", lambda r: remark(of(r)), place="screen only"),
    )


def noise_table(rows: tuple[MetricNoise, ...], names: Labels) -> Table[MetricNoise]:
    """One row per metric."""
    column = Column[MetricNoise]
    first = (
        column("metric", lambda r: r.metric.id, kind="metric", place="print"),
        column("label", lambda r: r.metric.label, place="file"),
    )
    return table((*first, *noise_columns(lambda r: r)), rows)


NOISE = Answer(
    "noise_floor",
    compute,
    lambda rows, names: Said([noise_sentence(rows)], [NOISE_READING]),
    Part("noise_floor", "Noise floor of each metric", noise_table, open=True),
    heading="Noise floor",
    alone=True,
    terms=("noise_floor",),
)
