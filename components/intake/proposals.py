"""What an unknown metric probably is: direction by its name, bounds by name and values, a utility map that fits."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from components.intake.names import words

LN2 = 0.6931471805599453
_UP = re.compile(r"[↑⬆▲↗⇑]|higher\s+(is\s+)?better", re.I)
_DOWN = re.compile(r"[↓⬇▼↘⇓]|lower\s+(is\s+)?better", re.I)
_ONE_MINUS = re.compile(r"\A[\s(\[]*(?:1\s*[-−–](?!\s*(?:hop|shot|gram|step|nn)\b)|one[\s_]*minus)", re.I)
_LOWER = frozenset(
    (
        *("loss", "error", "err", "distance", "divergence", "kl", "js", "jsd", "perplexity", "ppl", "gap", "leakage"),
        *("leak", "mia", "attack", "extraction", "memorization", "memorisation", "drift", "regret", "toxicity"),
        *("gibberish", "nll", "mse", "mae", "rmse", "time", "cost", "em", "es", "risk", "exposure"),
    )
)
_HIGHER = frozenset(
    (
        *("accuracy", "auc", "auroc", "utility", "f1", "fluency", "quality", "precision", "recall", "rouge", "bleu"),
        *("score", "similarity", "probability", "retain", "agreement", "robustness", "faithfulness", "psnr", "ssim"),
        *("privacy", "uds", "win", "success", "coherence", "specificity", "harmonic"),
    )
)
_UNBOUNDED = frozenset(("loss", "distance", "perplexity", "ppl", "nll", "mse", "rmse", "mae", "kl", "drift", "time"))
_OF_FORGET = frozenset(("accuracy", "probability", "rouge", "recall", "f1", "similarity", "bleu"))
_OF_ATTACK = frozenset(
    (
        *("error", "err", "leakage", "leak", "mia", "attack", "extraction", "memorization", "memorisation", "toxicity"),
        *("gibberish", "em", "es", "rate"),
    )
)
"""What is better low and usually given as a share; such a name alone proposes no bounds."""


@dataclass(frozen=True)
class Proposal:
    """A metric as proposed: `sure` says whether the name told the direction, `why` says what told it and the bounds."""

    direction: str
    low: float | None
    high: float | None
    utilities: str
    sure: bool
    why: str


def propose(name: str, values: Sequence[float], role: str = "score") -> Proposal:
    """Propose direction, bounds and maps for a metric of this name with these values (none need be there)."""
    direction, sure, told = ("lower", True, "a distance: closer is better") if role == "oracle" else direction_of(name)
    low, high, how = bounds_of(name, values)
    return Proposal(direction, low, high, maps_for(direction, low, high, values, role), sure, f"{told}; {how}")


def arrow_of(name: str) -> str:
    """The direction that a heading states itself by an arrow or in words; empty when it states none."""
    up, down = bool(_UP.search(name)), bool(_DOWN.search(name))
    return "" if up == down else "higher" if up else "lower"


def is_complement(name: str) -> bool:
    """Whether a heading says that it holds one minus something."""
    return bool(_ONE_MINUS.match(name))


def turned_round(name: str) -> str:
    """What a heading says it holds one minus of; empty when it does not say so."""
    return _ONE_MINUS.sub("", name, count=1) if is_complement(name) else ""


def names_share(name: str) -> bool:
    """Whether a metric of this name is usually given as a share of one or as a percentage."""
    return bool(set(words(name)) & (_HIGHER | _OF_FORGET | _OF_ATTACK))


def direction_of(name: str) -> tuple[str, bool, str]:
    """Direction by name, whether the name tells it, and what told it."""
    stated = arrow_of(name)
    if stated:
        return stated, True, f"the heading says {stated} is better"
    if is_complement(name):
        inner, sure, _ = direction_of(turned_round(name))
        return "higher" if inner == "lower" else "lower", sure, "one minus a metric turns its direction"
    found = words(name)
    if "forget" in found and (hit := _first(found, _OF_FORGET)):
        return "lower", True, f"“{hit}” on what is to be forgotten: lower is better"
    if hit := _first(found, _LOWER):
        return "lower", True, f"“{hit}” in the name: lower is better"
    if hit := _first(found, _HIGHER):
        return "higher", True, f"“{hit}” in the name: higher is better"
    return "higher", False, "nothing in the name tells the direction; higher is a guess"


def bounds_of(name: str, values: Sequence[float]) -> tuple[float | None, float | None, str]:
    """Bounds by name and values, and in words where they come from."""
    found = set(words(name))
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    shown = f"values from {low:.4g} to {high:.4g}" if values else "no value"
    if found & {"js", "jsd"} or {"jensen", "shannon"} <= found:
        if low >= 0 and high <= LN2:
            return 0.0, LN2, f"{shown}: at most ln 2 for a divergence in nats"
    elif found & _UNBOUNDED and low >= 0:
        return 0.0, None, f"{shown}: no upper bound for a loss or distance"
    if low >= 0 and high <= 1:
        return 0.0, 1.0, f"{shown}: taken for a share from 0 to 1"
    if low >= 0 and high <= 100 and high > 1 and found & (_HIGHER | _OF_FORGET):
        return 0.0, 100.0, f"{shown}: taken for a percentage from 0 to 100"
    if low >= -1 and high <= 1:
        return -1.0, 1.0, f"{shown}: taken for −1 to 1"
    return (0.0, None, f"{shown}: no upper bound") if low >= 0 else (None, None, f"{shown}: no bounds")


def maps_for(
    direction: str, low: float | None, high: float | None, values: Sequence[float], role: str = "score"
) -> str:
    """Utility maps that fit direction and bounds, in the text form of metrics.csv; none for an oracle."""
    if role == "oracle":
        return ""
    if low is not None and high is not None:
        if low >= 0 and high <= 1:
            return "identity" if direction == "higher" else "complement"
        return "linear"
    sizes = [abs(v) for v in values if v]
    scale = f"{statistics.median(sizes):.1g}" if sizes else "1"
    scale = f"{float(scale):g}" if float(scale) > 0 else "1"
    return f"reciprocal:{scale} exponential:{scale}" if low is not None and low >= 0 else f"logistic:{scale}"


def _first(found: Sequence[str], known: frozenset[str]) -> str:
    return next((w for w in found if w in known), "")
