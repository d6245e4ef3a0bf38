"""The description of the interface, checked by another program and against the answers themselves."""

import re
from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator

from components import pages
from components.selection import CHOICES

FORMS = ("/api/v1/leaderboard", "/api/v1/runs", "/api/v1/brief", "/api/v1/suites")
"""What is asked for in each of its forms."""


def test_the_description_is_valid_openapi(ask: Callable[..., Any]) -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator  # slow to load

    document = ask("/api/v1/openapi.json").json
    assert document["openapi"] == "3.1.0"
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    named = document["components"]["parameters"]
    assert list(named) == [c.name for c in CHOICES if not c.view_only or c.name == "page_number"]
    assert "tie-aware, published" in named["protocol"]["description"]
    assert named["draws"]["schema"]["default"] == "10000"
    assert "100 to 200000" in named["draws"]["description"]
    paged = {"$ref": "#/components/parameters/page_number"}
    assert {p for p, item in document["paths"].items() if paged in item["get"]["parameters"]} == {
        "/api/v1/runs",
        *(f"/api/v1/runs.{form}" for form in ("json", "csv", "md", "tex", "parquet", "jsonl")),
    }


def test_every_address_of_the_description_answers_and_fits_its_schema(ask: Callable[..., Any]) -> None:
    document = ask("/api/v1/openapi.json").json
    schemas = {"components": document["components"]}
    whole = 0
    for path, item in document["paths"].items():
        if "{" in path or (path.rpartition(".")[1] and not path.startswith(FORMS)):
            continue  # test_api.py asks for every part in other forms
        answer = ask(path, {} if "suites" in path else {"draws": "200"})
        assert answer.status == 200, path
        (media,) = item["get"]["responses"]["200"]["content"]
        assert answer.headers["content-type"].startswith(media)
        if media == "application/json":
            schema = item["get"]["responses"]["200"]["content"][media]["schema"]
            assert list(Draft202012Validator({**schema, **schemas}).iter_errors(answer.json)) == []
            whole += 1
    assert whole >= len(pages.numbers()) + 6
    failure = ask("/api/v1/report", {"panel": "x"}).json
    failed = Draft202012Validator({"$ref": "#/components/schemas/Failure", **schemas})
    assert list(failed.iter_errors(failure)) == []


def test_the_page_names_everything_and_asks_for_nothing_else(ask: Callable[..., Any]) -> None:
    answer = ask("/api/v1/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.body == ask("/api/v1").body
    for choice in CHOICES:
        assert choice.view_only or f"<code>{choice.name}</code>" in answer.text
    assert "<script" not in answer.text
    assert re.findall(r'(?:src|href)="(?!/)[^"]*"', answer.text) == []
    known = {"/leaderboard", "/api/v1/openapi.json", *ask("/api/v1/openapi.json").json["paths"]}
    assert {link.partition("?")[0] for link in re.findall(r'href="([^"]*)"', answer.text)} <= known
