"""What a paper prints against what its released runs give: claims, and the rule by which one matches."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
import pandas as pd

from components.errors import UnknownName
from components.stats.agreement.tau import PUBLISHED, Agreement, agreement
from components.stats.blocks import of_some_blocks
from components.stats.memo import memoised
from components.stats.panel import Panel, panel_from_runs
from data.claims import subject_parts
from data.registry import Tables

Outcome = Literal["match", "mismatch", "superseded", "not recomputable"]
MOST_DECIMALS = 12
SUPERSEDED = "superseded"


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
    """A number with what a reader needs beside it; `value` is NaN, and `note` says why, when there is none.

    `low` and `high` say between what it may lie where what it is computed from is rounded itself.
    """

    value: float
    label: str = ""
    note: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, eq=False)
class Study:
    """The whole panels of a suite, whatever a reader has filtered, each arranged and compared once."""

    tables: Tables
    seed: int = 0

    def panel(self, panel_id: str) -> Panel:
        """All runs of a panel; without runs when the suite has no such panel."""
        return memoised(self.tables, ("whole panel", panel_id), lambda: _whole_panel(self.tables, panel_id))

    def agreement(self, panel_id: str, protocol: str = PUBLISHED, scope: str = "blocks") -> Agreement:
        """The agreement of all metrics on a whole panel."""
        panel = self.panel(panel_id)
        return memoised(panel, ("agreement", protocol, scope), lambda: agreement(panel, protocol, scope))

    def runs_of(self, panel_id: str, benchmark: str, method: str) -> pd.DataFrame:
        """The runs of a method on a benchmark of a panel."""
        runs, by = self.tables.runs, ["panel", "benchmark", "method"]
        cells = memoised(self.tables, "cells", lambda: runs.groupby(by, observed=True).indices)
        return runs.take(np.asarray(cells.get((panel_id, benchmark, method), []), dtype=np.intp))


def _whole_panel(tables: Tables, panel_id: str) -> Panel:
    candidates = tuple(m.id for m in tables.candidates)
    runs = tables.runs_of(panel_id)
    runs = runs[runs["method"].isin(candidates)]
    order = tuple(b.id for b in tables.benchmarks)
    return of_some_blocks(panel_from_runs(panel_id, tables.metrics, runs, order, methods=candidates))


Recipe = Callable[[Study, Claim], Figure]


def claims(tables: Tables) -> tuple[Claim, ...]:
    """The claims of a suite in the order of its table."""
    rows = cast("list[dict[str, Any]]", tables.published.rename(columns={"claim": "id"}).to_dict("records"))
    return tuple(Claim(**row | {"subject": subject_parts(row["subject"]), "printed": row.pop("value")}) for row in rows)


def matches(recomputed: float, printed: float, decimals: int) -> bool:
    """Whether a recomputed number is the printed one at the printed decimals, at most 12 of them."""
    return abs(recomputed - printed) <= 0.5 * 10.0 ** -min(decimals, MOST_DECIMALS) + 1e-12


def outcome(claim: Claim, recomputed: Figure) -> Outcome:
    """The verdict on a claim. One that its authors superseded stays so, whatever the runs say.

    A number with rounded inputs matches when its possible range overlaps that of the printed one.
    """
    if claim.status == SUPERSEDED:
        return "superseded"
    if math.isnan(recomputed.value):
        return "not recomputable"
    if recomputed.low is None or recomputed.high is None:
        return "match" if matches(recomputed.value, claim.printed, claim.decimals) else "mismatch"
    half = 0.5 * 10.0 ** -min(claim.decimals, MOST_DECIMALS) + 1e-12
    apart = recomputed.high < claim.printed - half or recomputed.low > claim.printed + half
    return "mismatch" if apart else "match"


def follow(recipe: Recipe, study: Study, claim: Claim) -> Figure:
    """The figure that a recipe gives for a claim; NaN with a note where the suite has no data for it."""
    if claim.panel and not study.panel(claim.panel).n_runs:
        return Figure(math.nan, note=f"the suite has no runs of {claim.panel}")
    try:
        return recipe(study, claim)
    except UnknownName as error:
        return Figure(math.nan, note=str(error))


def metric_pair(study: Study, claim: Claim) -> tuple[int, int]:
    """Indices of the two metrics a claim is about. Raises UnknownName."""
    panel = study.panel(claim.panel)
    x, y = claim.subject[:2]
    return panel.metric(x), panel.metric(y)


def or_nan(value: float | None) -> float:
    """A number that may be None as a float."""
    return math.nan if value is None else value
