"""The dot plot of methods compared with the first of them, panel by panel."""

from collections.abc import Iterable

import plotly.graph_objects as go

from components.answers.compare.pairs import Compared, Pair, Verdict
from components.answers.record import Look
from components.format import figure_text, shortened
from components.plotting.intervals import Ends, dots, spans
from components.plotting.marks import SHAPES, name_rows, rows_height
from components.plotting.theme import palette

APART = 0.17
"""Between the marks of two methods in one row."""
MOST, SIDES = 18, 4
"""Letters of a name; how many times the largest difference the axis reaches, past which lines are cut."""
Where = tuple[str, str]


def draw(result: Compared, look: Look) -> go.Figure:
    """A row for each panel: the score of each method less that of the first, with its interval."""
    c, fig = palette(look.mode), go.Figure()
    first, *others = result.methods
    pairs = _of_first(result)
    by = {((p.suite, p.panel), p.a): p.seeds for p in pairs}
    panels = {(p.suite, p.panel): (p.panel_label, p.suite_label) for p in pairs}
    short = {m: figure_text(shortened(label, MOST)) for m, label in result.methods.items()}
    for i, method in enumerate(others):
        own = {at: by[at, method] for at in panels if (at, method) in by}
        colour, up = c.lines[i % len(c.lines)], APART * ((len(others) - 1) / 2 - i)

        def fill(at: Where, own: dict[Where, Verdict] = own, colour: str = colour) -> str:
            return c.background if own[at].verdict == "cannot tell" else colour

        def ends(at: Where, own: dict[Where, Verdict] = own) -> Ends:
            return (own[at].low, own[at].high) if at in own else (None, None)

        def difference(at: Where, own: dict[Where, Verdict] = own) -> float | None:
            return own[at].difference if at in own else None

        def hover(at: Where, own: dict[Where, Verdict] = own, name: str = short[method]) -> list[str]:
            return [name, figure_text(own[at].verdict), figure_text(own[at].why)]

        spans(fig, list(panels), ends, colour, 3, up=up, showlegend=False)
        dots(
            fig,
            list(panels),
            difference,
            {"size": 11, "symbol": SHAPES[i], "color": fill, "line": {"width": 2, "color": colour}},
            up=up,
            name=short[method],
            data=hover,
            hover="%{customdata[0]} %{customdata[1]}: %{customdata[2]}",
            showlegend=len(others) > 1,
        )
    name_rows(fig, ["" for _ in panels])
    fig.update_yaxes(ticktext=["<br>".join(figure_text(shortened(t, MOST)) for t in both) for both in panels.values()])
    subject = short[others[0]] if len(others) == 1 else "each"
    fig.update_xaxes(title_text=f"score of {subject} less {short[first]}", range=_range(pairs))
    fig.add_vline(x=0, line={"color": c.muted, "width": 1})
    return fig.update_layout(height=rows_height(len(panels) * (1 + len(others) // 3)))


def drawn(result: Compared) -> bool:
    """Whether any method is ranked beside the first."""
    return bool(_of_first(result))


def _of_first(result: Compared) -> list[Pair]:
    """The pairs with the first method that both have a rank."""
    return [p for p in result.pairs if p.b == next(iter(result.methods)) and p.seeds.difference is not None]


def _range(pairs: Iterable[Pair]) -> list[float]:
    """The axis, alike on both sides of 0: all differences, and of intervals what has room."""
    sizes = [abs(p.seeds.difference or 0.0) for p in pairs]
    ends = [abs(end) for p in pairs for end in (p.seeds.low, p.seeds.high) if end is not None]
    most = 1.1 * min(1.0, max([*sizes, *ends, 0.01]), SIDES * max([*sizes, 0.01]))
    return [-most, most]
