"""What weights does each preset of the suite give, and what do they count in words?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.format import cleaned, joined, share_list
from components.resolved import Resolved, unweighted
from components.stats.panel import Floats
from components.stats.ranking import weights
from components.words import LISTED
from data.errors import NotEnoughData
from data.registry import GROUPS, Metric


@dataclass(frozen=True)
class PresetWeights:
    """A preset of the suite; `weights` are by metric, None where its rule does not fit the
    selection: `reason` says why. `shares` is its weights in words, by group of metrics, or by
    metric where they are few."""

    name: str
    label: str
    weights: Mapping[str, float] | None
    shares: str = ""
    reason: str = ""

    @property
    def purpose(self) -> bool:
        """Whether it is one by what a reader cares for."""
        return self.name in weights.PURPOSES


@unweighted
def presets(view: Resolved) -> tuple[PresetWeights, ...]:
    """Every preset of the suite with the weights it gives for this selection."""
    return tuple(_preset(view, p) for p in weights.presets(view.tables))


def _preset(view: Resolved, preset: weights.Preset) -> PresetWeights:
    try:
        w = weights.preset_weights(preset.name, view.tables, view.panel, view.reference)
    except NotEnoughData as error:
        return PresetWeights(preset.name, preset.label, None, reason=str(error))
    shares = shares_text(view.panel.metrics, w, by_group=preset.name in weights.PURPOSES)
    return PresetWeights(
        preset.name, preset.label, dict(zip(view.panel.metric_ids, w.tolist(), strict=True)), shares
    )


def shares_text(metrics: Sequence[Metric], w: Floats, by_group: bool = False) -> str:
    """What weights (K,) give to each metric, or group: "⅓ FQ, ⅓ ES, ⅓ HM; utility is inside HM".

    More than a few metrics are summed by group; empty where some have no group.
    """
    weighted = [m for m, x in zip(metrics, w, strict=True) if x > 0]
    groups = weights.group_shares(metrics, w)
    few = {cleaned(m.label): float(x) for m, x in zip(metrics, w, strict=True) if x > 0}
    by_group |= len(few) > LISTED
    if by_group and not all(m.group for m in weighted):
        return ""
    of, parts = {m.id: m.group for m in metrics}, weights.all_parts(metrics)
    inside = {
        g: [cleaned(m.label) for m in weighted if any(of[p] == g for p in parts[m.id])]
        for g in GROUPS
        if g not in groups
    }
    shares = share_list({str(g): x for g, x in groups.items()} if by_group else few)
    return "; ".join(
        [shares, *(f"{g} is inside {joined(own)}" for g, own in inside.items() if own)]
    )
