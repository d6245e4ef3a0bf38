"""Outlines of several cells of a matrix as one shape: a browser draws each shape as an element of its own."""

from __future__ import annotations

from collections.abc import Iterable


def outline(x0: float, x1: float, y0: float, y1: float) -> str:
    """A rectangle as part of a path in the units of the axes."""
    return f"M{x0:g},{y0:g}H{x1:g}V{y1:g}H{x0:g}Z"


def squares(cells: Iterable[tuple[int, int]], **style: object) -> dict[str, object]:
    """Cells (x, y) of a matrix as one shape of this style."""
    return {"type": "path", "path": "".join(outline(i - 0.5, i + 0.5, j - 0.5, j + 0.5) for i, j in cells), **style}
