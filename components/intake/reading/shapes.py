"""The shapes that result files come in, as plain functions from parsed JSON to records.

unified_unl      one object per run (`eval_<dataset>_<method>_seed<k>.json`), or a list of such objects
open_unlearning  one object of metrics per run (`*_SUMMARY.json`, `*_EVAL.json`), named by the folder it lies in
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from components.intake.reading.table import Json, Refused

Record: TypeAlias = dict[str, Json]
Placed: TypeAlias = list[tuple[str, Record]]
"""Where each record stands, and the record."""

_EVAL = re.compile(r"(?:eval|metrics)_(?P<method>.+)_seed(?P<seed>[0-9]+)(?:_[a-z]+)?\Z")
_TASK = re.compile(
    r"(?P<suite>tofu|muse|wmdp)_(?P<model>.+?)_(?P<split>forget[0-9]+|News|Books|cyber|bio)_(?P<method>.+)\Z", re.I
)
_SEED = re.compile(r"[_-](?:seed|s)[_-]?(?P<seed>[0-9]+)\Z", re.I)
_PLAIN_FOLDERS = {"evals", "eval", "results", "outputs", "saves", "unlearn", "finetune", ".", ""}
_VALUE = "agg_value"
EXPECTED = "expected a list of objects, one per run, or one object with the metrics of a run"


def records_of(name: str, value: Json, notices: list[str]) -> Placed:
    """The records of a parsed file, by whichever shape it has. Raises Refused."""
    if isinstance(value, dict):
        return _of_object(name, value, notices)
    if not isinstance(value, list):
        raise Refused(f"found a single value, {EXPECTED}")
    if not value:
        raise Refused(f"found an empty list, {EXPECTED}")
    records = [v for v in value if isinstance(v, dict)]
    if len(records) < len(value):
        wrong = next(i for i, v in enumerate(value, 1) if not isinstance(v, dict))
        raise Refused(f"found as element {wrong} no object, {EXPECTED}")
    return [(f"object {i}", record) for i, record in enumerate(records, 1)]


def _of_object(name: str, value: Record, notices: list[str]) -> Placed:
    lists = {k: v for k, v in value.items() if isinstance(v, list) and v and all(isinstance(x, dict) for x in v)}
    if len(lists) == 1:
        (key, inner), others = next(iter(lists.items())), [k for k in value if k not in lists]
        if others:
            notices.append(f"the list {key[:60]!r} was read; beside it stood {_listed(others)}")
        return records_of(name, inner, notices)
    if len(lists) > 1:
        raise Refused(f"found {len(lists)} lists of objects ({_listed(list(lists))}), expected one")
    columns = _columns(value)
    if columns:
        return columns
    if not value:
        raise Refused(f"found an empty object, {EXPECTED}")
    inside = {k: v for k, v in value.items() if isinstance(v, dict)}
    if len(inside) == len(value) and all(_VALUE in v for v in inside.values()):
        return [("object 1", open_unlearning(name, {k: v[_VALUE] for k, v in inside.items()}))]
    if len(inside) == len(value):
        notices.append("every object was taken for one method, named by its key")
        return [(f"object {i}", {"method": k, **v}) for i, (k, v) in enumerate(inside.items(), 1)]
    file = name.rpartition("/")[2]
    if "method" in value or file.startswith(("eval_", "metrics_")):
        return [("object 1", unified_unl(name, value))]
    return [("object 1", open_unlearning(name, value))]


def unified_unl(name: str, record: Record) -> Record:
    """One run of UnifiedUnl: method and seed that the object does not say itself are read from the file name."""
    match = _EVAL.match(_stem(name))
    return record if match is None else {**record, **{k: v for k, v in match.groupdict().items() if k not in record}}


def open_unlearning(path: str, summary: Mapping[str, Json]) -> Record:
    """One run of OpenUnlearning: a flat summary of metrics, named by its folder.

    The folder is the task, by habit `<suite>_<model>_<forget split>_<method>`; `checkpoint-…` belongs to the method,
    a trailing `_seed…` is the seed. Without a folder the file's own name stands as the method.
    """
    parts = [p for p in path.replace("\\", "/").split("/")[:-1] if p.lower() not in _PLAIN_FOLDERS]
    checkpoint = parts.pop() if len(parts) > 1 and parts[-1].lower().startswith("checkpoint") else ""
    task = parts[-1] if parts else re.sub(r"_?SUMMARY\Z", "", _stem(path), flags=re.I)
    seed = _SEED.search(task)
    if seed:
        task = task[: seed.start()]
    match = _TASK.match(task)
    names: Record = {"method": f"{match['method'] if match else task} {checkpoint}".strip()}
    if match:
        names |= {"benchmark": f"{match['suite']}_{match['split']}", "model": match["model"]}
    if seed:
        names["seed"] = seed["seed"]
    return {**names, **{k: v for k, v in summary.items() if k not in names}}


def _columns(value: Record) -> Placed:
    """Columns of equal length, as lists or as objects keyed by row number (what pandas writes)."""
    columns: dict[str, list[Json]] = {}
    for name, column in value.items():
        if isinstance(column, list):
            columns[name] = column
        elif isinstance(column, dict) and column and all(k.isascii() and k.isdigit() for k in column):
            columns[name] = list(column.values())
        else:
            return []
    nested = any(isinstance(x, (dict, list)) for c in columns.values() for x in c)
    if nested or len({len(c) for c in columns.values()}) != 1:
        return []
    length = len(next(iter(columns.values())))
    return [(f"row {i + 1}", {name: column[i] for name, column in columns.items()}) for i in range(length)]


def _stem(name: str) -> str:
    return re.sub(r"\.jsonl?\Z", "", name.replace("\\", "/").rpartition("/")[2], flags=re.I)


def _listed(names: Sequence[str]) -> str:
    rest = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(repr(n[:40]) for n in names[:5]) + rest
