"""What the stability page says of weights that move: agreement beside its baseline, who leads, whose rank holds."""

from __future__ import annotations

from components.sentences import NAMED, short
from components.text import counted, joined, number, percent, thousands
from components.views.stability.result.nearby import NearbyResult
from components.views.stability.result.weightings import WeightingsResult

ALIKE = 0.05
"""Two mean τ closer than this are said to be about the same."""

TAUS_READING = (
    "Filled: how well the ranking under a random weighting agrees with yours (1 the same order, −1 reversed). Outline: "
    "how well two random weightings agree with each other. Compare with the outline: if both look alike, your weights "
    "make no difference. Vertical lines are the means."
)
BARS_READING = (
    "Each bar is all random weightings; its segments are the shares in which the method takes rank 1 (strongest "
    "colour), 2, and so on, ties split equally. A bar of one shade is a rank that hardly depends on the weights."
)
RANKS_READING = "How often each method (row, best score on top) takes each rank (column); stronger is more often."
WINNING_READING = "How often the row scores higher than the column under random weightings, ties counting half."
CENTRAL_READING = (
    "Each line runs through the average of the weightings that put a method first: what a reader who prefers it "
    "typically cares about. Methods first in fewer than 100 draws have none; at most eight are drawn."
)


def lead(result: WeightingsResult) -> list[str]:
    """The head of the page: who leads how often, and agreement with random weights beside its baseline."""
    agreement = taus_sentence(result) if _in_head(result) else ""
    return [s for s in (first_sentence(result), agreement, beside_baseline(result)) if s]


def _in_head(result: WeightingsResult) -> bool:
    """Whether the numbers of agreement stand in the head: where there are none, and where they are the paper's."""
    return result.mean_tau is None or result.protocol == "published"


def taus_sentence(result: WeightingsResult) -> str:
    """How well random weightings agree with the ranking, and what two of them have in common anyway."""
    if result.mean_tau is None:
        if len(result.methods) < 2 and result.protocol != "published":
            return ""  # said by the leaderboard's own sentence
        return f"No agreement between rankings can be given: {result.tau_reason}."
    figure = f"τ = {number(result.mean_tau)} ± {number(result.sd_tau)}"
    baseline = number(result.baseline_tau)
    if result.protocol == "published":
        return (
            f"As published: {counted(result.draws, 'random weighting')} agree with the published ranking at {figure} "
            f"on average ({result.reference}, published weights, reciprocal map, ties by row order); two random "
            f"weightings agree with each other at {baseline}."
        )
    return (
        f"This order agrees with that of {thousands(result.draws)} random weightings at {figure} on average; two "
        f"random weightings agree with each other at {baseline}."
    )


def beside_baseline(result: WeightingsResult) -> str:
    """Whether the ranking agrees with random weightings more than these agree with each other."""
    if result.mean_tau is None or result.baseline_tau is None:
        return ""
    difference = result.mean_tau - result.baseline_tau
    if abs(difference) <= ALIKE:
        return "Random weights agree with each other just as well: this says little about your weights."
    word = "more" if difference > 0 else "less"
    return (
        f"Random weights agree with this order {number(abs(difference), 2)} {word} than with each other, so it is "
        f"{word} typical than theirs."
    )


def first_sentence(result: WeightingsResult) -> str:
    """How often the current leader leads under random weightings, and who leads most often."""
    if len(result.methods) < 2 or len(result.metrics) < 2 or result.own_baseline_tau is None:
        return ""
    labels, first = short(result.labels), {m: result.rank_acceptability[m][0] for m in result.methods}
    best = max(result.methods, key=lambda m: first[m])
    shares = [f"{labels.method(m)} leads in {percent(first[m])}" for m in result.leaders[:NAMED]]
    others = "" if best in result.leaders else f"; {labels.method(best)} leads most often, in {percent(first[best])}"
    if result.protocol == "published":
        over = f"Tie-aware, over {thousands(result.weightings)} weightings of this selection"
        return f"{over}, {joined(shares)}{others}."
    return f"{joined(shares)} of random weightings{others}."


def ranks_sentence(result: WeightingsResult) -> str:
    """Whose rank depends least and most on the weights."""
    if len(result.methods) < 2:
        return ""
    labels, share = short(result.labels), result.rank_acceptability
    top = {m: max(share[m]) for m in result.methods}
    least, most = max(result.methods, key=lambda m: top[m]), min(result.methods, key=lambda m: top[m])
    rank = {m: share[m].index(top[m]) + 1 for m in (least, most)}
    if top[least] == top[most]:
        return "No rank depends on the weights more than another."
    return (
        f"The rank that depends least on the weights is {labels.method(least)}'s: rank {rank[least]} in "
        f"{percent(top[least])}. {labels.method(most)}'s depends most: no rank is more frequent than rank "
        f"{rank[most]}, in {percent(top[most])}."
    )


def notes(result: WeightingsResult) -> list[str]:
    """What qualifies the head of the page; empty ones vanish."""
    agreement = "" if _in_head(result) else taus_sentence(result)
    return [agreement, other_draws_note(result), error_note(result), in_play_note(result)]


def error_note(result: WeightingsResult) -> str:
    """How exact the shares are, what they were drawn with, and how many τ were undefined."""
    if not result.weightings:
        return ""
    mean = "" if result.se_tau is None else f", that of the mean τ {number(result.se_tau)}"
    sentence = (
        f"Shares come from {thousands(result.weightings)} weightings drawn uniformly (random seed {result.rng}); "
        f"their standard error is at most {number(result.largest_se)}{mean}."
    )
    if result.undefined and result.mean_tau is not None:
        sentence += f" {counted(result.undefined, 'weighting')} tied all methods: τ is undefined there and left out."
    return sentence


def other_draws_note(result: WeightingsResult) -> str:
    """What the published rule gives with the other numbers of draws that are in print."""
    figures = [
        f"{counted(o.draws, 'random weighting')} at {number(o.mean_tau)} ± {number(o.sd_tau)}"
        for o in result.other_draws
    ]
    return f"Another printed number rests on other draws; by the same rule, {joined(figures)}." if figures else ""


def in_play_note(result: WeightingsResult) -> str:
    """Which metrics no weight is given to, because some ranked method lacks them."""
    out = [m for m in result.weights if m not in result.metrics]
    if not result.methods or not out:
        return ""
    return f"{result.labels.listed_metrics(out)} gets no weight in any draw: not every ranked method has a value."


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
