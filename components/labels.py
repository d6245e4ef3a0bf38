"""What things are called on screen, by id, for one suite: the only thing of a suite that words and figures need."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from components.text import joined, shortened
from data.registry import Metric, Tables


@dataclass(frozen=True)
class Labels:
    """Labels by id, in registry order; a name that the suite does not know is its own label.

    `methods` are also those with several checkpoints. `suite` is the title of the study, `panel` the label of the panel
    selected.
    """

    suite: str
    panel: str
    methods: Mapping[str, str]
    metrics: Mapping[str, str]
    benchmarks: Mapping[str, str]
    panels: Mapping[str, str]

    def method(self, method_id: str) -> str:
        """What a method is called."""
        return self.methods.get(method_id, method_id)

    def metric(self, metric_id: str) -> str:
        """What a metric is called."""
        return self.metrics.get(metric_id, metric_id)

    def benchmark(self, benchmark_id: str) -> str:
        """What a benchmark is called."""
        return self.benchmarks.get(benchmark_id, benchmark_id)

    def listed_methods(self, method_ids: Iterable[str]) -> str:
        """Methods as a list in running text."""
        return joined([self.method(m) for m in method_ids])

    def listed_metrics(self, metric_ids: Iterable[str]) -> str:
        """Metrics as a list in running text."""
        return joined([self.metric(m) for m in metric_ids])

    def listed_benchmarks(self, benchmark_ids: Iterable[str]) -> str:
        """Benchmarks as a list in running text."""
        return joined([self.benchmark(b) for b in benchmark_ids])


def labels_of(tables: Tables, panel: str) -> Labels:
    """The labels of a suite, with `panel` as the one selected."""
    panels = {p.id: p.label for p in tables.panels}
    return Labels(
        tables.suite.title,
        panels.get(panel, panel),
        {**{f.id: f.label for f in tables.families}, **{m.id: m.label for m in tables.methods}},
        {m.id: m.label for m in (*tables.pool_metrics, *tables.metrics)},
        {b.id: b.label for b in tables.benchmarks},
        panels,
    )


def in_full(label: str, name: str) -> str:
    """A metric as it is named where a reader first meets it: FA · Forget Accuracy."""
    return label if label == name else f"{label} · {name}"


def to_choose(metrics: Iterable[Metric]) -> dict[str, str]:
    """Metrics in full for a box, by id."""
    return {m.id: shortened(in_full(m.label, m.name), 60) for m in metrics}
