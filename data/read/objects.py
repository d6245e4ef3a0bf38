"""JSON and JSON Lines: every value is the text in the file.

Read are lists of objects, one per run; columns and rows as pandas writes them; an object per method
or per metric; the object of one run, also with its sets inside one another; and results of lm-eval,
named by task and metric, without their standard errors."""

import json
import re
from collections.abc import Mapping, Sequence

from data.read.lexicon import belongs, dictionary, has, letters
from data.read.limits import MAX_CELL, MAX_COLUMNS
from data.read.sheet import PROPOSED, FileRefused, Json, Record, Rectangle, from_records, several

_DEEPEST = 4
_LONE = re.compile(r"\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]..", re.I)
"""An escape of half a character, which no file can hold."""
_EVAL = re.compile(r"(?:eval|metrics)_(?P<method>.+)_seed(?P<seed>[0-9]+)(?:_[a-z]+)?\Z")
_EXPECTED = "expected a list of objects, one per run, or one object with the metrics of a run"
_PARTS = frozenset(
    ("config", "metrics", "results", "params", "args", "settings", "scores", "hyperparameters")
)
"""What the parts of one run are called."""
_NO_METRIC = ("alias", "sample_len", "samples", "name", "sample_count")
Placed = list[tuple[str, Record]]
"""Where each record is in the file, and the record."""


def read_objects(name: str, text: str) -> list[Rectangle]:
    """Return the tables in JSON of any of the known shapes, the likeliest first. Raises
    FileRefused."""
    notices: list[str] = []
    value = parsed(text, notices)
    found = _records(name, value, notices)
    return [from_records([(place, flat(record)) for place, record in found], notices)]


def parsed(text: str, notices: list[str]) -> Json:
    """Return the value of a JSON text, or the list of those of JSON Lines; numbers stay texts.
    Raises FileRefused."""
    try:
        return _value(text)
    except json.JSONDecodeError as error:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if error.msg != "Extra data" or len(lines) < 2 or error.lineno < lines[1][0]:
            where = f"line {error.lineno}, column {error.colno}"
            raise FileRefused(
                f"found in {where} no JSON ({error.msg}), expected a list of objects"
            ) from None
    notices.append("read as JSON Lines: one object a line")
    values: list[Json] = []
    for number, line in lines:
        try:
            values.append(_value(line))
        except json.JSONDecodeError as error:
            raise FileRefused(
                f"found in line {number} no JSON ({error.msg}), expected one object a line"
            ) from None
    return values


def _value(text: str) -> Json:
    text = _LONE.sub(r"\\ufffd", text)
    value: Json = json.loads(
        text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_pairs
    )
    return value


