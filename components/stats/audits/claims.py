"""What a paper prints against what its released runs give: claims, and the rule by which one
matches."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
import pandas as pd

from components.stats.agreement.tau import Agreement, agreement
from components.stats.memo import memoised
from components.stats.panel import Panel, panel_from_runs
from components.stats.permutation import LEVEL
from data.claims import subject_parts
from data.errors import UnknownName
from data.registry import Tables

Outcome = Literal["match", "mismatch", "superseded", "not recomputable"]
MAX_DECIMALS = 12
P_OF: Mapping[str, str] = {
    "kendall_p_published": "kendall_tau_published",
    "spearman_p": "spearman_rho",
    "tau_b_benchmark_p_asymptotic": "tau_b_benchmark",
}
"""By the statistic of a printed p, the statistic that it is the p of."""
UNSIGNED = (*P_OF, "stability_sd_tau", "weight_published")
"""The statistics that are never negative."""


@dataclass(frozen=True)
class Claim:
    """One printed figure. `subject` holds the names it is about, in order; `panel` may be empty."""

    id: str
    where: str
    url: str
    status: str
    statistic: str
    protocol: str
    panel: str
    subject: tuple[str, ...]
    printed: float
    decimals: int
    sentence: str


@dataclass(frozen=True)
class Figure:
    """A recomputed number; `value` is NaN if there is none, and `note` says why.

    `low` and `high` are its bounds if it is computed from rounded numbers, of a counterpart its 95
    % interval."""

    value: float
    label: str = ""
    note: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, eq=False)
class Study:
    """The whole panels of a suite, whatever is filtered, each arranged and compared once."""

    tables: Tables
    seed: int = 0

    def panel(self, panel_id: str) -> Panel:
        """Return all runs of a panel; without runs if the suite has no such panel."""
        key = ("whole panel", panel_id)
        return memoised(self.tables, key, lambda: _whole_panel(self.tables, panel_id))


def _whole_panel(tables: Tables, panel_id: str) -> Panel:
    methods = tuple(method.id for method in tables.candidates)
    benchmarks = tuple(benchmark.id for benchmark in tables.benchmarks)
    runs = tables.runs_of(panel_id)
    runs = runs[runs["method"].isin(methods)]
    panel = panel_from_runs(panel_id, tables.metrics, runs, benchmarks, methods=methods)
    return panel.compared


@dataclass(frozen=True, eq=False)
class Case:
    """A claim, and the study whose runs it is checked on."""

    study: Study
    claim: Claim

    @property
    def panel(self) -> Panel:
        """All runs of the claim's panel."""
        return self.study.panel(self.claim.panel)

    @property
    def metric(self) -> int:
        """The index of the metric that the claim names first. Raises UnknownName."""
        return self.panel.metric(self.claim.subject[0])

    @property
    def pair(self) -> tuple[int, int]:
        """The indices of the two metrics of the claim. Raises UnknownName."""
        return self.metric, self.panel.metric(self.claim.subject[1])

    def scope(self, kind: str, otherwise: str) -> str:
        """Return the scope of the benchmark that a claim about a pair names.

        "runs:B" for the kind "runs"; `otherwise` if the claim names none.
        """
        benchmarks = self.claim.subject[2:]
        return f"{kind}:{benchmarks[0]}" if benchmarks else otherwise

    def agreement(self, protocol: str, scope: str) -> Agreement:
        """Return the agreement of all metrics on the claim's panel."""
        panel = self.panel
        key = ("agreement", protocol, scope)
        return memoised(panel, key, lambda: agreement(panel, protocol, scope))

    def runs_of(self, method: str) -> pd.DataFrame:
        """Return the runs of a method on the panel and benchmark that the claim names."""
        runs = self.study.tables.runs
        cell = ["panel", "benchmark", "method"]
        rows_of_cells = memoised(
            self.study.tables, "cells", lambda: runs.groupby(cell, observed=True).indices
        )
        rows = rows_of_cells.get((self.claim.panel, self.claim.subject[2], method), [])
        return runs.take(np.asarray(rows, dtype=np.intp))


Recipe = Callable[[Case], Figure]


def claims(tables: Tables) -> tuple[Claim, ...]:
    """Return the claims of a suite in the order of its table."""
    if tables.published.empty:
        return ()
    table = tables.published.rename(columns={"claim": "id"})
    subjects = table["subject"].map(subject_parts)
    table = table.assign(subject=subjects, printed=table["value"])
    columns = [field.name for field in fields(Claim)]
    rows = table[columns].itertuples(index=False, name=None)
    return tuple(Claim(*row) for row in rows)


def matches(recomputed: float, printed: float, decimals: int) -> bool:
    """Return whether |recomputed − printed| ≤ half of the last printed digit.

    Of more than 12 decimals the first 12 count.
    """
    return abs(recomputed - printed) <= _half_digit(decimals)


def _half_digit(decimals: int) -> float:
    return 0.5 * 10.0 ** -min(decimals, MAX_DECIMALS) + 1e-12


def outcome(claim: Claim, recomputed: Figure) -> Outcome:
    """Return the outcome of a claim.

    One that its authors superseded stays so, whatever the runs say. A number with rounded inputs
    matches when its possible range overlaps that of the printed one.
    """
    if claim.status == "superseded":
        return "superseded"
    if math.isnan(recomputed.value):
        return "not recomputable"
    if recomputed.low is None or recomputed.high is None:
        is_match = matches(recomputed.value, claim.printed, claim.decimals)
    else:
        half_digit = _half_digit(claim.decimals)
        reaches_down = recomputed.low <= claim.printed + half_digit
        is_match = reaches_down and recomputed.high >= claim.printed - half_digit
    return "match" if is_match else "mismatch"


def holds(
    claim: Claim,
    tie_aware: Figure | None,
    p: float | None,
    exact_p: float | None,
) -> bool | None:
    """Return whether a printed number holds.

    False if any criterion fails, None if none can be computed. The criteria: its sign is that of
    its tie-aware counterpart, its value lies in the interval of this, and the exact p is at most
    .05 if the printed p is. A printed p meets the last one or not.
    """
    if claim.status == "superseded":
        return None
    criteria = []
    if p is not None and exact_p is not None:
        criteria.append(p > LEVEL or exact_p <= LEVEL)
    is_signed = claim.statistic not in UNSIGNED
    if is_signed and tie_aware is not None and not math.isnan(tie_aware.value):
        criteria.append(same_sign(claim, tie_aware.value))
        if tie_aware.low is not None and tie_aware.high is not None:
            criteria.append(tie_aware.low <= claim.printed <= tie_aware.high)
    return all(criteria) if criteria else None


def same_sign(claim: Claim, value: float) -> bool:
    """Return whether a number has the sign of the printed one."""
    return bool(np.sign(value) == np.sign(claim.printed))


def follow(recipe: Recipe, study: Study, claim: Claim) -> Figure:
    """Return the figure that a recipe gives for a claim.

    NaN with a note if the suite has no data for it.
    """
    if claim.panel and not study.panel(claim.panel).n_runs:
        return Figure(math.nan, note=f"the suite has no runs of {claim.panel}")
    try:
        return recipe(Case(study, claim))
    except UnknownName as error:
        return Figure(math.nan, note=str(error))
