"""The shapes that result files come in, as plain functions from parsed JSON to records.

unified_unl      one object per run (`eval_<dataset>_<method>_seed<k>.json`), or a list of such objects
open_unlearning  one flat object of metrics per run (`*_SUMMARY.json`), named by the folder it lies in
per_model        a list of objects, one per model, with the method, its hyper-parameters and the metrics
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from components.intake.reading.table import Refused

Records = list[tuple[str, dict[str, Any]]]
"""Where a record stands, and the record."""

_EVAL = re.compile(r"(?:eval|metrics)_(?P<rest>.+)_seed(?P<seed>[0-9]+)(?:_[a-z]+)?\Z")
_TASK = re.compile(
    r"(?P<suite>tofu|muse|wmdp)_(?P<model>.+?)_(?P<split>forget[0-9]+|News|Books|cyber|bio)_(?P<method>.+)\Z", re.I
)
_SEED = re.compile(r"[_-](?:seed|s)[_-]?(?P<seed>[0-9]+)\Z", re.I)
_PLAIN_FOLDERS = {"evals", "eval", "results", "outputs", "saves", "unlearn", "finetune", ".", ""}
EXPECTED = "expected a list of objects, one per run, or one object with the metrics of a run"


def records_of(name: str, value: Any, notices: list[str]) -> Records:
    """The records of a parsed file, by whichever shape it has. Raises Refused."""
    if isinstance(value, dict):
        return _of_object(name, value, notices)
    if not isinstance(value, list):
        raise Refused(f"found a single value, {EXPECTED}")
    if not value:
        raise Refused(f"found an empty list, {EXPECTED}")
    wrong = next((i for i, v in enumerate(value, 1) if not isinstance(v, dict)), None)
    if wrong is not None:
        raise Refused(f"found as element {wrong} no object, {EXPECTED}")
    return [(f"object {i}", record) for i, record in enumerate(per_model(value, notices), 1)]


def _of_object(name: str, value: dict[str, Any], notices: list[str]) -> Records:
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
    if value and all(isinstance(v, dict) for v in value.values()):
        notices.append("every object was taken for one method, named by its key")
        return [(f"object {i}", {"method": k, **v}) for i, (k, v) in enumerate(value.items(), 1)]
    if not value:
        raise Refused(f"found an empty object, {EXPECTED}")
    file = name.rpartition("/")[2]
    if "method" in value or file.startswith(("eval_", "metrics_")):
        return [("object 1", unified_unl(name, value))]
    return [("object 1", open_unlearning(name, value))]


def unified_unl(name: str, record: Mapping[str, Any], datasets: Sequence[str] = (), methods: Sequence[str] = ()) -> Any:
    """One run of UnifiedUnl: what the object does not say itself (dataset, method, seed) is read from the file name.

    `eval_<dataset>_<method>_seed<k>.json`: both names may hold underscores, so they are told apart by the known
    `datasets` or `methods`; without either the whole stands as the method.
    """
    found = dict(record)
    match = _EVAL.match(_stem(name))
    if match is None:
        return found
    found.setdefault("seed", match["seed"])
    if "method" in found and "dataset" in found:
        return found
    rest = match["rest"]
    dataset = next((d for d in datasets if rest.startswith(f"{d}_")), "")
    method = rest.removeprefix(f"{dataset}_") if dataset else next((m for m in methods if rest.endswith(f"_{m}")), rest)
    if not dataset and method != rest:
        dataset = rest.removesuffix(f"_{method}")
    found.setdefault("method", method)
    if dataset:
        found.setdefault("dataset", dataset)
    return found


def open_unlearning(path: str, summary: Mapping[str, Any]) -> dict[str, Any]:
    """One run of OpenUnlearning: a flat summary of metrics, named by its folder.

    The folder is the task, by habit `<suite>_<model>_<forget split>_<method>`; `checkpoint-…` belongs to the method,
    a trailing `_seed…` is the seed. Without a folder the file's own name stands as the method.
    """
    parts = [p for p in path.replace("\\", "/").split("/")[:-1] if p.lower() not in _PLAIN_FOLDERS]
    checkpoint = parts.pop() if len(parts) > 1 and parts[-1].lower().startswith("checkpoint") else ""
    task = parts[-1] if parts else re.sub(r"_?SUMMARY\Z", "", _stem(path), flags=re.I)
    named: dict[str, Any] = {}
    seed = _SEED.search(task)
    if seed:
        task = task[: seed.start()]
    match = _TASK.match(task)
    if match:
        named = {"method": match["method"], "benchmark": f"{match['suite']}_{match['split']}", "model": match["model"]}
    else:
        named = {"method": task}
    if checkpoint:
        named["method"] += f" {checkpoint}"
    if seed:
        named["seed"] = seed["seed"]
    return {**named, **{k: v for k, v in summary.items() if k not in named}}


def per_model(models: Sequence[Mapping[str, Any]], notices: list[str] | None = None) -> list[dict[str, Any]]:
    """A list of models with their method and metrics, a model to a row.

    Where every object has a `model` of its own beside its `method`, the model is what is compared: it becomes the
    method, and the method its family. Other lists stay as they are.
    """
    names = [m.get("model") for m in models]
    one_each = len(models) > 1 and all(isinstance(n, str) and n for n in names) and len(set(names)) == len(names)
    if not one_each or not all("method" in m for m in models) or any("family" in m for m in models):
        return [dict(m) for m in models]
    if notices is not None:
        notices.append("every row is a model of its own: “model” names what is compared, “method” its family")
    return [
        {"method": m["model"], "family": m["method"], **{k: v for k, v in m.items() if k not in ("model", "method")}}
        for m in models
    ]


def _columns(value: Mapping[str, Any]) -> Records:
    """Columns of equal length, as lists or as objects keyed by row number (what pandas writes)."""
    columns: dict[str, list[Any]] = {}
    for name, column in value.items():
        if isinstance(column, list):
            columns[name] = column
        elif isinstance(column, dict) and column and all(k.isascii() and k.isdigit() for k in column):
            columns[name] = list(column.values())
        else:
            return []
    if len({len(c) for c in columns.values()}) != 1 or any(
        isinstance(x, (dict, list)) for c in columns.values() for x in c
    ):
        return []
    length = len(next(iter(columns.values())))
    return [(f"row {i + 1}", {name: column[i] for name, column in columns.items()}) for i in range(length)]


def _stem(name: str) -> str:
    return re.sub(r"\.jsonl?\Z", "", name.replace("\\", "/").rpartition("/")[2], flags=re.I)


def _listed(names: Sequence[str]) -> str:
    rest = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(repr(n[:40]) for n in names[:5]) + rest
