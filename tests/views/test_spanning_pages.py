"""The pages of a method and of a metric without a browser: shown, unknown, hostile, shared, asked for by programs."""

from __future__ import annotations

import json
from datetime import date

import pytest

from components import pages
from components.errors import UnknownName
from components.selection import parse_everywhere
from components.served import computed
from components.web.api import answers, openapi, request
from components.web.share import routes, words
from tests.released import TABLES


def links(app) -> str:
    return " ".join(e.proto.body for e in app.get("html"))


def test_a_method_is_shown_with_links_to_boards_and_metrics(app_test) -> None:
    app = app_test("method", {"id": "npo"})
    assert app.title[0].value == "NPO"
    assert not app.warning
    body = links(app)
    assert 'href="leaderboard?suite=tofu_seeds&amp;rows=checkpoints&amp;panel=tofu_llama32_3b&amp;method=npo"' in body
    assert 'href="metric?id=truth_ratio"' in body
    assert 'href="method?id=simnpo"' in body


def test_a_metric_is_shown_with_links_to_what_it_rests_on(app_test) -> None:
    app = app_test("metric", {"id": "truth_ratio"})
    assert app.title[0].value == "Truth ratio"
    assert 'href="calibration?suite=tofu&amp;rows=best"' in links(app)


@pytest.mark.parametrize("wanted", ["npoo", "<script>alert(1)</script>", "**b** [x](javascript:y)", "\u202eopn", ""])
@pytest.mark.parametrize("path", ["method", "metric"])
def test_an_unknown_name_is_told_and_all_are_listed(app_test, path: str, wanted: str) -> None:
    app = app_test(path, {"id": wanted})
    assert len(app.warning) == bool(wanted)
    assert "<script" not in links(app)
    assert f'href="{path}?id=' in links(app)
    assert not app.exception


def test_a_shared_link_keeps_the_name_alone_and_says_what_the_page_says() -> None:
    resolved = computed([TABLES], parse_everywhere({"id": "npo", "weights": "FA:1"}, pages.METHOD.spans)[0])
    link = words.link_of(resolved, "https://board.example", pages.METHOD)
    assert link == "https://board.example/method?id=npo"
    assert words.title_of(resolved, pages.METHOD) == "Method NPO: every suite"
    assert link in words.cite_text(resolved, link, pages.METHOD, date(2026, 11, 20))
    entry = words.cite_bibtex(resolved, link, pages.METHOD, date(2026, 11, 20))
    assert entry.startswith("@online{unlearning_leaderboard_method_npo,")
    pairs = [("page", "method"), ("id", "npo")]
    shared = routes.read(pairs, "https://board.example", "text/html")
    page = routes._html(shared).decode()
    assert "NPO leads in" in page
    assert "./method?id=npo" in page
    assert routes._png(shared).startswith(b"\x89PNG")
    unknown = routes.read([("page", "metric"), ("id", "<b>")], "https://board.example", "text/html")
    assert "<b>" not in routes._html(unknown).decode()


def test_programs_get_the_same_and_a_sentence_for_unknown_names() -> None:
    found = json.loads(answers.answer(request.read("metric", [("id", "truth_ratio")])))
    assert found["metric"]["label"] == "Truth ratio"
    assert found["data_versions"]["tofu"]
    assert request.read("method", [("id", "npo")]) != request.read("method", [("id", "rmu")])
    assert answers.tag(request.read("method", [("id", "npo")])) != answers.tag(request.read("method", [("id", "rmu")]))
    listed = json.loads(answers.answer(request.read("method", [])))
    assert listed["methods"]["npo"] == "NPO"
    with pytest.raises(UnknownName, match="near it: npo"):
        answers.answer(request.read("method", [("id", "npoo")]))
    (parameter,) = openapi.document()["paths"]["/api/v1/method"]["get"]["parameters"]
    assert (parameter["name"], parameter["required"]) == ("id", False)
