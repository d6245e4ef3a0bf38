"""How many pixels the figures of the stability page need, legend and axis included."""

from __future__ import annotations

MOST_ROWS = 40
"""Rows beyond this are cut; the table beneath holds them all."""


def rows_height(count: int) -> int:
    """One row per method or metric."""
    return 140 + max(min(count, MOST_ROWS), 2) * 34


def bars_height(count: int) -> int:
    """One bar per method."""
    return 110 + max(count, 2) * 44


def matrix_height(count: int) -> int:
    """A matrix of methods."""
    return 130 + min(max(count, 2) * 34, 900)
