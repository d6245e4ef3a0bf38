"""What an unknown metric probably is: direction where its name settles it, bounds by name and values, a fitting map."""

import re
import statistics
from collections.abc import Sequence

from components.intake.names import matching, words
from data.known_metrics import known_metrics

_UP = re.compile(r"[↑⬆▲↗⇑]|higher\s+(is\s+)?better", re.I)
_DOWN = re.compile(r"[↓⬇▼↘⇓]|lower\s+(is\s+)?better", re.I)
_ONE_MINUS = re.compile(r"\A[\s(\[]*(?:1\s*[-−–](?!\s*(?:hop|shot|gram|step|nn)\b)|one[\s_]*minus)", re.I)
_PERFORMANCE = frozenset(("accuracy", "probability", "rouge", "recall", "f1", "similarity", "bleu"))
_SHARES = _PERFORMANCE | frozenset(("utility", "fluency", "quality", "precision", "auc", "auroc", "retain"))
_KEPT = frozenset(("retain", "retained", "remaining"))
_TURNING = frozenset(
    (
        *("attack", "mia", "membership", "inference", "drop", "loss", "gap", "difference", "diff", "delta", "change"),
        *("error", "decrease", "degradation", "distance", "divergence", "ratio", "relative", "minus", "negative"),
        *("pert", "perturbed", "wrong", "incorrect", "false", "cost", "deviation", "reduction", "std", "sd", "rank"),
    )
)
"""Words beside which a word such as accuracy no longer implies a direction."""
_UNBOUNDED = frozenset(("loss", "distance", "perplexity", "ppl", "nll", "mse", "rmse", "mae", "kl", "bpb"))
_LOSS = re.compile(r"\b(?:loss|nll|(?:cross ?)?entropy|bits per byte|bpb|perplexity|ppl|(kl|r?mse))\b")
"""What turns a name: a loss, or (the group) a distance to another model."""
UNSETTLED = "nothing in the name settles which end is better"


def arrow_of(name: str) -> str:
    """The direction that a heading states itself by an arrow or in words; empty when it states none."""
    up, down = bool(_UP.search(name)), bool(_DOWN.search(name))
    return "" if up == down else "higher" if up else "lower"


def unarrowed(name: str) -> str:
    """A heading without its words on direction; unchanged where nothing else would be left."""
    bare = re.sub(r"[(\[]\s*[)\]]", " ", _DOWN.sub(" ", _UP.sub(" ", name)))
    return " ".join(bare.split()) or name


def direction_of(name: str) -> tuple[str, str]:
    """The direction that a name settles, empty where it settles none, and what settled it.

    A heading settles it by an arrow or in words; a name by the dictionary, also behind “one minus”. Of words only two
    pairs do: how well a model does on what is to be forgotten (lower), and on what is kept (higher). A loss turns both;
    a distance on what is to be forgotten settles nothing, as it may be one to either model.
    """
    stated = arrow_of(name)
    if stated:
        return stated, f"the heading says {stated} is better"
    if _ONE_MINUS.match(name):
        inner, why = direction_of(_ONE_MINUS.sub("", name, count=1))
        turned = {"higher": "lower", "lower": "higher"}.get(inner, "")
        return turned, "one minus a metric turns its direction" if turned else why
    known = matching(name, known_metrics())
    if known is not None:
        settled = known.direction if known.direction in ("higher", "lower") else ""
        return settled, f"known as {known.name}" if settled else known.note or UNSETTLED
    parts = set(words(name))
    if loss := _LOSS.search(" ".join(words(name))):
        if parts & {*_KEPT, "utility"} and "forget" not in parts:
            return "lower", f"“{loss[0]}” on what is kept: lower is better"
        if "forget" in parts and not parts & _KEPT and not loss[1]:
            return "higher", f"“{loss[0]}” on what is to be forgotten: higher is better"
    elif not parts & _TURNING:
        hit, kept = next(iter(sorted(parts & _PERFORMANCE)), ""), bool(parts & _KEPT)
        if hit and "forget" in parts and not kept:
            return "lower", f"“{hit}” on what is to be forgotten: lower is better"
        if hit and kept and "forget" not in parts:
            return "higher", f"“{hit}” on what is kept: higher is better"
        if "utility" in parts:
            return "higher", "“utility” in the name: higher is better"
    return "", UNSETTLED


def bounds_of(name: str, values: Sequence[float]) -> tuple[float | None, float | None, str]:
    """Bounds by name and values, and in words where they come from."""
    parts = set(words(name))
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    found = f"values from {low:.4g} to {high:.4g}" if values else "no value"
    if parts & _UNBOUNDED and low >= 0:
        return 0.0, None, f"{found}: no upper bound for a loss or distance"
    if low >= 0 and high <= 1:
        return 0.0, 1.0, f"{found}: taken for a share from 0 to 1"
    if low >= 0 and high <= 100 and parts & _SHARES:
        return 0.0, 100.0, f"{found}: taken for a percentage from 0 to 100"
    if low >= -1 and high <= 1:
        return -1.0, 1.0, f"{found}: taken for −1 to 1"
    return (0.0, None, f"{found}: no upper bound") if low >= 0 else (None, None, f"{found}: no bounds")


def shares_or_percentages(
    low: float | None, high: float | None, values: Sequence[float], beside: bool = False
) -> tuple[float | None, float | None]:
    """The bounds of a known share: 0 to 100 where all values are percentages, which are right as they are.

    Values on both sides of 1 are percentages where the columns `beside` are.
    """
    if (low, high) != (0, 1) or not values or min(values) < 0 or not 1 < max(values) <= 100:
        return low, high
    return (low, high) if any(0 < v < 1 for v in values) and not beside else (0.0, 100.0)


def maps_for(direction: str, low: float | None, high: float | None, values: Sequence[float]) -> str:
    """Utility maps of a score that fit direction and bounds, in the text form of metrics.csv."""
    if direction == "target":
        return "closeness"
    if low is not None and high is not None:
        if low >= 0 and high <= 1:
            return "identity" if direction == "higher" else "complement"
        return "linear"
    sizes = [abs(v) for v in values if v]
    scale = f"{statistics.median(sizes):.1g}" if sizes else "1"
    scale = f"{float(scale):g}" if float(scale) > 0 else "1"
    return f"reciprocal:{scale} exponential:{scale}" if low is not None and low >= 0 else f"logistic:{scale}"
