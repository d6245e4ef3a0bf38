"""The power curve and the tables of separable ranks, drawn from a result made by hand."""

from __future__ import annotations

from components.views.separable.figures import power_lines
from components.views.separable.result import PowerCurve, PowerLine
from components.views.separable.tables import pairs_frame, power_frame
from tests.views.separable.test_words import LABELS, PAIR, SECOND, result

CURVE = PowerCurve(
    pair=PAIR,
    reason="",
    benchmarks=(2, 6, 20),
    lines=(PowerLine(seeds=1, power=(0.1, 0.3, 0.8)), PowerLine(seeds=None, power=(0.2, 0.4, 0.9))),
    present=3,
    others=True,
    labels=LABELS,
)


def test_a_line_for_each_number_of_seeds() -> None:
    fig = power_lines(CURVE, "light")
    assert [(trace.name, tuple(trace.y)) for trace in fig.data] == [
        ("1 seed", (0.1, 0.3, 0.8)),
        ("endless seeds", (0.2, 0.4, 0.9)),
    ]
    shaded, wanted = fig.layout.shapes
    assert (shaded.x0, shaded.x1, wanted.y0) == (2, 6, 0.8)
    assert power_frame(CURVE).to_dict("list") == {
        "benchmarks": [2, 6, 20],
        "1 seed": [0.1, 0.3, 0.8],
        "endless seeds": [0.2, 0.4, 0.9],
    }


def test_a_row_for_each_pair() -> None:
    frame = pairs_frame(result(PAIR, SECOND))
    assert frame[["ranks", "method", "against"]].to_numpy().tolist() == [
        ["1, 2", "Ay", "Bee"],
        ["2, 3", "Bee", "Cee <b>"],
    ]
    assert frame["benchmarks needed"].tolist() == [18, 18]
    assert frame["at most"].isna().all()
    assert pairs_frame(result()).empty
