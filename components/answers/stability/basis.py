"""What do the verdict on other weights and its figures rest on?"""

from components.answers.record import Answer, Said
from components.answers.stability.weightings import Weightings, compute, in_head, taus_sentence
from components.labels import Labels
from components.text import counted, joined, number, thousands

LACKING = "not every ranked method has a value"
COUNTED = "costs, and parts and summaries of other metrics, have weight only where it is given to them"
"""Why random weightings leave a metric out."""


def say(result: Weightings, names: Labels) -> Said:
    """What the verdict and its figures rest on."""
    agreement = "" if in_head(result) else taus_sentence(result, names)
    notes = [agreement, other_draws_note(result), error_note(result), in_play_note(result, names)]
    return Said((), [n for n in notes if n] if result.several else [])


def error_note(result: Weightings) -> str:
    """How exact the shares are, what they were drawn with, and how many τ were undefined."""
    if result.smaa is None:
        return ""
    mean = f", that of the mean τ {number(result.taus.se)}" if result.taus.defined else ""
    sentence = (
        f"Shares come from {thousands(result.weightings)} weightings drawn uniformly (random seed {result.rng}); "
        f"their standard error is at most {number(result.largest_se)}{mean}."
    )
    if result.taus.undefined and result.taus.defined:
        tied = counted(result.taus.undefined, "weighting")
        sentence += f" {tied} tied all methods: τ is undefined there and left out."
    return sentence


def other_draws_note(result: Weightings) -> str:
    """What the published rule gives with the other numbers of draws that are in print."""
    figures = [
        f"{counted(n, 'random weighting')} at {number(t.mean)} ± {number(t.sd)}" for n, t in result.others.items()
    ]
    return f"Another printed number rests on other draws; by the same rule, {joined(figures)}." if figures else ""


def in_play_note(result: Weightings, names: Labels) -> str:
    """Which metrics get no weight: some ranked method has no value of them, or others count what they measure."""
    out = [m for m in result.weights if m not in result.data.metrics]
    if not result.methods or not out:
        return ""
    unmeasured = [m for m in out if m in result.unmeasured]
    others = [m for m in out if m not in result.unmeasured]
    parts = [
        f"{names.listed_metrics(metrics)} {'gets' if len(metrics) == 1 else 'get'} no weight in any draw: {why}."
        for metrics, why in ((unmeasured, LACKING), (others, COUNTED))
        if metrics
    ]
    return " ".join(parts)


BASIS = Answer("weightings_basis", compute, say, links=lambda result: {"methods": result.methods})
