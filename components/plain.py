"""From NumPy to what JSON can say."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def number(value: Any) -> float | None:
    """A float, or None for what is undefined (NaN, infinite or None)."""
    if value is None or not math.isfinite(value):
        return None
    return float(value)


def whole(value: Any) -> int | None:
    """An int, or None for what is undefined."""
    return None if value is None or not math.isfinite(value) else int(value)


def by_id(ids: Sequence[str], values: Any) -> dict[str, float | None]:
    """Numbers by id, in the order given."""
    return {i: number(v) for i, v in zip(ids, values, strict=True)}


def plain(value: Any) -> Any:
    """The same structure with NumPy scalars and arrays as Python ones and every undefined number as None."""
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return number(value)
    return value
