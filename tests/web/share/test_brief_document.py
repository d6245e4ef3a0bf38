"""One page to take away: it has the answers' own sentences and tables, and says how it is found
again."""

import re
from dataclasses import replace
from datetime import date
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest

from components import links, pages
from components.answers.brief.claim import CLAIM
from components.answers.leaderboard.headline import RANKING
from components.choices.query import parse
from components.choices.record import read_opened
from components.exports.brief_sections import MAX_ROWS
from components.floors import listed
from components.links import known_choices, lasting_link
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.comparisons import ComparisonResult, pair_to_state
from components.results.comparisons import compute as compare
from components.results.trusted import trust_of_shown
from components.served import computed
from components.table import records
from components.web.share.brief_document import Brief, brief, content, html, markdown
from data.registry import Tables
from tests.answered import view_of
from tests.beside import beside
from tests.made import made_tables
from tests.released import NAMES, TABLES, built_in

CASES = beside(__file__)

PLACE, TODAY = "https://board.example", date(2026, 11, 25)
WEIGHTS = "FA:0.2,RA:0.8"


def brief_of(view: Resolved) -> Brief:
    return brief(view, lasting_link(view, PLACE, pages.BRIEF), TODAY)


def claimed(view: Resolved, *methods: str) -> Brief:
    return brief_of(replace(view, opened={"compare": methods}))


def by_heading(shown: Brief) -> dict[str, Any]:
    sections: Any = content(shown)["sections"]
    return {s["heading"]: s for s in sections}


def sentences_of(shown: Brief) -> list[str]:
    return [line for section in shown.whole.sections for line in section.lines]


def every_panel(**query: str) -> list[Resolved]:
    """The selections of all panels of all suites."""
    views = []
    for name in NAMES:
        tables = built_in(name)
        views += [view_of(tables, panel=panel.id, **query) for panel in tables.panels]
    return views


def test_it_answers_in_the_order_in_which_it_is_asked() -> None:
    shown = brief_of(view_of(weights=WEIGHTS))
    assert [section.heading for section in shown.whole.sections] == [
        "How sure",
        "What it costs",
        "Does it last",
        "Which metric carries it",
        "What it does not show",
        "Terms",
    ]


def test_its_facts_are_those_of_the_pages_on_all_suites() -> None:
    for view in every_panel():
        shown = brief_of(view)
        assert shown.whole.verdict == RANKING.said(view).lines[0]
        facts: Any = content(shown)
        rows = {row["method"]: row for row in records(pages.LEADERBOARD.main_table(view))}
        labels = {view.labels.method(method): row for method, row in rows.items()}
        for line in facts["scores"]:
            if line["label"] in labels:
                assert line["score"] == labels[line["label"]]["uqs"]
                assert line["rank"] == labels[line["label"]]["rank"]
        lines = sentences_of(shown)
        asked = listed(view.labels, view.contest.floors)
        assert any("No floor is set" in line for line in lines) == (not asked)
        assert any(f"the floor ({asked})" in line for line in lines) == bool(asked)
        evidence = {
            row["metric"]: row for row in records(pages.RELIABILITY.table(view, "evidence"))
        }
        for row in by_heading(shown)["Which metric carries it"]["tables"][0]["rows"]:
            if row["metric"] in evidence and "verdict" in row:
                assert row["verdict"] == evidence[row["metric"]]["in_short"]


def test_its_evidence_rests_on_the_benchmarks_chosen() -> None:
    n_findings = 0
    for view in every_panel():
        for benchmark in view.panel.benchmarks[:2] if len(view.panel.benchmarks) > 1 else ():
            chosen = view_of(view.tables, panel=view.info.id, benchmarks=benchmark)
            evidence = chosen.of(trust_of_shown)
            brief_of(chosen)
            for row in () if isinstance(evidence, Absent) else evidence.rows:
                for finding in row.findings:
                    if finding.panel and finding.suite == view.tables.suite.id:
                        n_findings += 1
                        assert finding.panel == view.info.id
                        assert {*finding.where} <= {view.labels.benchmark(benchmark)}
                        assert finding.question not in ("constant", "coarse") or finding.out_of < 2
    assert n_findings > 50


