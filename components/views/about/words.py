"""What About says of a suite: facts of its metrics, and what its size and its gaps leave open."""

from __future__ import annotations

from components.text import counted, joined
from components.views.about.result import AboutResult, MetricFacts, PanelFacts


def metric_facts(facts: MetricFacts) -> list[str]:
    """Direction, range, role and utility maps of a metric, one short text each."""
    metric = facts.metric
    better = metric.better
    role = "judges the other metrics, never part of a score"
    if metric.role == "score":
        role = f"utility {' or '.join(f'{text} ({name})' for name, text in facts.formulas.items())}"
    return [f"{better} {metric.arrow}", _range(metric.lower_bound, metric.upper_bound), role]


def missing_text(panel: PanelFacts, result: AboutResult) -> str:
    """How many runs lack which metric."""
    return joined([f"{result.labels.metric(m)} {n}" for m, n in panel.missing.items()]) or "none"


def limitations(result: AboutResult) -> list[str]:
    """What the size and the gaps of this suite leave open, counted from its tables."""
    return [
        *(_size(p) for p in result.panels),
        *_oracle(result),
        *_bounds(result),
        "Seeds of one method on one benchmark are near-duplicates. They are averaged into a cell and never counted as "
        "independent observations; p-values printed with seeds counted as observations are too small.",
        "Weights are a choice, and the ranking follows from it.",
        "A leaderboard ranks what was measured. It does not certify that anything was erased.",
    ]


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return "no bounds" if high is None else f"up to {high:.4g}"
    return f"from {low:g} upwards" if high is None else f"from {low:g} to {high:.4g}"


def _size(panel: PanelFacts) -> str:
    p = panel.smallest_p
    least = f"{p:.3f}" if p >= 0.0005 else f"{p:.0e}"
    return (
        f"{panel.info.label}: {counted(panel.methods, 'method')} on {counted(panel.benchmarks, 'benchmark')} with "
        f"{counted(panel.seeds, 'seed')}, {counted(panel.cells, 'cell')} in all. One block without ties cannot give "
        f"a two-sided p below {least}."
    )


def _oracle(result: AboutResult) -> list[str]:
    """What the oracle distance leaves open, and which panels have none."""
    if not any(m.metric.role == "oracle" for m in result.metrics):
        return ["This suite has no oracle distance: the reliability of its metrics cannot be judged."]
    texts = [
        "The oracle distance measures closeness in one sense only. A metric that does not follow it may still measure "
        "something worth knowing.",
        "Weights derived from reliability inherit its limits: where the stratified p of a metric is not small, its ρ "
        "says little beyond differences between benchmarks.",
    ]
    without = [p.info.label for p in result.panels if not p.judged]
    if without:
        texts.append(f"No oracle distance was measured for {joined(without)}: nothing is said about reliability there.")
    return texts


def _bounds(result: AboutResult) -> list[str]:
    """Which metrics depend on the scale of the model."""
    scores = [m.metric for m in result.metrics if m.metric.role == "score"]
    unbounded = [m.label for m in scores if m.upper_bound is None or m.lower_bound is None]
    if not unbounded:
        return []
    return [
        f"{joined(unbounded)} {'is' if len(unbounded) == 1 else 'are'} unbounded: values of different base models "
        "cannot be compared, and the utility map decides how much a difference counts."
    ]
