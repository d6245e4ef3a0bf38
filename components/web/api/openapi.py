"""The OpenAPI 3.1 description of the interface, made from the choices themselves so that it cannot fall behind."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from components import pages
from components.defaults import LICENCE, NAME, TAGLINE, VERSION
from components.errors import LeaderboardError
from components.exports import every_eval_ever
from components.resolved import Resolved
from components.selection import BY_NAME, CHOICES, MAX_DRAWS, MAX_TEXT, Choice, default_selection, to_text
from components.table import Column, head
from components.web.api.reply import WAITING
from components.web.api.request import BRIEF, FORMS, MAX_QUERY, PREFIX, accepted, endpoints, forms, public_tables
from data import store
from data.registry import Tables

LIMITS = (
    f"at most {MAX_QUERY:,} characters of query string and {MAX_TEXT:,} of one parameter",
    f"at most {MAX_DRAWS:,} draws",
    f"whole reports and briefs are computed one at a time; if {WAITING} wait already, the answer is 503 (Retry-After)",
    "only GET and HEAD; a request body is ignored",
)


def document() -> dict[str, Any]:
    """The description as plain dicts and lists."""
    tables = public_tables(None)
    paths: dict[str, Any] = {}
    for name in endpoints():
        about, parameters = _about(name), _parameters_of(name)
        paths[f"{PREFIX}/{name}"] = _address(name, about, parameters, {FORMS["json"]: _schema(name, "json")})
        for form in forms(name):
            content = {FORMS[form]: _schema(name, form)}
            paths[f"{PREFIX}/{name}.{form}"] = _address(f"{name}_{form}", about, parameters, content)
        if name in pages.interface():
            about = f"One table of {name}."
            tables_of = _in_path("table", enum=pages.interface()[name].table_names)
            parameters = [tables_of, _in_path("form", enum=list(FORMS)), *parameters]
            content = {media: {} for media in FORMS.values()}
            paths[f"{PREFIX}/{name}/{{table}}.{{form}}"] = _address(f"{name}_table", about, parameters, content)
    for place, name, about, media in (
        ("{suite}.zip", "zip", "The whole suite with licence, citation and Croissant metadata.", "application/zip"),
        ("{suite}/croissant.json", "croissant", "Croissant metadata (MLCommons).", "application/ld+json"),
    ):
        paths[f"{PREFIX}/suites/{place}"] = _address(f"suite_{name}", about, [_in_path("suite")], {media: {}})
    about = f"The runs of a view as records of Every Eval Ever {every_eval_ever.VERSION}, a line each method and seed."
    content = {every_eval_ever.MEDIA: _TEXT}
    paths[f"{PREFIX}/runs.jsonl"] = _address("runs_jsonl", about, _parameters_of("runs"), content)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": f"{NAME}: numbers over HTTP",
            "summary": TAGLINE,
            "description": "The numbers of the pages, to the bit. Limits: " + "; ".join(LIMITS) + ".",
            "version": VERSION,
            "license": {"name": LICENCE, "identifier": LICENCE},
        },
        "servers": [{"url": "/", "description": "this server"}],
        "paths": paths,
        "components": {
            "parameters": {c.name: parameter(c, tables) for c in CHOICES},
            "schemas": {**_schemas(), **_tables(tables.suite.id, tables.data_version)},
            "responses": _RESPONSES,
        },
    }


def parameter(choice: Choice, tables: Tables) -> dict[str, Any]:
    """One choice as a query parameter; the choice itself says what it may be when it refuses a text."""
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


def _address(name: str, about: str, parameters: list[dict[str, Any]], content: Mapping[str, object]) -> dict[str, Any]:
    """One address: what it answers with, what it takes, and the schemas of its answers by media type."""
    answer = {
        "description": "the numbers",
        "headers": _HEADERS,
        "content": {media.partition(";")[0]: {"schema": schema} for media, schema in content.items()},
    }
    responses = {"200": answer, **_FAILURES}
    return {"get": {"operationId": name, "summary": about, "parameters": parameters, "responses": responses}}


def _in_path(name: str, **schema: object) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {**_TEXT, **schema}}


def _schema(name: str, form: str) -> dict[str, str]:
    if form != "json":
        return _TEXT
    schema = {"suites": "Suites", BRIEF: "Brief", **dict.fromkeys(pages.spanning(), "OverSuites")}.get(name, "Report")
    return {"$ref": f"#/components/schemas/{schema}"}


def _about(name: str) -> str:
    """What an address answers with, in a sentence."""
    return _ABOUT.get(name) or f"{pages.interface()[name].title}: {pages.interface()[name].question}"


_ABOUT = {
    "report": "Every number of a view: the summary and all parts.",
    BRIEF: "One page to take away: sentences and tables of a ranking, its data version, link and citation.",
    "runs": "The runs that a view selects, one column per metric.",
    "suites": "The suites that are served: what each is, how much it holds, what supports it, terms and version.",
}


def _parameters_of(name: str) -> list[dict[str, Any]]:
    """The parameters of an address: the choices of a view by reference, and what may be opened."""
    return [
        {"$ref": f"#/components/parameters/{own}"}
        if own in BY_NAME
        else {"name": own, "in": "query", "required": False, "description": about, "schema": _TEXT}
        for own, about in accepted(name).items()
    ]


_HEADERS = {
    "ETag": {
        "description": "changes with the data, the choices and the program; send it back as If-None-Match",
        "schema": {"type": "string"},
    },
    "Cache-Control": {"schema": {"type": "string"}},
}
_RESPONSES = {
    name: {"description": about, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}}
    for name, about in {
        "Wrong": "parameters that cannot be read, or a statistic that this selection cannot carry",
        "Nowhere": "no such address, table or suite",
        "Long": "a query string that is too long",
        "Busy": "too many answers wait",
    }.items()
}
_FAILURES: dict[str, Any] = {
    "304": {"description": "unchanged since the ETag sent as If-None-Match"},
    "400": {"$ref": "#/components/responses/Wrong"},
    "404": {"$ref": "#/components/responses/Nowhere"},
    "414": {"$ref": "#/components/responses/Long"},
    "503": {"$ref": "#/components/responses/Busy"},
}
_TEXT = {"type": "string"}
_WEIGHTS = {"type": "object", "additionalProperties": {"type": ["number", "null"]}}


@cache
def _tables(suite: str, data_version: str) -> dict[str, Any]:
    """The tables of every page with their columns, as the first suite has them; a dot in an id nests in JSON."""
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
    types = {"count": "integer", "flag": "boolean", "number": "number", "p": "number", "share": "number"}
    parts = [
        head(column) if column.head and column.head != column.id else "",
        column.help,
        f"{column.better} is better" if column.better else "",
        f"null where {column.why} says why" if column.why else "",
    ]
    kind = types.get(column.kind)
    described = {"description": "; ".join(t for t in parts if t)}
    return {**({"type": [kind, "null"]} if kind else {}), **described}


def _object(what: str, required: Sequence[str], /, **properties: object) -> dict[str, Any]:
    described = {"description": what} if what else {}
    return {"type": "object", **described, "required": list(required), "properties": properties}


def _schemas() -> dict[str, Any]:
    """The shapes of answers; those of the parts follow from the pages."""
    texts, rows = {"type": "object", "additionalProperties": _TEXT}, {"type": "array", "items": {"type": "object"}}
    chosen = ("suite", "panel", "protocol", "transform", "aggregate", "data_version")
    counts = ("n_runs", "n_cells")
    return {
        "Report": _object(
            "The summary of the view and the parts asked for. What is undefined is null. `about` says if a link was "
            "made with another data version.",
            (*chosen, *counts, "weights"),
            **dict.fromkeys(chosen, _TEXT),
            **{key: {"type": "integer"} for key in counts},
            **{key: {"type": "array", "items": _TEXT} for key in ("incomplete", "below_floor")},
            **dict.fromkeys(("weights", "effective_weights"), _WEIGHTS),
            **{name: {"type": ["object", "array"], "description": _about(name)} for name in pages.numbers()},
            runs=rows,
            about=texts,
        ),
        "OverSuites": _object(
            "What one page says over all suites, under its name.",
            ("data_versions", "about"),
            data_versions=texts,
            about=texts,
        ),
        "Brief": _object(
            "",
            ("title", "sections", "address", "citation"),
            **dict.fromkeys(("title", "address", "citation"), _TEXT),
            sections=rows,
        ),
        "Suites": _object("", ["suites"], suites=rows),
        "Failure": _object(
            "`error` is one sentence; each problem has name, found, expected, used.",
            ("error", "problems"),
            error=_TEXT,
            problems={"type": "array", "items": texts},
        ),
    }
