"""Sentences that several pages say, each in one place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from components.labels import Labels
from components.stats.panel import Panel
from components.text import counted, joined, number, p_value, shortened, thousands

LISTED = 4
"""Methods beyond this number are counted, not named."""
NAMED = 3
"""The most methods named before the others are counted; a table names all."""
MOVED = 5e-7
"""A weight that moves by less is not named: it would not show at six decimals."""
CONSTANT_PAIR = "one value for all methods, or none"
"""Why a correlation with a metric is undefined, for a table's cell."""
AT_LEAST_AS_GOOD = "at least as good on every metric and better on one"
"""What it means to dominate."""
FOR_EACH_CHECKPOINT = "for each of its checkpoints the other has one at least as good on every metric"
"""What it means where methods are the best of their checkpoints."""


def sampled(panel: Panel, aggregate: str) -> str:
    """How many runs are compared one by one, and what uses all; empty where all are compared."""
    if panel.n_runs_compared == panel.n_runs:
        return ""
    means = "Means" if aggregate == "mean-of-scores" else "Means and ranks"
    return (
        f"{means} are of all {thousands(panel.n_runs)} runs. What compares single runs uses "
        f"{thousands(panel.n_runs_compared)} of them: {counted(len(panel.blocks), 'block')} (a benchmark and a seed), "
        "drawn at random."
    )


def constant_metrics(labels: Labels, constant_on: Mapping[str, Iterable[str]]) -> str:
    """Which metrics do not separate the methods on which benchmarks; empty when every metric does everywhere.

    `constant_on` maps metric ids to the ids of the benchmarks where all methods have the same value.
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    for metric, where in constant_on.items():
        if benchmarks := tuple(where):
            alike.setdefault(benchmarks, []).append(metric)
    parts = [
        f"{labels.listed_metrics(metrics)} {'has' if len(metrics) == 1 else 'have'} one value for all methods on "
        f"{labels.listed_benchmarks(benchmarks)}"
        for benchmarks, metrics in alike.items()
    ]
    if not parts:
        return ""
    they = "it" if len(alike) == 1 and len(next(iter(alike.values()))) == 1 else "they"
    return f"{'; '.join(parts)}, so {they} cannot tell the methods apart there."


def sharing(labels: Labels, groups: Sequence[Sequence[str]]) -> str:
    """Which benchmarks share samples, for a page that compares over benchmarks; empty where none do."""
    if not groups:
        return ""
    named = "; ".join(labels.listed_benchmarks(own) for own in groups[:NAMED])
    rest = f"; {counted(len(groups) - NAMED, 'other group')}" if len(groups) > NAMED else ""
    return (
        f"These benchmarks share data, so a difference between them says little about other benchmarks: {named}{rest}."
    )


def dominated(labels: Labels, beaten_by: Mapping[str, Sequence[str]], methods: int, grids: bool = False) -> str:
    """Which methods are dominated and by whom; empty when none is.

    `beaten_by` maps each dominated method to those that dominate it, `methods` is how many are ranked, `grids` says
    that each is the best of its checkpoints.
    """
    if not beaten_by:
        return ""
    if len(beaten_by) > LISTED:
        why = FOR_EACH_CHECKPOINT if grids else f"another method is {AT_LEAST_AS_GOOD}"
        return f"{len(beaten_by)} of {counted(methods, 'method')} cannot lead alone under any weights: {why}."
    pairs = [f"{labels.method(m)} (by {some(labels, better)})" for m, better in beaten_by.items()]
    verb = "is" if len(pairs) == 1 else "are"
    one = "the other is" if sum(map(len, beaten_by.values())) == 1 else "those in brackets are"
    why = FOR_EACH_CHECKPOINT if grids else f"{one} {AT_LEAST_AS_GOOD}"
    return f"{joined(pairs)} {verb} dominated: {why}, so no weights put it first alone."


def givers_and_takers(labels: Labels, moved: Mapping[str, float | None]) -> tuple[str, str]:
    """The metrics that give weight and those that take it, `moved` being what each gains."""
    gives = labels.listed_metrics(m for m, d in moved.items() if d is not None and d < -MOVED)
    takes = labels.listed_metrics(m for m, d in moved.items() if d is not None and d > MOVED)
    return gives, takes


def moving(labels: Labels, moved: Mapping[str, float | None], share: float, verb: str = "moves") -> str:
    """How much weight moves from which metrics to which: 0.126 of weight moves from MIA to JS."""
    gives, takes = givers_and_takers(labels, moved)
    amount = f"{share:.3f}" if share >= 0.0005 else "less than 0.001"
    return f"{amount} of weight {verb} from {gives} to {takes}"


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
    """What methods and metrics are called in a sentence: not longer than 40 letters."""
    return replace(
        labels,
        methods={i: shortened(name) for i, name in labels.methods.items()},
        metrics={i: shortened(name) for i, name in labels.metrics.items()},
    )


def correlation(symbol: str, value: float | None, p: float | None, p_min: float | None, kind: str) -> str:
    """A correlation with its p and the smallest possible p; `kind` is what `kind_of_p` gives."""
    if value is None:
        return f"no {symbol}: {CONSTANT_PAIR}"
    return f"{symbol} {number(value, sign=True)}, {kind} {p_value(p)}, smallest possible {p_value(p_min)}"


def correlation_label(symbol: str, value: float | None, p: float | None, p_min: float | None) -> str:
    """The same in as few letters as a narrow figure has room for; sentences say how p was found."""
    if value is None:
        return f"no {symbol}: {CONSTANT_PAIR}"
    label = f"{symbol} {number(value, sign=True)}"
    return f"{label}, no p" if p is None else f"{label}, p {p_value(p)}, smallest {p_value(p_min)}"


def kind_of_p(exact: bool, arrangements: int | None) -> str:
    """How a p was found: over all arrangements, or over some drawn at random."""
    return "exact p" if exact else f"sampled p ({counted(arrangements or 0, 'shuffle')})"
