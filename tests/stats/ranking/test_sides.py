"""Sides of a target (METHODS 11): what the metric says of them, benchmarks that differ, targets
that are met, values that lack."""

from dataclasses import replace

import numpy as np
import pytest

from components.panels import aimed
from components.stats.ranking.utility import target_sides
from data import store
from data.registry import REFERENCE, UtilityMap
from tests.answered import view_of
from tests.beside import beside
from tests.made import made_metric, made_tables

CASES = beside(__file__)

TARGET = replace(
    made_metric("T", "target", bounds=(-1.0, 1.0), utilities=[UtilityMap("closeness")]),
    target="0.3",
    under="below",
)


def sides(values, metric=TARGET):
    """`values` (B, S, M) of one metric."""
    tables = made_tables(np.array(values, dtype=float)[..., None], metrics=[metric])
    side_of_method = target_sides(view_of(tables).panel)
    return [row[0] for row in side_of_method]


@pytest.mark.parametrize(("under", "told"), CASES["the metric says"])
def test_the_metric_says_which_side_is_too_little(under, told):
    assert sides([[[0.1, 0.4, 0.3]]], replace(TARGET, under=under)) == told


def test_sides_over_seeds_benchmarks_and_missing_values():
    assert sides([[[0.1, 0.2, 0.2], [0.2, 0.4, 0.45]]]) == ["under", "at", "over"]
    assert sides([[[0.1, 0.1, 0.3, 0.3]], [[0.4, 0.2, 0.9, 0.3]]]) == CASES["sides over seeds"]
    assert sides([[[0.1, np.nan]], [[0.1, 0.1]]]) == ["under", ""]
    assert sides([[[0.1, 0.9]]], made_metric("T")) == ["", ""]


@pytest.mark.parametrize(("direction", "group", "told"), CASES["beside the reference"])
def test_beside_the_reference_the_worse_side_by_the_printed_direction_is_too_little(
    direction, group, told
):
    metric = replace(made_metric("T", direction), aims=("printed", REFERENCE), group=group)
    tables = made_tables(
        np.array([[[[0.2], [0.8], [0.5]]]]), metrics=[metric], methods=["a", "b", "retrained"]
    )
    tables = replace(
        tables, methods=(*tables.methods[:2], replace(tables.methods[2], role="reference"))
    )
    panels = [view_of(tables, aim=aim).panel for aim in ("printed", REFERENCE)]
    assert [[row[0] for row in target_sides(p)] for p in panels] == [["", ""], told]
    assert aimed((metric,), "printed") == (metric,)


def test_the_leak_of_muse_by_hand():
    """News, Books: gradient ascent 52.11, −0.67; GradDiff 93.23, −37.79; NPO −86.00, −54.24; RMU
    56.36, −60.52."""
    tables = store.tables("openunlearning")
    panel = view_of(tables, panel="muse_llama2_7b").panel
    side_of_method = {
        m: row[panel.metric("privleak")]
        for m, row in zip(panel.methods, target_sides(panel), strict=True)
    }
    assert side_of_method == CASES["the leak of muse"]
