"""Which method is best when all have as many tries? Grids of checkpoints, and the expected best of k of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said, silent
from components.format import cleaned, counted, figure_text, joined, number, shortened
from components.plotting.marks import benchmark_marks
from components.plotting.room import spread
from components.plotting.theme import palette
from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.grids import expected_best_curve, optimism
from components.table import Column, Table, table
from components.words import LISTED, Labels

ONE_RUN = "one run per checkpoint: the runs that select the best also report it"
NO_COMMON_SEEDS = "fewer than two seeds are common to all checkpoints on every benchmark"
ROOM = 0.42
"""Room to the right of the lines for the names of the methods, as a share of the axis."""
LEAST_GAP = 0.055
"""The least distance between two names, as a share of the axis."""
READING = (
    "Each line: the expected best score of a method when so many of its checkpoints are drawn at random, without "
    "replacement; it ends at the size of its grid. Dashed: the number of tries compared in the table."
)


@dataclass(frozen=True, eq=False)
class Grid:
    """One method and the scores (g,) of its ranked checkpoints under the current weights.

    best_checkpoint  the first of equal ones; the same runs select it and report its score
    curve            (g,) the expected best score of 1 … g checkpoints drawn at random without replacement
    optimism         by how much the best flatters: the gap to what a seed left out gives the checkpoint chosen on the
                     others (`stats.ranking.grids.optimism`); None with the reason
    """

    family: str
    scores: Floats
    best_checkpoint: str
    curve: Floats
    optimism: float | None
    optimism_reason: str

    @property
    def checkpoints(self) -> int:
        """How many checkpoints have a rank."""
        return len(self.scores)

    def expected_best(self, k: int) -> float | None:
        """The expected best of k tries; None where the grid is smaller."""
        return float(self.curve[k - 1]) if k <= self.checkpoints else None


@dataclass(frozen=True, eq=False)
class Grids:
    """The methods with ranked checkpoints among the runs selected, best first; none in a suite without grids.

    tries   the number of tries compared, the same for all, so that a larger grid has no advantage
    single  every checkpoint is one run on each benchmark
    """

    rows: tuple[Grid, ...]
    tries: int
    single: bool

    @property
    def compared(self) -> tuple[Grid, ...]:
        """The grids with enough checkpoints for the comparison, by their expected best."""
        known = [(value, r) for r in self.rows if (value := r.expected_best(self.tries)) is not None]
        return tuple(r for _, r in sorted(known, key=lambda pair: -pair[0]))


def compute(view: Resolved) -> Grids:
    """Each grid under the current weights. The number of tries is the reader's, or that of the smallest grid."""
    members = {name: own[view.eligible[own]] for name, own in view.families.items()}
    rows = [_grid(view, name, own.tolist()) for name, own in members.items() if own.size]
    wanted = view.selection.tries
    return Grids(
        tuple(sorted(rows, key=lambda r: -r.scores.max())),
        min((r.checkpoints for r in rows), default=1) if isinstance(wanted, str) else wanted,
        bool((view.panel.present.sum(axis=1) <= 1).all()),
    )


def _grid(view: Resolved, name: str, members: Sequence[int]) -> Grid:
    scores, panel = view.scores[members], view.panel
    single = bool((panel.present[:, :, members].sum(axis=1) <= 1).all())
    gap = None
    if not single:
        gap = optimism(panel, view.w, members, transform=view.selection.transform, aggregate=view.aggregate)
    return Grid(
        family=name,
        scores=scores,
        best_checkpoint=panel.methods[members[int(np.argmax(scores))]],
        curve=expected_best_curve(scores),
        optimism=gap,
        optimism_reason="" if gap is not None else ONE_RUN if single else NO_COMMON_SEEDS,
    )


def say(result: Grids, names: Labels) -> Said:
    """Which method is expected to be best at equal tries, and what the choice of the best hides."""
    lines = [equal_tries_sentence(result, names), few_tries_sentence(result, names)]
    return Said(lines, [s for s in (selection_sentence(result, names), short_grids_sentence(result, names)) if s])


def equal_tries_sentence(result: Grids, names: Labels) -> str:
    """Which method is expected to reach the best checkpoint when all have as many tries."""
    rows = result.compared
    if not rows:
        if not result.rows:
            return ""
        return f"No method has {counted(result.tries, 'checkpoint')}: nothing is compared at that many tries."
    tries = "one try" if result.tries == 1 else f"{result.tries} tries"
    first, single = rows[0], result.rows[0]
    value = number(first.expected_best(result.tries), 2)
    sentence = f"With {tries} each, {_name(names, first)} is expected to reach the best score: {value}."
    if single.family != first.family:
        return f"{sentence} The best single checkpoint is one of {_name(names, single)}."
    return sentence


def few_tries_sentence(result: Grids, names: Labels) -> str:
    """Who leads with fewer tries, where that is another method."""
    rows = result.compared
    if not rows:
        return ""
    early = max(rows, key=lambda r: r.curve[0])
    if early.curve[0] == rows[0].curve[0]:
        return ""
    ahead = [early.curve[k] >= max(r.curve[k] for r in rows) for k in range(result.tries)]
    until = (*ahead, False).index(False)
    tries = "one try" if until == 1 else f"up to {until} tries"
    return f"With {tries} {_name(names, early)} is expected to score highest."


