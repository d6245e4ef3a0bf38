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
from components.words import NAMED, Labels

RULES = {
    "published": "pooled",
    "re-derived": "pooled",
    "within-benchmark": "",
    "cross-validated": "",
}
"""The presets that are derived from ρ, and their rules if these have another name."""
WITHOUT = "without-"
"""How the presets begin that leave a benchmark out of the published rule."""


@dataclass(frozen=True)
class Derived:
    """Weights of a preset on resampled runs.

    low, high  the 95 % interval of each weight, by metric
    leads      in which share of the draws each row leads, most first; ties go to the first in
               registry order
    smallest   the smallest stratified p of a metric, Holm-adjusted over the metrics; None if none
               is defined
    """

    low: Mapping[str, float]
    high: Mapping[str, float]
    leads: Mapping[str, float]
    smallest: float | None

    @property
    def by_chance(self) -> bool:
        """Whether no metric follows closeness significantly."""
        return self.smallest is None or self.smallest > LEVEL


def compute(view: Resolved) -> Derived | Absent:
    """Return how sure the weights of a selection are, if they are derived from reliability."""
    preset = view.selection.weights
    source = _source(view) if isinstance(preset, str) else None
    if source is None or not view.ranked.size:
        return Absent("")
    w = source.of(_drawn, preset)
    if not len(w):  # too many runs to be drawn anew
        return Derived({}, {}, {}, _smallest(source))
    names = view.contest.row_ids
    first = view.contest.scores_at(w).argmax(axis=1)
    shares = np.bincount(first, minlength=len(names)) / len(w)
    low, high = np.quantile(w, [0.025, 0.975], axis=0)
    ids = view.panel.metric_ids
    leads = sorted(zip(names, shares.tolist(), strict=True), key=lambda pair: -pair[1])
    return Derived(
        dict(zip(ids, low.tolist(), strict=True)),
        dict(zip(ids, high.tolist(), strict=True)),
        {m: share for m, share in leads if share},
        _smallest(source),
    )


def _source(view: Resolved) -> Resolved | None:
    """The runs that the weights are derived from; None if they are derived from none."""
    preset, usual = (
        str(view.selection.weights),
        replace(default_selection(view.tables), rng=view.selection.rng),
    )
    if preset == "re-derived":
        return view
    own = Resolved(view.tables, usual, view.keep)
    if preset.startswith(WITHOUT):
        kept = tuple(b for b in own.panel.benchmarks if b != preset.removeprefix(WITHOUT))
        return Resolved(view.tables, replace(usual, benchmarks=kept), view.keep)
    return own if preset in RULES else None


@unweighted
def _drawn(source: Resolved, preset: str) -> Floats:
    w = drawn_weights(
        source.panel, RULES.get(preset) or ("pooled" if preset.startswith(WITHOUT) else preset)
    )
    w = np.where([m.by_hand for m in source.panel.metrics], 0.0, w)
    return np.asarray(w / w.sum(axis=1, keepdims=True))


def _smallest(source: Resolved) -> float | None:
    known = [r.p_stratified for r in source.of(closeness).rows if r.p_stratified is not None]
    return float(holm(np.array(known)).min()) if known else None


def chance(found: Derived | Absent) -> str:
    """Return that the weights follow a reliability that cannot be told from chance; "" if it
    can."""
    if isinstance(found, Absent) or not found.by_chance:
        return ""
    p = "" if found.smallest is None else f" (smallest p {p_value(found.smallest)})"
    return f"These weights follow a reliability that cannot be told from chance{p}."


def leads(found: Derived | Absent, names: Labels) -> str:
    """Return who leads at weights drawn anew from the same runs; "" if the weights are not derived
    from any."""
    if isinstance(found, Absent) or not found.leads:
        return ""
    (first, share), *others = list(found.leads.items())[:NAMED]
    rest = "".join(f", {names.method(m)} in {percent(own)}" for m, own in others)
    return (
        f"At weights drawn anew from the same runs {names.method(first)} leads in"
        f" {percent(share)}{rest}."
    )
