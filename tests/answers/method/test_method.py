"""Where a method stands in every suite: the second program's ranks, and the wording of each
sentence once."""

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from components.answers.method.method import MethodResult, PanelRank, compute, say
from components.choices.record import read_opened
from components.pages import METHOD, METRIC
from components.results.leads import leads_of_kind, method_leads
from components.selection import Selection
from components.served import computed
from components.words import Labels
from data.errors import UnknownName
from tests.beside import beside
from tests.made import made_tables
from tests.narrowed import narrowed
from tests.plain_ranking import Suite
from tests.released import TABLES, built_in

CASES = beside(__file__)
SUITES = ("unified_unlearning", "tofu", "openunlearning", "tofu_seeds", "muse_seeds")
SERVED = computed([built_in(s) for s in SUITES])
NAMES = Labels("", "", {}, {}, {}, {})
NPO = compute(SERVED, "npo")


def test_npo_ranks_in_every_panel_as_the_second_program_ranks_it() -> None:
    panels = {(s.suite, s.panel): s for s in NPO.standings}
    assert len(panels) == 8
    for (suite, panel), result in panels.items():
        plain_suite = Suite(suite, panel, best=suite == "tofu")
        weights = plain_suite.weights(
            "published" if suite == "unified_unlearning" else "balanced", plain_suite.benchmarks
        )
        assert weights is not None
        scores = plain_suite.ranking(weights)
        if result.rank is None:
            assert "npo" not in scores
            continue
        assert result.score == pytest.approx(scores["npo"])
        assert (result.rank, result.n_ranked) == ([*scores].index("npo") + 1, len(scores))
        if suite in ("tofu_seeds", "muse_seeds"):
            pairs = plain_suite.ahead(weights, floors=True)[1]
            assert result.ahead == (sum(a == "npo" for a, _ in pairs) == len(scores) - 1)
        else:
            assert not result.ahead, "one run each"
    assert panels["tofu", "tofu_llama32_1b"].checkpoints == 18


def test_models_that_are_never_ranked_have_a_place_they_would_take() -> None:
    result = compute(SERVED, "retrained")
    assert result.ranked == []
    assert {s.role for s in result.standings} == {"reference"}
    assert next(s for s in result.standings if s.suite == "tofu").would_rank == 1
    assert say(result, NAMES).lines[0].endswith("is a retrained model and never ranked.")


def test_one_method_alone_ties_and_hostile_names_are_shown() -> None:
    tables = made_tables(np.array([0.2])[None, None, :, None], title="<b>S</b>")
    hostile = replace(
        tables, methods=tuple(replace(m, label="<script>=1+1") for m in tables.methods)
    )
    result = compute(computed([hostile]), "m1")
    (standing,) = result.standings
    assert (result.label, standing.rank, standing.n_ranked) == ("<script>=1+1", 1, 1)
    assert say(result, NAMES).lines[0].startswith("<script>=1+1 has no rank:")
    tied = computed([made_tables(np.array([0.2, 0.2, 0.5])[None, None, :, None])])
    assert [compute(tied, m).standings[0].rank for m in ("m1", "m2", "m3")] == [1, 1, 3]
    with pytest.raises(UnknownName, match="near it: npo"):
        compute(SERVED, "npoo")


@pytest.mark.parametrize(("ranks", "sentences"), CASES["verdicts"])
def test_the_verdict(ranks: list[dict[str, Any]], sentences: list[str]) -> None:
    usual = {
        **CASES["usual"],
        "selection": Selection("s", "p"),
        "study": replace(TABLES.suite, title="S"),
    }
    standings = tuple(PanelRank(**{**usual, **rank}) for rank in ranks)
    result: MethodResult = replace(NPO, label="M", standings=standings, leads={})
    assert list(say(result, NAMES).lines) == sentences


def test_leads_are_those_of_the_start_page() -> None:
    for address, label in NPO.labels.items():
        result = compute(SERVED, address)
        for kind, of_kind in result.leads.items():
            rankings = leads_of_kind(SERVED, kind).rankings
            expected = method_leads(address, label, rankings)
            assert len(of_kind.ranked) == len(expected.ranked)
            led = {(r.view.selection.suite, r.view.selection.panel) for r in expected.leads}
            assert led <= {(s.suite, s.panel) for s in result.standings if s.leads}
    lines = say(compute(SERVED, "pdu"), NAMES).lines
    assert lines[0] == "PDU leads 2 of the 4 rankings it is in, ahead of all others in none."
    assert lines[-1] == ("4 rankings from one source.")
    before = computed([narrowed(s) for s in SUITES])
    lines = say(compute(before, "pdu"), NAMES).lines
    assert lines[0] == "PDU leads all 4 rankings it is in, ahead of all others in 3."
    lines = say(NPO, NAMES).lines
    assert lines[-1].endswith(
        " rankings from 3 sources; TOFU with seeds and MUSE with seeds are one."
    )


def test_a_data_set_alone() -> None:
    lines = say(compute(SERVED, "rmu", "MUSE"), NAMES).lines
    assert (
        lines[0] == "RMU leads 1 of the 3 rankings it is in on MUSE, ahead of all others in none."
    )
    assert {s.suite for s in compute(SERVED, "rmu", "MUSE").standings} == {
        "muse_seeds",
        "openunlearning",
    }


def test_reasons_and_the_report() -> None:
    ascent = compute(SERVED, "gradient_ascent").standings
    news = next(s for s in ascent if (s.suite, s.panel) == ("muse_seeds", "news"))
    assert news.reason.startswith(
        "it is below the floor: keeps 0.6 % of KnowMem r of the original model"
    )
    blip = next(s for s in ascent if s.panel == "blip2_multimodal")
    assert (blip.reason, blip.rank) == ("", 1), "balanced weighs what the panel has"
    plain = METHOD.content(computed(SERVED.suites, {"id": "npo"}))["method"]
    assert (plain["id"], plain["label"]) == ("npo", "NPO")
    assert len(plain["standings"]) == len(NPO.standings)
    assert [m["suite"] for m in plain["meanings"]] == [m.tables.suite.id for m in NPO.meanings]


def test_method_and_metric_are_read_as_id() -> None:
    for page, name in ((METHOD, "method"), (METRIC, "metric")):
        assert read_opened(page.opens, {name: "x"}, None) == ({"id": "x"}, [])
        assert read_opened(page.opens, {name: "x", "id": "y"}, None) == ({"id": "y"}, [])


def test_the_page_links_to_boards_and_an_unknown_name_is_told(
    app_test: Callable[..., AppTest],
) -> None:
    app = app_test("method", {"id": "npo"})
    body = " ".join(e.proto.body for e in app.get("html"))
    chosen = "suite=tofu_seeds&rows=checkpoints&weights=balanced&panel=tofu_llama32_3b&open=npo"
    board = f"leaderboard?{chosen}"
    assert f'href="{escape(board)}"' in body
    assert f'href="leaderboard?suite={TABLES.suite.id}' not in body
    lost = app_test("method", {"id": "<script>alert(1)</script>"})
    assert "no method is called" in " ".join(e.value for e in lost.error).replace("\\", "")
    assert "<script" not in " ".join(e.proto.body for e in lost.get("html"))
