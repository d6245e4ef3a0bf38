"""What do small changes of the weights do to the ranking?"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Absent, Answer, Look, Part, Said
from components.answers.stability import weightings
from components.answers.stability.weightings import Weightings
from components.choices.analysis import RADIUS
from components.format import number, percent
from components.plotting.intervals import points as marks
from components.plotting.marks import curve as curve_of
from components.plotting.marks import write
from components.plotting.theme import palette
from components.resolved import Resolved
from components.stats.stability.nearby import LocalStability, local_curve, local_stability
from components.stats.stability.perturbation import TauSummary
from components.table import Column, Table, table
from components.words import Labels, short
from data.errors import NotEnoughData

CURVE_DRAWS = 1_000
"""Weightings at each point of the curves over the radius."""
UNMOVED = LocalStability(0.0, math.inf, 1.0, 0.0, TauSummary(1, 0, 1.0, 0.0, 0.0))
"""Where the curves start: weights that do not change."""
READING = (
    "From left to right more weight moves; the scale is the expected sum of changes, twice what"
    " moves. Shading is two standard errors. Metrics without weight stay without."
)


@dataclass(frozen=True, eq=False)
class Nearby:
    """Stability under weights drawn around the current ones, at one radius (their expected L1
    change) and over all.

    here   None with the `reason`; `curve` is empty if nothing can change; `anywhere` gives the
           leaders and the baseline
    """

    anywhere: Weightings
    radius: float
    here: LocalStability | None
    reason: str
    curve: tuple[LocalStability, ...]


def compute(view: Resolved) -> Nearby | Absent:
    """Return stability at the chosen radius around the current weights, and over the radius."""
    anywhere, chosen = view.of(weightings.compute), view.selection
    if isinstance(anywhere, Absent):
        return Absent("")
    data, here, reason = anywhere.data, None, ""
    try:
        here = local_stability(
            data.scorer, data.w, data.metrics, chosen.radius, chosen.draws, chosen.rng
        )
    except NotEnoughData as error:
        reason = str(error)
    points = local_curve(
        data.scorer, data.w, data.metrics, min(CURVE_DRAWS, chosen.draws), chosen.rng
    )
    return Nearby(anywhere, chosen.radius, here, reason, (UNMOVED, *points) if points else ())


def say(result: Nearby, names: Labels) -> Said:
    here, leaders = result.here, result.anywhere.leaders
    if here is None:
        return Said([f"Near these weights: {result.reason}."])
    who = (
        short(names).method(leaders[0])
        if len(leaders) == 1
        else f"one of the {len(leaders)} methods that tie"
    )
    order = f" The order keeps τ {number(here.taus.mean)} on average." if here.taus.defined else ""
    moved = percent(result.radius / 2)
    return Said(
        [
            f"When about {moved} of the weight moves, {who} stays first in"
            f" {percent(here.leader_stays)} of cases.{order}"
        ]
    )


def draw(result: Nearby, look: Look) -> go.Figure:
    """P(the leader stays first) and the expected τ over the expected change of the weights.

    The vertical line is the chosen radius, shading is two standard errors, the dotted line the
    baseline: τ of two random weightings."""
    c, points, own = palette(look.mode), result.curve, result.anywhere.own
    x = [p.radius for p in points]
    fig = go.Figure()
    fig.add_scatter(
        x=[*x, *reversed(x)],
        y=[
            *(min(1.0, p.leader_stays + 2 * p.leader_se) for p in points),
            *(max(0.0, p.leader_stays - 2 * p.leader_se) for p in reversed(points)),
        ],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=c.accent,
        opacity=0.2,
        hoverinfo="skip",
        showlegend=False,
    )
    curve_of(
        fig,
        x,
        [p.leader_stays for p in points],
        {"width": 3, "color": c.accent},
        hover="change %{x:.2f}: the leader stays in %{y:.1%}",
        name="P(leader stays first)",
    )
    curve_of(
        fig,
        x,
        [p.taus.mean for p in points],
        {"width": 2, "color": c.ink, "dash": "dash"},
        hover="change %{x:.2f}: expected τ %{y:.3f}",
        name="expected τ with your ranking",
    )
    if own.defined:
        fig.add_hline(y=own.mean, line={"width": 1.5, "color": c.muted, "dash": "dot"})
        write(
            fig,
            0,
            own.mean,
            "τ of two random weightings",
            c.muted,
            xref="paper",
            yanchor="top",
            xshift=6,
        )
    fig.add_vline(x=result.radius, line={"width": 1.5, "color": c.muted})
    here = (
        []
        if result.here is None
        else [(result.here.leader_stays, c.accent, "circle", "P(leader stays first)")]
    )
    if result.here is not None and result.here.taus.defined:
        here.append((result.here.taus.mean, c.ink, "diamond", "expected τ"))
    ring = {"width": 2, "color": c.background}
    marks(
        fig,
        [(h, result.radius, h[0]) for h in here],
        {"size": 11, "color": lambda h: h[1], "symbol": lambda h: h[2], "line": ring},
        data=lambda h: h[3],
        hover="your radius %{x:.2f}: %{customdata} %{y:.3f}",
        showlegend=False,
    )
    taus = [t.mean for t in (own, *(p.taus for p in points)) if t.defined]
    fig.update_xaxes(
        range=[0, max([result.radius, *x]) * 1.03],
        title_text="expected L1 change of the weights",
        zeroline=False,
    )
    fig.update_yaxes(range=[min([0.0, *taus]) - 0.03, 1.04], tickformat=".1f", zeroline=False)
    return fig.update_layout(height=360)


def local_table(result: Nearby, names: Labels) -> Table[LocalStability]:
    """One row per radius, the chosen one among them."""
    column = Column[LocalStability]
    columns = (
        column("radius", lambda p: p.radius, "expected change", kind="number"),
        column("p_leader_stays", lambda p: p.leader_stays, "P(leader stays)", kind="number"),
        column("se", lambda p: p.leader_se, "SE", kind="number"),
        column("mean_tau", lambda p: p.taus.mean, "expected τ", kind="number"),
    )
    here = () if result.here is None else (result.here,)
    return table(columns, sorted((*result.curve, *here), key=lambda p: p.radius))


def facts(result: Nearby) -> Mapping[str, object]:
    """Stability at the chosen radius, then over all."""
    here = result.here
    return {
        "local": {
            "radius": result.radius,
            "reason": result.reason,
            "kappa": here and here.kappa,
            "p_leader_stays": here and here.leader_stays,
            "se": here and here.leader_se,
            "mean_tau": here and here.taus.mean,
            "sd_tau": here and here.taus.sd,
            "curve": [
                {
                    "radius": p.radius,
                    "p_leader_stays": p.leader_stays,
                    "se": p.leader_se,
                    "mean_tau": p.taus.mean,
                }
                for p in result.curve
            ],
        }
    }


NEARBY = Answer(
    "nearby",
    compute,
    say,
    Part(
        "local",
        "Stability over the expected change of the weights",
        local_table,
        draw,
        reading=READING,
        when=lambda result: bool(result.curve),
    ),
    heading="Near your weights",
    controls=(RADIUS,),
    facts=facts,
    terms=("radius",),
)
