"""What do the weights count? The presets of the suite, and metrics that count more than once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from components.answers.record import Answer, Part, Said
from components.errors import NotEnoughData
from components.labels import Labels
from components.resolved import Resolved, reads
from components.sentences import LISTED
from components.stats.ranking import weights
from components.table import Column, table
from data.registry import GROUPS


@dataclass(frozen=True)
class PresetWeights:
    """A preset of the suite; `weights` are by metric, None where the selection cannot carry its rule: `reason` says
    why. `groups` are the shares of forgetting, privacy and utility where the preset is one by purpose, else empty.
    """

    name: str
    label: str
    weights: Mapping[str, float] | None
    groups: Mapping[str, float] = field(default_factory=dict)
    reason: str = ""

    @property
    def shares(self) -> str:
        """What a preset by purpose gives to each group; empty for other presets."""
        return ", ".join(f"{group} {share:.2f}" for group, share in self.groups.items())


@reads(weights=False)
def presets(view: Resolved) -> tuple[PresetWeights, ...]:
    """Every preset of the suite with the weights it gives for this selection."""
    return tuple(_preset(view, p) for p in weights.presets(view.tables))


def _preset(view: Resolved, preset: weights.Preset) -> PresetWeights:
    try:
        w = weights.preset_weights(preset.name, view.tables, view.panel, view.reference)
    except NotEnoughData as error:
        return PresetWeights(preset.name, preset.label, None, reason=str(error))
    groups: dict[str, float] = {}
    if preset.name in weights.PURPOSES:
        own = [(m.group, share) for m, share in zip(view.panel.metrics, w.tolist(), strict=True) if share]
        groups = {g: sum(share for of, share in own if of == g) for g in GROUPS if g in dict(own)}
    return PresetWeights(preset.name, preset.label, dict(zip(view.panel.metric_ids, w.tolist(), strict=True)), groups)


Doubled = tuple[tuple[str, str], ...]
"""Derived metrics and a part of theirs that both have weight: the part counts more than once."""


def compute(view: Resolved) -> Doubled:
    """What these weights count more than once."""
    return weights.doubled(view.panel.metrics, view.w)


def say(result: Doubled, names: Labels) -> Said:
    """Which metrics count more than once, because a metric derived from them has weight too."""
    wholes: dict[str, list[str]] = {}
    for whole, part in result:
        wholes.setdefault(part, []).append(whole)
    alike: dict[tuple[str, ...], list[str]] = {}
    for metric in (m for m in names.metrics if m in wholes):
        alike.setdefault(tuple(wholes[metric]), []).append(metric)
    lines = []
    for own, parts in alike.items():
        one = len(parts) == 1
        listed = names.listed_metrics(parts) if len(parts) <= LISTED else f"{len(parts)} metrics"
        times = "twice" if len(own) == 1 else f"{len(own) + 1} times"
        themselves = "by itself and as a part" if one else "by themselves and as parts"
        lines.append(f"These weights count {listed} {times}: {themselves} of {names.listed_metrics(own)}.")
    return Said(lines)


COLUMNS = (
    Column[tuple[str, str]]("whole", lambda pair: pair[0], kind="metric"),
    Column[tuple[str, str]]("part", lambda pair: pair[1], kind="metric"),
)
DOUBLED = Answer(
    "doubled",
    compute,
    say,
    [Part("doubled", "Metrics that count more than once", lambda result, names: table(COLUMNS, result))],
    alone=True,
)
