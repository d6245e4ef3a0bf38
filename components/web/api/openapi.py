"""The OpenAPI 3.1 description of the interface, made from the choices themselves so that it cannot
fall behind."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from components import pages
from components.choices.analysis import MAX_DRAWS
from components.choices.query import CHOICE_BY_NAME, CHOICES
from components.choices.record import MAX_TEXT, Choice
from components.defaults import LICENCE, NAME, TAGLINE, VERSION
from components.formats.registry import JSON
from components.resolved import Resolved
from components.selection import default_selection, to_text
from components.table import Column, head
from components.web.api.reply import MAX_QUERY, WAITING
from components.web.api.request import (
    BRIEF,
    MEDIA_TYPES,
    PREFIX,
    accepted,
    endpoints,
    forms,
    public_tables,
)
from data import store
from data.errors import LeaderboardError
from data.registry import Tables

DESCRIPTION = (
    "The numbers of the pages, to the bit, with the parameters that their addresses have. Limits:"
    f" {MAX_QUERY:,} characters of query string, {MAX_TEXT:,} of one parameter, {MAX_DRAWS:,}"
    f" draws; reports and briefs are computed one at a time, and if {WAITING} wait already, the"
    ' answer is 503 (Retry-After). A failure is {"error": sentence, "problems": [{"name",'
    ' "found", "expected", "used"}]}.'
)


def document() -> dict[str, Any]:
    """Return the description as plain dicts and lists."""
    tables = public_tables(None)
    paths: dict[str, Any] = {}
    for name in endpoints():
        about, own, form = _about(name), _parameters_of(name), _in_path("form", enum=forms(name))
        paths[f"{PREFIX}/{name}"] = _address(name, about, own, {JSON.media_type: _ANSWER})
        content = {MEDIA_TYPES[f]: _ANSWER if f == JSON.suffix else _TEXT for f in forms(name)}
        paths[f"{PREFIX}/{name}.{{form}}"] = _address(
            f"{name}_form", f"{about} As a file.", [form, *own], content
        )
        if name in pages.interface():
            named = _in_path("table", enum=pages.interface()[name].table_names)
            content = {MEDIA_TYPES[f]: {} for f in forms(name)}
            one = _address(f"{name}_table", f"One table of {name}.", [named, form, *own], content)
            paths[f"{PREFIX}/{name}/{{table}}.{{form}}"] = one
    suite, about = (
        [_in_path("suite")],
        "The whole suite with licence, citation and Croissant metadata.",
    )
    paths[f"{PREFIX}/suites/{{suite}}.zip"] = _address(
        "suite_zip", about, suite, {"application/zip": {}}
    )
    described = _address(
        "suite_croissant", "Croissant metadata (MLCommons).", suite, {"application/ld+json": {}}
    )
    paths[f"{PREFIX}/suites/{{suite}}/croissant.json"] = described
    failed = {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{NAME}: numbers over HTTP",
            "summary": TAGLINE,
            "description": DESCRIPTION,
            "version": VERSION,
            "license": {"name": LICENCE, "identifier": LICENCE},
        },
        "servers": [{"url": "/", "description": "this server"}],
        "paths": paths,
        "components": {
            "parameters": {c.name: parameter(c, tables) for c in CHOICES},
            "schemas": {**_schemas(), **_tables(tables.suite.id, tables.data_version)},
            "responses": {
                status: {"description": about, "content": failed}
                for status, about in _FAILED.items()
            },
        },
    }


def parameter(choice: Choice, tables: Tables) -> dict[str, Any]:
    """Return a choice as a query parameter; what it may be is what it says when it refuses a
    text."""
    expected = ", ".join(s.id for s in store.suites())
    if choice.name != "suite":
        try:
            choice.read("\0", tables)
        except LeaderboardError as error:
            expected = str(error)
    default = to_text(getattr(default_selection(tables), choice.name))
    return {
        "name": choice.name,
        "in": "query",
        "required": False,
        "description": f"{choice.help}; expected: {expected}".replace("\0", ""),
        "schema": {"type": "string", "maxLength": MAX_TEXT, "default": default},
    }


def _address(
    name: str, about: str, parameters: list[dict[str, Any]], content: Mapping[str, object]
) -> dict[str, Any]:
    """Return what an address takes and answers with; `content` has the schemas of its answers by
    media type."""
    answer = {
        "description": "the numbers",
        "headers": {"ETag": {"description": "send it back as If-None-Match", "schema": _TEXT}},
        "content": {
            media.partition(";")[0]: {"schema": schema} for media, schema in content.items()
        },
    }
    responses = {
        "200": answer,
        "304": {"description": "unchanged since the ETag sent as If-None-Match"},
    }
    responses |= {status: {"$ref": f"#/components/responses/{status}"} for status in _FAILED}
    return {
        "get": {
            "operationId": name,
            "summary": about,
            "parameters": parameters,
            "responses": responses,
        }
    }


def _in_path(name: str, **schema: object) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {**_TEXT, **schema}}


def _about(name: str) -> str:
    return (
        _ABOUT.get(name) or f"{pages.interface()[name].title}: {pages.interface()[name].question}"
    )


_ABOUT = {
    "report": "Every number of a view: the summary and all parts.",
    BRIEF: (
        "One page to take away: sentences and tables of a ranking, its data version, link and"
        " citation."
    ),
    "runs": (
        "The runs that a view selects, one column per metric; as jsonl records of Every Eval Ever."
    ),
    "suites": (
        "The suites that are served: what each is, how much it holds, what supports it, terms and"
        " version."
    ),
}


def _parameters_of(name: str) -> list[dict[str, Any]]:
    """Return the parameters of an address: choices by reference, and what may be opened."""
    return [
        (
            {"$ref": f"#/components/parameters/{own}"}
            if own in CHOICE_BY_NAME
            else {
                "name": own,
                "in": "query",
                "required": False,
                "description": about,
                "schema": _TEXT,
            }
        )
        for own, about in accepted(name).items()
    ]


_FAILED = {
    "400": "parameters that cannot be read, or a statistic that this selection cannot carry",
    "404": "no such address, table or suite",
    "414": "a query string that is too long",
    "503": "too many answers wait",
}
"""The failures by status."""
_TEXT, _ANSWER = {"type": "string"}, {"$ref": "#/components/schemas/Answer"}


@cache
def _tables(suite: str, data_version: str) -> dict[str, Any]:
    """Return the rows of every table with their columns, as this suite has them; a dot in an id
    nests in JSON."""
    tables = public_tables(suite)
    view = Resolved(tables, default_selection(tables))
    schemas = {}
    for page in pages.numbers().values():
        for answer in page.answers:
            for name in answer.table_names:
                columns = answer.table(view, name).columns
                properties = {c.id: _column(c) for c in columns if c.place != "screen only"}
                schemas[f"{page.name}.{name}"] = {"type": "object", "properties": properties}
    return schemas


def _column(column: Column[Any]) -> dict[str, str | list[str]]:
    types = {
        "count": "integer",
        "flag": "boolean",
        "number": "number",
        "p": "number",
        "share": "number",
    }
    called = head(column) if column.head and column.head != column.id else ""
    better = f"{column.better} is better" if column.better else ""
    why = f"null where {column.why} says why" if column.why else ""
    described = {"description": "; ".join(t for t in (called, column.help, better, why) if t)}
    return described | ({"type": [types[column.kind], "null"]} if column.kind in types else {})


def _schemas() -> dict[str, Any]:
    """Return the shapes of answers; their parts follow from the pages."""
    texts = {"type": "object", "additionalProperties": _TEXT}
    parts = {
        name: {"type": ["object", "array"], "description": _about(name)} for name in pages.numbers()
    }
    problems = {"type": "array", "items": texts}
    return {
        "Answer": {
            "type": "object",
            "properties": {**parts, "data_versions": texts, "about": texts},
        },
        "Failure": {
            "type": "object",
            "required": ["error"],
            "properties": {"error": _TEXT, "problems": problems},
        },
    }
