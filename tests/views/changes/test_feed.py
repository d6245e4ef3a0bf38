"""The feed, read by an XML parser and held against what RFC 4287 requires."""

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from components.answers.changes.feed import MOST, atom
from components.answers.changes.versions import ChangesResult, Version
from components.web.site.page import changes_page, feed
from data.versions import FOLDER

from components.served import computed
from components.web.api import files
from data import store

NS = {"a": "http://www.w3.org/2005/Atom"}
RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def version(name: str, moment: str, **other: Any) -> Version:
    return Version(
        **{
            "date": moment[:10],
            "version": name,
            "previous": "",
            "runs": 3,
            "ranks_changed": None,
            "pairs_swapped": None,
            "claims_changed": None,
            "tables": (),
            "reason": "nothing",
            "moment": moment,
            "difference": None,
            **other,
        }
    )


RESULTS = [
    ChangesResult(
        suite_id="a",
        suite="A <b> & \ud800 \ufffe \x00",
        versions=(
            version("2" * 12, "2026-11-22T10:00:00Z", previous="1" * 12, reason="<script>alert(1)</script> & ]]>"),
            version("1" * 12, "2026-11-20T10:00:00Z"),
        ),
    ),
    ChangesResult(suite_id="b", suite="B", versions=(version("1" * 12, "2026-11-21T10:00:00Z"),)),
]


def entries(content: bytes) -> list[ET.Element]:
    root = ET.fromstring(content)
    assert root.tag == f"{{{NS['a']}}}feed"
    parts = [root, *root.findall("a:entry", NS)]
    for part in parts:  # RFC 4287, 4.1.1 and 4.1.2: each exactly once
        for name in ("id", "title", "updated"):
            assert len(part.findall(f"a:{name}", NS)) == 1, name
            assert (part.findtext(f"a:{name}", "", NS)).strip()
        assert RFC3339.fullmatch(part.findtext("a:updated", "", NS))
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", part.findtext("a:id", "", NS))
        links = [(x.get("rel"), x.get("type"), x.get("hreflang")) for x in part.findall("a:link", NS)]
        assert len(links) == len(set(links))
        assert ("alternate", "text/html", None) in links
    assert root.findtext("a:author/a:name", "", NS)
    assert [x.get("rel") for x in root.findall("a:link", NS)].count("self") == 1
    ids = [p.findtext("a:id", "", NS) for p in parts]
    assert len(ids) == len(set(ids))
    assert root.findtext("a:updated", "", NS) == max(p.findtext("a:updated", "", NS) for p in parts[1:])
    return parts[1:]


def page(suite: str) -> str:
    return f"changes?suite={suite}"


def test_entries_are_newest_first_and_texts_stay_texts() -> None:
    found = entries(atom(RESULTS, "changes.atom", page))
    assert [e.find("a:link", NS).get("href") for e in found] == [page("a"), page("b"), page("a")]
    assert found[0].findtext("a:title", "", NS).startswith("A <b> & ")
    content = found[0].find("a:content", NS)
    assert content.get("type") == "html"
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; ]]&gt;" in content.text
    assert len(content) == 0


def test_ids_follow_from_suite_and_version_alone() -> None:
    first = {e.findtext("a:id", "", NS) for e in entries(atom(RESULTS, "x", page))}
    moved = {e.findtext("a:id", "", NS) for e in entries(atom(RESULTS[::-1], "https://h.example/y", lambda s: f"z{s}"))}
    assert first == moved
    assert len(first) == 3


def test_a_long_history_is_cut_at_its_old_end() -> None:
    many = tuple(version(f"{i:012d}", f"2026-01-01T00:{i // 60:02d}:{i % 60:02d}Z") for i in range(MOST + 5))
    found = entries(atom([ChangesResult(suite_id="a", suite="A", versions=many)], "x", page))
    assert len(found) == MOST
    assert found[-1].findtext("a:updated", "", NS) == "2026-01-01T00:00:05Z"
    assert RFC3339.fullmatch(ET.fromstring(atom([], "x", page)).findtext("a:updated", "", NS)), "without versions too"


def test_the_feed_is_served_and_takes_no_address_from_the_request(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    two = computed([store.tables(name) for name in ("unified_unlearning", "muse_seeds")])
    monkeypatch.setattr(files, "public_suites", lambda: two)
    answer = ask("/changes.atom", host="evil.example")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    assert b"evil.example" not in answer.body
    found = entries(answer.body)
    assert len(found) == sum(len([*FOLDER.glob(f"{t.suite.id}/*")]) for t in two.suites)
    assert found[-1].find("a:link", NS).get("href").startswith("changes?suite=")
    assert ask("/changes.atom", **{"if-none-match": answer.headers["etag"]}).status == 304
    monkeypatch.setenv("LEADERBOARD_URL", "https://board.example/")
    named = ET.fromstring(ask("/changes.atom").body)
    assert [x.get("href") for x in named.findall("a:link", NS)] == [
        "https://board.example/changes.atom",
        "https://board.example/changes",
    ]


def test_the_static_copy_has_the_feed_and_its_page() -> None:
    found = entries(feed(RESULTS))
    assert found[0].find("a:link", NS).get("href") == "changes.html#a"
    html = changes_page(RESULTS)
    assert 'rel="alternate" type="application/atom+xml"' in html
    assert 'id="a"' in html
    assert "<script>" not in html
