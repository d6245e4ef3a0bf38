"""What studies print of metrics on models whose knowledge is known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from components import words
from components.words import in_full
from data.names import SAME
from data.registry import Tables


@dataclass(frozen=True)
class Rating:
    """What one study prints of one metric, at the address of its page; `printed` is its row of
    ratings.csv."""

    suite: str
    suite_label: str
    setting: str
    metric: str
    address: str
    label: str
    printed: Mapping[Any, Any]


def printed(tables: Tables) -> Iterator[Rating]:
    """Yield the ratings of a suite, in the order of its table."""
    frame, known = tables.extras.get("ratings"), words.entries("metrics", tables)
    labels = {m.id: in_full(m.label, m.name) for m in (*tables.pool_metrics, *tables.metrics)}
    setting = tables.reference_panel.setting
    for row in () if frame is None else frame.to_dict("records"):
        name = known[str(row["metric"])]
        if name.relation == SAME:
            at = (tables.suite.id, tables.suite.title, setting)
            yield Rating(*at, name.id, name.address, labels[name.id], row)
