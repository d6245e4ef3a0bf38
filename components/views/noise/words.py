"""How much of a metric is noise, in words."""

from __future__ import annotations

from components.text import cleaned, joined, number
from components.views.noise.result import MetricNoise, NoiseResult

NOISE_READING = (
    "Standard deviations on the metric's scale, from a two-way random model (analysis of variance). Share of methods: "
    "how much of the variance of one method on one benchmark, with these seeds, is methods; differences between "
    "benchmarks do not count."
)
HALF = 0.5
REST = "The rest is seeds, and methods that do better on one benchmark than on another."


def noise_sentence(result: NoiseResult) -> str:
    """In which metrics methods differ by more than noise, or why that cannot be told."""
    known = result.known
    if not known:
        reasons = list(dict.fromkeys(r.reason for r in result.rows if r.reason))
        return f"What is method and what is noise cannot be told apart here ({joined(reasons[:2])})." if reasons else ""
    first, last = known[0], known[-1]
    if len(known) == 1:
        return f"Methods make up {_share(first)} of what varies in {_label(first)}. {REST}"
    half = sum((r.share_methods or 0.0) >= HALF for r in known)
    return (
        f"Methods make up at least half of what varies in {half or 'none'} of {len(known)} metrics: most in "
        f"{_label(first)} ({_share(first)}), least in {_label(last)} ({_share(last)}). {REST}"
    )


def remark(row: MetricNoise) -> str:
    """What qualifies a row: which numbers it lacks and why, and which were estimated below 0."""
    named = [n.replace("interaction", "methods × benchmarks") for n in row.negative]
    below = f"{joined(named)} estimated below 0, taken as 0" if named else ""
    return "; ".join(x for x in (row.reason, below) if x)


def _share(row: MetricNoise) -> str:
    return f"{number(100.0 * (row.share_methods or 0.0), 0)} %"


def _label(row: MetricNoise) -> str:
    return cleaned(row.label)
