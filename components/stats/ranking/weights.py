"""Weight presets: every rule by which weights can be derived, by name."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel, nanmean
from components.stats.reliability.spearman import spearman_pooled, spearman_within
from data.errors import NotEnoughData, UnknownName
from data.registry import COST, GROUP_WORDS, GROUPS, Group, Metric, Tables

FLOOR = 0.01
"""A metric whose ρ is smaller, or undefined, enters the rule with this."""

FOLDS = 5
STEPS = 10_000
"""Weights set by hand are in whole ten-thousandths (HAND in board/model.js)."""
PURPOSES: Mapping[str, Group] = {
    "balanced": "",
    "forgetting_first": "forgetting",
    "privacy_first": "privacy",
    "utility_first": "utility",
}
"""Presets by purpose, and the group of metrics that counts twice as much as each other one."""


@dataclass(frozen=True)
class Preset:
    """A named rule for weights.

    With `needs_oracle` only suites that measure an oracle distance have it."""

    name: str
    label: str
    description: str
    needs_oracle: bool = False


PRESETS = (
    Preset(
        "balanced",
        "Balanced",
        "forgetting, privacy and usefulness count the same, as far as they are measured",
    ),
    Preset(
        "forgetting_first",
        "Forgetting first",
        "forgetting counts twice as much as privacy and as usefulness",
    ),
    Preset(
        "privacy_first",
        "Privacy first",
        "privacy counts twice as much as forgetting and as usefulness",
    ),
    Preset(
        "utility_first",
        "Utility first",
        "usefulness counts twice as much as forgetting and as privacy",
    ),
    Preset(
        "published",
        "Published rule",
        "max(ρ, 0.01), normalised; ρ over the whole reference panel",
        needs_oracle=True,
    ),
    Preset(
        "re-derived",
        "Re-derived here",
        "the published rule on the runs selected now",
        needs_oracle=True,
    ),
    Preset(
        "equal",
        "Equal weights",
        "the same weight for every metric that is measured and no part of another",
    ),
    Preset(
        "within-benchmark",
        "Within benchmarks",
        "the published rule on the mean ρ inside benchmarks",
        needs_oracle=True,
    ),
    Preset(
        "cross-validated",
        "Cross-validated",
        "the published rule on five parts; not the released file",
        needs_oracle=True,
    ),
)
"""Presets that suites may offer, before those named after their benchmarks, tables and metrics."""


def presets(tables: Tables) -> tuple[Preset, ...]:
    """Return the presets that a suite offers, in the order in which they are listed."""
    return memoised(tables, "presets", lambda: _presets(tables))


def _presets(tables: Tables) -> tuple[Preset, ...]:
    reference = tables.runs_of(tables.reference_panel.id)
    listed = [*PRESETS, *_without_benchmark(tables, set(reference["benchmark"]))]
    table = tables.extras.get("weights")
    if table is not None:
        for name, rows in table.groupby("preset", sort=False):
            first = rows.iloc[0]
            listed.append(Preset(str(name), str(first["label"]), str(first["note"])))
    for metric in tables.scores:
        if metric.role == "score":
            label = f"{metric.label} alone"
            listed.append(Preset(f"only-{metric.id}", label, f"all weight on {metric.name}"))
    if tables.oracle is not None and bool(reference[tables.oracle.id].notna().any()):
        return tuple(listed)
    return tuple(preset for preset in listed if not preset.needs_oracle)


def _without_benchmark(tables: Tables, used: Collection[str]) -> list[Preset]:
    if len(used) < 2:
        return []
    return [
        Preset(
            f"without-{benchmark.id}",
            f"Without {benchmark.label}",
            f"the published rule without {benchmark.label}",
            needs_oracle=True,
        )
        for benchmark in tables.benchmarks
        if benchmark.id in used
    ]


def default_preset(tables: Tables) -> str:
    """Return the preset that a suite starts with: "balanced".

    If a metric that rules may weigh has no group it is "equal"."""
    if all(metric.group for metric in tables.scores if not metric.by_hand):
        return "balanced"
    return "equal"


def _names(tables: Tables) -> list[str]:
    return [preset.name for preset in presets(tables)]


def reliability_rule(rho: Floats) -> Floats:
    """Return weights max(ρ, 0.01) / Σ along the last axis.

    An undefined ρ counts as 0.01 (arXiv 2605.02206, section 3.4)."""
    defined = np.nan_to_num(np.asarray(rho, dtype=float), nan=FLOOR)
    raised = np.maximum(defined, FLOOR)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def preset_weights(
    name: str,
    tables: Tables,
    panel: Panel,
    reference: Panel,
) -> Floats:
    """Return (K,) the weights of a preset, sum 1, in registry order.

    `panel` is the current selection, `reference` the suite's whole reference panel. Raises
    UnknownName for a preset that the suite does not offer, and NotEnoughData if a rule needs an
    oracle distance that is not there."""
    names = _names(tables)
    if name not in names:
        raise UnknownName(f"unknown weight preset {name!r}: expected one of {', '.join(names)}")
    if name.startswith("only-"):
        return np.array([float(f"only-{metric.id}" == name) for metric in tables.scores])
    table = tables.extras.get("weights")
    if table is not None and name in set(table["preset"]):
        rows = table[table["preset"] == name]
        weight_of_metric = dict(zip(rows["metric"], rows["weight"].astype(float), strict=True))
        return normalised(weight_of_metric, panel.metric_ids)
    is_by_hand = [metric.by_hand for metric in tables.scores]
    weights = np.where(is_by_hand, 0.0, _rule(name, tables, panel, reference))
    return np.asarray(weights / weights.sum())


def _rule(
    name: str,
    tables: Tables,
    panel: Panel,
    reference: Panel,
) -> Floats:
    metric_ids = [metric.id for metric in tables.scores]
    if name == "equal":
        return normalised(dict.fromkeys(_counted(tables, panel.id), 1.0), metric_ids)
    if name in PURPOSES:
        return purpose_weights(tables, panel.id, PURPOSES[name])
    return reliability_rule(_rho(name, panel, reference))


def _rho(name: str, panel: Panel, reference: Panel) -> Floats:
    """The ρ (K,) on which a preset rests."""
    if name == "published":
        return spearman_pooled(reference).rho
    if name == "re-derived":
        if panel.oracle is None or np.isnan(panel.oracle).all():
            raise NotEnoughData(
                "weights cannot be re-derived here: these runs have no oracle distance"
            )
        return spearman_pooled(panel).rho
    if name == "within-benchmark":
        return nanmean(spearman_within(reference), axis=0)
    if name == "cross-validated":
        return memoised(reference, "cross-validated ρ", lambda: _cross_validated_rho(reference))
    left_out = name.removeprefix("without-")
    is_kept = [benchmark != left_out for benchmark in reference.benchmarks]
    others = reference.subset(benchmarks=np.flatnonzero(is_kept).tolist())
    return spearman_pooled(others).rho


def purpose_weights(tables: Tables, panel_id: str, first: Group = "") -> Floats:
    """Return (K,) equal weights of the groups of metrics measured in a panel.

    The `first` one weighs twice as much. Inside a group the metrics share equally, parts of others
    left out; a metric derived from several groups serves none alone, so its parts are used in its
    place. A group without metrics gives its share to the others. Raises NotEnoughData if no group
    is measured, or if the `first` one is not, or is the only one."""
    members_of_group: dict[Group, tuple[int, ...]] = {}
    for group in GROUPS:
        members = group_members(tables, panel_id, group)
        if members:
            members_of_group[group] = members
    if first and first not in members_of_group:
        raise NotEnoughData(f"no metric here measures {GROUP_WORDS[first]}")
    if not members_of_group:
        raise NotEnoughData("no metric here says what it is for")
    if first and len(members_of_group) < 2:
        raise NotEnoughData(f"all metrics here measure {GROUP_WORDS[first]}")
    weights = np.zeros(len(tables.scores))
    for members in members_of_group.values():
        weights[list(members)] = 1
    shares = [2 if group == first else 1 for group in members_of_group]
    return with_shares(weights / weights.sum(), [*members_of_group.values()], shares)


def with_shares(
    weighting: Floats, parts: Sequence[Sequence[int]], shares: Sequence[float]
) -> Floats:
    """Return (K,) weights under which disjoint `parts` of the metrics split their weight anew.

    They share in the proportion of `shares` what they weigh together in `weighting`. Inside a part
    metrics keep their proportion."""
    weights = weighting.copy()
    total = math.fsum(float(weighting[list(part)].sum()) for part in parts)
    for part, share in zip(parts, shares, strict=True):
        indices = list(part)
        current = weighting[indices]
        weights[indices] = total * share / sum(shares) * current / current.sum()
    return weights


def group_shares(metrics: Sequence[Metric], weighting: Floats) -> dict[Group, float]:
    """Return the weight of each group of metrics in `weighting` (K,), in the order of the groups.

    Groups without weight are left out."""
    shares: dict[Group, float] = {}
    for group in (*GROUPS, COST):
        is_member = [metric.group == group for metric in metrics]
        share = math.fsum(weighting[is_member])
        if share > 0:
            shares[group] = share
    return shares


def group_members(tables: Tables, panel_id: str, group: Group) -> tuple[int, ...]:
    """Return the indices of the metrics that serve a group.

    They are measured in the panel and no parts of another."""

    def members() -> tuple[int, ...]:
        counted = _counted(tables, panel_id, _mixed(tables.scores))
        indices = []
        for metric_index, metric in enumerate(tables.scores):
            if metric.group == group and metric.id in counted:
                indices.append(metric_index)
        return tuple(indices)

    return memoised(tables, ("group members", panel_id, group), members)


def movable(tables: Tables, panel_id: str, weighting: Floats) -> Bools:
    """Return (K,) whether a metric can have weight of its own.

    It can if it has some in `weighting` (K,), or is no part of another. Of a metric derived from
    several groups and its parts, those that the weights use, else the parts."""
    weighted = _weighted(tables.scores, weighting)
    unused = _mixed(tables.scores) - weighted
    counted = weighted | _counted(tables, panel_id, unused)
    return np.array([metric.id in counted for metric in tables.scores])


def _weighted(metrics: Sequence[Metric], weighting: Floats) -> set[str]:
    return {metric.id for metric, weight in zip(metrics, weighting, strict=True) if weight > 0}


def _mixed(metrics: Sequence[Metric]) -> set[str]:
    """Ids of the metrics that have a part of another group."""
    group_of_metric = {metric.id: metric.group for metric in metrics}
    mixed = set()
    for whole, parts in all_parts(metrics).items():
        if any(group_of_metric[part] != group_of_metric[whole] for part in parts):
            mixed.add(whole)
    return mixed


def _counted(tables: Tables, panel_id: str, without: Collection[str] = ()) -> set[str]:
    """Ids of the metrics measured in a panel, all if none is.

    Less those weighted by hand only, those `without` and parts of the others."""

    def measured() -> set[str]:
        weighable = [metric.id for metric in tables.scores if not metric.by_hand]
        has_value = tables.runs_of(panel_id)[weighable].notna().any()
        return {*has_value.index[has_value]} or {*weighable}

    counted = memoised(tables, ("measured", panel_id), measured) - set(without)
    parts_of_metric = all_parts(tables.scores)
    return counted.difference(*(parts_of_metric[metric] for metric in counted))


def all_parts(metrics: Sequence[Metric]) -> dict[str, tuple[str, ...]]:
    """Return the parts of each metric by id, in registry order.

    Parts of parts are included; () if it has none."""
    direct = {metric.id: metric.parts for metric in metrics}
    parts_of_metric: dict[str, tuple[str, ...]] = {}
    for whole in direct:
        reached: set[str] = set()
        ahead = list(direct[whole])
        while ahead:
            part = ahead.pop()
            if part not in reached:
                reached.add(part)
                ahead += direct.get(part, ())
        reached.discard(whole)
        parts_of_metric[whole] = tuple(metric for metric in direct if metric in reached)
    return parts_of_metric


def doubled(metrics: Sequence[Metric], weighting: Floats) -> tuple[tuple[str, str], ...]:
    """Return pairs (whole, part) of metrics that both have weight in `weighting` (K,).

    The part counts twice then."""
    weighted = _weighted(metrics, weighting)
    pairs = []
    for whole, parts in all_parts(metrics).items():
        if whole in weighted:
            pairs += [(whole, part) for part in parts if part in weighted]
    return tuple(pairs)


def normalised(weights: Mapping[str, float], metric_ids: Sequence[str]) -> Floats:
    """Return (K,) weights in the order of `metric_ids`, divided by their sum.

    Metrics not named get 0."""
    listed = np.array([float(weights.get(metric, 0.0)) for metric in metric_ids])
    return np.asarray(listed / listed.sum())


def in_four_digits(weights: Floats) -> Floats:
    """Return (K,) weights of sum 1 in whole ten-thousandths of sum 1.

    A link made by hand has them so. Largest remainder; of equal ones the first."""
    steps = np.round(weights * STEPS, 6)
    whole_steps = np.floor(steps)
    largest_remainder_first = np.argsort(-(steps - whole_steps), kind="stable")
    n_missing = round(STEPS - whole_steps.sum())
    whole_steps[largest_remainder_first[:n_missing]] += 1
    return np.asarray(whole_steps / STEPS)


def _cross_validated_rho(reference: Panel) -> Floats:
    """Mean ρ over five training parts, folds cut as in the released code."""
    assert reference.oracle is not None
    runs = np.arange(reference.n_runs)
    np.random.RandomState(42).shuffle(runs)
    rho = []
    for held_out in np.array_split(runs, FOLDS):
        distances = reference.oracle[reference.has_run]
        distances[held_out] = np.nan
        training = reference.oracle.copy()
        training[reference.has_run] = distances
        rho.append(spearman_pooled(replace(reference, oracle=training)).rho)
    return nanmean(np.array(rho), axis=0)
