"""How much forgetting is kept? Score after / score before of every checkpoint, method by method."""

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, number
from components.plotting.intervals import points
from components.plotting.marks import MAX_ROWS, name_rows, rows_height
from components.plotting.theme import palette
from components.results.before_and_after import BeforeAndAfter, compute
from components.words import Labels

READING = (
    "Score after / score before; at 1 nothing is lost. Filled: the best checkpoint before. Crosses:"
    " never ranked."
)


def say(result: BeforeAndAfter, names: Labels) -> Said:
    known = sorted((r.kept, r.method) for r in result.compared if r.kept is not None)
    if len(known) < 2:
        return Said()
    low, high = (f"{number(kept)} ({names.method(m)})" for kept, m in (known[0], known[-1]))
    return Said([f"The kept share of the score runs from {low} to {high}."])


def draw(result: BeforeAndAfter, look: Look) -> go.Figure:
    """Draw a row per method, a ring per checkpoint at the share that it keeps, filled for the one
    best before."""
    colours, names = palette(look.mode), look.names
    best = sorted(result.best_before(), key=lambda r: -(r.kept or 0.0))
    drawn = [r for r in result.references if r.kept is not None]
    known = [r for r in result.compared if r.kept is not None]
    rows = [
        (result.families.get(top.family) or names.method(top.method), own)
        for top in best
        if (own := [r for r in known if r.family == top.family])
    ]
    rows = [*rows, *((names.method(r.method), [r]) for r in drawn)][:MAX_ROWS]
    kinds = {**{r.method: "best" for r in best}, **{r.method: "drawn" for r in drawn}}
    fig = go.Figure()
    fig.add_vline(x=1, line={"width": 1, "color": colours.muted})
    for kind, symbol, size in (
        ("", "circle-open", 8),
        ("best", "circle", 11),
        ("drawn", "x-thin", 11),
    ):
        marks = [
            (r, r.kept, height)
            for height, (_, own) in zip(range(len(rows) - 1, -1, -1), rows, strict=True)
            for r in own
            if kinds.get(r.method, "") == kind
        ]
        colour = colours.ink if kind == "drawn" else colours.accent
        points(
            fig,
            marks,
            {
                "symbol": symbol,
                "size": size,
                "color": colour,
                "line": {"width": 1.5, "color": colour},
            },
            data=lambda r: [
                figure_text(names.method(r.method)),
                number(r.score_before),
                number(r.score_after),
            ],
            hover=(
                "%{customdata[0]}: keeps %{x:.2f}<br>%{customdata[1]} before, %{customdata[2]}"
                " after"
            ),
        )
    highest = max((r.kept or 0.0 for _, own in rows for r in own), default=1.0)
    fig.update_xaxes(range=[0, max(1.05, highest * 1.05)], title_text="share of the score kept")
    return name_rows(fig, [label for label, _ in rows], most=18).update_layout(
        height=rows_height(len(rows)), showlegend=False
    )


KEPT = Answer(
    "kept",
    compute,
    say,
    Part(
        "kept",
        "Share of the score that each checkpoint keeps",
        draw=draw,
        reading=READING,
        when=lambda result: any(r.kept is not None for r in result.compared),
    ),
    heading="How much is kept",
    key=None,
)
