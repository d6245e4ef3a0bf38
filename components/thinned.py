"""How many marks a figure draws at most: a browser draws some thousands at once, and more hide one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from components.text import thousands

MOST = 4_000
T = TypeVar("T")


def thinned(rows: Sequence[T], most: int = MOST) -> Sequence[T]:
    """At most so many of the rows, chosen at random and the same each time, in their order."""
    if len(rows) <= most:
        return rows
    kept = np.sort(np.random.default_rng(0).choice(len(rows), most, replace=False))
    return [rows[i] for i in kept]


def told(rows: int, noun: str, most: int = MOST) -> str:
    """That not all are drawn, to follow a reading aid; empty where they are."""
    return f" {thousands(most)} of {thousands(rows)} {noun}s are drawn, at random; the table has all." * (rows > most)
