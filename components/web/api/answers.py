"""From a question to the bytes of its answer. Every number comes from components.report."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import pandas as pd

from components import names, pages
from components.answers.data.sources import sources_table
from components.answers.data.suite_tables import runs_wanted
from components.answers.reliability.trust import trust
from components.defaults import VERSION
from components.earlier import earlier_defaults
from components.exports.every_eval_ever import json_lines
from components.exports.provenance import provenance
from components.formats import csv_text, latex_table, markdown_table, parquet_bytes, records
from components.plain import json_of
from components.report import markdown, report_of
from components.resolved import Resolved
from components.selection import OVER_SUITES, Problem, query_everywhere, to_query
from components.served import Served, View
from components.table import Column, Table, of_frame, table
from components.web.api.request import BRIEF, ApiRequest, Failed, public_suites
from components.web.share import brief, words
from data import run_pages, store

NAMED = (Column[tuple[str, str]]("id", itemgetter(0)), Column[tuple[str, str]]("label", itemgetter(1)))
"""Columns of a list of names, the answer of a page about one name when none is given."""


def answer(request: ApiRequest) -> bytes:
    """The body of the answer. Raises Failed, and LeaderboardError where the selection is too small for a statistic."""
    if request.what == BRIEF:
        made = _brief(request)
        return brief.markdown(made).encode() if request.form == "md" else json_of(brief.content(made)).encode()
    if request.form == "json":
        return json_of(_content(request)).encode()
    if request.what == "report":
        return markdown(request.tables, request.selection).encode()
    view = request.view
    _, asked = _table(request, view)
    about = _about(request, view)
    match request.form:
        case "csv":
            return csv_text(asked, about).encode()
        case "parquet":
            return parquet_bytes(asked, about)
        case _:
            draw = markdown_table if request.form == "md" else latex_table
            return draw(asked, view.labels, about).encode()


def _brief(request: ApiRequest) -> brief.Brief:
    view = Resolved(request.tables, request.selection)
    address = words.link_of(view, request.place, pages.LEADERBOARD)
    return brief.brief(view, trust(public_suites(), request.tables), address, datetime.now(UTC).date())


def tag(request: ApiRequest) -> str:
    """The entity tag: changes with the data, with what was chosen, and with the code."""
    spans = request.what in pages.spanning()
    chosen = request.selection
    query = json.dumps(query_everywhere(chosen, OVER_SUITES) if spans else to_query(chosen, request.tables))
    place = f"{request.place}{request.what}/{request.table}.{request.form}"
    every = spans or request.what in ("suites", BRIEF)
    versions = " ".join(store.data_version(s.id) for s in store.suites()) if every else request.tables.data_version
    return entity_tag(place, query, request.link_version, versions)


def entity_tag(*texts: str) -> str:
    """The entity tag of what follows from these texts and the code."""
    digest = hashlib.sha256("\0".join([*texts, code_version()]).encode()).hexdigest()
    return f'W/"{digest[:24]}"'


@cache
def code_version() -> str:
    """The version of the program, and the first 12 hex digits of the SHA-256 of its sources and of shared names."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[3]
    sources = [p for top in ("components", "data") for p in (root / top).rglob("*.py")]
    for path in sorted([*sources, *(root / "data" / "names").glob("*.csv")]):
        digest.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return f"{VERSION}-{digest.hexdigest()[:12]}"


def runs_of(resolved: Resolved) -> Table[Any]:
    """The runs a view selects, or a page of them, as the suite has them."""
    return of_frame(resolved.selected_runs if resolved.tables.whole is None else _runs_page(resolved))


def _runs_page(resolved: Resolved) -> pd.DataFrame:
    return store.run_page(resolved.tables, _wanted(resolved), _page(resolved)["page_number"])


def every_eval_ever(request: ApiRequest) -> bytes:
    """The runs of a view, or a page of them, as records of Every Eval Ever, one a line. Raises Failed."""
    view = Resolved(request.tables, request.selection)
    return json_lines(view, None if view.tables.whole is None else _runs_page(view)).encode()


def _wanted(resolved: Resolved) -> Mapping[str, Sequence[str]]:
    return {**runs_wanted(resolved.selection), "seed": [str(s) for s in resolved.selection.seeds]}


def _page(resolved: Resolved) -> Mapping[str, int]:
    """Which page of the runs of a large suite is requested, and how many there are. Raises Failed beyond the last."""
    runs, page = store.run_count(resolved.tables, _wanted(resolved)), resolved.selection.page_number
    last = run_pages.pages(runs)
    if page > last:
        problem = Problem("page_number", str(page), f"a whole number from 1 to {last}", "nothing")
        raise Failed(400, f"Found page {page}, expected one of the {last} that these runs have.", [problem])
    return {"page_number": page, "pages": last, "runs": runs}


def _about(request: ApiRequest, resolved: View) -> dict[str, str]:
    """Provenance, and of a page which one of how many it is."""
    if request.what == "suites":
        return {"data versions": ", ".join(f"{s.id} {store.data_version(s.id)}" for s in store.suites())}
    about = provenance(resolved)
    if request.what == "runs" and isinstance(resolved, Resolved) and resolved.tables.whole is not None:
        page = _page(resolved)
        about["page"] = f"{page['page_number']} of {page['pages']}; {page['runs']} runs in all"
    return about


def _content(request: ApiRequest) -> Mapping[str, object]:
    if request.what == "suites":
        return {"suites": [*records(sources_table(public_suites().suites))]}
    view = request.view
    result: dict[str, object]
    if isinstance(view, Served):
        page = pages.spanning()[request.what]
        listed = page.kind is not None and not view.selection.id
        result = {page.kind: names.known(page.kind, view.suites)} if page.kind and listed else {**page.content(view)}
        result["data_versions"] = {t.suite.id: t.data_version for t in view.suites}
    else:
        result = {**report_of(view, {"report": tuple(pages.numbers()), "runs": ()}.get(request.what, (request.what,)))}
        if request.what == "runs":
            result["runs"] = records(runs_of(view))
            if view.tables.whole is not None:
                result["page"] = _page(view)
    if request.table:
        name, asked = _table(request, view)
        result = {**{k: v for k, v in result.items() if k not in pages.interface()}, name: records(asked)}
    if request.link_version:
        changes = store.changes(request.selection.suite, request.link_version)
        link: dict[str, object] = {"data_version": request.link_version, "changes": changes}
        if isinstance(view, Resolved):
            link["earlier_defaults"] = earlier_defaults(
                view.tables, view.selection.panel, request.link_version, request.rows
            )
        result["link"] = link
    return {**result, "about": _about(request, view)}


def _table(request: ApiRequest, resolved: View) -> tuple[str, Table[Any]]:
    """The table asked for, with its name."""
    if request.what == "runs" and isinstance(resolved, Resolved):
        return "runs", runs_of(resolved)
    if request.what == "suites":
        return "suites", sources_table(public_suites().suites)
    page = pages.interface()[request.what]
    if isinstance(resolved, Served) and page.kind is not None and not resolved.selection.id:
        return page.kind, table(NAMED, names.known(page.kind, resolved.suites).items())
    name = request.table or page.table_names[0]
    if name not in page.table_names:
        raise Failed(404, f"{request.what} has no table {name}: expected one of {', '.join(page.table_names)}.")
    return name, page.table(resolved, name)
