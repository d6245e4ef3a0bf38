"""How many clusters: the silhouette of every cut of a tree (Rousseeuw 1987)."""

import numpy as np

from components.stats.clusters.tree import Ints
from components.stats.panel import Floats, ratio


def silhouette(distance: Floats, labels: Ints) -> Floats:
    """Return (p,) the silhouette (b−a)/max(a, b) of each metric, from −1 to 1.

    a is the mean distance to the others of its cluster, b the smallest mean distance to another
    cluster. 0 for a metric alone in its cluster, NaN below two clusters."""
    clusters = np.unique(labels)
    if len(clusters) < 2:
        return np.full(len(labels), np.nan)
    is_member = labels[:, None] == clusters[None, :]
    sizes = is_member.sum(axis=0)
    sums = distance @ is_member
    cluster_indices = is_member.argmax(axis=1)
    metric_indices = np.arange(len(labels))
    means = sums / sizes
    means[metric_indices, cluster_indices] = np.inf
    return _silhouettes(
        sums[metric_indices, cluster_indices], sizes[cluster_indices] - 1, means.min(axis=1)
    )


def _silhouettes(sum_inside: Floats, n_others: Floats, b: Floats) -> Floats:
    """(…) silhouettes from the sum of distances to the others of the cluster, their number, and
    b."""
    a = ratio(sum_inside, n_others, 0.0)
    return ratio(b - a, np.where(n_others > 0, np.maximum(a, b), 0.0), 0.0)


def best_number(distance: Floats, merges: Floats) -> int | None:
    """Return the number of clusters, 2 … p−1, whose cut of a tree has the largest mean silhouette.

    The smallest of equals; None for fewer than three metrics.
    """
    means = [round(mean, 12) for mean in mean_silhouettes(distance, merges).tolist()]
    return means.index(max(means)) + 2 if means else None


def mean_silhouettes(distance: Floats, merges: Floats) -> Floats:
    """Return (p−2,) the means of `silhouette` for the cuts of a tree of p metrics into 2 … p−1
    clusters.

    The sum of the distances from a metric to a node follows from those to the two nodes it joins.
    A node is a cluster of the cut after so many merges from its own merge to the next one."""
    n_metrics = len(distance)
    n_nodes = 2 * n_metrics - 1
    sums = np.zeros((n_nodes, n_metrics))
    sums[:n_metrics] = distance
    is_member = np.eye(n_nodes, n_metrics, dtype=bool)
    first_cut = np.maximum(np.arange(n_nodes) - n_metrics + 1, 0)
    end = np.full(n_nodes, n_metrics)
    children = merges[: n_metrics - 2, :2].astype(int).tolist()
    for node, (left, right) in enumerate(children, start=n_metrics):
        sums[node] = sums[left] + sums[right]
        is_member[node] = is_member[left] | is_member[right]
        end[[left, right]] = first_cut[node]
    n_merges = np.arange(n_metrics - 2, 0, -1)[:, None]
    is_cluster = (first_cut <= n_merges) & (n_merges < end)
    cluster_of_metric = (is_cluster[:, :, None] & is_member).argmax(axis=1)
    sizes = np.maximum(is_member.sum(axis=1), 1.0)
    means = np.where(is_cluster[:, :, None], sums / sizes[:, None], np.inf)
    metric_indices = np.arange(n_metrics)
    cut_indices = np.arange(len(n_merges))[:, None]
    means[cut_indices, cluster_of_metric, metric_indices] = np.inf
    sums_inside = sums[cluster_of_metric, metric_indices]
    by_cut = _silhouettes(sums_inside, sizes[cluster_of_metric] - 1, means.min(axis=1))
    return np.asarray(by_cut.mean(axis=1))
