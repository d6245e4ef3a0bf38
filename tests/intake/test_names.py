"""Names as people write them."""

import re

import pytest

from components.intake.names import matching, naming, nearest
from data.plain import identifier
from tests.released import built_in

SUITE = built_in("unified_unlearning")


@pytest.mark.parametrize(
    ("heading", "metric"),
    [
        ("FA", "FA"),
        ("fa", "FA"),
        ("forget acc", "FA"),
        ("Forget Accuracy", "FA"),
        ("ForgetAccuracy", "FA"),
        ("forget_acc. (%)", "FA"),
        ("Forget Acc (↓)", "FA"),
        ("RA ↑", "RA"),
        ("metrics.FA", "FA"),
        ("results.forget_acc", "FA"),
        ("Retain Acc. [higher is better]", "RA"),
        ("mia_recall", "MIA"),
        ("Membership-Inference Attack", "MIA"),
        ("Activation Dist.", "AD"),
        ("js divergence", "JS"),
        ("Jensen–Shannon", "JS"),
        ("JSD (mean)", "JS"),
        ("retrained_distance", "oracle_distance"),
        ("Distance to the retrained model", "oracle_distance"),
        ("Forget Accuracy (FA) ↓", "FA"),
        ("Forgeting Acc. (FA)", "FA"),
        ("Shadow Attack (FA)", None),
        # close, but another quantity
        ("JS distance", None),
        ("MIA AUC", None),
        ("1 - FA", None),
        ("one minus FA", None),
        ("before.FA", None),
        ("forget", None),
        ("retain", None),
        ("unlearning accuracy", None),
        ("accuracy", None),
        ("", None),
        ("↑↓%", None),
    ],
)
def test_columns_find_their_metric(heading: str, metric: str | None) -> None:
    found = matching(heading, SUITE.metrics)
    assert (found.id if found else None) == metric


@pytest.mark.parametrize(
    ("heading", "use"),
    [
        ("Unlearning Method", "method"),
        ("algorithm", "method"),
        ("dataset", "benchmark"),
        ("data-set", "benchmark"),
        ("Random Seed", "seed"),
        ("rand seed", "seed"),
        ("random_seed", "seed"),
        ("unlearn_method", "method"),
        ("method_name", "method"),
        ("Seed #", "seed"),
        ("config.seed", "seed"),
        ("trial", "seed"),
        ("Base model", "panel"),
        ("is_reference", "reference"),
        ("FA", ""),
    ],
)
def test_columns_that_name_runs(heading: str, use: str) -> None:
    assert naming(heading) == use


def test_nearest_name_or_none() -> None:
    known = {b.id: (b.id, b.label) for b in SUITE.benchmarks}
    assert nearest("mllmu", known) == "mllmu_bench"
    assert nearest("UnLok VQA!", known) == "unlok_vqa"
    assert nearest("CIFAR10", known) == "cifar10"
    assert nearest("MUSE", known) == ""
    assert nearest("", known) == ""


@pytest.mark.parametrize("text", ["", "GA", "1st", "Ü-net ✓", "=1+1", "<b>x</b>", "a" * 500, "\u202eabc", "_", "日本"])
def test_identifiers_are_ids(text: str) -> None:
    found = identifier(text, fallback="m")
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", found)
    assert identifier(text, [found], "m") != found
