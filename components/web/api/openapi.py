"""The OpenAPI 3.1 description of the interface, made from the choices themselves so that it cannot
fall behind."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
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
from components.web.api.endpoints import MEDIA_TYPES, PREFIX, Endpoint, endpoints
from components.web.api.lines import PATIENCE, WHOLE
from components.web.api.reply import MAX_QUERY
from components.web.api.request import public_tables
from data import store
from data.errors import LeaderboardError
from data.registry import Tables

Description = dict[str, Any]
FIXED = Path(__file__).with_name("openapi.json")
"""What follows from no choice and no page."""
DESCRIPTION = (
    "The numbers of the pages, to the bit, with the parameters that their addresses have. Limits:"
    f" {MAX_QUERY:,} characters of query string, {MAX_TEXT:,} of one parameter, {MAX_DRAWS:,}"
    f" draws; reports and briefs are computed one at a time, and if {WHOLE.length} wait already,"
    f" or the turn of any answer does not come in {PATIENCE} s, the answer is 503"
    ' (Retry-After). A failure is {"error": sentence, "problems": [{"name",'
    ' "found", "expected", "used"}]}.'
)
_JSON_TYPES = {
    "count": "integer",
    "flag": "boolean",
    "number": "number",
    "p": "number",
    "share": "number",
}
"""By kind of column."""
_TEXT = {"type": "string"}
_ANSWER = {"$ref": "#/components/schemas/Answer"}


def document() -> Description:
    """Return the description as plain dicts and lists."""
    description: Description = json.loads(FIXED.read_text(encoding="utf-8"))
    description["info"] = {
        "title": f"{NAME}: numbers over HTTP",
        "summary": TAGLINE,
        "description": DESCRIPTION,
        "version": VERSION,
        "license": {"name": LICENCE, "identifier": LICENCE},
    }
    tables = public_tables(None)
    components = description["components"]
    components["parameters"] = {choice.name: _choice(choice, tables) for choice in CHOICES}
    schemas = components["schemas"]
    schemas |= _tables(tables.suite.id, tables.data_version)
    paths: Description = {}
    for endpoint in endpoints().values():
        for path, operation in _operations(endpoint).items():
            for status in components["responses"]:
                operation["responses"][status] = {"$ref": f"#/components/responses/{status}"}
            paths[f"{PREFIX}/{path}"] = {"get": operation}
        if endpoint.name in pages.numbers():
            part_schema = {"type": ["object", "array"], "description": endpoint.about}
            schemas["Answer"]["properties"][endpoint.name] = part_schema
    return {**description, "paths": paths | description["paths"]}


def _operations(endpoint: Endpoint) -> dict[str, Description]:
    """Return by path how an endpoint is asked: as JSON, as a file, and for one of its tables."""
    endpoint_name = endpoint.name
    parameters: list[Description] = []
    for parameter, about in endpoint.parameters.items():
        if parameter in CHOICE_BY_NAME:
            parameters.append({"$ref": f"#/components/parameters/{parameter}"})
        else:
            parameters.append(_in_query(parameter, about, _TEXT))
    form_parameter = _in_path("form", endpoint.suffixes)
    schemas = {MEDIA_TYPES[suffix]: _TEXT for suffix in endpoint.suffixes}
    schemas[JSON.media_type] = _ANSWER
    operations = {
        endpoint_name: _operation(
            endpoint_name, endpoint.about, parameters, {JSON.media_type: _ANSWER}
        ),
        f"{endpoint_name}.{{form}}": _operation(
            f"{endpoint_name}_form",
            f"{endpoint.about} As a file.",
            [form_parameter, *parameters],
            schemas,
        ),
    }
    if endpoint.tables:
        table_parameter = _in_path("table", endpoint.tables)
        about = f"One table of {endpoint_name}."
        operations[f"{endpoint_name}/{{table}}.{{form}}"] = _operation(
            f"{endpoint_name}_table",
            about,
            [table_parameter, form_parameter, *parameters],
            {**schemas, JSON.media_type: {}},
        )
    return operations


def _operation(
    summary_name: str, about: str, parameters: list[Description], schemas: Mapping[str, Description]
) -> Description:
    """Return an operation that answers with one of these schemas, by media type."""
    content = {}
    for media_type, schema in schemas.items():
        content[media_type.partition(";")[0]] = {"schema": schema}
    answer = {
        "description": "the numbers",
        "headers": {"ETag": {"$ref": "#/components/headers/ETag"}},
        "content": content,
    }
    return {
        "operationId": summary_name,
        "summary": about,
        "parameters": parameters,
        "responses": {"200": answer},
    }


def _choice(choice: Choice, tables: Tables) -> Description:
    """Return a choice as a query parameter; what it may be is what it says when it refuses a
    text."""
    expected = ", ".join(suite.id for suite in store.suites())
    if choice.name != "suite":
        try:
            choice.read("\0", tables)
        except LeaderboardError as error:
            expected = str(error)
    description = f"{choice.help}; expected: {expected}".replace("\0", "")
    default = to_text(getattr(default_selection(tables), choice.name))
    return _in_query(choice.name, description, {**_TEXT, "maxLength": MAX_TEXT, "default": default})


def _in_query(parameter_name: str, description: str, schema: Description) -> Description:
    return {
        "name": parameter_name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }


def _in_path(parameter_name: str, allowed_values: Sequence[str]) -> Description:
    return {
        "name": parameter_name,
        "in": "path",
        "required": True,
        "schema": {**_TEXT, "enum": allowed_values},
    }


@cache
def _tables(suite: str, data_version: str) -> Description:
    """Return the rows of every table with their columns, as this suite has them; a dot in an id
    nests in JSON."""
    tables = public_tables(suite)
    view = Resolved(tables, default_selection(tables))
    schemas = {}
    for page in pages.numbers().values():
        for answer in page.answers:
            for table_name in answer.table_names:
                columns = answer.table(view, table_name).columns
                properties = {
                    column.id: _column(column)
                    for column in columns
                    if column.place != "screen only"
                }
                schemas[f"{page.name}.{table_name}"] = {"type": "object", "properties": properties}
    return schemas


def _column(column: Column[Any]) -> dict[str, str | list[str]]:
    sentences = []
    if column.head not in ("", column.id):
        sentences.append(head(column))
    if column.help:
        sentences.append(column.help)
    if column.better:
        sentences.append(f"{column.better} is better")
    if column.why:
        sentences.append(f"null where {column.why} says why")
    described: dict[str, str | list[str]] = {"description": "; ".join(sentences)}
    if column.kind in _JSON_TYPES:
        described["type"] = [_JSON_TYPES[column.kind], "null"]
    return described
