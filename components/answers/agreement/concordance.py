"""Do all metrics of a benchmark agree at once? Kendall's W per benchmark."""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import at_most, figure_text, joined, number, p_value, shortened
from components.plotting.marks import write
from components.plotting.theme import palette
from components.resolved import Resolved, unweighted
from components.stats.agreement.concordance import Concordance, concordance
from components.table import Column, Table, table
from components.words import Labels

READING = (
    "W compares the orders that all metrics of a benchmark give to its methods, on means over seeds, with correction "
    "for ties. Its p is asymptotic (χ²) and rough for few methods."
)
NAMED = 6
"""More metrics than this are counted, not named."""


@unweighted
def compute(view: Resolved) -> tuple[Concordance, ...]:
    """Kendall's W of every benchmark of a selection."""
    return concordance(view.panel)


def say(rows: tuple[Concordance, ...], names: Labels) -> Said:
    """The range of W, and where it is undefined."""
    named = [(names.benchmark(r.benchmark), r.w) for r in rows]
    known = [f"{number(w)} on {name}" for name, w in named if w is not None]
    lost = [name for name, w in named if w is None]
    start = f"Kendall's W is {joined(at_most(6, known))}." if known else ""
    rest = f"Kendall's W is undefined on {joined(at_most(4, lost))}." if lost else ""
    return Said([f"{start} {rest}".strip()])


def draw(rows: tuple[Concordance, ...], look: Look) -> go.Figure:
    """W from 0 to 1 per benchmark, with the metrics that entered and those left out; undefined: no bar."""
    names, colours = look.names, palette(look.mode)
    fig = go.Figure()
    fig.add_bar(
        x=[r.w or 0.0 for r in rows],
        y=list(range(len(rows))),
        orientation="h",
        width=0.34,
        marker={"color": colours.accent},
        text=[figure_text(names.benchmark(r.benchmark)) for r in rows],
        textposition="none",
        hovertemplate="%{text}: W %{x:.3f}<extra></extra>",
    )
    for i, row in enumerate(rows):
        write(fig, 0, i - 0.22, _concordance_text(row, names), colours.ink, 13, yanchor="bottom", align="left")
    fig.update_xaxes(range=[0, 1], title_text="Kendall's W: 0 no agreement, 1 one order", nticks=6, zeroline=False)
    fig.update_yaxes(range=[len(rows) - 0.6, -0.95], visible=False)
    height = 70 + 84 * max(1, len(rows))
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": 16, "t": 4, "b": 8}, height=height)


def _concordance_text(row: Concordance, labels: Labels) -> str:
    name = f"<b>{figure_text(shortened(labels.benchmark(row.benchmark), 24))}</b>"
    if row.w is None:
        return f"{name}: W undefined<br>{figure_text(row.reason)}"
    left_out = [
        f"{_named(metrics, labels)} {words}"
        for metrics, words in ((row.constant, "one value for all methods"), (row.incomplete, "not measured throughout"))
        if metrics
    ]
    used = "; ".join([f"over {_named(row.metrics, labels)}", *left_out])
    return f"{name}: W {number(row.w)}, p {p_value(row.p)} (asymptotic)<br>{used}"


def _named(metrics: Sequence[str], labels: Labels) -> str:
    if len(metrics) > NAMED:
        return f"{len(metrics)} metrics"
    return figure_text(joined([shortened(labels.metric(m), 14) for m in metrics]))


def concordance_table(rows: tuple[Concordance, ...], names: Labels) -> Table[Concordance]:
    """One row per benchmark: Kendall's W and what entered."""
    column = Column[Concordance]
    columns = (
        column("benchmark", lambda r: r.benchmark, kind="benchmark", place="print"),
        column("w", lambda r: r.w, "W", kind="number", why="reason", place="print"),
        column("chi2", lambda r: r.chi2, "χ²", kind="number", why="reason"),
        column("df", lambda r: r.df, "degrees of freedom", kind="count"),
        column("p", lambda r: r.p, "p (asymptotic)", kind="p", why="reason", place="print"),
        column("p_kind", lambda r: r.p_kind, place="file"),
        column("n_methods", lambda r: r.n_methods, "methods", kind="count"),
        column("metrics", lambda r: r.metrics, "metrics used", kind="metric"),
        column("constant", lambda r: r.constant, "one value for all methods", kind="metric"),
        column("incomplete", lambda r: r.incomplete, "not measured throughout", kind="metric"),
        column("reason", lambda r: r.reason, "undefined because"),
    )
    return table(columns, rows)


CONCORDANCE = Answer(
    "concordance",
    compute,
    say,
    Part("concordance", "Kendall's W per benchmark", concordance_table, draw, reading=READING, when=bool),
    heading="All metrics of a benchmark at once",
)
