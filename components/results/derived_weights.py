"""How sure are weights that are derived from reliability, and who leads at weights drawn anew from
the same runs?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from components.format import p_value, percent
from components.resolved import Resolved, unweighted
from components.results.absent import Absent
from components.results.closeness import compute as closeness
from components.selection import default_selection
from components.stats.panel import Floats
from components.stats.permutation import LEVEL, holm
from components.stats.reliability.derived import drawn_weights
from components.words import MAX_NAMED, Labels

RULE_OF_PRESET = {
    "published": "pooled",
    "re-derived": "pooled",
    "within-benchmark": "within-benchmark",
    "cross-validated": "cross-validated",
}
"""The presets that are derived from ρ, and the rules by which."""
WITHOUT = "without-"
"""How the presets begin that leave a benchmark out of the published rule."""


@dataclass(frozen=True)
class Derived:
    """Weights of a preset on resampled runs.

    leads       in which share of the draws each row leads, most first; ties go to the first in
                registry order; {} if there are too many runs to be drawn anew
    smallest_p  the smallest stratified p of a metric, Holm-adjusted over the metrics; None if none
                is defined
    """

    leads: Mapping[str, float]
    smallest_p: float | None

    @property
    def is_by_chance(self) -> bool:
        """Whether no metric follows closeness significantly."""
        return self.smallest_p is None or self.smallest_p > LEVEL


def compute(view: Resolved) -> Derived | Absent:
    """Return how sure the weights of a selection are, if they are derived from reliability."""
    preset = view.selection.weights
    source = _source(view, preset) if isinstance(preset, str) else None
    if source is None or not view.contest.row_ids:
        return Absent("")
    leader_shares: dict[str, float] = {}
    weightings = source.of(_drawn, preset)
    if len(weightings):
        rows = view.contest.row_ids
        leaders = view.contest.scores_at(weightings).argmax(axis=1)
        shares = np.bincount(leaders, minlength=len(rows)) / len(weightings)
        for leader_index in np.argsort(-shares, kind="stable"):
            if shares[leader_index]:
                leader_shares[rows[leader_index]] = float(shares[leader_index])
    p_values = [row.p_stratified for row in source.of(closeness).rows]
    defined = [value for value in p_values if value is not None]
    return Derived(leader_shares, float(holm(np.array(defined)).min()) if defined else None)


def _source(view: Resolved, preset: str) -> Resolved | None:
    """The runs that the weights of a preset are derived from; None if they are derived from
    none."""
    if preset == "re-derived":
        return view
    usual_selection = replace(default_selection(view.tables), rng=view.selection.rng)
    source = Resolved(view.tables, usual_selection, view.keep)
    if preset.startswith(WITHOUT):
        left_out = preset.removeprefix(WITHOUT)
        benchmarks = tuple(
            benchmark for benchmark in source.panel.benchmarks if benchmark != left_out
        )
        return Resolved(view.tables, replace(usual_selection, benchmarks=benchmarks), view.keep)
    return source if preset in RULE_OF_PRESET else None


@unweighted
def _drawn(source: Resolved, preset: str) -> Floats:
    """(draws, K) weights of a preset on resampled runs; metrics weighted by hand alone get 0."""
    return drawn_weights(source.panel, RULE_OF_PRESET.get(preset, "pooled"))


def chance(result: Derived | Absent) -> str:
    """Return that the weights come from reliabilities that are no better than chance; "" if they
    do not."""
    if isinstance(result, Absent) or not result.is_by_chance:
        return ""
    smallest = ""
    if result.smallest_p is not None:
        smallest = f" (smallest p {p_value(result.smallest_p)})"
    return f"These weights come from reliabilities that are no better than chance{smallest}."


def leads(result: Derived | Absent, labels: Labels) -> str:
    """Return who leads at weights drawn anew from the same runs; "" if the weights are not derived
    from any."""
    if isinstance(result, Absent) or not result.leads:
        return ""
    (leader, leader_share), *others = list(result.leads.items())[:MAX_NAMED]
    leader_texts = [f"{labels.method(leader)} leads in {percent(leader_share)}"]
    leader_texts += [
        f"{labels.method(method)} in {percent(leader_share)}" for method, leader_share in others
    ]
    return f"At weights drawn anew from the same runs {', '.join(leader_texts)}."
