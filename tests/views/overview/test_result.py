"""The overview's numbers: those of the pages behind its doors, and what the manifests of the data say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from components.answers.calibration.ground_truth import GroundTruthResult
from components.answers.calibration.ground_truth import compute as ground_truth
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.overview.doors import Change, Paper, Win, cards, changes, paper, trust, win
from components.answers.reproduction.claims import ReproductionResult
from components.answers.reproduction.claims import compute as reproduction
from components.resolved import Resolved
from components.selection import default_selection, parse
from data import store
from data.manifest import Stored
from tests.made import made_tables
from tests.released import TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))


def stored(version: str, day: str, **rows: int) -> Stored:
    return Stored(version, day, {n: {"rows": r, "fingerprint": f"{n}{r}"} for n, r in rows.items()})


def led(view: Resolved) -> Win | None:
    return win(view.of(ranking), view.labels)


def test_the_first_door_shows_what_the_paper_prints() -> None:
    found = led(VIEW)
    assert found is not None
    assert [(label, round(uqs, 3)) for label, uqs in found.bars] == [
        ("Gradient Ascent", 0.645),
        ("Random Labels", 0.631),
        ("SalUn", 0.617),
        ("FT-Retain", 0.596),
    ]
    assert (found.leaders, found.methods) == (("Gradient Ascent",), 4)
    assert found.ahead == pytest.approx(0.645 - 0.631, abs=1e-3)
    assert (found.suite, found.fragile) == ("Unified Unlearning", False)


def test_the_weight_that_ends_the_lead_is_half_of_the_way_and_little_of_it_is_fragile() -> None:
    """Two metrics that disagree: a leads by x's weight w against 1 − w, level at one half."""
    values = np.array([[[[0.0, 1.0], [1.0, 0.0]]]])  # lower is better: m1 wins on X1, m2 on X2
    tables = made_tables(values)
    for weight, fragile in ((0.54, True), (0.56, False)):
        chosen = parse({"weights": f"X1:{weight},X2:{1 - weight:.2f}"}, tables)[0]
        found = led(Resolved(tables, chosen))
        assert found is not None
        assert found.share == pytest.approx(weight - 0.5)
        assert found.fragile is fragile


def test_a_shared_lead_a_single_method_and_none() -> None:
    level = made_tables(np.array([[[[0.5, 0.5], [0.5, 0.5], [1.0, 1.0]]]]))
    found = led(Resolved(level, default_selection(level)))
    assert found is not None
    assert (found.leaders, found.ahead) == (("m1", "m2"), None)
    one = parse({"methods": "salun"}, TABLES)[0]
    alone = led(Resolved(TABLES, one))
    assert alone is not None
    assert (alone.leaders, alone.ahead, alone.share, alone.methods) == (("SalUn",), None, None, 1)
    nothing = made_tables(np.full((1, 1, 2, 2), np.nan))
    assert led(Resolved(nothing, default_selection(nothing))) is None


def test_the_second_door_orders_the_metrics_as_the_study_prints_them() -> None:
    tofu = store.tables("tofu")
    found = trust("TOFU", ground_truth(Resolved(tofu, default_selection(tofu))))
    assert found is not None
    printed = tofu.published[tofu.published["statistic"] == "ground_truth_auc"]["printed"]
    assert [auc for _, auc in found.dots] == pytest.approx(sorted(printed.astype(float), reverse=True), abs=1e-3)
    assert found.dots[0][0] == "Unlearning Depth Score"
    assert trust("none", GroundTruthResult(rows=(), models=())) is None


def test_the_third_door_counts_what_the_released_runs_give() -> None:
    checked = reproduction(VIEW)
    found = paper("UU", checked, {"TOFU": 39})
    assert found is not None
    assert (len(found.states), found.count("differs"), found.count("changes sign")) == (37, 0, 8)
    wrong = replace(checked, rows=tuple(replace(r, outcome="mismatch") for r in checked.rows[:3]))
    assert paper("UU", wrong, {}) == Paper(suite="UU", states=("differs",) * 3, others={})
    assert paper("none", ReproductionResult(rows=()), {}) is None


def test_every_suite_has_a_card_with_the_size_that_its_tables_have() -> None:
    suites, sizes = store.suites(), store.sizes()
    for suite in suites:
        tables = store.tables(suite.id)
        assert sizes[suite.id] == tables.size
        assert sizes[suite.id].runs == len(tables.runs)
    assert sizes["tofu"].claims == 39, "63 more are cited from elsewhere and cannot be recomputed"
    found = cards(suites, sizes, {"tofu": (stored("a", "2026-01-01"), stored("b", "2026-02-01"))})
    assert [c.id for c in found] == [s.id for s in suites]
    by_id = {c.id: c for c in found}
    assert by_id["tofu"].what == (
        "150 unlearned checkpoints of eight methods on TOFU forget10 with Llama-3.2-1B-Instruct"
    )
    assert by_id["tofu"].changed == "2026-02-01"
    assert by_id["calibration"].changed == next(s.retrieved for s in suites if s.id == "calibration")


def test_changes_are_the_newest_first_and_name_what_the_manifests_tell_apart() -> None:
    first, second = (replace(TABLES.suite, id=i, title=i.upper()) for i in ("first", "second"))
    versions = {
        "first": (stored("a", "2026-01-01", runs=3, methods=2), stored("b", "2026-03-01", runs=5, methods=2)),
        "second": (stored("c", "2026-03-01", runs=7), stored("d", "2026-04-01", runs=7, samples=1)),
    }
    assert changes([first, second], versions) == (
        Change(date="2026-04-01", suite="SECOND", runs=(7, 7), tables=1),
        Change(date="2026-03-01", suite="FIRST", runs=(3, 5), tables=0),
        Change(date="2026-03-01", suite="SECOND", runs=(None, 7), tables=0),
        Change(date="2026-01-01", suite="FIRST", runs=(None, 3), tables=0),
    )
    many = {"first": tuple(stored(str(i), f"2026-01-{i:02}", runs=i) for i in range(1, 20))}
    assert [c.date[-2:] for c in changes([first], many)] == ["19", "18", "17", "16", "15", "14"]


def test_a_suite_without_a_table_of_claims_can_be_counted() -> None:
    assert made_tables(np.zeros((1, 1, 2, 2))).size.claims == 0
    listed = replace(TABLES, published=pd.concat([TABLES.published, TABLES.published.assign(statistic="cited")]))
    assert listed.size.claims == len(TABLES.published)
