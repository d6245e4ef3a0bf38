"""What weights does each preset of the suite give, and what do they count in words?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.format import cleaned, joined, share_list
from components.resolved import Resolved, unweighted
from components.stats.panel import Floats
from components.stats.ranking import weights
from components.words import MAX_LISTED
from data.errors import NotEnoughData
from data.registry import GROUP_WORDS, GROUPS, Metric


@dataclass(frozen=True)
class PresetWeights:
    """A preset of the suite.

    weights  by metric; None, with the `reason`, if its rule does not fit the selection
    shares   its weights in words, by metric, or by group if there are many
    """

    name: str
    label: str
    weights: Mapping[str, float] | None
    shares: str = ""
    reason: str = ""


@unweighted
def presets(view: Resolved) -> tuple[PresetWeights, ...]:
    """Return every preset of the suite with the weights it gives for this selection."""
    return tuple(_weights_of(view, preset) for preset in weights.presets(view.tables))


def _weights_of(view: Resolved, preset: weights.Preset) -> PresetWeights:
    panel = view.panel
    try:
        values = weights.preset_weights(preset.name, view.tables, panel, view.reference_panel)
    except NotEnoughData as error:
        return PresetWeights(preset.name, preset.label, None, reason=str(error))
    return PresetWeights(
        name=preset.name,
        label=preset.label,
        weights=dict(zip(panel.metric_ids, values.tolist(), strict=True)),
        shares=shares_text(panel.metrics, values, by_group=preset.name in weights.PURPOSES),
    )


def shares_text(metrics: Sequence[Metric], values: Floats, by_group: bool = False) -> str:
    """Write what weights (K,) give to each metric, or group: "⅓ FQ, ⅓ ES, ⅓ HM; usefulness is
    inside HM".

    More than a few metrics are summed by group; "" if some of these have no group.
    """
    weighted = [metric for metric, weight in zip(metrics, values, strict=True) if weight > 0]
    group_shares = weights.group_shares(metrics, values)
    if not by_group and len(weighted) <= MAX_LISTED:
        shares = dict(zip([cleaned(m.label) for m in weighted], values[values > 0], strict=True))
        share_texts = [share_list(shares)]
    elif all(metric.group for metric in weighted):
        group_words = map(GROUP_WORDS.__getitem__, group_shares)
        share_texts = [share_list(dict(zip(group_words, group_shares.values(), strict=True)))]
    else:
        return ""
    for metric_group in GROUPS:
        labels = _labels_around(metric_group, metrics, weighted)
        if metric_group not in group_shares and labels:
            share_texts.append(f"{GROUP_WORDS[metric_group]} is inside {joined(labels)}")
    return "; ".join(share_texts)


def _labels_around(
    metric_group: str, metrics: Sequence[Metric], weighted: Sequence[Metric]
) -> list[str]:
    """The weighted metrics of which a part belongs to a group."""
    in_group = {metric.id for metric in metrics if metric.group == metric_group}
    parts_of_metric = weights.all_parts(metrics)
    labels = []
    for metric in weighted:
        if in_group.intersection(parts_of_metric[metric.id]):
            labels.append(cleaned(metric.label))
    return labels
