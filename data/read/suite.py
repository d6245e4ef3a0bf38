"""Runs that were read as the files of a suite, with the descriptions of a built-in suite."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence

from components.errors import LeaderboardError
from data.columns import METHODS
from data.files import SUITE_FILE
from data.folders import BUILT_IN
from data.plain import csv_text, identifier, toml_text
from data.read.runs import Brought, Run, suite_record
from data.registry import REFERENCE, RUN_KEYS

Row = dict[str, str]
Cell = tuple[str, str, str]
"""Ids of panel, benchmark and method."""
_SHORT = {"epochs": "ep"}
_MAIN = "All runs"
_SEED = "0"
"""Each method has one run: no file gives its seed."""


def suite_files(brought: Brought, name: str) -> dict[str, str]:
    """Return the files of a suite. Raises LeaderboardError if runs repeat or name no benchmark."""
    like = {p.stem: _rows(brought.like, p.stem) for p in (BUILT_IN / brought.like).glob("*.csv")}
    ids = {
        "panels": _ids([r.panel or _MAIN for r in brought.runs], like["panels"]),
        "benchmarks": _ids([r.benchmark for r in brought.runs], like["benchmarks"]),
        "methods": _ids([r.method for r in brought.runs], [*like.get("families", []), *like["methods"]]),
    }
    varying = _varying(brought.runs)
    runs: dict[Cell, Run] = {}
    for run in brought.runs:
        if not run.benchmark:
            known = ", ".join(row["id"] for row in like["benchmarks"])
            where = "the name of the file or of its folder"
            raise LeaderboardError(f"{run.place}: found no benchmark in {where}, expected one of {known}")
        method = "_".join([ids["methods"][run.method], *(f"{_SHORT.get(k, k)}{v}" for k, v in _settings(run, varying))])
        place = (ids["panels"][run.panel or _MAIN], ids["benchmarks"][run.benchmark], identifier(method))
        if place in runs:
            first = f"a second run of {run.method} on {run.benchmark} (the first is in {runs[place].place})"
            raise LeaderboardError(f"{run.place}: found {first}, expected one, or settings that differ")
        runs[place] = run
    methods = _methods(runs, ids["methods"], varying, like)
    metrics = _metrics(brought, like["metrics"], runs, {m["id"] for m in methods if m["role"] == REFERENCE})
    measured = [m["id"] for m in metrics]
    keys = {place: dict(zip(RUN_KEYS, (*place, _SEED), strict=True)) for place in runs}
    tables = {
        "metrics": metrics,
        "methods": methods,
        "families": _families(methods, ids["methods"], like) if varying else [],
        "benchmarks": _benchmarks(ids["benchmarks"], like["benchmarks"]),
        "panels": _panels(ids["panels"], like["panels"]),
        "floors": _floors(like.get("floors", []), methods, measured, runs),
        "runs": [keys[place] | {m: run.values.get(m, "") for m in measured} for place, run in runs.items()],
        "support": [
            dict(zip(RUN_KEYS, place, strict=False))
            | {"metric": metric, "support": "recomputed", "studies": "0", "low": "", "high": ""}
            | {"source": "mean of its values by sample"}
            for place, run in runs.items()
            for metric in run.recomputed
        ],
        "path": [
            dict(zip(RUN_KEYS, place, strict=False))
            | {"metric": p.metric, "along": p.along, "at": p.at, "value": p.value}
            for p in brought.path
            for place, run in runs.items()
            if p.metric in measured and (p.panel, p.benchmark, p.method) == (run.panel, run.benchmark, run.method)
        ],
    }
    files = {f"{table}.csv": csv_text(rows) for table, rows in tables.items() if rows}
    described = f"Results in the form of {brought.title}'s own files, one run of each method."
    record = suite_record(name, f"{brought.title}, as read from files", described)
    return {SUITE_FILE: toml_text(record), **files}


def _rows(suite: str, table: str) -> list[Row]:
    with (BUILT_IN / suite / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def _known(name: str, rows: Iterable[Row]) -> Row | None:
    """Return the row that has a name as its id, label or name, whatever its case and marks."""
    meant = _compact(name)
    return next(
        (r for r in rows if meant and meant in {_compact(r[k]) for k in ("id", "label", "name") if k in r}), None
    )


def _compact(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())


def _ids(names: Iterable[str], known: Sequence[Row]) -> dict[str, str]:
    """Return an id for each name: that of the row which has it, or a new one."""
    ids: dict[str, str] = {}
    for name in dict.fromkeys(names):
        row = _known(name, known)
        ids[name] = row["id"] if row else identifier(name, [*ids.values(), *(r["id"] for r in known)])
    return ids


def _varying(runs: Iterable[Run]) -> dict[str, list[str]]:
    """Return the settings in which runs of a method differ on one panel and benchmark, by method."""
    seen: dict[tuple[str, ...], set[str]] = {}
    for run in runs:
        for name, value in run.settings.items():
            seen.setdefault((run.method, name, run.panel, run.benchmark), set()).add(value)
    found: dict[str, list[str]] = {}
    for (method, name, *_), values in seen.items():
        if len(values) > 1 and name not in found.get(method, []):
            found.setdefault(method, []).append(name)
    return found


def _settings(run: Run, varying: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(name, run.settings[name]) for name in varying.get(run.method, ()) if name in run.settings]


def _methods(
    runs: Mapping[Cell, Run],
    ids: Mapping[str, str],
    varying: Mapping[str, Sequence[str]],
    like: Mapping[str, list[Row]],
) -> list[Row]:
    """Return a row for each method, or for each checkpoint of its family if settings tell runs apart."""
    rows: dict[str, Row] = {}
    for (_, _, method), run in runs.items():
        base, settings = ids[run.method], _settings(run, varying)
        exact = next((r for r in like["methods"] if r["id"] == method), None)
        family = next((r for r in like.get("families", []) if r["id"] == base), None)
        about = exact or family or next((r for r in like["methods"] if r["id"] == base), None)
        row = {c.name: (about or {}).get(c.name) or c.default or "" for c in METHODS.columns} | {"id": method}
        if not exact:
            row["label"] = " ".join([row["label"] or run.method, *(f"{_SHORT.get(k, k)}{v}" for k, v in settings)])
            row["name"] = ", ".join([row["name"] or run.method, *(f"{k} {v}" for k, v in settings)])
        row["description"] = row["description"] or "As named in the files read."
        row["family"] = base if varying and row["role"] == "candidate" else row["family"] or "not stated"
        rows.setdefault(method, row | {identifier(k): v for k, v in settings})
    return list(rows.values())


def _families(methods: Sequence[Row], ids: Mapping[str, str], like: Mapping[str, list[Row]]) -> list[Row]:
    """Return a row for each family of the candidates."""
    names = {i: name for name, i in ids.items()}
    rows = []
    for family in dict.fromkeys(m["family"] for m in methods if m["role"] == "candidate"):
        about = _known(family, [*like.get("families", []), *like["methods"]]) or {}
        row = {k: about.get(k, "") for k in ("id", "label", "name", "description", "reference", "url")}
        own = {"id": family, "label": row["label"] or names[family], "name": row["name"] or names[family]}
        rows.append(row | own | {"description": row["description"] or "As named in the files read."})
    return rows


def _benchmarks(ids: Mapping[str, str], known: Sequence[Row]) -> list[Row]:
    rows = []
    for name, own in ids.items():
        about = next((r for r in known if r["id"] == own), {"name": name, "label": name, "description": ""})
        row = about | {"id": own, "description": about["description"] or "As named in the files read."}
        rows.append(row | ({"within": ""} if row.get("within") not in ids.values() else {}))
    return rows


def _panels(ids: Mapping[str, str], known: Sequence[Row]) -> list[Row]:
    """Return a row for each panel, the first as the reference panel. No file says what was unlearned."""
    labels = {r["id"]: r["label"] for r in known}
    return [
        {
            "id": own,
            "label": labels.get(own, name),
            "base_model": "not stated",
            "setting": "unimodal",
            "reference": "no" if number else "yes",
            "description": "One run each (seed 0 stands for it), as read from the files.",
        }
        for number, (name, own) in enumerate(ids.items())
    ]


def _metrics(brought: Brought, known: Sequence[Row], runs: Mapping[Cell, Run], references: set[str]) -> list[Row]:
    """Return the metrics that were measured; they aim at the reference only if it has values everywhere."""
    rows = []
    for row in known:
        at = {place[:2]: False for place, run in runs.items() if row["id"] in run.values}
        at |= {place[:2]: True for place, run in runs.items() if row["id"] in run.values and place[2] in references}
        if not at or (row["target"] == REFERENCE and not all(at.values())):
            continue
        upper = brought.upper.get(row["id"])
        own = {"upper_bound": f"{upper:.4f}"} if upper else {}
        rows.append(row | own | ({} if all(at.values()) else {"aims": "printed"}))
    ids = {row["id"] for row in rows}
    return [row | {"parts": " ".join(p for p in row.get("parts", "").split() if p in ids)} for row in rows]


def _floors(
    known: Sequence[Row], methods: Sequence[Row], metrics: Sequence[str], runs: Mapping[Cell, Run]
) -> list[Row]:
    """Return the floors on panels all of whose benchmarks have a run of the model that they are about."""
    there = {
        r: {p[:2] for p in runs if p[2] in {m["id"] for m in methods if m["role"] == r}}
        for r in ("original", REFERENCE)
    }
    return [
        row
        for row in known
        if row["on"] in metrics
        and (own := {p[:2] for p in runs if p[0] == row["panel"]})
        and own <= there.get(row["of"], own)
    ]
