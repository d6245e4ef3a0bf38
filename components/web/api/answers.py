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
from components.formats.registry import FORMATS, JSON, MARKDOWN
from components.links import lasting_link
from components.report import markdown, report_of
from components.resolved import Resolved
from components.results.sources import sources_table
from components.served import Served, View
from components.table import Table, of_frame, records
from components.web.api.request import BRIEF, RECORDS, ApiRequest, public_suites
from components.web.share import brief_document
from data import store


def answer(request: ApiRequest) -> bytes:
    """Return the body of an answer. Raises LeaderboardError if the selection is too small for a
    statistic."""
    if request.what == BRIEF:
        assert isinstance(request.view, Resolved)
        address = lasting_link(request.view, request.place, pages.BRIEF)
        made = brief_document.brief(request.view, address, datetime.now(UTC).date())
        return (
            brief_document.markdown(made).encode()
            if request.form == MARKDOWN.suffix
            else json_of(brief_document.content(made)).encode()
        )
    if request.form == JSON.suffix:
        return json_of(_content(request)).encode()
    view = request.view
    if isinstance(view, Resolved) and request.form == RECORDS:
        return json_lines(view).encode()
    if isinstance(view, Resolved) and request.what == "report":
        return markdown(view).encode()
    _, asked = _table(request, view)
    format = next(format for format in FORMATS if format.suffix == request.form)
    return format.write(asked, view.labels, _about(request, view))


def tag(request: ApiRequest) -> str:
    """Return the entity tag of an answer: it changes with what was chosen, too."""
    place = f"{request.place}{request.what}/{request.table}.{request.form}"
    return entity_tag(place, json.dumps(request.chosen), request.link)


def entity_tag(*texts: str) -> str:
    """Return the entity tag of what follows from these texts, the data and the code."""
    versions = (store.data_version(s.id) for s in store.suites())
    digest = hashlib.sha256("\0".join([*texts, *versions, code_version()]).encode()).hexdigest()
    return f'W/"{digest[:24]}"'


@cache
def code_version() -> str:
    """Return the version of the program, and 12 hex digits of the SHA-256 of its sources and of
    shared names."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[3]
    sources = [p for top in ("components", "data") for p in (root / top).rglob("*.py")]
    for path in sorted([*sources, *(root / "data" / "names").glob("*.csv")]):
        digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return f"{VERSION}-{digest.hexdigest()[:12]}"


def _about(request: ApiRequest, view: View) -> dict[str, str]:
    about = provenance(view)
    return (
        {**about, "made with": f"data version {request.link}, which is another one"}
        if request.link
        else about
    )


def _content(request: ApiRequest) -> Mapping[str, object]:
    view, what = request.view, request.what
    result: dict[str, object]
    if isinstance(view, Served):
        result = {} if what == "suites" else {**pages.spanning()[what].content(view)}
        result["data_versions"] = {t.suite.id: t.data_version for t in view.suites}
    else:
        result = {
            **report_of(view, {"report": tuple(pages.numbers()), "runs": ()}.get(what, (what,)))
        }
    if what in ("runs", "suites") or request.table:
        name, asked = _table(request, view)
        result = {
            **{k: v for k, v in result.items() if k not in pages.interface()},
            name: records(asked),
        }
    return {**result, "about": _about(request, view)}


def _table(request: ApiRequest, view: View) -> tuple[str, Table[Any]]:
    """Return the table that is asked for, with its name."""
    if request.what == "runs":
        assert isinstance(view, Resolved)
        return "runs", of_frame(view.selected_runs)
    if request.what == "suites":
        return "suites", sources_table(public_suites().suites)
    page = pages.interface()[request.what]
    name = request.table or page.table_names[0]
    return name, page.table(view, name)
