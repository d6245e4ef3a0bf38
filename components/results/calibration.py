"""Does a metric tell a retrained model from the original, or take one for the other?"""

from dataclasses import dataclass

from components.controls import panels_with_controls
from components.resolved import Resolved, unweighted
from components.stats.audits.recognition import MetricRow, recognitions


@dataclass(frozen=True)
class Judged:
    """One row per score metric, in registry order; none if a control is missing, `reason` says
    which.

    panels    those of the suite that have both controls
    canaries  benchmarks whose forget set holds canaries, which a retrained model cannot know
    utility   metrics of it, which are not asked: a model that forgot is as useful as one that knows
    """

    reason: str
    panels: tuple[str, ...]
    metrics: tuple[MetricRow, ...] = ()
    canaries: tuple[str, ...] = ()
    utility: tuple[str, ...] = ()


@unweighted
def compute(view: Resolved) -> Judged:
    """Hold every metric against the controls, whatever methods are filtered: they are the right
    answer."""
    panels = tuple(panels_with_controls(view.tables))
    panel, known = view.judged, view.controls
    if not panel.n_runs:
        return Judged("No runs match these filters.", panels)
    if not {known.original, known.retrain} <= set(panel.methods):
        return Judged(_reason(view), panels)
    sets = view.tables.extras.get("forget_sets")
    mislabelled = set() if sets is None else set(sets.loc[sets["forget"] == "canary", "benchmark"])
    canaries = tuple(b for b in panel.benchmarks if b in mislabelled)
    rows = recognitions(
        panel,
        panel.method(known.original),
        panel.method(known.retrain),
        [i for i, m in enumerate(panel.methods) if m not in known.all],
        canaries,
        view.selection.rng,
    )
    return Judged(
        "", panels, rows, canaries, tuple(m.id for m in panel.metrics if m.group == "utility")
    )


def _reason(view: Resolved) -> str:
    known = view.controls
    original = any(m.role == "original" for m in view.tables.methods if m.id in known.all)
    second = (
        original or not known.retrain
    )  # one retrained model alone is the one that metrics aim at
    lacking = [
        *(() if original else ("original model",)),
        *(("second retrained model",) if second else ()),
    ]
    return f"This suite has no {' and no '.join(lacking)} on {view.labels.panel}."
