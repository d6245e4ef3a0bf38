"""Results of lm-evaluation-harness: its JSON by task, and the Markdown table that it prints.

A value is named by its task and metric. The arrows it prints say which end of a metric is better for a model that is
to know something; what is to be forgotten turns them, so they are left out, as standard errors are.
"""

import re
from collections.abc import Mapping, Sequence

from components.intake.reading.sheet import Json, Record

_PRINTED = ("tasks", "version", "filter", "n-shot", "metric")
"""How the header of its printed table begins."""
_NO_METRIC = ("alias", "sample_len", "samples", "name", "sample_count")


def column(task: str, key: str) -> str:
    """The name of a value, as `wmdp_bio acc` for acc,none of wmdp_bio; empty if it is no metric."""
    metric, _, how = key.partition(",")
    if "stderr" in metric or metric in _NO_METRIC:
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
    values: Record = {}
    for task, metrics in _object(whole["results"]).items():
        values |= {column(task, k): v for k, v in _object(metrics).items() if v is not None}
    values.pop("", None)
    return {"method": _model(whole) or fallback, **values}


def _model(whole: Mapping[str, Json]) -> str:
    arguments = _object(whole.get("config")).get("model_args")
    pretrained = arguments.get("pretrained") if isinstance(arguments, dict) else None
    if isinstance(arguments, str) and (match := re.search(r"(?:\A|,)\s*pretrained=([^,]*)", arguments)):
        pretrained = match[1].strip()
    named = whole.get("model_name") or pretrained
    return named if isinstance(named, str) else ""


def _object(value: Json) -> Record:
    return value if isinstance(value, dict) else {}


def unprinted(lines: Sequence[tuple[str, Sequence[str]]]) -> Sequence[tuple[str, Sequence[str]]]:
    """The printed table as a header and one row, a column for each task and metric; other tables as they are."""
    header = [c.casefold() for c in lines[0][1]]
    if tuple(header[: len(_PRINTED)]) != _PRINTED:
        return lines
    at = header.index("value") if "value" in header else len(header) - 1
    task, values = "", {}
    for _, row in lines[1:]:
        if len(row) > at and [c.casefold() for c in row] != header:
            task = row[0] or task
            values[column(task, f"{row[4]},{row[2]}")] = row[at]
    values.pop("", None)
    return [(lines[0][0], ["method", *values]), ("the printed table", ["", *values.values()])]
