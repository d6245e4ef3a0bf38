"""One page to take away: it has the answers' own sentences and tables, and says how it is found again."""

from datetime import date

from components import pages
from components.answers.brief.sections import MOST_ROWS
from components.answers.leaderboard.lead import all_sentences
from components.answers.reliability.trust import TrustResult, trust
from components.markup import text
from components.resolved import Resolved
from components.served import computed
from components.table import records
from components.web.share.brief import Brief, brief, content, html, markdown
from components.web.share.words import link_of
from components.web.site import page
from tests.answered import view_of
from tests.released import TABLES, built_in

PLACE, TODAY = "https://board.example", date(2026, 11, 25)
WEIGHTS = "FA:0.2,RA:0.8"


def made(view: Resolved) -> Brief:
    return brief(view, trusted(view), link_of(view, PLACE, pages.LEADERBOARD), TODAY)


def trusted(view: Resolved) -> TrustResult:
    return trust(computed([view.tables]), view.tables)


def test_its_numbers_and_sentences_are_those_of_the_pages():
    view = view_of(weights=WEIGHTS)
    told = content(made(view))
    by_heading = {s["heading"]: s for s in told["sections"]}
    assert by_heading["Ranking"]["tables"][0]["rows"] == records(pages.LEADERBOARD.table(view, "leaderboard"))
    said = view.of(all_sentences)
    assert by_heading["Ranking"]["sentences"][0] == said[0]
    assert by_heading["How far from another lead?"]["sentences"][0] in said
    assert by_heading["How far from another lead?"]["tables"][0]["rows"] == records(
        pages.STABILITY.table(view, "to_lead")
    )
    own = [p for p in records(pages.STABILITY.table(view, "pairs")) if p["over"] == "seeds"][:3]
    assert by_heading["How sure is it?"]["tables"][0]["rows"] == own, "the leader against the three others"
    assert by_heading["What cannot be told, and what is assumed"]["sentences"]
    metrics = [t for t in by_heading["Which metrics support it?"]["tables"] if "trusted" in t["title"]]
    assert {r["metric"] for r in metrics[0]["rows"]} == {"FA · Forget Accuracy", "RA · Retain Accuracy"}


def test_it_names_its_data_version_its_link_and_its_citation():
    own = made(view_of(weights=WEIGHTS))
    link = f"{PLACE}/leaderboard?suite=unified_unlearning&rows=checkpoints&weights={WEIGHTS}&data={TABLES.data_version}"
    assert own.link == link
    text, page = markdown(own), html(own)
    assert f"<{link}>" in text
    for part in (TABLES.data_version, "seen 2026"):
        assert part in text.replace("\\", "")
        assert part in page
    assert "<script" not in page
    assert "<button" not in page


def test_a_page_has_room_for_some_rows_and_says_so():
    tables = built_in("tofu")
    ranking, *_, metrics, _ = content(made(view_of(tables, rows="checkpoints")))["sections"]
    assert len(ranking["tables"][0]["rows"]) == MOST_ROWS
    assert ranking["tables"][0]["title"].endswith("(the first 20 of 150 rows)")
    assert metrics["heading"] == "Which metrics support it?"


def test_the_copy_without_a_server_has_it_with_a_link_to_its_own_board():
    view = view_of(panel="resnet_unimodal")
    shown = page.brief_page(view, trusted(view), TODAY)
    assert 'href="unified_unlearning.html#section-resnet_unimodal"' in shown
    assert all(text(section.lines[0]) in shown for section in made(view).sections)
