"""Two scales in one column: shares of one beside percentages, told where no bounds tell them."""

from __future__ import annotations

from collections.abc import Iterator

from components.intake import numbers
from components.intake.fixes import Fix
from components.intake.grid import Grid
from components.intake.names import words
from components.intake.problems import Finding, Offer, finding
from components.intake.proposals import names_share
from components.intake.uses import ORACLE, bounds_said
from components.text import shortened

GAP = 10
"""How much larger than every share the smallest percentage is, where a column holds both."""
FEW = 0.2
"""The part of a column that may be on the other scale where its name does not tell that it holds shares."""
_NO_SHARE = frozenset(
    (
        *("count", "counts", "number", "num", "n", "size", "length", "tokens", "token", "samples", "parameters"),
        *("time", "times", "seconds", "minutes", "hours", "ms", "latency", "runtime", "duration", "speed", "speedup"),
        *("cost", "memory", "gb", "mb", "params", "flops", "gflops", "tflops", "energy", "norm", "psnr", "snr", "db"),
        *("loss", "perplexity", "ppl", "nll", "distance", "divergence", "kl", "mse", "rmse", "mae", "exposure"),
        *("drift", "bits", "nats", "fid", "variance", "sd", "std", "logit", "logits", "z", "t"),
    )
)
"""Words of what is neither a share nor a percentage: values on both sides of 1 are nothing odd there."""


def scale_findings(grid: Grid, column: str) -> Iterator[Finding]:
    """Shares of one and percentages in one column, or shares under bounds of percentages. Never blocks.

    A metric bounded by 1 is left to the check of bounds, one that is known or said to be unbounded holds no shares.
    """
    use = grid.uses[column]
    bounded = use.high == 100 or (use.high is None and not use.metric and not use.said)
    if not bounded or use.use == ORACLE or set(words(column)) & _NO_SHARE:
        return
    cells = grid.metrics[column]
    held = {i: v for i in grid.rows if (v := numbers.value(cells[i])) is not None}
    rows = odd_scale(held, names_share(column))
    if rows:
        small = held[rows[0]] < 1
        what = "a share of one among percentages" if small else "a percentage among shares of one"
        offers = (Offer(Fix("hundredth_above", column), "Divide only the values above 1 by 100"),)
        title, expected = f"Two scales in {shortened(column)}?", "one scale: all shares of one or all percentages"
        yield finding(grid, "scale", column, title, what, expected, offers, rows, cells, blocking=False)
    elif use.high == 100 and held and min(held.values()) >= 0 and max(held.values()) <= 1 and _shares(held):
        title = f"Shares in {shortened(column)}?"
        own = "" if use.metric else "; the bounds can be changed above"
        expected = f"percentages, as its bounds say: {bounds_said(use)}{own}"
        yield finding(grid, "scale", column, title, "a share of one", expected, (), list(held), cells, blocking=False)


def odd_scale(held: dict[int, float], share: bool) -> list[int]:
    """The rows, the fewer of both kinds, whose numbers are on another scale than the others; none where all agree.

    0 and 1 are on either scale. Where the name says `share` a gap between the scales is enough, or few percentages;
    elsewhere it takes both a gap and few numbers beyond it.
    """
    if any(v < 0 or v > 100 for v in held.values()):
        return []
    small, large = _shares(held), [i for i, v in held.items() if v > 1]
    if not small or not large:
        return []
    fewer, more = (large, small) if len(large) <= len(small) else (small, large)
    least = min(held[i] for i in large)
    gap = least >= GAP * max(held[i] for i in small)
    few = len(fewer) <= FEW * len(held) and len(more) >= 4
    told = gap or (few and fewer is large and least >= 2) if share else gap and few
    return fewer if told else []


def _shares(held: dict[int, float]) -> list[int]:
    return [i for i, v in held.items() if 0 < v < 1]
