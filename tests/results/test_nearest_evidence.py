"""The nearest panel with evidence: setting, then names of metrics, then kind of model, then how
much."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.equivalence.models import MODELS
from components.answers.record import Absent, Answer
from components.answers.reliability.trust import TRUST
from components.answers.survives.survival_ranks import RANKS
from components.resolved import Resolved
from components.results.nearest_evidence import nearest
from components.selection import default_selection
from components.served import Served, computed
from data.registry import Tables
from tests.made import made_metric, made_tables
from tests.released import NAMES, built_in

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


@pytest.mark.parametrize(
    ("answer", "suite_id", "reason", "panel"),
    [
        (TRUST, "wmdp", "No evidence for Zephyr, first; nearest: TOFU forget10", "tofu_llama32_1b"),
        (TRUST, "clear", "No evidence for LLaVA; nearest: Unified Unlearning", "llava_multimodal"),
        (
            TRUST,
            "unlearncanvas",
            "No evidence for Stable Diffusion; nearest: LoTUS",
            "vit",
        ),
        (
            RANKS,
            "tofu_seeds",
            "BLADE on Llama-3.2-1B was never measured after relearning or quantisation;"
            " nearest: TOFU forget10",
            "tofu_llama32_1b",
        ),
        (
            RANKS,
            "clear",
            "No method on LLaVA was measured after relearning or quantisation;"
            " nearest: MUSE, quantised",
            "books_reproduced",
        ),
        (
            MODELS,
            "tofu_seeds",
            "No answers on Llama-3.2-1B were scored by a retrained model; nearest: Calibration",
            "sequence",
        ),
    ],
)
def test_a_page_without_evidence_names_the_nearest(
    answer: Answer[object], suite_id: str, reason: str, panel: str
) -> None:
    tables = built_in(suite_id)
    served = computed([built_in(name) for name in NAMES])
    absent = answer.result(Resolved(tables, default_selection(tables), among=served))
    assert isinstance(absent, Absent)
    assert absent.reason == f"{reason}, under its name."
    assert absent.nearest is not None
    assert absent.nearest.panel == panel
