"""What the stability page says of weights near the current ones."""

from __future__ import annotations

from components.text import number, percent, thousands
from components.views.stability.result.nearby import NearbyResult
from components.views.stability.result.weightings import WeightingsResult
from components.views.stability.words.phrases import short

CURVES_READING = (
    "From left to right more weight moves between metrics; the scale is the expected sum of changes, twice what moves. "
    "Shading is two standard errors. Metrics without weight stay without."
)


def nearby_sentence(result: NearbyResult, anywhere: WeightingsResult) -> str:
    """What happens at the chosen radius around the current weights; `anywhere` gives the leaders and the baseline."""
    if result.reason:
        return f"Near these weights: {result.reason}."
    leaders = anywhere.leaders
    who = f"one of the {len(leaders)} methods that share the lead"
    if len(leaders) == 1:
        who = short(anywhere.labels).method(leaders[0])
    stays = f"{who} stays first in {percent(result.p_leader_stays)} of {thousands(result.draws)} draws"
    order = f"the order keeps τ = {number(result.mean_tau)} on average"
    if result.mean_tau is None:
        order = "the order has no τ, as all methods are tied now"
    baseline = ""
    if anywhere.own_baseline_tau is not None:
        baseline = f"; two random weightings agree at {number(anywhere.own_baseline_tau)}"
    return (
        f"When about {number(result.radius / 2, 2)} of the weight moves between metrics, {stays} and {order}{baseline}."
    )
