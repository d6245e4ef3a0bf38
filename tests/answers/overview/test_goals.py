"""What the start page says: numbers of the pages that it leads to, counted anew, and the wording in one place."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from components.answers.changes.versions import changes_of, newest

from components.answers.calibration.ground_truth import GroundTruthResult
from components.answers.calibration.ground_truth import compute as ground_truth
from components.answers.overview import goals, leads
from components.answers.overview.goals import Card, cards
from components.answers.overview.leads import Lead
from components.answers.record import Absent
from components.answers.reproduction.claims import compute as reproduction
from components.resolved import Resolved
from components.selection import default_selection
from data import store
from data.manifest import Stored
from data.registry import Size, Tables
from tests.answered import view_of
from tests.gridded import gridded
from tests.made import made_tables
from tests.released import TABLES

LEAD = Lead(leaders=("PDU",), second="RMU", difference=0.0553, low=0.0331, high=0.0778, sure=True, ranks=(1, 1))


def led(tables: Tables, **query: str) -> Lead | Absent:
    return view_of(tables, **query).of(leads.compute)


def test_the_lead_is_that_of_the_board_and_of_the_tests_of_the_pair() -> None:
    view = view_of()
    found = led(TABLES)
    assert (found.leaders, found.second) == (("Gradient Ascent",), "Random Labels")
    assert (found.sure, found.ranks) == (False, (1, 3))
    # what the paper prints: 0.645 and 0.631; the interval is that of the sentence under the board
    assert found.difference == pytest.approx(0.645 - 0.631, abs=1.1e-3)
    assert (found.low, found.high) == (pytest.approx(-0.005, abs=5e-4), pytest.approx(0.034, abs=5e-4))
    assert view.scores.max() == pytest.approx(0.645, abs=5e-4)


def test_a_lead_without_an_interval_says_why() -> None:
    level = led(made_tables(np.array([[[[0.5, 0.5], [0.5, 0.5], [1.0, 1.0]]]])))
    assert (level.leaders, leads.how_surely(level)) == (("m1", "m2"), "share the lead")
    alone = led(TABLES, methods="salun")
    assert leads.how_surely(alone) == "the only method ranked"
    once = led(TABLES, panel="resnet_unimodal", seeds="42")
    assert leads.how_surely(once).endswith("; no interval: one run each")
    best = led(gridded(), rows="best")
    assert leads.how_surely(best).endswith("; no interval: chosen by the same numbers")
    nothing = made_tables(np.full((1, 1, 2, 2), np.nan))
    assert led(nothing) == Absent("no method is ranked")
    tofu = store.tables("tofu_seeds")
    asked = replace(default_selection(tofu), weights="privacy_first")
    assert Resolved(tofu, asked).of(leads.compute) == Absent("no metric here measures privacy")


def test_how_surely_and_who_leads_most() -> None:
    assert leads.how_surely(LEAD) == "0.055 above RMU (0.033 to 0.078); rank 1"
    open_ = replace(LEAD, low=-0.01, sure=False, ranks=(1, 3))
    assert leads.how_surely(open_) == "0.055 above RMU (−0.010 to 0.078), cannot tell; rank 1 to 3"
    assert leads.how_surely(replace(open_, elsewhere=True)).endswith("; rank 1 to 3 on other benchmarks")
    assert leads.leader(replace(LEAD, leaders=("A", "x" * 90))) == f"A and {'x' * 31}…"
    other = replace(LEAD, leaders=("RMU",))
    unsure = replace(LEAD, sure=False)
    assert leads.verdict([LEAD, LEAD, other]) == "PDU leads 2 of 3 rankings of language models, 2 of them surely."
    assert leads.verdict([LEAD, unsure, other]).endswith(", 1 of them surely.")
    assert leads.verdict([unsure]).endswith(", none of them surely.")
    assert leads.verdict([LEAD, other]) == "PDU and RMU lead most of these rankings of language models."
    assert leads.verdict([]) == "No method is ranked yet."


def test_metrics_like_blind_are_grey_and_every_one_has_its_bounds() -> None:
    tofu = store.tables("tofu")
    found = ground_truth(view_of(tofu))
    printed = tofu.published[tofu.published["statistic"] == "ground_truth_auc"]["printed"]
    assert [r.auc for r in found.best_first] == pytest.approx(sorted(printed.astype(float), reverse=True), abs=1e-3)
    blind = sum(r.low <= 0.5 for r in found.rows)
    assert goals.metric_verdict(found).startswith(f"Unlearning Depth Score has the highest AUC; {blind} of 13 metrics ")
    drawn = goals.metric_dots(found, "light")
    colours = re.findall(r'class="dot" style="left: ([\d.]+)%; background: (#\w+)"', drawn)
    assert [float(left) for left, _ in colours] == pytest.approx([100 * r.auc for r in found.best_first], abs=0.05)
    grey = {colour for (_, colour), r in zip(colours, found.best_first, strict=True) if r.low <= 0.5}
    assert len(grey) == 1
    assert grey.isdisjoint(c for (_, c), r in zip(colours, found.best_first, strict=True) if r.low > 0.5)
    assert "0.97 (0.81 to 1.00)" in drawn
    only = GroundTruthResult(rows=tuple(replace(r, low=0.2, name="<b>") for r in found.rows), models=())
    assert goals.metric_verdict(only) == "No metric is surely better than blind."
    assert "<b>" not in goals.metric_dots(only, "dark")


def test_the_paper_check_counts_what_the_released_runs_give() -> None:
    found = reproduction(view_of())
    assert goals.paper_verdict(found) == (
        "All 37 printed numbers that can be checked reproduce; 8 change sign under the tie-aware protocol."
    )
    wrong = replace(found, rows=tuple(replace(r, outcome="mismatch") for r in found.rows[:3]))
    assert goals.paper_verdict(wrong) == "0 of 3 printed numbers that can be checked reproduce."
    assert goals.paper_verdict(replace(found, rows=())) == ""
    assert goals.paper_evidence("Made", {"B": 39}) == "Made; also B (39)."
    assert goals.paper_evidence("Made", {}) == "Made."


def test_what_a_table_and_a_claim_meet() -> None:
    size = Size(methods=4, families=0, metrics=1, runs=600, claims=0, pool_metrics=0)
    assert goals.own_verdict([size, size]) == "Paste a table: it is ranked beside 1200 runs of 2 suites."
    told = "1200 runs and 3 values of other studies say whether a number is plausible."
    assert goals.claim_verdict([size, size], 3) == told


def test_every_suite_has_a_line_with_the_size_that_its_tables_have() -> None:
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


def test_a_suite_in_a_line() -> None:
    size = Size(methods=150, families=8, metrics=1, runs=152, claims=0, pool_metrics=0)
    card = Card(id="a", title="A", what="<b>", size=size, changed="2026-01-01", private=False)
    assert goals.card_line(card) == "8 methods in 150 checkpoints · 1 metric · 152 runs · 2026‑01‑01"
    few = replace(size, methods=4, families=0)
    assert goals.card_line(replace(card, size=few, changed="")) == "4 methods · 1 metric · 152 runs"
    assert goals.card_line(replace(card, private=True)).endswith(" · yours, in this session")
    assert goals.suite_entry(card, "A").startswith("<li>A: &lt;b&gt;. <small>8 methods")


def stored(version: str, day: str, time: str = "", **rows: Any) -> Stored:
    return Stored(version, day, {n: {"rows": r, "fingerprint": f"{n}{r}"} for n, r in rows.items()}, time)


def test_what_is_new_is_the_newest_version_of_the_suites_that_changed_last() -> None:
    some = store.suites()[:3]
    versions = {
        some[0].id: [stored("a", "2026-01-01"), stored("b", "2026-03-01", "08:00:00")],
        some[1].id: [stored("c", "2026-03-01", "09:00:00")],
        some[2].id: [],
    }
    assert goals.newest_of(some, versions) == [some[1].id, some[0].id]
    every = changes_of(store.tables("muse_seeds"))
    last = view_of(store.tables("muse_seeds")).of(newest)
    assert last.versions == every.versions[:1]
    assert goals.news(last) == (
        "2026-11-25 · MUSE with seeds gave 1 panel another leader. MUSE News: PDU leads now instead of GradAscent."
    )
    assert goals.news(replace(last, versions=())) == ""
