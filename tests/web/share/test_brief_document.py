"""One page to take away: it has the answers' own sentences and tables, and says how it is found
again."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
import pytest

from components import pages
from components.answers.leaderboard.headline import sentences
from components.exports.brief_sections import MAX_ROWS
from components.links import lasting_link
from components.resolved import Resolved
from components.table import records
from components.web.share.brief_document import Brief, brief, content, html, markdown
from tests.answered import view_of
from tests.beside import beside
from tests.made import made_tables
from tests.released import TABLES, built_in

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


def test_its_numbers_and_sentences_are_those_of_the_pages() -> None:
    view = view_of(weights=WEIGHTS)
    told = by_heading(brief_of(view))
    assert list(told) == ["Ranking", "Ways of ranking", "Floors", "Metrics", "What cannot be told"]
    assert told["Ranking"]["tables"][0]["rows"] == records(
        pages.LEADERBOARD.table(view, "leaderboard")
    )
    lines = view.of(sentences)
    assert content(brief_of(view))["verdict"] == lines[0]
    assert told["Ways of ranking"]["sentences"] == [lines[1]]
    rows = records(pages.RELIABILITY.table(view, "evidence"))
    assert told["Metrics"]["tables"][0]["rows"] == [
        r for r in rows if r["metric"] in ("FA", "RA")
    ], "those with weight"


def test_a_claim_comes_first_with_its_verdict_on_each_rival() -> None:
    view = view_of(built_in("tofu_seeds"), weights="utility_first")
    shown = claimed(view, "pdu", "npo", "rmu")
    first, *_ = content(shown)["sections"]
    assert first["heading"] == "Claim"
    npo, rmu = first["sentences"]
    assert shown.verdict == "PDU is ahead of NPO and RMU."
    assert npo.startswith("New seeds: PDU is ahead of NPO by 0.082 to 0.123.")
    assert rmu.startswith("New seeds: PDU is ahead of RMU by 0.033 to 0.078.")
    assert all("in all " in reason and "ways of ranking" in reason for reason in (npo, rmu))
    assert "compare=pdu,npo,rmu" in shown.link


@pytest.mark.parametrize(("suite", "methods", "verdict"), CASES["undecided claims"])
def test_a_claim_that_is_not_decided_says_so(
    suite: str, methods: tuple[str, ...], verdict: str
) -> None:
    shown = claimed(view_of(built_in(suite)), *methods)
    assert shown.verdict.startswith(verdict)
    assert len(by_heading(shown)["Claim"]["sentences"]) == 1


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


def test_a_page_has_room_for_some_rows_and_says_so() -> None:
    brief = brief_of(view_of(built_in("tofu"), rows="checkpoints"))
    (ranking,) = by_heading(brief)["Ranking"]["tables"]
    assert len(ranking["rows"]) == MAX_ROWS
    assert ranking["title"].endswith("(the first 10 of 150 rows)")


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
