"""Records of Every Eval Ever (github.com/evaleval/every_eval_ever, 0.3.0) as a table: a row per
model and benchmark.

A record is one model: `evaluation_results` has a score for each evaluation and metric, and which
end is better. What has no field there is under `additional_details`: the seed, and what a metric
aims at, as the export of the app writes them. Lines with `sample_id`, values of single samples, are
left out."""

from collections.abc import Iterable, Mapping

from data.plain import number
from data.read.objects import parsed
from data.read.sheet import FileRefused, Json, Rectangle, from_records
from data.read.text import decoded

VERSION = "0.3.0"
_READ = ("0.2.", "0.3.")
"""The versions of the schema that have the fields read here."""


def is_record(content: bytes) -> bool:
    """Return whether a file holds records or samples."""
    if b'"schema_version"' not in content:
        return False
    return b'"evaluation_results"' in content or (
        b'"evaluation_id"' in content and b'"sample_id"' in content
    )


def read_records(files: Iterable[tuple[str, bytes]], notices: list[str]) -> Rectangle:
    """Return the scores of records by path. Raises FileRefused."""
    rows: dict[tuple[str, ...], dict[str, str]] = {}
    for path, content in files:
        value = parsed(decoded(content, notices), notices)
        for at, one in enumerate(value, 1) if isinstance(value, list) else ((0, value),):
            where = f"{path}, record {at}" if at else path
            record = _object(where, one)
            if "evaluation_results" in record:
                _add(rows, where, record)
            elif "sample_id" not in record:
                raise FileRefused(
                    f"{where}: found no evaluation_results, expected a record of {VERSION}"
                )
    return from_records(
        [(" · ".join(filter(None, key)), row) for key, row in rows.items()], notices
    )


def _add(
    rows: dict[tuple[str, ...], dict[str, str]], place: str, record: Mapping[str, Json]
) -> None:
    version = str(record.get("schema_version"))
    if not version.startswith(_READ):
        raise FileRefused(f"{place}: found schema_version {version[:20]!r}, expected {VERSION}")
    model, results = (
        _object(f"{place}, model_info", record.get("model_info")),
        record["evaluation_results"],
    )
    details = _details(model)
    names = {
        "method": details.get("method.label") or str(model.get("name") or model.get("id")),
        "model": details.get("panel.label", ""),
        "seed": details.get("seed", ""),
    }
    if not isinstance(results, list):
        raise FileRefused(f"{place}, evaluation_results: found no list, expected one")
    for at, one in enumerate(results):
        where = f"{place}, evaluation_results[{at}]"
        result = _object(where, one)
        source = _object(f"{where}, source_data", result.get("source_data"))
        benchmark = _details(source).get("benchmark.label") or str(source.get("dataset_name", ""))
        row = rows.setdefault((*names.values(), benchmark), {**names, "benchmark": benchmark})
        metric = _heading(f"{where}, metric_config", result.get("metric_config"))
        if metric in row:
            raise FileRefused(
                f"{where}: found a second score of {names['method'][:60]} by {metric[:60]},"
                " expected one"
            )
        score = _object(f"{where}, score_details", result.get("score_details")).get("score")
        if not isinstance(score, str) or number(score) is None:
            raise FileRefused(
                f"{where}: found as score {str(score)[:60]!r}, expected a finite number"
            )
        row[metric] = score


def _heading(place: str, value: Json) -> str:
    """Return what a metric is called and which end is better, as a heading says it."""
    config = _object(place, value)
    lower, details = config.get("lower_is_better"), _details(config)
    if not isinstance(lower, bool):
        raise FileRefused(f"{place}: found no lower_is_better, expected true or false")
    target = details.get("metric.target", "")
    aim = (
        "(closer to retrained)"
        if target == "reference"
        else f"(→{target})"
        if target
        else "↓"
        if lower
        else "↑"
    )
    return f"{config.get('metric_name') or config.get('metric_id') or 'score'} {aim}"


def _object(place: str, value: Json) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise FileRefused(f"{place}: found no object, expected one as in Every Eval Ever {VERSION}")
    return value


def _details(record: Mapping[str, Json]) -> dict[str, str]:
    """Return what is under additional_details as texts."""
    details = record.get("additional_details")
    return {k: str(v) for k, v in details.items()} if isinstance(details, dict) else {}