def _pairs(pairs: list[tuple[str, Json]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FileRefused(f"found the name {twice[:60]!r} twice in one object, expected it once")
    return record


def flat(record: Record) -> dict[str, str]:
    """Return one object as texts; nested objects become `outer.inner`, lists their JSON, null an
    empty cell."""
    cells: dict[str, str] = {}

    def walk(value: Json, name: str, depth: int) -> None:
        if isinstance(value, dict) and depth < _DEEPEST and value:
            for key, inner in value.items():
                walk(inner, f"{name}.{key}" if name else key, depth + 1)
        elif isinstance(value, bool):
            cells[name[:MAX_CELL]] = str(value).lower()
        elif value is None or isinstance(value, str):
            cells[name[:MAX_CELL]] = " ".join((value or "")[: 4 * MAX_CELL].split())[:MAX_CELL]
        else:
            cells[name[:MAX_CELL]] = json.dumps(value, ensure_ascii=False)[:MAX_CELL]
        if len(cells) > MAX_COLUMNS:
            raise FileRefused(
                f"found more than {MAX_COLUMNS} values in one object, expected at most that many"
            )

    walk(record, "", 0)
    return cells


def _records(name: str, value: Json, notices: list[str]) -> Placed:
    """Return the records of a parsed file, by whichever shape it has. Raises FileRefused."""
    if isinstance(value, dict):
        return _of_object(name, value, notices)
    if not isinstance(value, list) or not value:
        raise FileRefused(
            f"found {'an empty list' if value == [] else 'a single value'}, {_EXPECTED}"
        )
    records = [(f"object {i}", v) for i, v in enumerate(value, 1) if isinstance(v, dict)]
    if len(records) < len(value):
        wrong = next(i for i, v in enumerate(value, 1) if not isinstance(v, dict))
        raise FileRefused(f"found as element {wrong} no object, {_EXPECTED}")
    return records


def _of_object(name: str, value: Record, notices: list[str]) -> Placed:
    lists = {
        k: v
        for k, v in value.items()
        if isinstance(v, list) and v and all(isinstance(x, dict) for x in v)
    }
    if lists:
        first = max(lists, key=lambda k: any(map(_is_method, _object(lists[k][0]))))
        others = [k for k in value if k != first]
        notices += (
            [f"the list {first[:60]!r} was read; beside it were {_quoted(others)}"]
            if others
            else []
        )
        return _records(name, lists[first], notices)
    columns, data = value.get("columns"), value.get("data")
    if isinstance(columns, list) and isinstance(data, list):
        return _split(columns, data)
    if not value:
        raise FileRefused(f"found an empty object, {_EXPECTED}")
    if all(k.endswith(".json") for k in value):
        raise FileRefused(
            f"found values by sample of one model ({_quoted(list(value))}), expected one value per"
            " metric"
        )
    if rows := _columns(value):
        return rows
    stem = re.sub(r"\.jsonl?\Z", "", name.replace("\\", "/").rpartition("/")[2], flags=re.I)
    results = value.get("results")
    if is_lm_eval(results):
        notices.append("read as results of lm-eval; its standard errors were left out")
        return [("object 1", _lm_eval(value, stem))]
    inside = {k: v for k, v in value.items() if isinstance(v, dict)}
    if list(inside) == ["results"] and inside["results"]:
        return _records(name, inside["results"], notices)
    if any(letters(k) in _PARTS for k in inside):  # what was set and what was measured of one run
        parts = [
            inside[k] if letters(k) in _PARTS and k in inside else {k: own}
            for k, own in value.items()
        ]
        value, inside = {k: v for part in parts for k, v in part.items()}, {}
    known = 2 * sum(bool(dictionary().find(k)[0]) for k in inside) > len(inside)
    sets = 2 * sum(has(k, "words", "set") for k in inside) > len(inside)
    if inside and len(inside) == len(value) and (known or not sets):
        return _outer(inside, known, notices)
    match = _EVAL.match(stem)
    named: Record = (
        dict(match.groupdict())
        if match
        else {}
        if any(map(_is_method, value))
        else {"method": stem}
    )
    return [("object 1", {**{k: v for k, v in named.items() if k not in value}, **value})]


def _is_method(key: str) -> bool:
    return belongs(key, "columns", "method") or belongs(key, "columns", "model")


def _outer(inside: Mapping[str, Record], known: bool, notices: list[str]) -> Placed:
    """Return a record for each method of an object of objects; metrics may be outside."""
    if known:
        methods = list(dict.fromkeys(m for values in inside.values() for m in values))
        if not any(dictionary().find(m)[0] for m in methods):
            return [
                (f"key {m[:40]}", {"method": m, **{k: v.get(m) for k, v in inside.items()}})
                for m in methods
            ]
    levels = _two_levels(inside)
    if levels:
        notices.append(f"{PROPOSED}objects inside one another are models and their methods")
        return levels
    notices.append("every object was taken for one method, named by its key")
    return [(f"object {i}", {"method": k, **v}) for i, (k, v) in enumerate(inside.items(), 1)]


def _two_levels(inside: Mapping[str, Record]) -> Placed:
    """Return a record for each method of each model where objects hold objects of values that name
    no set and no metric; none else."""
    records: Placed = []
    for model, methods in inside.items():
        for method, values in methods.items():
            is_set = has(method, "words", "set") or bool(dictionary().find(method)[0])
            if is_set or not isinstance(values, dict):
                return []
            if not values or any(isinstance(value, (dict, list)) for value in values.values()):
                return []
            records.append((f"key {model[:40]}", {"method": method, "model": model, **values}))
    return records


def _split(columns: list[Json], data: list[Json]) -> Placed:
    """Return rows of values under names of columns, as pandas writes with orient="split". Raises
    FileRefused."""
    names = [" ".join(map(str, c)) if isinstance(c, list) else str(c) for c in columns]
    rows = [
        (f"row {i}", dict(zip(names, r, strict=False)))
        for i, r in enumerate(data, 1)
        if isinstance(r, list)
    ]
    wrong = next(
        (i for i, r in enumerate(data, 1) if not isinstance(r, list) or len(r) != len(names)), 0
    )
    if wrong or not rows:
        raise FileRefused(
            f"found as row {wrong} of data no {len(names)} values, expected one for each of the"
            " columns"
        )
    return rows


def _columns(value: Record) -> Placed:
    """Return the rows of columns of equal length, as lists or as objects keyed by row number (what
    pandas writes)."""
    columns: dict[str, list[Json]] = {}
    for name, column in value.items():
        if isinstance(column, dict) and column and all(k.isascii() and k.isdigit() for k in column):
            column = list(column.values())
        if not isinstance(column, list) or any(isinstance(x, (dict, list)) for x in column):
            return []
        columns[name] = column
    if len({len(c) for c in columns.values()}) > 1:
        return []
    rows = zip(*columns.values(), strict=True)
    return [(f"row {i}", dict(zip(columns, row, strict=True))) for i, row in enumerate(rows, 1)]


def is_lm_eval(value: Json) -> bool:
    """Return whether an object holds results by task, each with metrics by `metric,filter`."""
    tasks = list(value.values()) if isinstance(value, dict) else []
    return bool(tasks) and all(
        isinstance(t, dict) and any("," in k or k.endswith("_stderr") or k == "alias" for k in t)
        for t in tasks
    )


def lm_eval_name(task: str, key: str) -> str:
    """Return the name of a value, as `wmdp_bio acc` for acc,none of wmdp_bio; "" if it is no
    metric."""
    metric, _, how = key.partition(",")
    if "stderr" in metric or metric in _NO_METRIC:
        return ""
    return " ".join([task.strip(" -"), metric, *([how] if how not in ("", "none") else [])])


def _lm_eval(whole: Record, fallback: str) -> Record:
    values: Record = {}
    for task, metrics in _object(whole["results"]).items():
        values |= {lm_eval_name(task, k): v for k, v in _object(metrics).items() if v is not None}
    values.pop("", None)
    arguments = _object(whole.get("config")).get("model_args")
    model = arguments.get("pretrained") if isinstance(arguments, dict) else None
    if isinstance(arguments, str) and (
        match := re.search(r"(?:\A|,)\s*pretrained=([^,]*)", arguments)
    ):
        model = match[1].strip()
    return {"method": whole.get("model_name") or model or fallback, **values}


def _object(value: Json) -> Record:
    return value if isinstance(value, dict) else {}


def _quoted(names: Sequence[str]) -> str:
    return several([repr(n[:40]) for n in names], 5)
