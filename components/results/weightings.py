"""How methods are weighed over all suites: by a preset of this name, or by shares of the three
groups."""

from collections.abc import Mapping
from itertools import chain

import numpy as np

from components.format import percent
from components.resolved import Resolved
from components.stats.ranking.weights import (
    PRESETS,
    PURPOSES,
    default_preset,
    group_members,
    group_shares,
    presets,
    purpose_weights,
    with_shares,
)
from data.errors import LeaderboardError, NotEnoughData
from data.registry import GROUP_WORDS, GROUPS, Tables

BALANCED = "balanced"
NAMES: Mapping[str, str] = {
    BALANCED: "Balanced",
    "forgetting_first": "Forgetting",
    "privacy_first": "Privacy",
    "utility_first": "Utility",
}
"""The weightings that are offered."""
ALSO_READ = ("published", "equal")
"""Presets that an address may name besides."""
BEFORE: Mapping[str, str] = {"own": BALANCED}
"""What a weighting of an old address means now: each suite's own weights."""


def read(weights_text: str, tables: object = None) -> str:
    """Return a weighting as it is written: a name, or shares of groups. Raises LeaderboardError for
    another text."""
    weighting = BEFORE.get(weights_text, weights_text)
    if weighting in (*NAMES, *ALSO_READ):
        return weighting
    try:
        shares = _shares(weights_text)
    except ValueError:
        shares = {}
    is_known = set(shares) <= set(GROUPS)
    are_shares = all(0 <= group_share <= 1 for group_share in shares.values())
    if not is_known or not are_shares or not any(shares.values()):
        raise LeaderboardError(
            f"one of {', '.join(NAMES)}, or forgetting:0.5,privacy:0.2,utility:0.3"
        )
    return ",".join(
        f"{metric_group}:{shares[metric_group]:g}"
        for metric_group in GROUPS
        if shares.get(metric_group)
    )


def _shares(shares_text: str) -> dict[str, float]:
    """Return the share of each group that a text names. Raises ValueError if it cannot be read."""
    shares = {}
    for share_text in shares_text.split(","):
        group, share = share_text.split(":")
        shares[group] = float(share)
    return shares


def weights_in(tables: Tables, panel: str, weighting: str) -> str | tuple[tuple[str, float], ...]:
    """Return the weights of a panel under a weighting.

    A preset goes by its name where the panel can carry it; elsewhere the panel is weighed as its
    suite opens. Raises NotEnoughData for shares if the panel lacks a weighted group.
    """
    if weighting in (*NAMES, *ALSO_READ):
        return weighting if _is_offered(tables, panel, weighting) else default_preset(tables)
    shares = _shares(weighting)
    metrics_of_group = {}
    for metric_group in GROUPS:
        if shares.get(metric_group):
            metrics_of_group[metric_group] = group_members(tables, panel, metric_group)
            if not metrics_of_group[metric_group]:
                raise NotEnoughData(f"no metric here measures {GROUP_WORDS[metric_group]}")
    purpose = purpose_weights(tables, panel)
    weighted = [*chain.from_iterable(metrics_of_group.values())]
    purpose[np.setdiff1d(np.arange(len(purpose)), weighted)] = 0.0
    shares_of_groups = [shares[metric_group] for metric_group in metrics_of_group]
    weights = with_shares(purpose / purpose.sum(), [*metrics_of_group.values()], shares_of_groups)
    rounded = []
    for metric, weight in zip(tables.scores, weights.tolist(), strict=True):
        if round(weight, 6):
            rounded.append((metric.id, round(weight, 6)))
    return tuple(rounded)


def _is_offered(tables: Tables, panel: str, preset: str) -> bool:
    """Return whether a panel can be weighed by a preset."""
    if preset not in PURPOSES:
        return preset in {offered.name for offered in presets(tables)}
    try:
        purpose_weights(tables, panel, PURPOSES[preset])
    except NotEnoughData:
        return False
    return True


def called(weighting: str) -> str:
    """Return a weighting in words: "Privacy first", "50 % forgetting, 50 % usefulness"."""
    label_of_preset = {preset.name: preset.label for preset in PRESETS}
    if weighting in label_of_preset:
        return label_of_preset[weighting]
    share_texts = []
    shares = _shares(weighting)
    for metric_group, group_share in shares.items():
        share_texts.append(
            f"{percent(group_share / sum(shares.values()))} {GROUP_WORDS[metric_group]}"
        )
    return ", ".join(share_texts)


def as_shares(view: Resolved) -> str:
    """Return the weights of a selection as a weighting over all suites, "" if some metric has no
    group."""
    weights = view.selection.weights
    if isinstance(weights, str) and weights in (*NAMES, *ALSO_READ):
        return weights
    shares = group_shares(view.panel.metrics, view.contest.weights)
    if set(shares) - set(GROUPS) or sum(shares.values()) < 1 - 1e-6:
        return ""
    return ",".join(
        f"{metric_group}:{round(group_share, 4):g}" for metric_group, group_share in shares.items()
    )
