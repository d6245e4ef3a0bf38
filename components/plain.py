"""From results to what JSON can say, in one function: `to_plain`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import Field, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""What JSON can say."""

_WHERE_KNOWN = "where known"


def where_known(default: object = None) -> Any:
    """A field whose key JSON leaves out while it holds its default."""
    return field(default=default, metadata={_WHERE_KNOWN: True})


def to_plain(value: object) -> Plain:
    """The same structure as JSON can say it: a dataclass by its fields, keys as texts, undefined numbers as None.

    A field made by `where_known` may be left out. Raises TypeError for what has no JSON.
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
        return plain_record(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def plain_record(value: DataclassInstance) -> dict[str, Plain]:
    """The same of a dataclass."""
    return {f.name: to_plain(getattr(value, f.name)) for f in fields(value) if not _left_out(f, value)}


def _left_out(one: Field[Any], value: DataclassInstance) -> bool:
    return _WHERE_KNOWN in one.metadata and bool(getattr(value, one.name) == one.default)


def json_of(value: object) -> str:
    """The same as the text of a file or an answer."""
    return json.dumps(to_plain(value), ensure_ascii=False, allow_nan=False, indent=1)


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
