"""What things are called, and sentences that several pages say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from components.format import counted, joined, number, p_value, shortened
from data.registry import Family, Method, Metric, Tables

MAX_LISTED = 4
"""Methods beyond this number are counted, not named."""
MAX_NAMED = 3
"""Methods that a sentence names before it counts the others; a table names all."""
SMALLEST_MOVE = 5e-7
"""A weight that moves by less is not named: it would not show at six decimals."""
MAX_LETTERS_TO_CHOOSE = 60


@dataclass(frozen=True)
class Labels:
    """Labels by id, in registry order; a name that the suite does not know is its own label.

    suite    title of the study; `panel` is the label of the panel selected
    methods  those with several checkpoints too; `names` in full, `cited` by their source
    """

    suite: str
    panel: str
    methods: Mapping[str, str]
    metrics: Mapping[str, str]
    benchmarks: Mapping[str, str]
    panels: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    cited: Mapping[str, str] = field(default_factory=dict)

    def in_full(self, method_id: str) -> str:
        """Return the full name of a method with its label: Primal-dual unlearning (PDU)."""
        label = self.method(method_id)
        name = self.names.get(method_id, "")
        if not name or name == label:
            return label
        return name if label in name else f"{name} ({label})"

    def citation(self, method_id: str) -> str:
        """Return author and year of the source of a method: Entesari et al. 2025."""
        return self.cited.get(method_id, "").partition(" (")[0]

    def method(self, method_id: str) -> str:
        """Return what a method is called."""
        return self.methods.get(method_id, method_id)

    def metric(self, metric_id: str) -> str:
        """Return what a metric is called."""
        return self.metrics.get(metric_id, metric_id)

    def benchmark(self, benchmark_id: str) -> str:
        """Return what a benchmark is called."""
        return self.benchmarks.get(benchmark_id, benchmark_id)

    def listed_methods(self, method_ids: Iterable[str]) -> str:
        """Return methods as a list in running text."""
        return joined([self.method(method) for method in method_ids])

    def listed_metrics(self, metric_ids: Iterable[str]) -> str:
        """Return metrics as a list in running text."""
        return joined([self.metric(metric) for metric in metric_ids])

    def listed_benchmarks(self, benchmark_ids: Iterable[str]) -> str:
        """Return benchmarks as a list in running text."""
        return joined([self.benchmark(benchmark) for benchmark in benchmark_ids])


NO_LABELS = Labels("", "", {}, {}, {}, {})


def labels_of(tables: Tables, panel: str) -> Labels:
    """Return the labels of a suite, with `panel` as the one selected."""
    panels = {listed.id: listed.label for listed in tables.panels}
    methods: list[Family | Method] = [*tables.families, *tables.methods]
    return Labels(
        suite=tables.suite.title,
        panel=panels.get(panel, panel),
        methods={method.id: method.label for method in methods},
        metrics={metric.id: metric.label for metric in (*tables.pool_metrics, *tables.metrics)},
        benchmarks={benchmark.id: benchmark.label for benchmark in tables.benchmarks},
        panels=panels,
        names={method.id: method.name for method in methods},
        cited={method.id: method.reference for method in methods},
    )


def short(labels: Labels) -> Labels:
    """Return labels for a sentence: not longer than 40 letters."""
    return replace(
        labels,
        methods=_shortened(labels.methods),
        metrics=_shortened(labels.metrics),
        benchmarks=_shortened(labels.benchmarks),
    )


def _shortened(label_of_id: Mapping[str, str]) -> dict[str, str]:
    return {labelled: shortened(label) for labelled, label in label_of_id.items()}


def in_full(label: str, name: str) -> str:
    """Return a metric as it is named where a reader first meets it: FA · Forget Accuracy."""
    return label if label == name else f"{label} · {name}"


def to_choose(metrics: Iterable[Metric]) -> dict[str, str]:
    """Return metrics in full for a box, by id."""
    names = {metric.id: in_full(metric.label, metric.name) for metric in metrics}
    return {metric: shortened(name, MAX_LETTERS_TO_CHOOSE) for metric, name in names.items()}


def constant_metrics(labels: Labels, constant_on: Mapping[str, Iterable[str]]) -> str:
    """Return which metrics separate no methods on which benchmarks, "" if every metric does.

    `constant_on` maps metrics to the benchmarks on which all methods have the same value.
    """
    metrics_of_benchmarks: dict[tuple[str, ...], list[str]] = {}
    for metric, benchmarks in constant_on.items():
        key = tuple(benchmarks)
        if key:
            metrics_of_benchmarks.setdefault(key, []).append(metric)
    parts = []
    for benchmarks, metrics in metrics_of_benchmarks.items():
        verb = "has" if len(metrics) == 1 else "have"
        where = labels.listed_benchmarks(benchmarks)
        listed = labels.listed_metrics(metrics)
        parts.append(f"{listed} {verb} one value for all methods on {where}")
    if not parts:
        return ""
    n_metrics = sum(map(len, metrics_of_benchmarks.values()))
    pronoun = "it" if n_metrics == 1 else "they"
    return f"{'; '.join(parts)}, so {pronoun} cannot tell the methods apart there."


def sharing(labels: Labels, groups: Sequence[Sequence[str]]) -> str:
    """Return which benchmarks share samples, for a comparison over benchmarks; "" if none do."""
    if not groups:
        return ""
    named = [labels.listed_benchmarks(group) for group in groups[:MAX_NAMED]]
    n_others = len(groups) - MAX_NAMED
    if n_others > 0:
        named.append(counted(n_others, "other group"))
    return (
        "These benchmarks share data, so a difference between them says little about other"
        f" benchmarks: {'; '.join(named)}."
    )


def givers_and_takers(labels: Labels, moved: Mapping[str, float | None]) -> tuple[str, str]:
    """Return the metrics that give weight and those that take it; `moved` is what each gains."""
    gives = [metric for metric, gain in moved.items() if gain and gain < -SMALLEST_MOVE]
    takes = [metric for metric, gain in moved.items() if gain and gain > SMALLEST_MOVE]
    return labels.listed_metrics(gives), labels.listed_metrics(takes)


def moving(labels: Labels, moved: Mapping[str, float | None], share: float) -> str:
    """Return how much weight moves where: 0.126 of weight moves from MIA to JS."""
    gives, takes = givers_and_takers(labels, moved)
    amount = f"{share:.3f}" if share >= 0.0005 else "less than 0.001"
    return f"{amount} of weight moves from {gives} to {takes}"


def counted_methods(n_methods: int, n_families: int) -> str:
    """Return so many methods, or families in checkpoints: 8 methods in 150 checkpoints."""
    if not n_families:
        return counted(n_methods, "method")
    return f"{counted(n_families, 'method')} in {counted(n_methods, 'checkpoint')}"


def some(labels: Labels, methods: Sequence[str]) -> str:
    """Return methods in running text, the first ones by name."""
    names = [labels.method(method) for method in methods[:MAX_NAMED]]
    n_others = len(methods) - MAX_NAMED
    if n_others > 0:
        names.append(counted(n_others, "other"))
    return joined(names)


def correlation_label(
    symbol: str, value: float | None, p: float | None, p_min: float | None
) -> str:
    """Return a correlation with its p and the smallest possible p, short enough for a figure."""
    if value is None:
        return f"no {symbol}: one value for all methods, or none"
    label = f"{symbol} {number(value, sign=True)}"
    if p is None:
        return f"{label}, no p"
    return f"{label}, p {p_value(p)}, smallest {p_value(p_min)}"
