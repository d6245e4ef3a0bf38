"""Both sides of one perturbation: the models measured before and after it, by the weights chosen for this page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from components import floors
from components.answers.record import Absent
from components.choice_text import FLOORS, perturbations
from components.format import by_id, finite, whole_number
from components.resolved import Resolved, aimed, unweighted
from components.selection import panel_tables
from components.stats.panel import Bools, Panel, panel_from_runs
from components.stats.ranking.survival import Survival
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import doubled, normalised
from data.registry import REFERENCE, Metric, Tables

NOTHING = (
    "This suite measured no unlearned model again after it was trained further or stored at fewer bits. Choose another."
)
UNWEIGHED = "None of the metrics with weight was measured before and after this. Choose other weights."
NO_VALUES = "No model that matches these filters was measured on both sides."


@dataclass(frozen=True, kw_only=True)
class Row:
    """A model on both sides: score, rank and, by metric id, utilities. `kept` is after / before.

    `reason` says why it has no rank; `destroyed` what it misses of the floors of the suite, whether these hold or not.
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
    destroyed: str = ""

    @property
    def ranked(self) -> bool:
        """Whether it is compared with others."""
        return self.rank_before is not None


PAIR = 2
OF_TWO = "Of two rows τ-b can only be −1 or +1: no evidence."


@dataclass(frozen=True, eq=False)
class Sides:
    """Candidates and the models that are drawn, before and after a `perturbation`.

    metrics     measured on both sides, with their weights `w`
    rows        candidates in the order before, then those without a rank
    references  models that are never ranked
    families    labels of the methods whose checkpoints are the rows; empty where rows are methods
    parts       pairs (whole, part) of metrics that both have weight
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
    parts: tuple[tuple[str, str], ...]

    @property
    def compared(self) -> tuple[Row, ...]:
        """The rows that have ranks."""
        return tuple(r for r in self.rows if r.ranked)

    @property
    def noun(self) -> str:
        """What a row is."""
        return "checkpoint" if self.families else "method"

    @property
    def heaviest(self) -> Metric:
        """The metric with the most weight, the first of equal ones."""
        return max(self.metrics, key=lambda m: self.w[m.id])

    @property
    def weighted(self) -> tuple[Metric, ...]:
        """The metrics that count."""
        return tuple(m for m in self.metrics if self.w[m.id] > 0)

    def leaders(self, of: Callable[[Row], float | None]) -> tuple[str, ...]:
        """The compared rows that are highest by something; none where nothing is known."""
        known = [(v, r.method) for r in self.compared if (v := of(r)) is not None]
        best = max((v for v, _ in known), default=None)
        return tuple(m for v, m in known if v == best)

    def best_of_each(self, of: Callable[[Row], float | None]) -> tuple[Row, ...]:
        """Of each method the checkpoint that is highest by something, the first of equal ones; all where rows are
        methods.
        """
        best: dict[str, Row] = {}
        for row in self.compared:
            rival, value = best.get(row.family), of(row)
            if value is not None and (rival is None or value > (of(rival) or 0.0)):
                best[row.family] = row
        return tuple(best.values())


def before(row: Row) -> float | None:
    """The score before."""
    return row.score_before


def after(row: Row) -> float | None:
    """The score after."""
    return row.score_after


@unweighted
def compute(view: Resolved) -> Sides | Absent:
    """Both sides of the perturbation chosen."""
    known = done(view)
    return sides(view, view.selection.perturbation or known[0]) if known else Absent(NOTHING)


@unweighted
def quietly(view: Resolved) -> Sides | Absent:
    """The same for answers below the one that says why there is nothing."""
    found = view.of(compute)
    return Absent("") if isinstance(found, Absent) else found


def done(view: Resolved) -> list[str]:
    """What was done to models of the panel shown."""
    return perturbations(panel_tables(view.tables, view.selection.panel))


def panel_measured_again(tables: Tables) -> str:
    """The first panel with models that were; empty when there is none."""
    return next((p.id for p in tables.panels if perturbations(panel_tables(tables, p.id))), "")


def sides(view: Resolved, perturbation: str) -> Sides | Absent:
    """Both sides of one perturbation, under the weights and filters chosen."""
    roles = {m.id: m.role for m in view.tables.methods}
    values = _measured(view, perturbation, roles)
    ranked = set(values.loc[values["method"].map(roles) == "candidate", "metric"])
    metrics = aimed(tuple(m for m in view.tables.after_metrics if m.id in ranked), view.selection.aim)
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
    found = Survival(u, v, w, np.array([roles[m] == "candidate" and m not in below for m in methods]))
    rows = _rows(view, methods, found, metrics)
    about = view.tables.extras["perturbations"].set_index("id").loc[perturbation]
    return Sides(
        perturbation=perturbation,
        label=str(about["label"]),
        description=str(about["description"]),
        metrics=metrics,
        w=dict(zip((m.id for m in metrics), w.tolist(), strict=True)),
        found=found,
        rows=tuple(sorted((r for r in rows if r.role == "candidate"), key=lambda r: r.rank_before or np.inf)),
        references=tuple(r for r in rows if r.role != "candidate"),
        families={f.id: f.label for f in view.tables.families},
        parts=doubled(metrics, w),
    )


def _measured(view: Resolved, perturbation: str, roles: Mapping[str, str]) -> pd.DataFrame:
    """The values that there are on both sides; filters of seeds and methods hold for candidates alone."""
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
    """The same weight for each metric that all models have that were measured again; for all where there is none."""
    models = values.groupby("metric")[["benchmark", "method"]].apply(lambda own: len(own.drop_duplicates()))
    every = len(values[["benchmark", "method"]].drop_duplicates())
    return {m.id: 1.0 for m in metrics if models[m.id] == every} or {m.id: 1.0 for m in metrics}


def _arranged(view: Resolved, values: pd.DataFrame, metrics: tuple[Metric, ...], side: str) -> Panel:
    """All models on one side. What aims at the retrained model aims at its value on that side."""
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


def _rows(view: Resolved, methods: Sequence[str], found: Survival, metrics: Sequence[Metric]) -> list[Row]:
    known, ids = {m.id: m for m in view.tables.methods}, [m.id for m in metrics]
    usual = Resolved(view.tables, replace(view.selection, floors=FLOORS[0]))
    below, destroyed = ({m: _misses(v, m) for m in floors.missed(v)} for v in (view, usual))
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
            reason=_reason(known[method].role, [m.label for m in metrics], found.lacking[i]) or below.get(method, ""),
            destroyed=destroyed.get(method, ""),
        )
        for i, method in enumerate(methods)
    ]


def _misses(view: Resolved, method: str) -> str:
    return "; ".join(floors.miss_words(view.labels, miss) for miss in floors.missed(view)[method])


def _reason(role: str, labels: Sequence[str], lacking: Bools) -> str:
    if role != "candidate":
        return "never ranked"
    missing = [label for label, lacks in zip(labels, lacking, strict=True) if lacks]
    return f"not measured on both sides: {', '.join(missing)}" if missing else ""
