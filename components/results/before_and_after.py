"""Both sides of one perturbation: the models measured before and after it, by the weights chosen
for this page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components import floors
from components.answers.record import Absent
from components.format import by_id, finite, whole_number
from components.panels import aimed
from components.resolved import Resolved
from components.selection import panel_tables
from components.stats.panel import Bools, Panel, panel_from_runs
from components.stats.ranking.survival import Survival
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import normalised
from components.suite_ids import perturbations
from data.registry import REFERENCE, Metric, Tables

NOTHING = "This suite has no models that were measured again after relearning or quantisation."
UNWEIGHED = "No metric with weight was measured on both sides. Choose other weights."
NO_VALUES = "No runs match these filters."


@dataclass(frozen=True, kw_only=True)
class Row:
    """A model on both sides: score, rank and, by metric id, utilities. `kept` is after / before.

    reason  why it has no rank, "" if it has one
    below   whether that is because it is below a floor
    """

    method: str
    role: str
    family: str
    score_before: float | None
    score_after: float | None
    kept: float | None
    rank_before: int | None
    rank_after: int | None
    before: Mapping[str, float | None]
    after: Mapping[str, float | None]
    kept_of: Mapping[str, float | None]
    reason: str = ""
    below: bool = False


@dataclass(frozen=True, eq=False)
class BeforeAndAfter:
    """Candidates and the models that are never ranked, before and after a `perturbation`.

    label       of the perturbation; `description` says what was done
    metrics     measured on both sides, with their weights `w`
    rows        candidates in the order before, then those without a rank
    references  models that are never ranked
    families    labels of the methods whose checkpoints are the rows; empty if rows are methods
    """

    perturbation: str
    label: str
    description: str
    metrics: tuple[Metric, ...]
    w: Mapping[str, float]
    found: Survival
    rows: tuple[Row, ...]
    references: tuple[Row, ...]
    families: Mapping[str, str]

    @property
    def compared(self) -> tuple[Row, ...]:
        """The rows that have ranks."""
        return tuple(r for r in self.rows if r.rank_before is not None)

    @property
    def noun(self) -> str:
        """What a row is."""
        return "checkpoint" if self.families else "method"

    @property
    def change(self) -> str:
        """The perturbation in running text: relearning."""
        return self.label[:1].lower() + self.label[1:] if self.label[1:2].islower() else self.label

    def leaders(self, of: Callable[[Row], float | None]) -> tuple[str, ...]:
        """Return the compared rows that are highest by something; () if no row has a value."""
        known = [(v, r.method) for r in self.compared if (v := of(r)) is not None]
        best = max((v for v, _ in known), default=None)
        return tuple(m for v, m in known if v == best)

    def best_before(self) -> tuple[Row, ...]:
        """Return the checkpoint of each method that is best before, the first of equal ones."""
        best: dict[str, Row] = {}
        for row in self.compared:  # in the order before
            best.setdefault(row.family, row)
        return tuple(best.values())


def before(row: Row) -> float | None:
    """Return the score before."""
    return row.score_before


def after(row: Row) -> float | None:
    """Return the score after."""
    return row.score_after


def compute(view: Resolved) -> BeforeAndAfter | Absent:
    """Return both sides of the perturbation chosen, the first one by default."""
    known = done(view)
    return sides(view, view.selection.perturbation or known[0]) if known else Absent(NOTHING)


def done(view: Resolved) -> list[str]:
    """Return what was done to models of the panel shown."""
    return perturbations(panel_tables(view.tables, view.selection.panel))


def panel_measured_again(tables: Tables) -> str:
    """Return the first panel with models that were measured again; "" if there is none."""
    return next((p.id for p in tables.panels if perturbations(panel_tables(tables, p.id))), "")


def sides(view: Resolved, perturbation: str) -> BeforeAndAfter | Absent:
    """Return both sides of one perturbation, under the weights and filters chosen."""
    roles = {m.id: m.role for m in view.tables.methods}
    values = _measured(view, perturbation, roles)
    ranked = set(values.loc[values["method"].map(roles) == "candidate", "metric"])
    metrics = aimed(
        tuple(m for m in view.tables.after_metrics if m.id in ranked), view.selection.aim
    )
    if not metrics:
        return Absent(NO_VALUES)
    own = dict(view.selection.survival)
    if own and not any(own.get(m.id) for m in metrics):
        return Absent(UNWEIGHED)
    w = normalised(own or _equal(values, metrics), [m.id for m in metrics])
    both = [_arranged(view, values, metrics, side) for side in ("before", "after")]
    methods = both[0].methods
    u, v = (method_utilities(side, view.selection.transform, view.aggregate) for side in both)
    below = floors.missed(view)
    found = Survival(
        u, v, w, np.array([roles[m] == "candidate" and m not in below for m in methods])
    )
    rows = _rows(view, methods, found, metrics)
    about = view.tables.extras["perturbations"].set_index("id").loc[perturbation]
    return BeforeAndAfter(
        perturbation=perturbation,
        label=str(about["label"]),
        description=str(about["description"]),
        metrics=metrics,
        w=dict(zip((m.id for m in metrics), w.tolist(), strict=True)),
        found=found,
        rows=tuple(
            sorted(
                (r for r in rows if r.role == "candidate"), key=lambda r: r.rank_before or np.inf
            )
        ),
        references=tuple(r for r in rows if r.role != "candidate"),
        families={f.id: f.label for f in view.tables.families},
    )


def _measured(view: Resolved, perturbation: str, roles: Mapping[str, str]) -> pd.DataFrame:
    """Return the values known on both sides; filters of seeds and methods hold for candidates
    alone."""
    chosen, after = view.selection, view.tables.extras["after"]
    keep = (after["panel"] == chosen.panel) & (after["perturbation"] == perturbation)
    keep &= after["before"].notna() & after["after"].notna()
    if chosen.benchmarks:
        keep &= after["benchmark"].isin(chosen.benchmarks)
    for column, wanted in (("seed", chosen.seeds), ("method", chosen.methods)):
        if wanted:
            keep &= after[column].isin(wanted) | (after["method"].map(roles) != "candidate")
    return after[keep]


def _equal(values: pd.DataFrame, metrics: Sequence[Metric]) -> dict[str, float]:
    """Return equal weights for the metrics that all models have that were measured again, or for
    all if none is."""
    models = values.groupby("metric")[["benchmark", "method"]].apply(
        lambda own: len(own.drop_duplicates())
    )
    every = len(values[["benchmark", "method"]].drop_duplicates())
    return {m.id: 1.0 for m in metrics if models[m.id] == every} or {m.id: 1.0 for m in metrics}


def _arranged(
    view: Resolved, values: pd.DataFrame, metrics: tuple[Metric, ...], side: str
) -> Panel:
    """Return all models on one side; a metric that aims at the retrained model aims at its value on
    that side."""
    wide = values.pivot_table(side, ["benchmark", "method", "seed"], "metric", aggfunc="first")
    runs = wide.reindex(columns=[m.id for m in metrics]).reset_index()
    retrained = runs["method"].isin([m.id for m in view.tables.methods if m.role == REFERENCE])
    return panel_from_runs(
        view.selection.panel,
        metrics,
        runs,
        tuple(b.id for b in view.tables.benchmarks),
        runs[retrained],
        tuple(m.id for m in view.tables.methods),
    )


def _rows(
    view: Resolved, methods: Sequence[str], found: Survival, metrics: Sequence[Metric]
) -> list[Row]:
    known, ids = {m.id: m for m in view.tables.methods}, [m.id for m in metrics]
    missed = floors.missed(view)
    below = {
        m: "; ".join(floors.miss_words(view.labels, miss) for miss in missed[m]) for m in missed
    }
    return [
        Row(
            method=method,
            role=known[method].role,
            family=known[method].family if view.tables.families else method,
            score_before=finite(found.scores[0, i]),
            score_after=finite(found.scores[1, i]),
            kept=finite(found.score_kept[i]),
            rank_before=whole_number(found.ranks[0, i]),
            rank_after=whole_number(found.ranks[1, i]),
            before=by_id(ids, found.before[i]),
            after=by_id(ids, found.after[i]),
            kept_of=by_id(ids, found.kept[i]),
            reason=lacks or below.get(method, ""),
            below=not lacks and method in below,
        )
        for i, method in enumerate(methods)
        for lacks in [_reason(known[method].role, [m.label for m in metrics], found.lacking[i])]
    ]


def _reason(role: str, labels: Sequence[str], lacking: Bools) -> str:
    if role != "candidate":
        return "never ranked"
    missing = [label for label, lacks in zip(labels, lacking, strict=True) if lacks]
    return f"not measured on both sides: {', '.join(missing)}" if missing else ""
