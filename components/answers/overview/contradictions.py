"""Do metrics contradict each other? The τ of a suite's metrics, in a small map for the start
page."""

from dataclasses import dataclass

from components.format import finite
from components.resolved import Resolved
from components.results.taus import compute as taus
from components.stats.agreement.tau import TIE_AWARE

SUITE = "tofu_seeds"
"""The suite of language models whose metrics are shown."""


@dataclass(frozen=True)
class Contradictions:
    """Metrics by label and name, and for each the τ-b (mean over blocks) with those before it, None
    if undefined."""

    labels: tuple[str, ...]
    names: tuple[str, ...]
    rows: tuple[tuple[float | None, ...], ...]


def compute(view: Resolved) -> Contradictions:
    """Return the τ of the metrics that are not computed from others, under the tie-aware
    protocol."""
    tau = view.of(taus).both[TIE_AWARE].tau
    own = [(i, m) for i, m in enumerate(view.panel.compared.metrics) if not m.parts]
    rows = tuple(tuple(finite(tau[i, j]) for j, _ in own[:at]) for at, (i, _) in enumerate(own))
    return Contradictions(tuple(m.label for _, m in own), tuple(m.name for _, m in own), rows)
