"""Marks of benchmarks."""

from __future__ import annotations

from components.plotting.benchmarks import SHAPES, benchmark_marks


def test_benchmarks_are_told_apart_by_shape():
    marks = benchmark_marks([f"b{i}" for i in range(len(SHAPES) + 1)], "dark")
    assert len({m["symbol"] for m in marks.values()}) == len(SHAPES)
    assert marks["b0"]["symbol"] == marks[f"b{len(SHAPES)}"]["symbol"]
    assert len({m["color"] for m in list(marks.values())[:6]}) == 6
