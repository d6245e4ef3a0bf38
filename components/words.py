"""What things are called, and what several pages say: labels by id, pages of names across suites,
shared sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from components import own_ids as private
from components.format import counted, joined, number, p_value, shortened
from components.stats.memo import memoised
from data.errors import UnknownName
from data.names import Kind, Name, ids_in, names
from data.registry import Family, Method, Metric, Tables

LISTED = 4
"""Methods beyond this number are counted, not named."""
NAMED = 3
"""The most methods named before the others are counted; a table names all."""
MOVED = 5e-7
"""A weight that moves by less is not named: it would not show at six decimals."""
NEAR = 5
"""Near names listed for an unknown one."""


@dataclass(frozen=True)
class Labels:
    """Labels by id, in registry order; a name that the suite does not know is its own label.

    `methods` are also those with several checkpoints, `names` in full, `cited` by their source.
    `suite` is the title of the study, `panel` the label of the panel selected."""

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
        label, name = self.method(method_id), self.names.get(method_id, "")
        if not name or name == label:
            return label
        return name if label in name else f"{name} ({label})"

    def citation(self, method_id: str) -> str:
        """Return author and year of the source of a method: Entesari et al. 2025."""
        return self.cited.get(method_id, "").partition(" (")[0]

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
        {**{f.id: f.name for f in tables.families}, **{m.id: m.name for m in tables.methods}},
        {
            **{f.id: f.reference for f in tables.families},
            **{m.id: m.reference for m in tables.methods},
        },
    )


def in_full(label: str, name: str) -> str:
    """A metric as it is named where a reader first meets it: FA · Forget Accuracy."""
    return label if label == name else f"{label} · {name}"


def to_choose(metrics: Iterable[Metric]) -> dict[str, str]:
    """Metrics in full for a box, by id."""
    return {m.id: shortened(in_full(m.label, m.name), 60) for m in metrics}


def entry(kind: Kind, tables: Tables, own_id: str) -> Name:
    """What a suite's method, checkpoint or metric is called across suites.

    A checkpoint is under its family. A suite that a reader enlarged calls things as the suite it
    was made from, and an added method that is one of its own is with that one."""
    suite = private.enlarged_of(tables.suite.id) if tables.suite.private else tables.suite.id
    if kind == "metrics":
        return names(kind).of(suite, own_id)
    family = family_of(tables, own_id)
    return names(kind).of(suite, beside(tables, family) or family)


def beside(tables: Tables, own_id: str) -> str:
    """The method of the suite that shares its page with an added one, as the id of that says; empty
    for any other."""
    own = private.beside(own_id)
    return own if own in ids_in("methods", tables) else ""


def address(kind: Kind, tables: Tables, own_id: str) -> str:
    """What follows ?id= in the address of the page of a suite's method or metric."""
    return entry(kind, tables, own_id).address


def entries(kind: Kind, tables: Tables) -> dict[str, Name]:
    """Everything in a suite that has a page, by its id there; checkpoints are left to their
    family."""
    ids = ids_in(kind, tables)
    return {
        i: entry(kind, tables, i) for i in ids if kind == "metrics" or family_of(tables, i) == i
    }


def known(kind: Kind, suites: Sequence[Tables]) -> dict[str, str]:
    """Every address with its label, by label: that of the registry, else that of the first
    suite."""
    labels: dict[str, str] = {}
    for tables in suites:
        own = own_labels(kind, tables, written_out=kind == "metrics")
        for own_id, name in entries(kind, tables).items():
            labels.setdefault(
                name.address, name.label or names(kind).label(name.address) or own[own_id]
            )
    return dict(sorted(labels.items(), key=lambda pair: pair[1].casefold()))


def require(kind: Kind, wanted: str, suites: Sequence[Tables]) -> str:
    """The label of an address. Raises UnknownName, with the addresses that are near."""
    labels = known(kind, suites)
    if wanted in labels:
        return labels[wanted]
    noun = kind.removesuffix("s")
    addresses = {a.casefold(): a for a in labels} | {
        label.casefold(): a for a, label in labels.items()
    }
    near = list(
        dict.fromkeys(
            addresses[n] for n in get_close_matches(wanted.casefold()[:60], addresses, NEAR)
        )
    )
    hint = (
        f"near it: {joined(near)}"
        if near
        else f"expected one of {len(labels)}, such as {joined(list(labels)[:NEAR])}"
    )
    raise UnknownName(f"id: no {noun} is called {shortened(wanted, 60)!r}; {hint}")


