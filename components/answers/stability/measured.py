"""What was measured of single samples of two methods, and the query for its values."""

from dataclasses import dataclass
from typing import Literal

from components.labels import Labels
from components.resolved import Resolved
from components.text import shortened
from data import sample_pairs
from data.per_sample import PerSample
from data.registry import REFERENCE, Metric
from data.sample_pairs import Wanted

Better = Literal["higher", "lower", "nearer", ""]


@dataclass(frozen=True, order=True)
class Measured:
    """What was measured of samples: a metric, or with a `field` something beside it."""

    metric: str
    field: str = ""

    @property
    def text(self) -> str:
        """As the address names it."""
        return f"{self.metric}:{self.field}" if self.field else self.metric


def measured_of_both(view: Resolved, values: PerSample, pair: tuple[str, str]) -> tuple[Measured, ...]:
    """What was measured of both, metrics in registry order, each before what was measured beside it."""
    pairs = sample_pairs.measured(values, _filtered(view, pair, Measured("")))
    place = {m.id: i for i, m in enumerate(view.metrics)}
    known = [Measured(metric, field) for metric, field in pairs if metric in place]
    return tuple(sorted(known, key=lambda m: (place[m.metric], m.field)))


def asked_of(view: Resolved, pair: tuple[str, str], measured: Measured) -> tuple[Wanted, Better]:
    """The query for the values, and which are better: unknown where the target is the reference's value."""
    metric = next(m for m in view.metrics if m.id == measured.metric)
    better, sign, target = _direction(metric) if not measured.field else ("", 1, None)
    return _filtered(view, pair, measured, sign, target), better


def _direction(metric: Metric) -> tuple[Better, int, float | None]:
    if not metric.targeted:
        return ("lower" if metric.sign < 0 else "higher"), metric.sign, None
    return ("", 1, None) if metric.target == REFERENCE else ("nearer", 1, float(metric.target))


def _filtered(
    view: Resolved, pair: tuple[str, str], measured: Measured, sign: int = 1, target: float | None = None
) -> Wanted:
    chosen = view.selection
    return Wanted(chosen.panel, measured.metric, measured.field, *pair, chosen.benchmarks, chosen.seeds, sign, target)


def measured_label(measured: Measured, names: Labels) -> str:
    """What was measured of samples, by its label."""
    label = names.metric(measured.metric)
    return shortened(f"{label}, {measured.field}" if measured.field else label)
