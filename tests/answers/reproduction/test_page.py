"""The claims as the page lists them: text stays text, links lead to the numbers, filters are in the address."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from components.answers.reproduction.claims import compute
from components.widgets.reproduction import claims_html
from tests.answered import view_of
from tests.made import hostile
from tests.released import TABLES


def parts_of(html: str) -> Iterator[ET.Element]:
    """Every element of a piece of HTML that is whole."""
    return ET.fromstring(f"<html>{html}</html>").iter()


def test_claims_stand_in_a_table_with_their_links():
    parts = list(parts_of(claims_html(view_of(), compute(view_of()))))
    cells = ["".join(part.itertext()) for part in parts if part.tag in ("td", "th")]
    assert len(cells) == 7 * 42, "40 claims and the heads of both tables"
    assert cells[8:11] == ["−0.26", "−0.269 of 9 blocks", "✓ match"]
    links = {part.get("href") for part in parts if part.tag == "a"}
    assert "https://arxiv.org/abs/2605.02206v1" in links
    assert "reliability?suite=unified_unlearning&rows=checkpoints&metric=RA" in links


def test_hostile_names_stay_text_in_the_claims():
    view = view_of(hostile(TABLES))
    html = claims_html(view, compute(view))
    known = "html table thead tbody tr th td div span strong a details summary"
    for part in parts_of(html):
        assert part.tag in known.split()
        assert "onerror" not in part.attrib
        assert not part.get("href", "").startswith("javascript")
    assert "\u202e" not in html


def test_the_filters_are_in_the_address(app_test):
    app = app_test("reproduction", {"source": "abstract", "outcome": "match"})
    (table,) = [h.proto.body for h in app.get("html") if 'class="claims"' in h.proto.body]
    assert table.count("<tr>") == 11 + 1