def family_of(tables: Tables, method_id: str) -> str:
    """The family of a checkpoint; a method that is none is its own."""

    def families() -> dict[str, str]:
        known = {f.id for f in tables.families}
        return {m.id: m.family for m in tables.methods if m.family in known}

    return memoised(tables, "families of checkpoints", families).get(method_id, method_id)


def own_labels(kind: Kind, tables: Tables, written_out: bool = False) -> dict[str, str]:
    """What a suite calls its own methods and families, or metrics and metrics of its pools, by
    id."""
    column = "name" if written_out else "label"
    own: Sequence[Method | Family | Metric] = (
        (*tables.methods, *tables.families) if kind == "methods" else tables.metrics
    )
    pool = tables.extras.get("pool_metrics") if kind == "metrics" else None
    further = (
        {} if pool is None else dict(zip(pool["id"].map(str), pool[column].map(str), strict=True))
    )
    return {**further, **{o.id: o.name if written_out else o.label for o in own}}


def constant_metrics(labels: Labels, constant_on: Mapping[str, Iterable[str]]) -> str:
    """Which metrics do not separate the methods on which benchmarks; empty when every metric does
    everywhere.

    `constant_on` maps metric ids to the ids of the benchmarks where all methods have the same
    value."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for metric, where in constant_on.items():
        if benchmarks := tuple(where):
            alike.setdefault(benchmarks, []).append(metric)
    parts = [
        f"{labels.listed_metrics(metrics)} {'has' if len(metrics) == 1 else 'have'} one value for"
        f" all methods on {labels.listed_benchmarks(benchmarks)}"
        for benchmarks, metrics in alike.items()
    ]
    if not parts:
        return ""
    they = "it" if len(alike) == 1 and len(next(iter(alike.values()))) == 1 else "they"
    return f"{'; '.join(parts)}, so {they} cannot tell the methods apart there."


def sharing(labels: Labels, groups: Sequence[Sequence[str]]) -> str:
    """Which benchmarks share samples, for a page that compares over benchmarks; empty where none
    do."""
    if not groups:
        return ""
    named = "; ".join(labels.listed_benchmarks(own) for own in groups[:NAMED])
    rest = f"; {counted(len(groups) - NAMED, 'other group')}" if len(groups) > NAMED else ""
    return (
        "These benchmarks share data, so a difference between them says little about other"
        f" benchmarks: {named}{rest}."
    )


def givers_and_takers(labels: Labels, moved: Mapping[str, float | None]) -> tuple[str, str]:
    """The metrics that give weight and those that take it, `moved` being what each gains."""
    gives = labels.listed_metrics(m for m, d in moved.items() if d is not None and d < -MOVED)
    takes = labels.listed_metrics(m for m, d in moved.items() if d is not None and d > MOVED)
    return gives, takes


def moving(labels: Labels, moved: Mapping[str, float | None], share: float) -> str:
    """How much weight moves from which metrics to which: 0.126 of weight moves from MIA to JS."""
    gives, takes = givers_and_takers(labels, moved)
    amount = f"{share:.3f}" if share >= 0.0005 else "less than 0.001"
    return f"{amount} of weight moves from {gives} to {takes}"


def counted_methods(methods: int, families: int) -> str:
    """So many methods, or so many families in as many checkpoints: 8 methods in 150 checkpoints."""
    if not families:
        return counted(methods, "method")
    return f"{counted(families, 'method')} in {counted(methods, 'checkpoint')}"


def some(labels: Labels, methods: Sequence[str]) -> str:
    """Methods in running text, the first ones by name."""
    names, rest = [labels.method(m) for m in methods[:NAMED]], len(methods) - NAMED
    return joined([*names, counted(rest, "other")] if rest > 0 else names)


def short(labels: Labels) -> Labels:
    """What methods, metrics and benchmarks are called in a sentence: not longer than 40 letters."""
    return replace(
        labels,
        methods={i: shortened(name) for i, name in labels.methods.items()},
        metrics={i: shortened(name) for i, name in labels.metrics.items()},
        benchmarks={i: shortened(name) for i, name in labels.benchmarks.items()},
    )


def correlation_label(
    symbol: str, value: float | None, p: float | None, p_min: float | None
) -> str:
    """A correlation with its p and the smallest possible p, as a narrow figure has room for
    them."""
    if value is None:
        return f"no {symbol}: one value for all methods, or none"
    label = f"{symbol} {number(value, sign=True)}"
    return f"{label}, no p" if p is None else f"{label}, p {p_value(p)}, smallest {p_value(p_min)}"
