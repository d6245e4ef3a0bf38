"""The nearest panel with evidence: setting, then names of metrics, then kind of model, then how
much."""

from dataclasses import replace

import numpy as np
import pytest

from components.resolved import Resolved
from components.results.nearest_evidence import nearest
from components.selection import default_selection
from components.served import Served, computed
from data.registry import Tables
from tests.made import made_metric, made_tables

LARGE = "Llama (7B)"
SMALL = "tower (12 480 parameters)"


def suite(name: str, setting: str = "text", model: str = LARGE, metrics: str = "X") -> Tables:
    """A suite of one panel with these metrics, a letter each."""
    values = np.random.default_rng(0).random((1, 1, 3, len(metrics)))
    tables = made_tables(values, metrics=[made_metric(metric, "lower") for metric in metrics])
    (panel,) = tables.panels
    return replace(
        tables,
        suite=replace(tables.suite, id=name, title=name.title()),
        panels=(replace(panel, setting=setting, base_model=model),),
    )


def everything(tables: Tables, served: Served) -> dict[str, list[str]]:
    """Evidence on every metric but Z."""
    return {"main": [metric.id for metric in tables.metrics if metric.id != "Z"]}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ([suite("a", "image", metrics="XYW"), suite("b", metrics="Q")], "b"),
        ([suite("a", metrics="QRS"), suite("b", metrics="XQ", model=SMALL)], "b"),
        ([suite("a", metrics="QRS", model=SMALL), suite("b", metrics="Q")], "b"),
        ([suite("a", metrics="Q"), suite("b", metrics="QR")], "b"),
        ([suite("b", metrics="Q"), suite("a", metrics="R")], "b"),
        ([suite("a", metrics="Z"), suite("b", "image", metrics="Q")], "b"),
        ([suite("a", metrics="Z")], None),
        ([], None),
    ],
)
def test_the_nearest_panel(others: list[Tables], expected: str | None) -> None:
    here = suite("here", metrics="XY")
    view = Resolved(here, default_selection(here), among=computed([here, *others]))
    chosen = nearest(view, everything)
    assert (chosen and chosen.suite) == expected
    assert chosen is None or chosen.name == "B, Main"
