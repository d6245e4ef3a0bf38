"""Does a metric tell a retrained model from the original, or take one for the other?"""

from dataclasses import dataclass

from components.control_models import panels_with_controls
from components.resolved import Resolved, unweighted
from components.stats.audits.recognition import JudgedMetric, recognitions
from components.stats.panel import Panel


@dataclass(frozen=True)
class Judged:
    """One row per score metric, in registry order; none if a control is missing, `reason` says
    which.

    panels    those of the suite that have both controls
    canaries  benchmarks whose forget set holds canaries, which a retrained model cannot know
    """

    reason: str
    panels: tuple[str, ...]
    metrics: tuple[JudgedMetric, ...] = ()
    canaries: tuple[str, ...] = ()


@unweighted
def compute(view: Resolved) -> Judged:
    """Hold every metric against the controls, whatever methods are filtered: they are the right
    answer."""
    panels = tuple(panels_with_controls(view.tables))
    panel = view.judged
    controls = view.control_models
    if not panel.n_runs:
        return Judged("No runs match these filters.", panels)
    if not {controls.original, controls.retrain} <= set(panel.methods):
        return Judged(_reason(view), panels)
    canaries = _canaries(view, panel)
    rows = recognitions(
        panel,
        panel.method(controls.original),
        panel.method(controls.retrain),
        [
            method_index
            for method_index, method in enumerate(panel.methods)
            if method not in controls.ids
        ],
        canaries,
        view.selection.rng,
    )
    return Judged("", panels, rows, canaries)


def _canaries(view: Resolved, panel: Panel) -> tuple[str, ...]:
    forget_sets = view.tables.extras.get("forget_sets")
    if forget_sets is None:
        return ()
    mislabelled = set(forget_sets.loc[forget_sets["forget"] == "canary", "benchmark"])
    return tuple(benchmark for benchmark in panel.benchmarks if benchmark in mislabelled)


def _reason(view: Resolved) -> str:
    """Return which controls a panel lacks."""
    controls = view.control_models
    methods = view.tables.methods
    has_original = any(method.role == "original" for method in methods if method.id in controls.ids)
    lacking = []
    if not has_original:
        lacking.append("original model")
    if has_original or not controls.retrain:
        # one retrained model alone is the one that metrics aim at
        lacking.append("second retrained model")
    return f"This suite has no {' and no '.join(lacking)} on {view.labels.panel}."
