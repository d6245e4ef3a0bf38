"""What things are called, and sentences that several pages say."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from components.format import counted, joined, number, p_value, shortened
from data.registry import GROUP_WORDS, Family, Method, Metric, PanelInfo, SeedKind, Tables

MAX_LISTED = 4
"""Methods beyond this number are counted, not named."""
MAX_NAMED = 3
"""Methods that a sentence names before it counts the others; a table names all."""
SMALLEST_MOVE = 5e-7
"""A weight that moves by less is not named: it would not show at six decimals."""
MAX_LETTERS_TO_CHOOSE = 60
SEEDS_OF_KIND: Mapping[SeedKind, str] = {
    "training": "new training seeds",
    "unlearning": "new unlearning seeds of this one trained model",
    "evaluation": "new evaluation seeds of these unlearned models",
    "unknown": "new seeds (of which kind is not stated)",
}
"""The seeds that a verdict over seeds is about, by what a seed of the panel repeats."""


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
        short_label = self.method(method_id)
        full_name = self.names.get(method_id, "")
        if not full_name or full_name == short_label:
            return short_label
        return full_name if short_label in full_name else f"{full_name} ({short_label})"

    def citation(self, method_id: str) -> str:
        """Return author and year of the source of a method: Entesari et al. 2025."""
        return self.cited.get(method_id, "").partition(" (")[0]

    def method(self, method_id: str) -> str:
        """Return what a method is called."""
        return self.methods.get(method_id, method_id)

    def metric(self, metric_id: str) -> str:
        """Return what a metric, or a group of metrics, is called."""
        return self.metrics.get(metric_id, GROUP_WORDS.get(metric_id, metric_id))

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
    return {labelled: shortened(full_label) for labelled, full_label in label_of_id.items()}


def in_full(short_label: str, full_name: str) -> str:
    """Return a metric as it is named where a reader first meets it: FA · Forget Accuracy."""
    return short_label if short_label == full_name else f"{short_label} · {full_name}"


def to_choose(metrics: Iterable[Metric]) -> dict[str, str]:
    """Return metrics in full for a box, by id."""
    full_name_of_metric = {metric.id: in_full(metric.label, metric.name) for metric in metrics}
    return {
        metric: shortened(full_name, MAX_LETTERS_TO_CHOOSE)
        for metric, full_name in full_name_of_metric.items()
    }


def constant_metrics(labels: Labels, constant_on: Mapping[str, Iterable[str]]) -> str:
    """Return which metrics separate no methods on which benchmarks, "" if every metric does.

    `constant_on` maps metrics to the benchmarks on which all methods have the same value.
    """
    metrics_of_benchmarks: dict[tuple[str, ...], list[str]] = {}
    for metric, benchmarks in constant_on.items():
        benchmark_ids = tuple(benchmarks)
        if benchmark_ids:
            metrics_of_benchmarks.setdefault(benchmark_ids, []).append(metric)
    sentences = []
    for benchmarks, metrics in metrics_of_benchmarks.items():
        verb = "has" if len(metrics) == 1 else "have"
        where_text = labels.listed_benchmarks(benchmarks)
        listed = labels.listed_metrics(metrics)
        sentences.append(f"{listed} {verb} one value for all methods on {where_text}")
    if not sentences:
        return ""
    n_metrics = sum(map(len, metrics_of_benchmarks.values()))
    pronoun = "it" if n_metrics == 1 else "they"
    return f"{'; '.join(sentences)}, so {pronoun} cannot tell the methods apart there."


def sharing(labels: Labels, groups: Sequence[Sequence[str]]) -> str:
    """Return which benchmarks share samples, for a comparison over benchmarks; "" if none do."""
    if not groups:
        return ""
    group_texts = [
        labels.listed_benchmarks(benchmarks_of_group) for benchmarks_of_group in groups[:MAX_NAMED]
    ]
    n_others = len(groups) - MAX_NAMED
    if n_others > 0:
        group_texts.append(counted(n_others, "other group"))
    return (
        "These benchmarks share data, so a difference between them says little about other"
        f" benchmarks: {'; '.join(group_texts)}."
    )


def givers_and_takers(
    labels: Labels, move_of_metric: Mapping[str, float | None]
) -> tuple[str, str]:
    """Return the metrics that give weight and those that take it, by what each gains."""
    giving_metrics = [
        metric for metric, gain in move_of_metric.items() if gain and gain < -SMALLEST_MOVE
    ]
    taking_metrics = [
        metric for metric, gain in move_of_metric.items() if gain and gain > SMALLEST_MOVE
    ]
    return labels.listed_metrics(giving_metrics), labels.listed_metrics(taking_metrics)


def moving(labels: Labels, move_of_metric: Mapping[str, float | None], share: float) -> str:
    """Return how much weight moves where: 0.126 of weight moves from MIA to JS."""
    giving_text, taking_text = givers_and_takers(labels, move_of_metric)
    amount = f"{share:.3f}" if share >= 0.0005 else "less than 0.001"
    return f"{amount} of weight moves from {giving_text} to {taking_text}"


def for_new_seeds(info: PanelInfo) -> str:
    """Return for which seeds a verdict over the seeds of a panel holds."""
    return f"for {SEEDS_OF_KIND[info.seed_kind]}"


def one_value_each(info: PanelInfo) -> str:
    """Return what values are that no test over seeds can use: those of one run each, or means."""
    if info.seeds_averaged > 1:
        return f"printed means of {info.seeds_averaged} seeds"
    return "one run each"


def seeds_each(info: PanelInfo) -> str:
    """Return the seeds that a plan counts, with their kind where it is known: unlearning seeds
    each."""
    kind_text = "" if info.seed_kind == "unknown" else f"{info.seed_kind} "
    return f"{kind_text}seeds each"


def counted_methods(n_methods: int, n_families: int) -> str:
    """Return so many methods, or families in checkpoints: 8 methods in 150 checkpoints."""
    if not n_families:
        return counted(n_methods, "method")
    return f"{counted(n_families, 'method')} in {counted(n_methods, 'checkpoint')}"


def some(labels: Labels, methods: Sequence[str]) -> str:
    """Return methods in running text, the first ones by name."""
    method_labels = [labels.method(method) for method in methods[:MAX_NAMED]]
    n_others = len(methods) - MAX_NAMED
    if n_others > 0:
        method_labels.append(counted(n_others, "other"))
    return joined(method_labels)


def correlation_label(
    symbol: str, value: float | None, p: float | None, p_min: float | None
) -> str:
    """Return a correlation with its p and the smallest possible p, short enough for a figure."""
    if value is None:
        return f"no {symbol}: one value for all methods, or none"
    label_text = f"{symbol} {number(value, sign=True)}"
    if p is None:
        return f"{label_text}, no p"
    return f"{label_text}, p {p_value(p)}, smallest {p_value(p_min)}"
