"""From a question to the bytes of its answer. Every number comes from components.report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from components import names, pages
from components.answers.data.suite_tables import runs_wanted
from components.defaults import VERSION
from components.exports.provenance import provenance
from components.formats import csv_text, latex_table, markdown_table, parquet_bytes, records
from components.plain import json_of
from components.report import report_of
from components.resolved import Resolved
from components.selection import Problem, to_query
from components.table import Table, of_frame
from components.web.api.request import ApiRequest, Failed, public_suites
from data import run_pages, store


def answer(request: ApiRequest) -> bytes:
    """The body of the answer. Raises Failed and LeaderboardError (a statistic this selection cannot carry)."""
    if request.form == "json":
        return json_of(_content(request)).encode()
    resolved = Resolved(request.tables, request.selection)
    _, table = _table(request, resolved)
    about = _about(request, resolved)
    match request.form:
        case "csv":
            return csv_text(table, about).encode()
        case "parquet":
            return parquet_bytes(table, about)
        case _:
            draw = markdown_table if request.form == "md" else latex_table
            return draw(table, resolved.labels, about).encode()


def tag(request: ApiRequest) -> str:
    """The entity tag: changes with the data, with what was chosen, and with the code."""
    query = json.dumps(to_query(request.selection, request.tables))
    place = f"{request.what}/{request.table}.{request.form}"
    every = request.what == "suites" or request.what in pages.spanning()
    versions = " ".join(s["data_version"] for s in suite_list()) if every else request.tables.data_version
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


def suite_list() -> list[dict[str, Any]]:
    """The public suites with their data versions."""
    rows = []
    for suite in store.suites():
        about = {k: v for k, v in asdict(suite).items() if k != "private"}
        rows.append({**about, "data_version": store.data_version(suite.id)})
    return rows


def runs_of(resolved: Resolved) -> Table[Any]:
    """The runs a view selects, or a page of them, as the suite has them."""
    if resolved.tables.whole is None:
        runs = resolved.selected_runs
    else:
        runs = store.run_page(resolved.tables, _wanted(resolved), _page(resolved)["page_number"])
    return of_frame(runs)


def _wanted(resolved: Resolved) -> Mapping[str, Sequence[str]]:
    return {**runs_wanted(resolved.selection), "seed": [str(s) for s in resolved.selection.seeds]}


def _page(resolved: Resolved) -> Mapping[str, int]:
    """Which page of the runs of a large suite is asked for, and how many there are. Raises Failed beyond the last."""
    runs, page = store.run_count(resolved.tables, _wanted(resolved)), resolved.selection.page_number
    last = run_pages.pages(runs)
    if page > last:
        problem = Problem("page_number", str(page), f"a whole number from 1 to {last}", "nothing")
        raise Failed(400, f"Found page {page}, expected one of the {last} that these runs have.", [problem])
    return {"page_number": page, "pages": last, "runs": runs}


def _about(request: ApiRequest, resolved: Resolved) -> dict[str, str]:
    """Provenance, and of a page which one of how many it is."""
    about = provenance(resolved)
    if request.what == "runs" and resolved.tables.whole is not None:
        page = _page(resolved)
        about["page"] = f"{page['page_number']} of {page['pages']}; {page['runs']} runs in all"
    return about


def _content(request: ApiRequest) -> Mapping[str, object]:
    if request.what == "suites":
        return {"suites": suite_list()}
    if request.what in pages.spanning():
        served = public_suites()
        versions = {t.suite.id: t.data_version for t in served.suites}
        across, wanted = pages.spanning()[request.what], request.selection.id
        if not wanted:
            return {across.kind: names.known(across.kind, served.suites), "data_versions": versions}
        return {request.what: across.plain(served, wanted), "data_versions": versions}
    parts = {"report": tuple(pages.numbers()), "runs": ()}.get(request.what, (request.what,))
    resolved = Resolved(request.tables, request.selection)
    result: dict[str, object] = {**report_of(resolved, parts)}
    if request.what == "runs":
        result["runs"] = records(runs_of(resolved))
        if resolved.tables.whole is not None:
            result["page"] = _page(resolved)
    if request.table:
        name, table = _table(request, resolved)
        result = {**{k: v for k, v in result.items() if k not in pages.numbers()}, name: records(table)}
    if request.link_version:
        changes = store.changes(request.selection.suite, request.link_version)
        result["link"] = {"data_version": request.link_version, "changes": changes}
    return {**result, "about": _about(request, resolved)}


def _table(request: ApiRequest, resolved: Resolved) -> tuple[str, Table[Any]]:
    """The table asked for, with its name."""
    if request.what == "runs":
        return "runs", runs_of(resolved)
    page = pages.numbers()[request.what]
    name = request.table or page.table_names[0]
    if name not in page.table_names:
        raise Failed(404, f"{request.what} has no table {name}: expected one of {', '.join(page.table_names)}.")
    return name, page.table(resolved, name)
