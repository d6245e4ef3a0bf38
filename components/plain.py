"""From results to what JSON can say, in one function: `to_plain`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""What JSON can say."""

_ASIDE, _WHOLE, _WHERE_KNOWN = "aside", "whole", "where known"
_FORM = "plain"


def aside(default: object = MISSING) -> Any:
    """A field of a result that its JSON leaves out: labels, and what figures and words need beside the numbers."""
    return field(default=default, metadata={_FORM: _ASIDE})


def whole() -> Any:
    """The one field of a result that is its JSON, where that is a list of rows."""
    return field(metadata={_FORM: _WHOLE})


def where_known(default: object = None) -> Any:
    """A field whose key JSON leaves out while it holds its default."""
    return field(default=default, metadata={_FORM: _WHERE_KNOWN})


def to_plain(value: object) -> Plain:
    """The same structure as JSON can say it: a dataclass by its fields, keys as texts, undefined numbers as None.

    Fields made by `aside`, `whole` and `where_known` differ as these say. Raises TypeError for what has no JSON.
    """
    if type(value) is float:  # the most by far
        return number(value)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return number(float(value))
    if isinstance(value, np.ndarray):
        return to_plain(value.tolist())
    if isinstance(value, Mapping):
        return {str(k): to_plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(v) for v in value]
    if is_dataclass(value) and not isinstance(value, type):
        return _record(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def plain_record(value: DataclassInstance) -> dict[str, Plain]:
    """The same of a result whose JSON is no list."""
    record = to_plain(value)
    assert isinstance(record, dict)
    return record


def json_of(value: object) -> str:
    """The same as the text of a file or an answer."""
    return json.dumps(to_plain(value), ensure_ascii=False, allow_nan=False, indent=1)


def _record(value: DataclassInstance) -> Plain:
    known = fields(value)
    for one in known:
        if _form(one) == _WHOLE:
            return to_plain(getattr(value, one.name))
    return {f.name: to_plain(getattr(value, f.name)) for f in known if not _left_out(f, value)}


def _left_out(one: Field[Any], value: DataclassInstance) -> bool:
    form = _form(one)
    return form == _ASIDE or (form == _WHERE_KNOWN and getattr(value, one.name) == one.default)


def _form(one: Field[Any]) -> str:
    return str(one.metadata.get(_FORM, ""))


def number(value: Any) -> float | None:
    """A float, or None for what is undefined (NaN, infinite or None)."""
    if value is None or not math.isfinite(value):
        return None
    return float(value)


def whole_number(value: Any) -> int | None:
    """An int, or None for what is undefined."""
    return None if value is None or not math.isfinite(value) else int(value)


def by_id(ids: Sequence[str], values: Any) -> dict[str, float | None]:
    """Numbers by id, in the order given; `values` is a sequence or a one-dimensional array."""
    return {i: number(v) for i, v in zip(ids, values, strict=True)}
