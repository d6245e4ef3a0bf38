"""What studies print of metrics on models whose knowledge is known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from components import name_pages, words
from data.names import SAME
from data.registry import Tables


@dataclass(frozen=True)
class Rating:
    """What one study prints of one metric.

    address  of the page of the metric
    printed  its row of ratings.csv
    """

    suite: str
    suite_label: str
    setting: str
    metric: str
    address: str
    label: str
    printed: Mapping[Any, Any]


def printed_ratings(tables: Tables) -> Iterator[Rating]:
    """Yield the ratings of a suite, in the order of its table."""
    frame = tables.extras.get("ratings")
    if frame is None:
        return
    names = name_pages.entries("metrics", tables)
    metrics = (*tables.pool_metrics, *tables.metrics)
    labels = {metric.id: words.in_full(metric.label, metric.name) for metric in metrics}
    for row in frame.to_dict("records"):
        name = names[str(row["metric"])]
        if name.relation == SAME:
            yield Rating(
                tables.suite.id,
                tables.suite.title,
                tables.reference_panel.setting,
                name.id,
                name.address,
                labels[name.id],
                row,
            )
