"""What About counts of a suite, from its tables."""

from __future__ import annotations

import numpy as np
import pytest

from components.answers.about.suite import compute as about
from components.answers.about.suite import panels_table
from components.labels import labels_of
from components.resolved import Resolved
from components.selection import default_selection
from tests.made import made_tables
from tests.released import TABLES


def result(tables):
    return about(Resolved(tables, default_selection(tables)))


def test_panels_are_counted_with_what_is_missing():
    panels = {p.info.label: p for p in result(TABLES).panels}
    assert {name: p.runs for name, p in panels.items()} == {"LLaVA-1.5-7B": 36, "ResNet-18": 12, "BLIP-2 OPT-2.7B": 2}
    llava, resnet, blip = panels.values()
    assert (llava.methods, llava.benchmarks, llava.seeds, llava.cells) == (4, 3, 3, 12)
    assert llava.missing == {}
    assert resnet.missing == {"JS": 2, "oracle_distance": 12}
    assert (blip.methods, blip.benchmarks, blip.seeds, blip.cells) == (2, 1, 1, 2)
    assert [p.judged for p in panels.values()] == [True, False, True]
    listed = panels_table(result(TABLES), labels_of(TABLES, "llava_multimodal"))
    missing = next(c for c in listed.columns if c.id == "missing")
    assert [missing.of(row) for row in listed.rows][:2] == ["none", "JS 2 and Oracle distance 12"]


@pytest.mark.parametrize(("methods", "p"), [(1, 1.0), (2, 1.0), (4, 1 / 12), (12, 2 / 479_001_600)])
def test_the_smallest_p_follows_from_the_methods(methods, p):
    made = result(made_tables(np.random.default_rng(0).random((1, 1, methods, 2))))
    assert made.panels[0].smallest_p == pytest.approx(p)
    assert not made.panels[0].judged
