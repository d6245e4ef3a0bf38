"""Marks that tell benchmarks apart: a shape first, a colour second, the same in every figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from components.plotting.theme import Mode, palette

SHAPES = ("square", "triangle-up", "diamond", "cross", "star", "pentagon", "hexagram", "triangle-down")


class Mark(TypedDict):
    """Marker settings as plotly takes them."""

    symbol: str
    color: str


def benchmark_marks(benchmark_ids: Sequence[str], mode: Mode) -> dict[str, Mark]:
    """The mark of each benchmark by its id, in the order given.

    Hues are taken from the end of the palette, so that they meet those of the first metrics as late as possible.
    """
    hues = palette(mode).lines[::-1]
    return {b: {"symbol": SHAPES[i % len(SHAPES)], "color": hues[i % len(hues)]} for i, b in enumerate(benchmark_ids)}
