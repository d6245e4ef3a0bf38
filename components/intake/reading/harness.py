"""Results of lm-evaluation-harness: its JSON by task, and the Markdown table that it prints.

A value is named by its task and metric. The arrows it prints say which end of a metric is better for a model that is
to know something; what is to be forgotten turns them, so they are left out, as standard errors are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from components.intake.reading.table import Json, Record

PRINTED = ("tasks", "version", "filter", "n-shot", "metric")
"""How the header of its printed table begins."""
_ASIDE = ("alias", "sample_len", "samples", "name", "sample_count")


def column(task: str, key: str) -> str:
    """What a value is called, as `wmdp_bio acc` for acc,none of wmdp_bio; empty for what is no value."""
    metric, _, how = key.partition(",")
    if "stderr" in metric or metric in _ASIDE:
        return ""
    return " ".join([task.strip(" -"), metric, *([how] if how not in ("", "none") else [])])


def is_results(value: Json) -> bool:
    """Whether an object holds results by task, each with metrics by `metric,filter`."""
    tasks = list(value.values()) if isinstance(value, dict) else []
    return bool(tasks) and all(
        isinstance(t, dict) and any("," in k or k.endswith("_stderr") or k == "alias" for k in t) for t in tasks
    )


def record(whole: Mapping[str, Json], fallback: str) -> Record:
    """The one run of a file of results, named by the model that was measured."""
    results = whole["results"]
    assert isinstance(results, dict)
    values = {
        name: held
        for task, metrics in results.items()
        for key, held in (metrics.items() if isinstance(metrics, dict) else ())
        if (name := column(task, key)) and held is not None
    }
    return {"method": _model(whole) or fallback, **values}


def _model(whole: Mapping[str, Json]) -> str:
    named = whole.get("model_name")
    if isinstance(named, str) and named:
        return named
    config = whole.get("config")
    arguments = config.get("model_args") if isinstance(config, dict) else None
    if isinstance(arguments, dict):
        arguments = f"pretrained={arguments.get('pretrained')}"
    parts = arguments.split(",") if isinstance(arguments, str) else []
    return next((p.partition("=")[2].strip() for p in parts if p.strip().startswith("pretrained=")), "")


def is_printed(header: Sequence[str]) -> bool:
    """Whether a header is that of the table it prints."""
    return tuple(c.strip().casefold() for c in header[: len(PRINTED)]) == PRINTED


def unprinted(lines: Iterator[tuple[str, Sequence[str]]]) -> Iterator[tuple[str, Sequence[str]]]:
    """The printed table as a header and one row, a column for each task and metric; other rows pass as they are."""
    first = next(lines, None)
    if first is None:
        return
    if not is_printed(first[1]):
        yield first
        yield from lines
        return
    at = next((i for i, c in enumerate(first[1]) if c.strip().casefold() == "value"), len(first[1]) - 1)
    task, values = "", {}
    for _, cells in lines:
        row = [c.strip() for c in cells]
        if len(row) <= at or is_printed(row):
            continue
        task = row[0] or task
        values[column(task, f"{row[4]},{row[2]}")] = row[at]
    values.pop("", None)
    yield first[0], ["method", *values]
    yield "the printed table", ["", *values.values()]
