"""Ticks of a logarithmic axis."""

from __future__ import annotations

import math


def log_ticks(low: float, high: float, most: int = 8) -> list[float]:
    """1, 2 and 5 times powers of ten around a range of positive numbers; powers of ten alone when that is too many."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1, 2, 5), (1,)):
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        inside = [t for t in ticks if low / 1.5 <= t <= high * 1.5]
        if len(inside) <= most:
            break
    return inside[:: math.ceil(len(inside) / most)] if inside else [low]
