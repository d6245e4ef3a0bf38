"""How many clusters: silhouette (Rousseeuw 1987) and the gap statistic (Tibshirani, Walther &
Hastie 2001).

The references of the gap statistic are random rankings on the same block design.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.stats.agreement.tau import agreement
from components.stats.clusters.tree import Ints, distances, joined
from components.stats.draws import as_listed, places_by_id
from components.stats.panel import Floats, Panel, ratio

MOST, FEWEST = 200, 10
WORK = 60_000_000
"""Comparisons of two methods by a metric that all references together may take; large suites get
fewer references."""


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """Mean silhouette for k = 2 … p−1; `best` is the k of the largest, the smallest of equals, None
    for p < 3."""

    k: tuple[int, ...]
    mean: tuple[float, ...]
    best: int | None


@dataclass(frozen=True, eq=False)
class Gap:
    """The gap statistic for k = 1 … p−1.

    gap    E*[log W_k] − log W_k; NaN if it is undefined and beyond the first k with W_k = 0
    se     s_k = sd* √(1 + 1/B)
    best   smallest k with gap(k) ≥ gap(k+1) − s(k+1); None if no gap is defined
    zeros  per k, in how many of the references W_k was 0
    """

    k: tuple[int, ...]
    gap: Floats
    se: Floats
    best: int | None
    zeros: tuple[int, ...]


def silhouette(distance: Floats, labels: Ints) -> Floats:
    """Return (p,) the silhouette (b−a)/max(a, b) of each metric; 0 if alone in its cluster, NaN
    below two clusters.

    a is the mean distance to the others of its cluster, b the smallest mean distance to another
    cluster."""
    groups = np.unique(labels)
    if len(groups) < 2:
        return np.full(len(labels), np.nan)
    inside = labels[:, None] == groups[None, :]
    size = inside.sum(axis=0)
    total = distance @ inside
    own = inside.argmax(axis=1)
    rows = np.arange(len(labels))
    means = total / size
    means[rows, own] = np.inf
    return _silhouettes(total[rows, own], size[own] - 1, means.min(axis=1))


def _silhouettes(inside: Floats, others: Floats, b: Floats) -> Floats:
    """(…) silhouettes from the sums of distances to the others of the cluster, their number, and
    b."""
    a = ratio(inside, others, 0.0)
    return ratio(b - a, np.where(others > 0, np.maximum(a, b), 0.0), 0.0)


def silhouettes(distance: Floats, merges: Floats) -> Silhouettes:
    """Return the mean silhouette of each cut of a tree into k = 2 … p−1 clusters; none below three
    metrics."""
    p = distance.shape[0]
    ks = tuple(range(2, p))
    means = tuple(_mean_silhouettes(distance, merges).tolist())
    best = (
        min(zip(ks, means, strict=True), key=lambda pair: (-round(pair[1], 12), pair[0]))[0]
        if ks
        else None
    )
    return Silhouettes(ks, means, best)


def _mean_silhouettes(distance: Floats, merges: Floats) -> Floats:
    """(p−2,) means of `silhouette` for the cuts into 2 … p−1 clusters, all cuts of a tree at once.

    The sum of the distances from a metric to a node follows from those to the two nodes it joins.
    """
    p = distance.shape[0]
    nodes = 2 * p - 1
    total, inside = np.zeros((nodes, p)), np.eye(nodes, p, dtype=bool)
    total[:p] = distance
    born, joined = (
        np.r_[np.zeros(p, dtype=np.intp), np.arange(1, p)],
        np.full(nodes, p),
    )  # after so many merges
    for step, (a, b) in enumerate(merges[: p - 2, :2].astype(int).tolist()):
        total[p + step], inside[p + step] = total[a] + total[b], inside[a] | inside[b]
        joined[[a, b]] = step + 1
    merged = np.arange(p - 2, 0, -1)[:, None]  # k = 2 … p−1
    active = (born <= merged) & (merged < joined)
    own = (active[:, :, None] & inside).argmax(axis=1)
    size = np.maximum(inside.sum(axis=1), 1.0)
    means = np.where(active[:, :, None], total / size[:, None], np.inf)
    rows, cuts = np.arange(p), np.arange(len(own))[:, None]
    means[cuts, own, rows] = np.inf
    return np.asarray(_silhouettes(total[own, rows], size[own] - 1, means.min(axis=1)).mean(axis=1))


def within(distance: Floats, merges: Floats) -> Floats:
    """Return (p,) W_k for k = 1 … p: Σ over clusters of (Σ of squared distances between members) /
    size."""
    p = distance.shape[0]
    squared = distance**2
    result = np.zeros(p)
    members: dict[int, list[int]] = {i: [i] for i in range(p)}
    sums: dict[int, float] = dict.fromkeys(range(p), 0.0)
    total = 0.0
    for step, (a, b) in enumerate(merges[:, :2].astype(int)):
        left, right = members.pop(a), members.pop(b)
        joined = sums[a] + sums[b] + float(squared.take(left, axis=0).take(right, axis=1).sum())
        total += joined / (len(left) + len(right)) - sums[a] / len(left) - sums[b] / len(right)
        members[p + step], sums[p + step] = left + right, joined
        result[p - step - 2] = max(total, 0.0)
    return result


def gap_statistic(distance: Floats, references: Sequence[Floats], method: str) -> Gap:
    """Return the gap of each k = 1 … p−1 against reference distances (p, p), joined by the linkage
    `method`.

    A W_k of 0 (metrics agree exactly) enters as half the smallest positive W_k seen at that k. The
    first k whose W_k here is 0 is the last one looked at. Undefined if every W_k is 0, and with
    fewer than two references."""
    p = distance.shape[0]
    ks = tuple(range(1, p))
    if p < 2 or len(references) < 2:
        empty = np.full(len(ks), np.nan)
        return Gap(ks, empty, empty, None, (0,) * len(ks))
    observed = within(distance, joined(distance, method))[:-1]
    drawn = np.array([within(r, joined(r, method))[:-1] for r in references])
    seen = np.vstack([observed, drawn])
    seen[seen < 1e-12] = 0.0
    floor = np.where(seen > 0, seen, np.inf).min(axis=0) / 2
    logs = np.log(np.where(seen > 0, seen, floor))
    logs[:, np.isinf(floor)] = np.nan
    gap = logs[1:].mean(axis=0) - logs[0]
    se = logs[1:].std(axis=0) * np.sqrt(1 + 1 / len(references))
    perfect = np.flatnonzero(seen[0] == 0)
    last = int(perfect[0]) + 1 if len(perfect) else len(ks)
    gap[last:] = se[last:] = np.nan
    zeros = tuple(int(z) for z in (seen[1:] == 0).sum(axis=0))
    return Gap(ks, gap, se, first_within_se(gap[:last], se[:last]), zeros)


def first_within_se(gap: Floats, se: Floats) -> int | None:
    """Return the smallest k (from 1) with gap(k) ≥ gap(k+1) − s(k+1), else the largest k; None if a
    gap is NaN."""
    if not len(gap) or np.isnan(gap).any():
        return None
    enough = np.flatnonzero(gap[:-1] >= gap[1:] - se[1:])
    return int(enough[0]) + 1 if len(enough) else len(gap)


def shuffled(panel: Panel, rng: np.random.Generator) -> Panel:
    """Return a panel with values handed to other methods, at random for each metric and benchmark,
    alike for seeds.

    Every block keeps its values, ties and gaps. Shuffled apart, seeds would pass for independent
    evidence."""
    values = panel.values.copy()
    axes = (panel.benchmarks, panel.methods, panel.metric_ids)
    keys, by_id = (
        as_listed(rng.random([len(ids) for ids in axes]), *axes),
        np.argsort(places_by_id(panel.methods)),
    )
    for b, s in panel.blocks:
        here = by_id[panel.present[b, s, by_id]]
        order = np.argsort(np.argsort(keys[b, here], axis=0), axis=0)
        values[b, s, here] = np.take_along_axis(panel.values[b, s, here], order, axis=0)
    return replace(panel, values=values)


def references(panel: Panel, protocol: str, seed: int = 0) -> tuple[list[Floats], int]:
    """Return distances (K, K) of shuffled panels, and how many of these had an undefined τ and are
    left out.

    There are MOST of them, fewer (but at least FEWEST) if one takes long.
    """
    work = len(panel.blocks) * len(panel.methods) ** 2 * len(panel.metrics)
    draws = int(np.clip(WORK // max(work, 1), FEWEST, MOST))
    rng = np.random.default_rng(seed)
    drawn = [distances(agreement(shuffled(panel, rng), protocol).tau) for _ in range(draws)]
    defined = [d for d in drawn if not np.isnan(d).any()]
    return defined, draws - len(defined)
