"""Records of Every Eval Ever (github.com/evaleval/every_eval_ever, 0.3.0) as the files of a suite.

A record is one model: `evaluation_results` has a score for each evaluation and metric, with its bounds and which end is
better. What has no field there is under `additional_details`: the seed of the run (`seed`), and the rows of a
suite's tables by column (`method.role`, `metric.target`, …), as `components.exports.every_eval_ever` writes them; a
record of another source is described by its own fields. Lines with `sample_id`, values of single samples, are left out.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from components.errors import LeaderboardError
from data.plain import cell, csv_text, identifier, number, toml_text
from data.read.objects import parsed
from data.read.runs import suite_record
from data.read.sheet import FileRefused, Json
from data.read.text import decoded

VERSION = "0.3.0"
_READ = ("0.2.", "0.3.")
"""The versions of the schema that have the fields read here."""
_READ_HERE = "As read from the records."
TABLES = ("families", "weights", "floors")
"""Tables of a suite that travel whole, as CSV."""
Row = dict[str, str]
_KEYS = ("panel", "benchmark", "method", "seed")
Key = tuple[str, str, str, str]
"""Ids of panel, benchmark, method and seed."""


@dataclass
class _Suite:
    """The rows that the records describe, by table and id.

    `places` is where each row was first found, `whole` the tables that travel as CSV, each text with the record that
    has it.
    """

    record: Row = field(default_factory=dict)
    whole: dict[str, dict[str, str]] = field(default_factory=lambda: {name: {} for name in TABLES})
    rows: dict[str, dict[str, Row]] = field(
        default_factory=lambda: {name: {} for name in ("metrics", "methods", "benchmarks", "panels")}
    )
    names: dict[tuple[str, ...], str] = field(default_factory=dict)
    places: dict[tuple[str, str], str] = field(default_factory=dict)
    runs: dict[Key, Row] = field(default_factory=dict)

    def put(self, table: str, place: str, row: Row) -> str:
        """Add a row; returns its id. Raises LeaderboardError where another record describes it otherwise."""
        there = self.rows[table].setdefault(row["id"], row)
        first = self.places.setdefault((table, row["id"]), place)
        if there != row:
            found = f"another description of {cell(row['id'])[:60]} ({table}) than in {first}"
            raise LeaderboardError(f"{place}: found {found}, expected the same")
        return row["id"]

    def named(self, table: str, *meant: str, **about: str) -> Row:
        """Return a row, its id made from the first of some texts; whenever these texts come again it is the same."""
        taken = [*self.rows[table], *(i for key, i in self.names.items() if key[0] == table)]
        own = self.names.setdefault((table, *meant), identifier(meant[0], taken, in_any_case=True))
        return self.rows[table].get(own) or {"id": own, "reference": "", **about}


def is_record(content: bytes) -> bool:
    """Return whether a file holds records or samples."""
    if b'"schema_version"' not in content:
        return False
    return b'"evaluation_results"' in content or (b'"evaluation_id"' in content and b'"sample_id"' in content)


def read(files: Iterable[tuple[str, bytes]], name: str = "") -> dict[str, str]:
    """Return the files of a suite from records by path, its id `name` or theirs. Raises LeaderboardError."""
    suite = _Suite()
    for path, content in files:
        try:
            value = parsed(decoded(content, []), [])
        except FileRefused as refused:
            raise LeaderboardError(f"{path}: {refused}") from None
        for at, one in enumerate(value, 1) if isinstance(value, list) else ((0, value),):
            where = f"{path}, record {at}" if at else path
            record = _object(where, one)
            if "evaluation_results" in record:
                _record(suite, where, record)
            elif "sample_id" not in record:
                raise LeaderboardError(f"{where}: found no evaluation_results, expected a record of {VERSION}")
    if not suite.runs:
        raise LeaderboardError(f"found no score, expected records of Every Eval Ever {VERSION}")
    return _files(suite, name)


def _record(suite: _Suite, place: str, record: Mapping[str, Json]) -> None:
    """Add one record."""
    version = _text(record.get("schema_version"))
    if not version.startswith(_READ):
        raise LeaderboardError(f"{place}: found schema_version {version[:20]!r}, expected {VERSION}")
    source = _details(_object(f"{place}, source_metadata", record.get("source_metadata")))
    if not suite.record:
        suite.record = {k.removeprefix("suite."): v for k, v in source.items() if k.startswith("suite.")}
    for name in TABLES:
        if text := source.get(f"{name}.csv"):
            suite.whole[name].setdefault(text, place)
    model = _object(f"{place}, model_info", record.get("model_info"))
    details = _details(model)
    panel = suite.put("panels", place, _part(details, "panel.") or _panel())
    method = suite.put("methods", place, _part(details, "method.") or _method(suite, model))
    seed = details.get("seed", "0")
    results = record["evaluation_results"]
    if not isinstance(results, list):
        raise LeaderboardError(f"{place}, evaluation_results: found no list, expected one")
    for at, one in enumerate(results):
        where = f"{place}, evaluation_results[{at}]"
        result = _object(where, one)
        benchmark = suite.put("benchmarks", where, _benchmark(suite, where, result))
        metric = suite.put("metrics", where, _metric(suite, where, result))
        key = (panel, benchmark, method, seed)
        row = suite.runs.setdefault(key, {})
        if metric in row:
            found = f"a second score of {cell(method)[:60]} by {cell(metric)[:60]} on {cell(benchmark)[:60]}"
            raise LeaderboardError(f"{where}: found {found}, expected one; runs differ by seed in additional_details")
        row[metric] = _number(where, "score", _object(f"{where}, score_details", result.get("score_details")))


def _files(suite: _Suite, name: str) -> dict[str, str]:
    metrics = [_scaled(row, [r[i] for r in suite.runs.values() if i in r]) for i, row in suite.rows["metrics"].items()]
    panels = [*suite.rows["panels"].values()]
    if not any(p.get("reference") == "yes" for p in panels):
        panels[0] = panels[0] | {"reference": "yes"}
    measured = {row["id"] for row in metrics}
    tables = {
        "metrics": [row | ({"parts": _those(row["parts"], measured)} if row.get("parts") else {}) for row in metrics],
        "methods": [*suite.rows["methods"].values()],
        "benchmarks": [
            b | ({"within": _those(b["within"], suite.rows["benchmarks"])} if "within" in b else {})
            for b in suite.rows["benchmarks"].values()
        ],
        "panels": panels,
        "runs": [
            dict(zip(_KEYS, key, strict=True)) | {m["id"]: row.get(m["id"], "") for m in metrics}
            for key, row in suite.runs.items()
        ],
    }
    files = {f"{stem}.csv": csv_text(rows) for stem, rows in tables.items() if rows}
    for whole, texts in suite.whole.items():
        rows = [row for text in texts for row in _rows(text)]
        if rows:
            files[f"{whole}.csv"] = csv_text([dict(cells) for cells in dict.fromkeys(tuple(r.items()) for r in rows)])
    return {"suite.toml": toml_text(_suite_record(suite.record, name)), **files}


def _rows(text: str) -> list[Row]:
    """Return the rows of a table that travels as CSV. Raises LeaderboardError."""
    try:
        return [{k: v or "" for k, v in row.items() if k} for row in csv.DictReader(io.StringIO(text, newline=""))]
    except csv.Error as error:
        raise LeaderboardError(f"found no CSV ({error}) in a record, expected a table") from None


def _those(ids: str, there: Iterable[str]) -> str:
    return " ".join(i for i in ids.split() if i in set(there))


def _suite_record(stated: Mapping[str, str], name: str) -> dict[str, str | int]:
    """Return the keys of suite.toml: those of the records, or defaults."""
    own = suite_record(
        name or identifier(stated.get("id", ""), fallback="records"),
        "Records of Every Eval Ever",
        f"Results read from records of Every Eval Ever {VERSION}.",
    )
    own |= {k: v for k, v in stated.items() if k in own and k not in ("id", "year")}
    return own | ({"year": int(stated["year"])} if re.fullmatch(r"[0-9]{4}", stated.get("year", "")) else {})


def _part(details: Mapping[str, str], prefix: str) -> Row:
    """Return the row of a table that details hold, {} if they hold none."""
    row = {k.removeprefix(prefix): v for k, v in details.items() if k.startswith(prefix)}
    return row if row.get("id") else {}


def _panel() -> Row:
    about = {"base_model": "not stated", "setting": "unimodal", "description": _READ_HERE}
    return {"id": "main", "label": "All runs", **about, "reference": "yes"}


def _method(suite: _Suite, model: Mapping[str, Json]) -> Row:
    own, name = (_text(model.get(k)) for k in ("id", "name"))
    role, family = _details(model).get("role", "candidate"), _text(model.get("developer")) or "not stated"
    called = {"label": (name or own)[:60], "name": name or own, "description": _READ_HERE, "url": ""}
    return suite.named("methods", own or name, **called, family=family, role=role)


def _benchmark(suite: _Suite, place: str, result: Mapping[str, Json]) -> Row:
    source = _object(f"{place}, source_data", result.get("source_data"))
    if row := _part(_details(source), "benchmark."):
        return row
    name = _text(result.get("evaluation_name")) or _text(source.get("dataset_name"))
    return suite.named("benchmarks", name, label=name[:60], name=name, description=_READ_HERE, url="")


def _metric(suite: _Suite, place: str, result: Mapping[str, Json]) -> Row:
    config = _object(f"{place}, metric_config", result.get("metric_config"))
    if row := _part(_details(config), "metric."):
        return row
    lower = config.get("lower_is_better")
    if not isinstance(lower, bool):
        raise LeaderboardError(f"{place}, metric_config: found no lower_is_better, expected true or false")
    direction = "lower" if lower else "higher"
    low, high = (_bound(place, k, config.get(k)) for k in ("min_score", "max_score"))
    name = _text(config.get("metric_name")) or _text(config.get("metric_id")) or "score"
    about = {
        "label": name[:40],
        "name": name,
        "direction": direction,
        "role": "score",
        "lower_bound": low,
        "upper_bound": high,
        "utilities": "linear" if low and high else "",
        "family": _text(config.get("metric_kind")) or "not stated",
        "measures": _text(config.get("evaluation_description")) or _READ_HERE,
    }
    return suite.named("metrics", _text(config.get("metric_id")) or name, direction, low, high, **about)


def _scaled(row: Row, values: Iterable[str]) -> Row:
    """Return a metric with a map; the scale of a new one is the median of what was measured."""
    if row.get("utilities") or row.get("role") == "oracle":
        return row
    sizes = sorted(abs(float(v)) for v in values if float(v))
    scale = f"{sizes[len(sizes) // 2]:.1g}" if sizes else "1"
    return row | {"utilities": f"logistic:{float(scale):g}"}


def _bound(place: str, name: str, value: Json) -> str:
    if value in (None, "Infinity", "-Infinity"):
        return ""
    return _number(f"{place}, metric_config", name, {name: value})


def _number(place: str, name: str, record: Mapping[str, Json]) -> str:
    value = record.get(name)
    if not isinstance(value, str) or number(value) is None:
        raise LeaderboardError(f"{place}: found as {name} {str(value)[:60]!r}, expected a finite number")
    return value


def _object(place: str, value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise LeaderboardError(f"{place}: found no object, expected one as in Every Eval Ever {VERSION}")
    return value


def _details(record: Mapping[str, Json]) -> Row:
    """Return what is under additional_details as texts."""
    details = record.get("additional_details")
    return {k: _text(v) for k, v in details.items()} if isinstance(details, dict) else {}


def _text(value: Json) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
