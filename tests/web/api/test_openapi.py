"""The description of the interface, checked by another program and against the answers
themselves."""

import re
from collections.abc import Callable
from typing import Any

from jsonschema import Draft202012Validator

from components import pages
from components.choices.analysis import MAX_DRAWS
from components.choices.query import CHOICES
from components.web.api.endpoints import endpoints

FEW = ("leaderboard", "runs", "brief", "compare")
"""What is asked for in each of its forms."""


def test_the_description_is_valid_openapi(ask: Callable[..., Any]) -> None:
    from openapi_spec_validator import OpenAPIV31SpecValidator  # slow to load

    document = ask("/api/v1/openapi.json").json
    assert document["openapi"] == "3.1.0"
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []
    named = document["components"]["parameters"]
    assert list(named) == [c.name for c in CHOICES]
    assert "tie-aware, published" in named["protocol"]["description"]
    assert named["draws"]["schema"]["default"] == "10000"
    assert f"100 to {MAX_DRAWS}" in named["draws"]["description"]
    told = {
        path: [
            p.get("name") or p["$ref"].rpartition("/")[2]
            for p in item["get"]["parameters"]
            if p.get("in") != "path"
        ]
        for path, item in document["paths"].items()
    }
    for what, endpoint in endpoints().items():
        assert [*endpoint.parameters] == told[f"/api/v1/{what}"]
    columns = document["components"]["schemas"]["agreement.pairs"]["properties"]
    assert columns["tau"]["type"] == ["number", "null"]


def test_every_address_of_the_description_answers_and_fits_its_schema(
    ask: Callable[..., Any],
) -> None:
    document = ask("/api/v1/openapi.json").json
    schemas = {"components": document["components"]}
    whole = 0
    asked_draws = [e.name for e in endpoints().values() if "draws" in e.parameters]
    for path, item in document["paths"].items():
        what = path.split("/")[3].partition(".")[0]
        query = {"draws": "200"} if what in asked_draws else {}
        asked = item["get"]
        named = {
            p["name"]: p["schema"].get("enum") for p in asked["parameters"] if p.get("in") == "path"
        }
        content = asked["responses"]["200"]["content"]
        for form in named.get("form", [""]) if what in FEW or not named else []:
            answer = ask(
                path.replace("{form}", form).replace("{table}", (named.get("table") or [""])[0]),
                query,
            )
            assert answer.status == 200, (path, form)
            media = answer.headers["content-type"].partition(";")[0]
            assert media in content
            if media == "application/json":
                problems = Draft202012Validator(
                    {**content[media]["schema"], **schemas}
                ).iter_errors(answer.json)
                assert list(problems) == [], path
                whole += 1
    assert whole >= len(pages.numbers()) + 6
    failure = ask("/api/v1/report", {"panel": "x"}).json
    failed = Draft202012Validator({"$ref": "#/components/schemas/Failure", **schemas})
    assert list(failed.iter_errors(failure)) == []


def test_the_page_names_everything_and_asks_for_nothing_else(ask: Callable[..., Any]) -> None:
    answer = ask("/api/v1/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.body == ask("/api/v1").body
    for name in (c.name for c in CHOICES):
        assert f"<code>{name}</code>" in answer.text
    assert f">{', '.join(pages.PLAN.opens)}</td>" in answer.text, "what a plan takes of its own"
    assert "<script" not in answer.text
    assert re.findall(r'(?:src|href)="(?!/)[^"]*"', answer.text) == []
    paths = ask("/api/v1/openapi.json").json["paths"]
    links = {link.partition("?")[0] for link in re.findall(r'href="([^"]*)"', answer.text)}
    files = {f"/api/v1/{e.name}.{form}" for e in endpoints().values() for form in e.suffixes}
    assert links <= {"/api/v1/openapi.json", *paths, *files}
    assert links >= {path for path in paths if "{" not in path}
