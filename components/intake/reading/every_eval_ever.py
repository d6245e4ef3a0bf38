"""Records of Every Eval Ever (github.com/evaleval/every_eval_ever, schema 0.3.0) as a table of runs.

A record is one model: `evaluation_results` has a score for each evaluation and metric, with the better end. The seed is
under `additional_details`, as are the ids of benchmarks and metrics where `components.exports.every_eval_ever` wrote
it. Lines with `sample_id` are values of single samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from components.intake.reading import objects, text
from components.intake.reading.sheet import FileRefused, Json, Record, Samples, Sheet, beside_samples, from_records
from data.plain import number

_READ = ("0.2.", "0.3.")
"""The versions of the schema that have the fields read here."""
_ARROWS = {"lower": " ↓", "higher": " ↑"}
Run = tuple[str, str, str, str]
"""Names of method, benchmark, model and seed, empty where a record has none."""


@dataclass
class _Found:
    """What records hold: the place and the scores of each run by heading.

    `results` are those that samples may name, None where several have that name.
    """

    places: dict[Run, str] = field(default_factory=dict)
    scores: dict[Run, dict[str, str]] = field(default_factory=dict)
    results: dict[tuple[str, str], tuple[Run, str] | None] = field(default_factory=dict)


def is_record(content: bytes) -> bool:
    """Whether a file holds records or samples."""
    if b'"schema_version"' not in content:
        return False
    return b'"evaluation_results"' in content or (b'"evaluation_id"' in content and b'"sample_id"' in content)


def read(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Sheet:
    """Records by path as one table, with their samples. Raises FileRefused."""
    found, samples = _Found(), []
    for place, record in _records(files, notices):
        if "evaluation_results" in record:
            _add(found, place, record)
        elif "sample_id" in record:
            samples.append((place, record))
        else:
            raise FileRefused(f"{place}: found no evaluation_results, expected a record of Every Eval Ever")
    if not found.scores:
        raise FileRefused("found no score, expected records of Every Eval Ever")
    names = ("method", "benchmark", "model", "seed")
    named = {run: {k: v for k, v in zip(names, run, strict=True) if v} for run in found.scores}
    table = from_records([(found.places[run], named[run] | own) for run, own in found.scores.items()], notices)
    values: dict[tuple[Run, str], dict[str, str]] = {}
    for place, record in samples:
        result, sample, value = _sample(found, place, record)
        values.setdefault(result, {})[sample] = value
    rows = {run: i for i, run in enumerate(found.scores)}
    return beside_samples(
        table,
        [
            Samples(row=rows[run], metric=metric, field="", index=" ".join(own), value=" ".join(own.values()))
            for (run, metric), own in values.items()
        ],
    )


def _records(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Iterator[tuple[str, Record]]:
    for path, content in files:
        value = objects.parsed_file(path, text.decoded(content, notices))
        for at, one in enumerate(value, 1) if isinstance(value, list) else ((0, value),):
            place = f"{path}, record {at}" if at else path
            yield place, _object(place, one)


def _add(found: _Found, place: str, record: Record) -> None:
    """Add the scores of one record."""
    version = _text(record.get("schema_version"))
    if not version.startswith(_READ):
        raise FileRefused(f"{place}: found schema_version {version[:20]!r}, expected 0.2 or 0.3")
    model = _object(f"{place}, model_info", record.get("model_info"))
    details = _details(model)
    results = record["evaluation_results"]
    for number_of, one in enumerate(results if isinstance(results, list) else [results]):
        where = f"{place}, evaluation_results[{number_of}]"
        result = _object(where, one)
        source = _object(f"{where}, source_data", result.get("source_data"))
        benchmark = _details(source).get("benchmark.label") or _first(result, "evaluation_name")
        run = (
            _first(model, "name", "id"),
            benchmark or _first(source, "dataset_name"),
            details.get("panel.label", ""),
            details.get("seed", ""),
        )
        scores, metric = found.scores.setdefault(run, {}), _metric(where, result)
        found.places.setdefault(run, place)
        if metric in scores:
            again = f"a second score of {run[0][:60]} by {metric[:60]} on {run[1][:60]}"
            raise FileRefused(f"{where}: found {again}, expected one; runs differ by seed in additional_details")
        scores[metric] = _score(where, result.get("score_details"))
        for called in {_text(result.get(k)) for k in ("evaluation_result_id", "evaluation_name")}:
            at = (_text(record.get("evaluation_id")), called)
            found.results[at] = None if at in found.results else (run, metric)


def _metric(place: str, result: Record) -> str:
    """The heading of a metric, with an arrow to its better end."""
    config = _object(f"{place}, metric_config", result.get("metric_config"))
    details, lower = _details(config), config.get("lower_is_better")
    stated = ("lower" if lower else "higher") if isinstance(lower, bool) else ""
    name = details.get("metric.id") or _first(config, "metric_name", "metric_id") or "score"
    return f"{name}{_ARROWS.get(details.get('metric.direction', stated), '')}"


def _sample(found: _Found, place: str, record: Record) -> tuple[tuple[Run, str], str, str]:
    """The result that a sample belongs to, its name and its value."""
    called = _first(record, "evaluation_result_id", "evaluation_name")
    result = found.results.get((_text(record.get("evaluation_id")), called))
    if result is None:
        raise FileRefused(f"{place}: found no one result with its evaluation_id and {called[:60]!r}, expected one")
    name = "_".join(_text(record.get("sample_id")).split())
    return result, name, _score(place, record.get("evaluation"))


def _score(place: str, holder: Json) -> str:
    value = _object(place, holder).get("score")
    if not isinstance(value, str) or number(value) is None:
        raise FileRefused(f"{place}: found as score {str(value)[:60]!r}, expected a finite number")
    return value


def _object(place: str, value: Json) -> Record:
    if not isinstance(value, dict):
        raise FileRefused(f"{place}: found no object, expected one as in Every Eval Ever")
    return value


def _details(record: Record) -> dict[str, str]:
    """What is under additional_details as texts."""
    details = record.get("additional_details")
    return {k: _text(v) for k, v in details.items()} if isinstance(details, dict) else {}


def _first(record: Record, *names: str) -> str:
    """The first of some texts that is not empty."""
    return next(filter(None, (_text(record.get(name)) for name in names)), "")


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
