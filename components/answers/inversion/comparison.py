"""The standard evaluator against one judge: counts, shares, rates and tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd

from components.answers.inversion.reconstructions import STANDARD
from components.format import finite
from components.stats.audits.inversion import (
    WITH_INTERVAL,
    Confusion,
    McNemar,
    cluster_intervals,
    confusion,
    mcnemar,
    measures,
    paired_difference,
    shares,
)
from components.stats.panel import Floats


def judge_label(evaluator: str) -> str:
    """Return what an evaluator is called if nothing else names it: judge1 is judge 1."""
    return (
        "standard evaluator"
        if evaluator == STANDARD
        else f"judge {evaluator.removeprefix('judge')}".strip()
    )


def called(evaluator: str) -> str:
    """Return what an evaluator is called in running text: the standard evaluator, the judge, judge
    1."""
    label = judge_label(evaluator)
    return f"the {label}" if label in ("standard evaluator", "judge") else label


class Estimate(NamedTuple):
    """A measure with its 95 % interval, and the one from drawing identities anew; None if
    undefined."""

    value: float | None
    low: float | None
    high: float | None
    cluster_low: float | None
    cluster_high: float | None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What the standard evaluator accepts, the judge taken as right: of one attack, or of all.

    `estimates` are by the names of MEASURES. Their intervals are Wilson's, of the `difference`
    Newcombe's; κ and AC1 have none. Those from drawing `identities` anew are None if
    `cluster_reason` says why."""

    private_set: str = ""
    attack: str = ""
    table: Confusion
    estimates: Mapping[str, Estimate]
    test: McNemar
    identities: int
    cluster_reason: str

    @property
    def accuracies(self) -> tuple[float, float] | None:
        """Return which share each evaluator accepts, None if none was answered by both."""
        standard, judge = (
            self.estimates[f"accuracy_{name}"].value for name in ("standard", "judge")
        )
        return None if standard is None or judge is None else (standard, judge)

    @cached_property
    def flat(self) -> Mapping[str, float | str | None]:
        """Return every number by its name in files."""
        estimates = {
            f"{name}{end}": part
            for name, estimate in self.estimates.items()
            for end, part in zip(
                ("", "_low", "_high", "_cluster_low", "_cluster_high"), estimate, strict=True
            )
            if end not in ("_low", "_high") or name in WITH_INTERVAL
        }
        return {
            "n": self.table.total,
            "answered": self.table.answered,
            **vars(self.table),
            **estimates,
            "identities": self.identities,
            "cluster_reason": self.cluster_reason,
            "mcnemar": self.test.exact,
            "mcnemar_min": self.test.p_min,
        }


def compare(rows: pd.DataFrame, judge: str, identified: bool, seed: int) -> Comparison:
    """Return every number of some reconstructions; `identified`: their table names identities."""
    standard, reference = rows[STANDARD].to_numpy(), rows[judge].to_numpy()
    table = confusion(standard, reference)
    clusters = np.zeros(len(rows), dtype=np.intp)
    if identified:  # the same name in two private sets is two identities
        clusters = np.asarray(
            rows.groupby(["private_set", "identity"], sort=False).ngroup(), dtype=np.intp
        )
    drawn = cluster_intervals(standard, reference, clusters, seed=seed)
    intervals = {**shares(table), "difference": paired_difference(table)}

    def estimate(name: str, value: Floats) -> Estimate:
        own, cluster = intervals.get(name), drawn[name]
        low, high = (None, None) if own is None else (finite(own.low), finite(own.high))
        return Estimate(finite(float(value)), low, high, cluster.low, cluster.high)

    reason = next((i.reason for i in drawn.values() if i.reason), "")
    return Comparison(
        table=table,
        estimates={name: estimate(name, value) for name, value in measures(table.counts).items()},
        test=mcnemar(table),
        identities=len(np.unique(clusters)) if identified else 0,
        cluster_reason=reason if identified else "the table names no identities",
    )
