"""What do small changes of the weights do to the ranking?"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.answers.stability import weightings
from components.choices.analysis import RADIUS
from components.format import number, percent
from components.plotting.marks import curve, write
from components.plotting.theme import palette
from components.resolved import Resolved
from components.results.absent import Absent
from components.stats.stability.nearby import LocalStability
from components.stats.stability.perturbation import NO_TAUS, TauSummary, summarised
from components.table import Table, number_column, table
from components.words import Labels, short
from data.errors import NotEnoughData

CURVE_DRAWS = 1_000
"""Weightings at each point of the curves over the radius."""
UNMOVED = LocalStability(0.0, math.inf, 1.0, 0.0, TauSummary(1, 0, 1.0, 0.0, 0.0))
"""Where the curves start: weights that do not change."""
UNKNOWN = LocalStability(math.nan, math.nan, math.nan, math.nan, summarised(NO_TAUS))
READING = (
    "From left to right more weight moves; the scale is the expected sum of changes, twice what"
    " moves. Shading is two standard errors. Metrics without weight stay without."
)


@dataclass(frozen=True, eq=False)
class Nearby:
    """The order under weights drawn around the current ones, by their expected L1 change.

    near      at the `radius` chosen; None with the `reason`
    curve     over the radius; empty if nothing can change
    baseline  τ of two random weightings
    """

    leaders: tuple[str, ...]
    radius: float
    near: LocalStability | None
    reason: str
    curve: tuple[LocalStability, ...]
    baseline: TauSummary


def compute(view: Resolved) -> Nearby | Absent:
    """Return stability at the chosen radius around the current weights, and over the radius."""
    random = view.of(weightings.compute)
    if isinstance(random, Absent):
        return Absent("")
    radius = view.selection.radius
    local_stability = None
    reason = ""
    try:
        local_stability = view.contest.near(radius)
    except NotEnoughData as error:
        reason = str(error)
    near_curve = view.contest.near_curve(min(CURVE_DRAWS, view.selection.draws))
    return Nearby(
        leaders=random.leaders,
        radius=radius,
        near=local_stability,
        reason=reason,
        curve=(UNMOVED, *near_curve) if near_curve else (),
        baseline=random.tie_aware,
    )


def say(result: Nearby, labels: Labels) -> Said:
    if result.near is None:
        return Said([f"Near these weights: {result.reason}."])
    leader = short(labels).method(result.leaders[0])
    if len(result.leaders) > 1:
        leader = f"one of the {len(result.leaders)} methods that tie"
    sentence = (
        f"When about {percent(result.radius / 2)} of the weight moves, {leader} stays first in"
        f" {percent(result.near.leader_stays)} of cases."
    )
    if result.near.taus.defined:
        sentence += f" The order keeps τ {number(result.near.taus.mean)} on average."
    return Said([sentence])


def draw(result: Nearby, look: Look) -> go.Figure:
    """Draw P(the leader stays first) and the expected τ over the expected change of the weights.

    The vertical line is the chosen radius, shading is two standard errors, the dotted line the
    baseline."""
    colours = palette(look.mode)
    radii = [local_point.radius for local_point in result.curve]
    leader_stays = np.array([local_point.leader_stays for local_point in result.curve])
    mean_taus = [local_point.taus.mean for local_point in result.curve]
    figure = go.Figure()
    errors = 2 * np.array([local_point.leader_se for local_point in result.curve])
    figure.add_scatter(
        x=[*radii, *reversed(radii)],
        y=[
            *np.minimum(1.0, leader_stays + errors),
            *reversed(np.maximum(0.0, leader_stays - errors)),
        ],
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=colours.accent,
        opacity=0.2,
        hoverinfo="skip",
        showlegend=False,
    )
    curve(
        figure,
        radii,
        leader_stays.tolist(),
        {"width": 3, "color": colours.accent},
        hover_template="change %{x:.2f}: the leader stays in %{y:.1%}",
        name="P(leader stays first)",
    )
    curve(
        figure,
        radii,
        mean_taus,
        {"width": 2, "color": colours.ink, "dash": "dash"},
        hover_template="change %{x:.2f}: expected τ %{y:.3f}",
        name="expected τ with your ranking",
    )
    thin_line = {"width": 1.5, "color": colours.muted}
    if result.baseline.defined:
        random_tau = result.baseline.mean
        figure.add_hline(y=random_tau, line={**thin_line, "dash": "dot"})
        random_text = "τ of two random weightings"
        write(
            figure, 0, random_tau, random_text, colours.muted, xref="paper", yanchor="top", xshift=6
        )
    figure.add_vline(x=result.radius, line=thin_line)
    local_stability = result.near or UNKNOWN
    figure.add_scatter(
        x=[result.radius, result.radius],
        y=[local_stability.leader_stays, local_stability.taus.mean],
        mode="markers",
        marker={
            "size": 11,
            "color": [colours.accent, colours.ink],
            "symbol": ["circle", "diamond"],
            "line": {"width": 2, "color": colours.background},
        },
        customdata=["P(leader stays first)", "expected τ"],
        hovertemplate="your radius %{x:.2f}: %{customdata} %{y:.3f}<extra></extra>",
        showlegend=False,
    )
    axis_title = "expected L1 change of the weights"
    axis_reach = 1.03 * max([result.radius, *radii])
    figure.update_xaxes(range=[0, axis_reach], title_text=axis_title, zeroline=False)
    lowest = np.nanmin([0.0, result.baseline.mean, *mean_taus])
    figure.update_yaxes(range=[lowest - 0.03, 1.04], tickformat=".1f", zeroline=False)
    return figure.update_layout(height=360)


def local_table(result: Nearby, labels: Labels) -> Table[LocalStability]:
    """Return one row per radius, the chosen one among them."""
    rows = [*result.curve]
    if result.near is not None:
        rows.append(result.near)
    return table(
        sorted(rows, key=lambda local_point: local_point.radius),
        number_column("radius", head="expected change", place="screen"),
        number_column("p_leader_stays", "leader_stays", "P(leader stays)", place="screen"),
        number_column("se", "leader_se", "SE", place="screen"),
        number_column("mean_tau", "taus.mean", "expected τ", place="screen"),
    )


def facts(result: Nearby) -> Mapping[str, object]:
    """Return stability at the chosen radius, then over all."""
    local_stability = result.near or UNKNOWN
    return {
        "local": {
            "radius": result.radius,
            "reason": result.reason,
            "kappa": local_stability.kappa,
            **_numbers(local_stability),
            "sd_tau": local_stability.taus.sd,
            "curve": [
                {"radius": local_point.radius, **_numbers(local_point)}
                for local_point in result.curve
            ],
        }
    }


def _numbers(local_stability: LocalStability) -> dict[str, float]:
    return {
        "p_leader_stays": local_stability.leader_stays,
        "se": local_stability.leader_se,
        "mean_tau": local_stability.taus.mean,
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
