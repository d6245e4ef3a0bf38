"""Weight presets: every rule by which weights can be derived, by name."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel, nanmean
from components.stats.reliability.spearman import spearman_pooled, spearman_within
from data.errors import NotEnoughData, UnknownName
from data.registry import COST, GROUPS, Group, Metric, Tables

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
    """A named rule for weights; with `needs_oracle` only suites that measure an oracle distance
    have it."""

    name: str
    label: str
    description: str
    needs_oracle: bool = False


def presets(tables: Tables) -> tuple[Preset, ...]:
    """Return the presets that a suite offers, in the order in which they are listed."""
    return memoised(tables, "presets", lambda: _presets(tables))


def _presets(tables: Tables) -> tuple[Preset, ...]:
    named = [
        Preset(
            "balanced",
            "Balanced",
            "forgetting, privacy and utility count the same, as far as they are measured",
        ),
        Preset(
            "forgetting_first",
            "Forgetting first",
            "forgetting counts twice as much as privacy and as utility",
        ),
        Preset(
            "privacy_first",
            "Privacy first",
            "privacy counts twice as much as forgetting and as utility",
        ),
        Preset(
            "utility_first",
            "Utility first",
            "utility counts twice as much as forgetting and as privacy",
        ),
        Preset(
            "published",
            "Published rule",
            "max(ρ, 0.01), normalised; ρ over the whole reference panel",
            True,
        ),
        Preset(
            "re-derived", "Re-derived here", "the published rule on the runs selected now", True
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
            True,
        ),
        Preset(
            "cross-validated",
            "Cross-validated",
            "the published rule on five parts; not the released file",
            True,
        ),
    ]
    reference = tables.runs_of(tables.reference_panel.id)
    used = set(reference["benchmark"])
    if len(used) > 1:
        named += [
            Preset(
                f"without-{b.id}",
                f"Without {b.label}",
                f"the published rule without {b.label}",
                True,
            )
            for b in tables.benchmarks
            if b.id in used
        ]
    table = tables.extras.get("weights")
    if table is not None:
        named += [
            Preset(str(name), str(rows["label"].iloc[0]), str(rows["note"].iloc[0]))
            for name, rows in table.groupby("preset", sort=False)
        ]
    alone = (m for m in tables.scores if m.role == "score")
    named += [Preset(f"only-{m.id}", f"{m.label} alone", f"all weight on {m.name}") for m in alone]
    has_oracle = tables.oracle is not None and bool(reference[tables.oracle.id].notna().any())
    return tuple(p for p in named if has_oracle or not p.needs_oracle)


def default_preset(tables: Tables) -> str:
    """Return "published" if a suite has an oracle distance, else "balanced" or, if a metric has no
    group, "equal"."""
    if "published" in {p.name for p in presets(tables)}:
        return "published"
    return "balanced" if all(m.group for m in tables.scores if not m.by_hand) else "equal"


def reliability_rule(rho: Floats) -> Floats:
    """Return weights max(ρ, 0.01) / Σ along the last axis, an undefined ρ as 0.01 (arXiv
    2605.02206, section 3.4)."""
    raised = np.maximum(np.nan_to_num(np.asarray(rho, dtype=float), nan=FLOOR), FLOOR)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def preset_weights(name: str, tables: Tables, panel: Panel, reference: Panel) -> Floats:
    """Return (K,) the weights of a preset, sum 1, in registry order.

    `panel` is the current selection, `reference` the suite's whole reference panel. Raises
    UnknownName for a preset that the suite does not offer, and NotEnoughData if a rule needs an
    oracle distance that is not there."""
    if name not in {p.name for p in presets(tables)}:
        known = ", ".join(p.name for p in presets(tables))
        raise UnknownName(f"unknown weight preset {name!r}: expected one of {known}")
    if name.startswith("only-"):
        return np.array([float(m.id == name.removeprefix("only-")) for m in tables.scores])
    w = np.where([m.by_hand for m in tables.scores], 0.0, _preset(name, tables, panel, reference))
    return np.asarray(w / w.sum())


def _preset(name: str, tables: Tables, panel: Panel, reference: Panel) -> Floats:
    ids = [m.id for m in tables.scores]
    if name == "equal":
        return normalised(dict.fromkeys(_counted(tables, panel.id), 1.0), ids)
    if name in PURPOSES:
        return purpose_weights(tables, panel.id, PURPOSES[name])
    table = tables.extras.get("weights")
    if table is not None and name in set(table["preset"]):
        rows = table[table["preset"] == name]
        return normalised(dict(zip(rows["metric"], rows["weight"].astype(float), strict=True)), ids)
    if name == "published":
        return reliability_rule(spearman_pooled(reference).rho)
    if name == "re-derived":
        if panel.oracle is None or np.isnan(panel.oracle).all():
            raise NotEnoughData(
                "weights cannot be re-derived here: these runs have no oracle distance"
            )
        return reliability_rule(spearman_pooled(panel).rho)
    if name == "within-benchmark":
        return reliability_rule(nanmean(spearman_within(reference), axis=0))
    if name == "cross-validated":
        return reliability_rule(
            memoised(reference, "cross-validated ρ", lambda: _cross_validated_rho(reference))
        )
    others = [i for i, b in enumerate(reference.benchmarks) if b != name.removeprefix("without-")]
    return reliability_rule(spearman_pooled(reference.subset(benchmarks=others)).rho)


def purpose_weights(tables: Tables, panel_id: str, first: Group = "") -> Floats:
    """Return (K,) equal weights of the groups of metrics measured in a panel, twice as much for the
    `first` one.

    Inside a group the metrics share equally, parts of others left out; a metric derived from
    several groups serves none alone, so its parts are used in its place. A group without metrics
    gives its share to the others. Raises NotEnoughData if no group is measured, or if the `first`
    one is not, or is the only one."""
    members = {g: own for g in GROUPS if (own := group_members(tables, panel_id, g))}
    if first and first not in members:
        raise NotEnoughData(f"no metric here measures {first}")
    if not members:
        raise NotEnoughData("no metric here says what it is for")
    if first and len(members) < 2:
        raise NotEnoughData(f"all metrics here measure {first}")
    w = np.zeros(len(tables.scores))
    w[[k for own in members.values() for k in own]] = 1
    return with_shares(w / w.sum(), [*members.values()], [2 if g == first else 1 for g in members])


def with_shares(w: Floats, parts: Sequence[Sequence[int]], shares: Sequence[float]) -> Floats:
    """Return (K,) weights under which disjoint `parts` of the metrics split in these shares what
    they weigh in `w`.

    Inside a part metrics keep their proportion.
    """
    split, total, every = (
        w.copy(),
        math.fsum(float(w[list(own)].sum()) for own in parts),
        sum(shares),
    )
    for own, share in zip(parts, shares, strict=True):
        split[list(own)] = total * share / every * w[list(own)] / w[list(own)].sum()
    return split


def group_shares(metrics: Sequence[Metric], w: Floats) -> dict[Group, float]:
    """Return the weight of each group of metrics in `w` (K,), in the order of the groups, those
    without left out."""
    shares = {
        g: math.fsum(x for m, x in zip(metrics, w, strict=True) if m.group == g)
        for g in (*GROUPS, COST)
    }
    return {g: share for g, share in shares.items() if share > 0}


def group_members(tables: Tables, panel_id: str, group: Group) -> tuple[int, ...]:
    """Return the indices of the metrics that serve a group: measured in the panel, parts left
    out."""

    def members() -> tuple[int, ...]:
        counted = _counted(tables, panel_id, _mixed(tables.scores))
        return tuple(k for k, m in enumerate(tables.scores) if m.group == group and m.id in counted)

    return memoised(tables, ("group members", panel_id, group), members)


def movable(tables: Tables, panel_id: str, w: Floats) -> Bools:
    """Return (K,) whether a metric can have weight of its own: it has some in `w` (K,), or is no
    part of another.

    Of a metric derived from several groups and its parts, those that the weights use, else the
    parts."""
    weighted = {m.id for m, share in zip(tables.scores, w, strict=True) if share > 0}
    counted = weighted | _counted(tables, panel_id, _mixed(tables.scores) - weighted)
    return np.array([m.id in counted for m in tables.scores])


def _mixed(metrics: Sequence[Metric]) -> set[str]:
    group = {m.id: m.group for m in metrics}
    return {
        whole
        for whole, own in all_parts(metrics).items()
        if {group[p] for p in own} - {group[whole]}
    }


def _counted(tables: Tables, panel_id: str, without: Collection[str] = ()) -> set[str]:
    """Ids of the metrics measured in a panel, all if none is, less those weighted by hand only,
    those `without` and parts of the others."""
    every = {m.id for m in tables.scores if not m.by_hand}

    def known() -> set[str]:
        runs = tables.runs_of(panel_id)
        return {i for i in every if bool(runs[i].notna().any())} or every

    measured = memoised(tables, ("measured", panel_id), known) - set(without)
    parts = {p for whole, own in all_parts(tables.scores).items() if whole in measured for p in own}
    return measured - parts


def all_parts(metrics: Sequence[Metric]) -> dict[str, tuple[str, ...]]:
    """Return the parts of each metric by id, parts of parts included, in registry order; () if it
    has none."""
    direct = {m.id: m.parts for m in metrics}
    parts: dict[str, tuple[str, ...]] = {}
    for whole in direct:
        reached: set[str] = set()
        ahead = list(direct[whole])
        while ahead:
            part = ahead.pop()
            if part not in reached:
                reached.add(part)
                ahead += direct.get(part, ())
        parts[whole] = tuple(i for i in direct if i in reached and i != whole)
    return parts


def doubled(metrics: Sequence[Metric], w: Floats) -> tuple[tuple[str, str], ...]:
    """Return pairs (whole, part) of metrics that both have weight in `w` (K,), so that the part
    counts twice."""
    weighted = {m.id for m, share in zip(metrics, w, strict=True) if share > 0}
    pairs = ((whole, part) for whole, own in all_parts(metrics).items() for part in own)
    return tuple((whole, part) for whole, part in pairs if {whole, part} <= weighted)


def normalised(weights: Mapping[str, float], metric_ids: list[str] | tuple[str, ...]) -> Floats:
    """Return (K,) weights in the order of `metric_ids`, divided by their sum; metrics not named get
    0."""
    w = np.array([float(weights.get(i, 0.0)) for i in metric_ids])
    return np.asarray(w / w.sum())


def in_four_digits(weights: Floats) -> Floats:
    """Return (K,) weights of sum 1 in whole ten-thousandths of sum 1, as a link made by hand has
    them.

    Largest remainder; of equal ones the first.
    """
    steps = np.round(weights * STEPS, 6)
    whole = np.floor(steps)
    rest = np.argsort(-(steps - whole), kind="stable")
    whole[rest[: round(STEPS - whole.sum())]] += 1
    return np.asarray(whole / STEPS)


def _cross_validated_rho(reference: Panel) -> Floats:
    """Mean ρ over five training parts, folds cut as in the released code."""
    assert reference.oracle is not None
    indices = np.arange(int(reference.present.sum()))
    np.random.RandomState(42).shuffle(indices)
    rho = []
    for held_out in np.array_split(indices, FOLDS):
        distances = reference.oracle[reference.present]
        distances[held_out] = np.nan
        training = reference.oracle.copy()
        training[reference.present] = distances
        rho.append(spearman_pooled(replace(reference, oracle=training)).rho)
    return nanmean(np.array(rho), axis=0)
