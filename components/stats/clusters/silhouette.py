"""How many clusters: the silhouette of every cut of a tree (Rousseeuw 1987)."""

from dataclasses import dataclass

import numpy as np

from components.stats.clusters.tree import Ints
from components.stats.panel import Floats, ratio


@dataclass(frozen=True, eq=False)
class Silhouettes:
    """Mean silhouette for k = 2 … p−1; `best` is the k of the largest, the smallest of equals, None
    for p < 3."""

    k: tuple[int, ...]
    mean: tuple[float, ...]
    best: int | None


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
