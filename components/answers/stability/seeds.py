"""Which ranks can a method have on these benchmarks whatever the training seed, and which on other benchmarks?"""

from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Look, Part, Said
from components.answers.stability.inferred import Inferred, inferred
from components.answers.stability.verdicts import other_benchmarks, where
from components.labels import Labels
from components.plotting.intervals import Ends, dots, spans
from components.plotting.marks import MOST_ROWS, name_rows, rows_height
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import short
from components.stats.panel import Floats
from components.stats.ranking.ranks import competition_ranks
from components.stats.separation.inference import Inference
from components.table import Column, Table, table
from components.text import figure_text

READING = (
    "Circle: the rank now. Thick: the ranks that other training seeds allow on these benchmarks (95 %). Thin: the "
    "ranks on other benchmarks like these."
)


@dataclass(frozen=True, eq=False)
class Seeds:
    """Methods by score with their rank now, and the ranks that each scope allows.

    `counts` (n,) are the fewest complete runs of each on a benchmark, `sd` (n,) the deviation between seeds of its mean
    over benchmarks, NaN without two seeds that all of them have.
    """

    inferred: Inferred
    ranks: tuple[int, ...]
    counts: tuple[int, ...]
    sd: Floats

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods, best first."""
        return self.inferred.rows.names


@reads(rows=True)
def compute(view: Resolved) -> Seeds | Absent:
    """The ranks that each scope allows; absent where neither can be tested."""
    found = view.of(inferred)
    if found.board is None:
        return Absent(f"No ranks can be given: {found.seeds.reason}.")
    runs = found.rows.runs
    means = runs.mean(axis=0)
    known = (~np.isnan(means)).sum(axis=0)
    sd = np.full(len(known), np.nan)
    sd[known > 1] = np.nanstd(means[:, known > 1], axis=0, ddof=1)
    counts = (~np.isnan(runs)).sum(axis=1).min(axis=0)
    return Seeds(found, tuple(competition_ranks(found.rows.board).tolist()), tuple(counts.tolist()), sd)


def say(result: Seeds, names: Labels) -> Said:
    """Which ranks the leader can have."""
    found, labels = result.inferred, short(names)
    leader, rows = result.methods[0], found.rows
    own = _span(found.seeds, leader)
    on = where(rows, (), labels)
    seeds = f"On {on}, whatever the training seed, {labels.method(leader)} ranks {own}."
    if not own:
        seeds = f"Other training seeds: cannot tell, {found.seeds.reason}."
    others = _span(found.benchmarks, leader)
    more = f"On other benchmarks like these: {others}." if others else other_benchmarks(rows, labels)
    return Said([seeds, more])


def _span(scope: Inference, method: str) -> str:
    if scope.rank_sets is None:
        return ""
    low, high = scope.rank_sets[method]
    return str(low) if low == high else f"{low} to {high}"


def draw(result: Seeds, look: Look) -> go.Figure:
    """The rank of the first 40 methods, best on top: now, on other seeds, and on other benchmarks."""
    c, found, rows = palette(look.mode), result.inferred, range(len(result.methods))[:MOST_ROWS]

    def stroke(scope: Inference, i: int) -> Ends:
        if scope.rank_sets is None:
            return None, None
        low, high = scope.rank_sets[result.methods[i]]
        return low - 0.06, high + 0.06  # a single rank is a short stroke, so that it can be seen

    fig = go.Figure()
    spans(fig, rows, lambda i: stroke(found.benchmarks, i), c.muted, 2, up=-0.16, name="other benchmarks")
    spans(fig, rows, lambda i: stroke(found.seeds, i), c.accent, 7, up=0.1, name="other seeds")
    dots(
        fig,
        rows,
        result.ranks.__getitem__,
        {"size": 11, "color": c.background, "line": {"width": 2, "color": c.ink}},
        up=0.1,
        name="rank now",
        data=lambda i: [
            figure_text(look.names.method(result.methods[i])),
            *(_span(scope, result.methods[i]) or "cannot tell" for scope in found.scopes),
        ],
        hover="%{customdata[0]}: rank %{x}<br>other seeds: %{customdata[1]}<br>other benchmarks: %{customdata[2]}",
    )
    last = len(result.methods)
    fig.update_xaxes(range=[0.5, last + 0.5], title_text="rank", tickformat="d", zeroline=False)
    if last <= 12:
        fig.update_xaxes(dtick=1)
    name_rows(fig, [look.names.method(result.methods[i]) for i in rows], most=18)
    return fig.update_layout(height=rows_height(len(rows)))


def seeds_table(result: Seeds, names: Labels) -> Table[int]:
    """One row per method: its rank, the ranks that each scope allows, its complete runs and their deviation."""
    column, found = Column[int], result.inferred

    def end(scope: Inference, i: int, side: int) -> int | None:
        return None if scope.rank_sets is None else scope.rank_sets[result.methods[i]][side]

    columns = (
        column("method", lambda i: result.methods[i], kind="method"),
        column("rank", lambda i: result.ranks[i], kind="count"),
        column("seeds_low", lambda i: end(found.seeds, i, 0), "other seeds from", kind="count"),
        column("seeds_high", lambda i: end(found.seeds, i, 1), "to", kind="count"),
        column("benchmarks_low", lambda i: end(found.benchmarks, i, 0), "other benchmarks from", kind="count"),
        column("benchmarks_high", lambda i: end(found.benchmarks, i, 1), "up to", kind="count"),
        column("seeds", lambda i: result.counts[i], "complete runs on each benchmark, at least", kind="count"),
        column("sd", lambda i: result.sd[i], "deviation between seeds", kind="number"),
    )
    return table(columns, range(len(result.methods)))


SEEDS = Answer(
    "seeds",
    compute,
    say,
    Part("seeds", "Ranks on other seeds and other benchmarks", seeds_table, draw, reading=READING),
    terms=("inference",),
)
