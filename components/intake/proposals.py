"""What an unknown metric probably is: direction by its name, bounds by name and values, a utility map that fits."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence

from components.intake.names import words

_UP = re.compile(r"[↑⬆▲↗⇑]|higher\s+(is\s+)?better", re.I)
_DOWN = re.compile(r"[↓⬇▼↘⇓]|lower\s+(is\s+)?better", re.I)
_ONE_MINUS = re.compile(r"\A[\s(\[]*(?:1\s*[-−–](?!\s*(?:hop|shot|gram|step|nn)\b)|one[\s_]*minus)", re.I)
_LOWER = frozenset(
    (
        *("loss", "error", "err", "distance", "divergence", "kl", "perplexity", "ppl", "nll", "mse", "mae", "rmse"),
        *("leakage", "leak", "extraction", "memorization", "memorisation", "toxicity", "gibberish"),
    )
)
_HIGHER = frozenset(
    (
        *("accuracy", "utility", "fluency", "quality", "precision", "recall", "f1", "auc", "auroc"),
        *("rouge", "bleu", "similarity", "retain", "faithfulness", "coherence", "psnr", "ssim"),
    )
)
_OF_FORGET = frozenset(("accuracy", "probability", "rouge", "recall", "f1", "similarity", "bleu"))
_OF_ATTACK = frozenset(("attack", "mia", "membership", "inference"))
"""What attacks reach has no better end that a name alone tells: for some of them chance is best."""
_UNBOUNDED = frozenset(("loss", "distance", "perplexity", "ppl", "nll", "mse", "rmse", "mae", "kl"))


def arrow_of(name: str) -> str:
    """The direction that a heading states itself by an arrow or in words; empty when it states none."""
    up, down = bool(_UP.search(name)), bool(_DOWN.search(name))
    return "" if up == down else "higher" if up else "lower"


def direction_of(name: str) -> tuple[str, bool, str]:
    """Direction by name, whether the name tells it, and what told it."""
    stated = arrow_of(name)
    if stated:
        return stated, True, f"the heading says {stated} is better"
    if _ONE_MINUS.match(name):
        inner, sure, why = direction_of(_ONE_MINUS.sub("", name, count=1))
        turned = "higher" if inner == "lower" else "lower"
        return (turned, True, "one minus a metric turns its direction") if sure else (inner, False, why)
    parts = words(name)
    if not _OF_ATTACK & set(parts):
        if "forget" in parts and (hit := _first(parts, _OF_FORGET)):
            return "lower", True, f"“{hit}” on what is to be forgotten: lower is better"
        if hit := _first(parts, _LOWER):
            return "lower", True, f"“{hit}” in the name: lower is better"
        if hit := _first(parts, _HIGHER):
            return "higher", True, f"“{hit}” in the name: higher is better"
    return "higher", False, "nothing in the name tells the direction; higher is a guess"


def bounds_of(name: str, values: Sequence[float]) -> tuple[float | None, float | None, str]:
    """Bounds by name and values, and in words where they come from."""
    parts = set(words(name))
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    told = f"values from {low:.4g} to {high:.4g}" if values else "no value"
    if parts & _UNBOUNDED and low >= 0:
        return 0.0, None, f"{told}: no upper bound for a loss or distance"
    if low >= 0 and high <= 1:
        return 0.0, 1.0, f"{told}: taken for a share from 0 to 1"
    if low >= 0 and high <= 100 and parts & (_HIGHER | _OF_FORGET):
        return 0.0, 100.0, f"{told}: taken for a percentage from 0 to 100"
    if low >= -1 and high <= 1:
        return -1.0, 1.0, f"{told}: taken for −1 to 1"
    return (0.0, None, f"{told}: no upper bound") if low >= 0 else (None, None, f"{told}: no bounds")


def maps_for(direction: str, low: float | None, high: float | None, values: Sequence[float]) -> str:
    """Utility maps of a score that fit direction and bounds, in the text form of metrics.csv."""
    if low is not None and high is not None:
        if low >= 0 and high <= 1:
            return "identity" if direction == "higher" else "complement"
        return "linear"
    sizes = [abs(v) for v in values if v]
    scale = f"{statistics.median(sizes):.1g}" if sizes else "1"
    scale = f"{float(scale):g}" if float(scale) > 0 else "1"
    return f"reciprocal:{scale} exponential:{scale}" if low is not None and low >= 0 else f"logistic:{scale}"


def _first(parts: Sequence[str], known: frozenset[str]) -> str:
    return next((w for w in parts if w in known), "")