def selection_sentence(result: Grids, names: Labels) -> str:
    """That the best of a grid is reported by the runs that selected it, and by how much that flatters."""
    if not result.rows:
        return ""
    unknown = "; with one run per checkpoint nobody can say by how much" if result.single else ""
    sentence = f"The same runs select the best checkpoint and report its score, so it flatters every method{unknown}."
    known = [f"{_name(names, r)} by {number(r.optimism)}" for r in result.rows if r.optimism is not None]
    if not known:
        return sentence
    lower = joined(known[:LISTED])
    return f"{sentence} Chosen on all seeds but one and judged by that one, the best scores lower: {lower}."


def short_grids_sentence(result: Grids, names: Labels) -> str:
    """Which methods have fewer checkpoints than are compared."""
    short = [_name(names, r) for r in result.rows if r.checkpoints < result.tries]
    if not short or len(short) == len(result.rows):
        return ""
    has = "has" if len(short) == 1 else "have"
    return f"{joined(short)} {has} fewer than {result.tries} checkpoints and no expected best there."


def _name(names: Labels, grid: Grid) -> str:
    return cleaned(names.method(grid.family))


def families_table(result: Grids, names: Labels) -> Table[Grid]:
    """One row per method: its best checkpoint, its median, the expected best of equal tries, and its optimism."""
    column, k = Column[Grid], result.tries
    expected, flatters = f"expected best of {k}", "best flatters by"
    columns = (
        column("family", lambda r: r.family, "method", kind="method", place="print"),
        column("checkpoints", lambda r: r.checkpoints, kind="count", place="print"),
        column("best", lambda r: r.scores.max(), "best UQS", kind="number", better="higher", place="print"),
        column("median", lambda r: np.median(r.scores), "median UQS", kind="number", better="higher", place="print"),
        column("expected_best.k", lambda r: k, kind="count", place="file"),
        column(
            "expected_best.value",
            lambda r: r.expected_best(k),
            expected,
            kind="number",
            better="higher",
            place="print",
        ),
        column(
            "optimism",
            lambda r: r.optimism,
            flatters,
            kind="number",
            why="optimism_reason",
            place="file" if all(r.optimism is None for r in result.rows) else "print",
        ),
        column("optimism_reason", lambda r: r.optimism_reason, place="file"),
        column("best_checkpoint", lambda r: r.best_checkpoint, "best checkpoint", kind="method", place="print"),
    )
    return table(columns, result.rows)


def tries_table(result: Grids, names: Labels) -> Table[tuple[Grid, int]]:
    """The expected best of each method by the number of its checkpoints tried."""
    column = Column[tuple[Grid, int]]
    columns = (
        column("family", lambda at: at[0].family, "method", kind="method", place="print"),
        column("tries", lambda at: at[1], kind="count", place="print"),
        column("expected_best", lambda at: at[0].expected_best(at[1]), "expected best", kind="number", place="print"),
    )
    return table(columns, [(r, k + 1) for r in result.rows for k in range(r.checkpoints)])


def draw(result: Grids, look: Look) -> go.Figure:
    """A line per method from one try to the size of its grid, named at its end; the tries compared are dashed."""
    rows, colours = result.rows, palette(look.mode)
    fig, marks = go.Figure(), benchmark_marks(sorted(r.family for r in rows), look.mode)
    labels = {r.family: figure_text(shortened(look.names.method(r.family), 16)) for r in rows}
    most, values = max((r.checkpoints for r in rows), default=1), [v for r in rows for v in r.curve]
    low, high = min(values, default=0.0), max(values, default=1.0)
    extent = (high - low) or 1.0
    fig.add_vline(x=result.tries, line={"width": 1, "color": colours.muted, "dash": "dash"})
    for row in rows:
        mark, name = marks[row.family], labels[row.family]
        fig.add_scatter(
            x=list(range(1, row.checkpoints + 1)),
            y=row.curve.tolist(),
            mode="lines+markers",
            line={"width": 2, "color": mark["color"]},
            marker={**mark, "size": [0] * (row.checkpoints - 1) + [9]},
            name=name,
            showlegend=False,
            hovertemplate=f"{name}: %{{y:.3f}} with %{{x:d}} tries<extra></extra>",
        )
    heights = spread([float(r.curve[-1]) for r in rows], LEAST_GAP * extent)
    beside = {"ax": most + 0.8, "axref": "x", "ayref": "y", "xanchor": "left", "showarrow": True, "arrowhead": 0}
    line = {"arrowwidth": 1, "arrowcolor": colours.grid, "font": {"size": 13, "color": colours.ink}}
    fig.update_layout(
        height=460,
        annotations=[
            {"x": r.checkpoints + 0.2, "y": r.curve[-1], "ay": height, "text": labels[r.family], **beside, **line}
            for r, height in zip(rows, heights, strict=True)
        ],
    )
    ends = [*values, *heights]
    fig.update_yaxes(
        range=[min(ends, default=0.0) - 0.05 * extent, max(ends, default=1.0) + 0.05 * extent],
        title_text="Expected best UQS",
    )
    ticks = sorted({1, result.tries, most})
    return fig.update_xaxes(
        range=[0.5, 1 + (most - 1 or 1) * (1 + ROOM)],
        tickvals=ticks,
        ticktext=[str(t) for t in ticks],
        title_text="Checkpoints tried",
    )


FAMILIES = Answer(
    "families",
    compute,
    say,
    Part(
        "families", "Methods by their checkpoints", families_table, when=lambda result: bool(result.rows), shown="open"
    ),
    heading="Methods by their checkpoints",
    key="families",
    terms=("expected_best",),
)
TRIES = Answer(
    "tries",
    compute,
    silent,
    Part(
        "tries",
        "Expected best score by the number of checkpoints tried",
        tries_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.rows),
    ),
    key="tries",
)
