"""Slopes and counts: the numbers drawn, their order, ranges and labels."""

import pandas as pd

from components.answers.inversion import confusion, slopes
from components.answers.inversion.audit import audit
from components.answers.inversion.reconstructions import reconstructions
from tests.answered import look, view_of

COLUMNS = {
    "attack": ["a"] * 20 + ["<b>b</b>"] * 10 + ["c"] * 2,
    "private_set": ["x"] * 10 + ["y"] * 10 + ["x"] * 12,
    "standard": ["yes"] * 9 + ["no"] + ["yes"] * 5 + ["no"] * 5 + ["no"] * 10 + ["refused"] * 2,
    "judge1": ["yes"] * 2 + ["no"] * 8 + ["yes"] * 4 + ["no"] * 6 + ["no"] * 10 + ["yes"] * 2,
}
RESULT, LOOK = audit(reconstructions(pd.DataFrame(COLUMNS))), look(view_of())


def test_a_line_per_attack_from_one_evaluator_to_the_other():
    fig = slopes.draw(RESULT, LOOK)
    assert [list(t.y) for t in fig.data] == [[0.9, 0.2], [0.0, 0.0], [0.5, 0.4]], "nothing to draw of a refused attack"
    assert fig.data[0].line.dash != fig.data[2].line.dash, "private sets are not told apart by colour alone"
    assert [a.text for a in fig.layout.annotations] == ["a · x 0.20", "&lt;b&gt;b&lt;/b&gt; · x 0", "a · y 0.40"]
    assert list(fig.layout.xaxis.ticktext) == ["standard", "judge 1"]


def test_bars_are_shares_of_what_was_answered_with_counts_inside():
    fig = confusion.draw(RESULT, LOOK)
    assert [list(t.x) for t in fig.data] == [
        [0.2, 0, None, 0.4], [0.7, 0, None, 0.1], [0, 0, None, 0], [0.1, 1, None, 0.5],
    ]  # fmt: skip
    assert list(fig.data[1].text) == ["7", "", "", "1"]
    assert list(fig.data[2].text) == ["", "", "", ""]
    assert list(fig.data[0].y) == [3, 2, 1, 0]
    assert len({t.marker.pattern.shape for t in fig.data}) == 4
    assert list(fig.layout.yaxis.ticktext) == ["a · x", "&lt;b&gt;b&lt;/b&gt; · x", "c · x", "a · y"]
