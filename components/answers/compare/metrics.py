"""In which metrics do these methods differ most?"""

from collections.abc import Sequence
from dataclasses import dataclass

from components.answers.compare.pairs import Compared, Pair, compute
from components.answers.record import Answer, Part, silent
from components.table import Column, Table, placed, table
from components.words import Labels


@dataclass(frozen=True, kw_only=True)
class Apart:
    """The utilities of two methods by one metric of the score."""

    pair: Pair
    metric: str
    label: str
    weight: float
    a: float
    b: float

    @property
    def difference(self) -> float:
        """a less b."""
        return self.a - self.b


def apart(pair: Pair) -> Sequence[Apart]:
    """The metrics of the score, those first in which two methods differ most; none where one has no rank."""
    if not pair.side_a.utilities or not pair.side_b.utilities:
        return ()
    rows = [
        Apart(pair=pair, metric=metric, label=label, weight=weight, a=a, b=b)
        for (metric, label, weight), a, b in zip(
            pair.metrics, pair.side_a.utilities, pair.side_b.utilities, strict=True
        )
    ]
    return sorted(rows, key=lambda row: -abs(row.difference))


def metrics_table(result: Compared, names: Labels) -> Table[Apart]:
    """One row per pair, panel and metric of the score."""
    column, labels = Column[Apart], result.methods
    columns = (
        *placed(lambda r: r.pair),
        column("a", lambda r: r.pair.a, place="file"),
        column("b", lambda r: r.pair.b, place="file"),
        column("a_label", lambda r: labels[r.pair.a], "method", place="print"),
        column("b_label", lambda r: labels[r.pair.b], "against", place="print"),
        column("metric", lambda r: r.metric, place="file"),
        column("label", lambda r: r.label, "metric", place="print"),
        column("weight", lambda r: r.weight, kind="number", place="print"),
        column("utility_a", lambda r: r.a, "utility of method", kind="number", place="print"),
        column("utility_b", lambda r: r.b, "utility of other", kind="number", place="print"),
        column("difference", lambda r: r.difference, kind="number", place="print"),
    )
    return table(columns, [row for pair in result.pairs for row in apart(pair)])


METRICS = Answer(
    "metrics", compute, silent, Part("metrics", "Metrics of the score, the largest difference first", metrics_table)
)