def test_a_claim_comes_first_with_its_verdict_on_each_rival() -> None:
    view = view_of(built_in("tofu_seeds"), weights="utility_first")
    shown = claimed(view, "pdu", "npo", "rmu")
    marked = "; against 1 of 2, spreads differ: less sure than 95 %"
    assert shown.whole.verdict == f"PDU is ahead of NPO and RMU{marked}."
    first, *_ = shown.whole.sections
    _, npo, rmu, *_ = first.lines
    assert npo.startswith("PDU is ahead of NPO by 0.081 to 0.124.")
    assert rmu.startswith("PDU is ahead of RMU by 0.032 to 0.079; spreads differ")
    assert all("in all " in reason and "ways of ranking" in reason for reason in (npo, rmu))
    assert "compare=pdu,npo,rmu" in shown.link


@pytest.mark.parametrize(("suite", "methods", "verdict"), CASES["undecided claims"])
def test_a_claim_that_is_not_decided_says_so(
    suite: str, methods: tuple[str, ...], verdict: str
) -> None:
    shown = claimed(view_of(built_in(suite)), *methods)
    assert shown.whole.verdict.startswith(verdict)


def read_link(link: str, tables: Tables) -> Resolved:
    """The view that the address of a brief asks for."""
    query = dict(parse_qsl(link.partition("?")[2]))
    opened, _ = read_opened(pages.BRIEF.opens, query, tables)
    selection, problems = parse(known_choices(pages.BRIEF, query), tables)
    assert problems == ()
    return Resolved(tables, selection, opened=opened)


@pytest.mark.parametrize("methods", [("npo", "pdu", "rmu"), ("salun", "gradient_ascent")])
@pytest.mark.parametrize("weights", ["balanced", "privacy_first"])
def test_a_pair_opened_in_compare_has_its_verdict_in_the_brief(
    methods: tuple[str, ...], weights: str
) -> None:
    served = computed([built_in(name) for name in NAMES])
    compared = compare(served, methods, weights)
    assert isinstance(compared, ComparisonResult)
    assert len(compared.rows) > 3
    for row in compared.rows:
        pair, rivals = pair_to_state(compared, f"{row.suite}:{row.panel}:{row.rival}")
        tables = built_in(pair.suite)
        changes = {"compare": (pair.claim_id, *rivals)}
        link = links.link(Resolved(tables, pair.selection), pages.BRIEF, pages.BRIEF, changes)
        view = read_link(link, tables)
        claim = CLAIM.result(view)
        assert not isinstance(claim, Absent)
        (shown,) = claim.rows
        assert (shown.verdict, shown.cause, shown.over) == (row.verdict, row.cause, row.over)
        assert (shown.difference is None) == (row.difference is None)
        if row.difference is not None:
            assert shown.difference == pytest.approx(row.difference, abs=1e-4)
        assert CLAIM.said(view).lines[0].startswith(view.labels.method(row.claim_id))


def test_it_names_its_data_version_its_link_and_its_citation() -> None:
    shown = brief_of(view_of(weights=WEIGHTS))
    query = f"suite=unified_unlearning&rows=checkpoints&weights={WEIGHTS}"
    link = f"{PLACE}/brief?{query}&data={TABLES.data_version}"
    assert shown.link == link
    text, page = markdown(shown), html(shown)
    assert f"<{link}>" in text
    for part in (TABLES.data_version, "seen 2026"):
        assert part in text.replace("\\", "")
        assert part in page
    assert "<script" not in page
    assert "<button" not in page


def test_a_page_has_room_for_some_rows() -> None:
    shown = brief_of(view_of(built_in("tofu"), rows="checkpoints"))
    assert sum(line.is_ranked for line in shown.whole.picture) == MAX_ROWS


def test_names_stay_text_in_each_of_its_forms() -> None:
    tables = made_tables(
        np.random.default_rng(0).random((2, 2, 3, 2)), methods=("a", "b", "c"), title="<script>x"
    )
    tables = replace(
        tables, methods=tuple(replace(m, label=f"<script>{m.id}|*x*") for m in tables.methods)
    )
    shown = brief_of(view_of(tables))
    assert "<script>" not in html(shown)
    text = markdown(shown)
    assert "\\<script\\>a\\|\\*x\\*" in text
    assert re.findall(r"(?<!\\)<(?!https://board)", text) == []
