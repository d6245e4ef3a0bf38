"""The bars of a query's result."""

from __future__ import annotations

import pytest

from components.answers.data.sql import query_bars


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_bars_stand_in_the_order_of_the_rows(mode) -> None:
    fig = query_bars(["<b>x</b>", "y", "y"], [0.5, None, -1.0], "a<br>b", mode)
    (bars,) = fig.data
    assert list(bars.x) == [0.5, None, -1.0]
    assert list(bars.y) == [2, 1, 0]
    assert list(fig.layout.yaxis.ticktext) == ["&lt;b&gt;x&lt;/b&gt;", "y", "y"]
    assert fig.layout.xaxis.title.text == "a&lt;br&gt;b"
    assert fig.layout.yaxis.range == (-0.6, 2.6)
    assert query_bars(["y"] * 60, [1.0] * 60, "a", mode).layout.height > fig.layout.height > 100
