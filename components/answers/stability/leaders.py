"""Who can lead: under any weights at all, and which weights typically put a method first?"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Look, Part, Said, silent
from components.answers.stability import weightings
from components.answers.stability.ranked import ranked_rows
from components.answers.stability.weightings import Weightings
from components.labels import Labels
from components.plotting.marks import curve
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import dominated, short, some
from components.stats.panel import Bools
from components.stats.ranking.best_of_grids import grid_dominance, grid_optimality
from components.stats.ranking.dominance import ALONE, NEVER, TIE, PotentialOptimality
from components.stats.ranking.grids import MEDIAN
from components.table import Column, Table, item, table
from components.text import figure_text, shortened, thousands

MOST_WEIGHTS = 6
"""Weights named in a cell; the others are counted."""
MOST_LINES = 8
DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "pentagon", "star")
CENTRAL_READING = (
    "Each line runs through the average of the weightings that put a method first: what a reader who prefers it "
    "typically cares about. Methods first in fewer than 100 draws have none; at most eight are drawn."
)


@dataclass(frozen=True, eq=False)
class Leaders:
    """What each method can reach under any weights, by current score; `beaten` (n, n): a row dominates a column."""

    anywhere: Weightings
    optimal: PotentialOptimality
    beaten: Bools

    def dominated_by(self, i: int) -> tuple[str, ...]:
        """The methods that dominate one."""
        return tuple(self.anywhere.methods[j] for j in np.flatnonzero(self.beaten[:, i]))


@reads(rows=True)
def compute(view: Resolved) -> Leaders | Absent:
    """Whether any weights put each method first, and which suit it best."""
    data, grids = ranked_rows(view), view.grids
    if grids is not None and grids.rule == MEDIAN:
        return Absent("Who can lead is not computed for medians.")
    if not data.methods:
        return Absent("No method is ranked.")
    return Leaders(
        view.of(weightings.compute),
        grid_optimality(data.utilities, data.grids),
        grid_dominance(data.utilities, data.grids),
    )


def say(result: Leaders, names: Labels) -> Said:
    """How many methods can lead under any weights, and which cannot and why."""
    methods, labels = result.anywhere.methods, short(names)
    if len(methods) < 2:
        return Said(["With one ranked method there is no lead to win."])
    place = {m: i for i, m in enumerate(methods)}
    by = {v: [m for m in methods if result.optimal.verdict[place[m]] == v] for v in (ALONE, TIE, NEVER)}
    who = f": {some(labels, by[ALONE])}" if by[ALONE] else ""
    lines = [f"{len(by[ALONE])} of {len(methods)} methods can lead alone under some weights{who}."]
    unseen = [m for m in by[ALONE] if not result.anywhere.first[m]]
    if unseen:
        verb = "was" if len(unseen) == 1 else "were"
        lines.append(
            f"{some(labels, unseen)} {verb} first in none of {thousands(result.anywhere.weightings)} random "
            "weightings: the weights that do it are a tiny part of all."
        )
    if by[TIE]:
        lines.append(f"{some(labels, by[TIE])} can at best tie for the lead.")
    better = {m: result.dominated_by(place[m]) for m in by[NEVER]}
    beaten = {m: others for m, others in better.items() if others}
    if beaten:
        lines.append(dominated(labels, beaten, len(methods), result.anywhere.data.grids is not None))
    mixed = [m for m in by[NEVER] if m not in beaten]
    if mixed:
        verb, them = ("leads", "it") if len(mixed) == 1 else ("lead", "any of them")
        lines.append(f"{some(labels, mixed)} never {verb}, though no single method beats {them} on every metric.")
    return Said(lines)


def leaders_table(result: Leaders, names: Labels) -> Table[int]:
    """One row per method: whether and how often it leads, its largest lead, and the weights that suit it best."""
    column, methods, metrics = Column[int], result.anywhere.methods, result.anywhere.data.metrics
    optimal = result.optimal
    columns = (
        column("method", lambda i: methods[i], kind="method"),
        column("verdict", lambda i: optimal.verdict[i], "under some weights it"),
        column("first", lambda i: result.anywhere.first[methods[i]], "first in", kind="number"),
        column(
            "epsilon",
            lambda i: optimal.epsilon[i],
            "largest lead ε",
            kind="number",
            digits=5,
            help="The largest lead that any weights give; below 0 the smallest deficit.",
        ),
        column("dominated_by", result.dominated_by, "dominated by", kind="method"),
        *(
            column(
                f"best_weights.{m}",
                item(optimal.weights.__getitem__, k),
                f"best weight of {names.metric(m)}",
                kind="number",
                place="file",
            )
            for k, m in enumerate(metrics)
        ),
        column(
            "best",
            lambda i: _largest(names, dict(zip(metrics, optimal.weights[i].tolist(), strict=True))),
            "weights that suit it best",
            place="screen only",
        ),
    )
    return table(columns, range(len(methods)))


def _largest(labels: Labels, weights: Mapping[str, float]) -> str:
    largest = sorted((m for m, w in weights.items() if w >= 0.0005), key=lambda m: -weights[m])
    weighted = ", ".join(f"{labels.metric(m)} {weights[m]:.3f}" for m in largest[:MOST_WEIGHTS])
    return weighted if len(largest) <= MOST_WEIGHTS else f"{weighted} and {len(largest) - MOST_WEIGHTS} more"


def central(result: Weightings) -> dict[str, Mapping[str, float] | None]:
    """The mean of the weightings that put each method first; None below 100 of them."""
    if result.smaa is None:
        return {}
    rows = zip(result.methods, result.smaa.central, strict=True)
    return {m: None if np.isnan(w).any() else dict(zip(result.data.metrics, w.tolist(), strict=True)) for m, w in rows}


def first_draws(result: Weightings) -> dict[str, float]:
    """How many weightings put each method first."""
    return {} if result.smaa is None else dict(zip(result.methods, result.smaa.first.tolist(), strict=True))


def typical(result: Weightings) -> dict[str, Mapping[str, float]]:
    """The central weights of the methods that have them, whoever is first in most draws foremost."""
    draws = first_draws(result)
    known = {m: w for m, w in central(result).items() if w is not None}
    return {m: known[m] for m in sorted(known, key=lambda m: -draws[m])}


def draw_central(result: Weightings, look: Look) -> go.Figure:
    """Parallel coordinates: one line per method through the weights that typically put it first; grey: current.

    At most eight methods, the ones most often first.
    """
    c, metrics, labels = palette(look.mode), result.data.metrics, look.names
    places = list(range(len(metrics)))
    fig = go.Figure()
    own, name = [result.weights[m] for m in metrics], "your weights"
    curve(fig, places, own, {"width": 5, "color": c.missing}, hover=f"{name}: %{{y:.3f}}", name=name)
    for i, (method, row) in enumerate(list(typical(result).items())[:MOST_LINES]):
        colour, name = c.lines[i % len(c.lines)], figure_text(shortened(labels.method(method), 24))
        fig.add_scatter(
            x=places,
            y=[row[m] for m in metrics],
            mode="lines+markers",
            line={"width": 2, "color": colour, "dash": DASHES[i % len(DASHES)]},
            marker={"size": 9, "symbol": SYMBOLS[i % len(SYMBOLS)], "color": colour},
            name=name,
            hovertemplate=f"{name}: %{{y:.3f}}<extra></extra>",
        )
    ticks = [figure_text(shortened(labels.metric(m), 14)) for m in metrics]
    fig.update_xaxes(tickvals=places, ticktext=ticks, range=[-0.3, len(metrics) - 0.7])
    fig.update_yaxes(rangemode="tozero", title_text="weight")
    return fig.update_layout(height=380)


def central_table(result: Weightings, names: Labels) -> Table[str]:
    """The current weights, then one row per method with central ones."""
    column, draws, known = Column[str], first_draws(result), typical(result)
    rows = {"your weights": result.weights, **{m: known[m] for m in result.methods if m in known}}
    columns = (
        column("method", lambda m: m, kind="method"),
        column("first_draws", draws.get, "draws first", kind="number"),
        *(
            column(f"weights.{k}", item(rows.__getitem__, k), names.metric(k), kind="number")
            for k in result.data.metrics
        ),
    )
    return table(columns, rows)


LEADERS = Answer(
    "leaders",
    compute,
    say,
    Part("leaders", "Who can lead", leaders_table, open=True),
    terms=("potential_optimality", "dominance"),
)
CENTRAL = Answer(
    "central",
    weightings.compute,
    silent,
    Part(
        "central_weights",
        "Central weights of each method",
        central_table,
        draw_central,
        reading=CENTRAL_READING,
        when=lambda result: len(result.data.metrics) > 1 and bool(typical(result)),
    ),
    facts=lambda result: {"central_weights": central(result), "first_draws": first_draws(result)},
    terms=("central_weights",),
)
