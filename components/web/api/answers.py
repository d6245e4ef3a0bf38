"""From a question to the bytes of its answer. Every number comes from components.report."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from components import pages
from components.defaults import VERSION
from components.exports.every_eval_ever import json_lines
from components.exports.provenance import provenance
from components.format import json_of
from components.formats.registry import FORMATS, JSON
from components.links import lasting_link
from components.panels import selected_runs
from components.report import markdown, report_of
from components.resolved import Resolved
from components.results.sources import sources_table
from components.table import Table, of_frame, records
from components.web.api.endpoints import BRIEF, RECORDS, REPORT, RUNS, SUITES
from components.web.api.request import ApiRequest, public_suites
from components.web.share import brief_document
from data import store


def answer(request: ApiRequest) -> str | bytes:
    """Return the body of an answer. Raises LeaderboardError if the selection is too small for a
    statistic."""
    view = request.view
    if request.endpoint is BRIEF:
        assert isinstance(view, Resolved)
        link_to_page = lasting_link(view, request.app_address, pages.BRIEF)
        brief_of_view = brief_document.brief(view, link_to_page, datetime.now(UTC).date())
        if request.suffix == JSON.suffix:
            return json_of(brief_document.content(brief_of_view))
        return brief_document.markdown(brief_of_view)
    if request.suffix == JSON.suffix:
        return json_of(_content(request))
    if isinstance(view, Resolved) and request.suffix == RECORDS:
        return json_lines(view)
    if isinstance(view, Resolved) and request.endpoint is REPORT:
        return markdown(view)
    format = next(format for format in FORMATS if format.suffix == request.suffix)
    return format.write(_table(request), view.labels, _about(request))


def tag(request: ApiRequest) -> str:
    """Return the entity tag of an answer: it changes with what was chosen, too."""
    table_address = f"{request.app_address}{request.endpoint.name}/{request.table}.{request.suffix}"
    return entity_tag(table_address, json.dumps(request.chosen), request.linked_version)


def entity_tag(*distinguishing_texts: str) -> str:
    """Return the entity tag of what follows from these texts, the data and the code."""
    versions = [store.data_version(suite.id) for suite in store.suites()]
    followed = "\0".join([*distinguishing_texts, *versions, code_version()])
    return f'W/"{hashlib.sha256(followed.encode()).hexdigest()[:24]}"'


@cache
def code_version() -> str:
    """Return the version of the program, and 12 hex digits of the SHA-256 of its sources and of
    shared names."""
    repository = Path(__file__).parents[3]
    source_files = [
        *(repository / "components").rglob("*.py"),
        *(repository / "data").rglob("*.py"),
    ]
    source_files += (repository / "data" / "names").glob("*.csv")
    digest = hashlib.sha256()
    for source_file in sorted(source_files):
        digest.update(
            f"{source_file.relative_to(repository)}\0".encode() + source_file.read_bytes() + b"\0"
        )
    return f"{VERSION}-{digest.hexdigest()[:12]}"


def _about(request: ApiRequest) -> dict[str, str]:
    about = provenance(request.view)
    if request.linked_version:
        about["made with"] = f"data version {request.linked_version}, which is another one"
    return about


def _content(request: ApiRequest) -> Mapping[str, object]:
    view = request.view
    endpoint = request.endpoint
    content: dict[str, object] = {}
    if isinstance(view, Resolved):
        page_names = [endpoint.name] if endpoint.tables else []
        content |= report_of(view, None if endpoint is REPORT else page_names)
    else:
        if endpoint.tables:
            content |= pages.by_name(endpoint.name).content(view)
        content["data_versions"] = {suite.suite.id: suite.data_version for suite in view.suites}
    if request.table or endpoint in (RUNS, SUITES):
        for page_name in pages.interface():
            content.pop(page_name, None)
        content[request.table or endpoint.name] = records(_table(request))
    return {**content, "about": _about(request)}


def _table(request: ApiRequest) -> Table[Any]:
    """Return the table that is asked for."""
    view = request.view
    endpoint = request.endpoint
    if endpoint is RUNS:
        assert isinstance(view, Resolved)
        return of_frame(selected_runs(view.tables, view.selection))
    if endpoint is SUITES:
        return sources_table(public_suites().suites)
    return pages.by_name(endpoint.name).table(view, request.table or endpoint.tables[0])
