"""How many clusters: the silhouette of every cut of a tree (Rousseeuw 1987)."""

import numpy as np

from components.stats.panel import Bools, Floats, Ints, ratio


def silhouette(distance: Floats, labels: Ints) -> Floats:
    """Return (p,) the silhouette (b−a)/max(a, b) of each metric, from −1 to 1.

    a is the mean distance to the others of its cluster, b the smallest mean distance to another
    cluster. 0 for a metric alone in its cluster, NaN below two clusters."""
    clusters = np.unique(labels)
    if len(clusters) < 2:
        return np.full(len(labels), np.nan)
    is_member = labels == clusters[:, None]
    sums = (distance @ is_member.T).T
    is_cluster = np.ones((1, len(clusters)), dtype=bool)
    return np.asarray(_silhouettes(sums, is_member, is_cluster)[0])


def _silhouettes(
    sums: Floats,
    is_member: Bools,
    is_cluster: Bools,
) -> Floats:
    """(cuts, p) silhouettes.

    sums        (N, p) sum of the distances from a metric to the members of a node
    is_member   (N, p) whether it is a member itself
    is_cluster  (cuts, N) whether a node is a cluster of a cut
    """
    in_cut = is_cluster[:, :, None]
    sizes = np.maximum(is_member.sum(axis=1), 1.0)
    means = np.where(in_cut, sums / sizes[:, None], np.inf)
    cluster_of_metric = (in_cut & is_member).argmax(axis=1)
    n_cuts, n_metrics = cluster_of_metric.shape
    metric_indices = np.arange(n_metrics)
    cut_indices = np.arange(n_cuts)[:, None]
    means[cut_indices, cluster_of_metric, metric_indices] = np.inf
    n_others = sizes[cluster_of_metric] - 1
    a = ratio(sums[cluster_of_metric, metric_indices], n_others, 0.0)
    b = means.min(axis=1)
    larger = np.where(n_others > 0, np.maximum(a, b), 0.0)
    return ratio(b - a, larger, 0.0)


def best_number(distance: Floats, merges: Floats) -> int | None:
    """Return the number of clusters, 2 … p−1, whose cut of a tree has the largest mean silhouette.

    The smallest of equals; None for fewer than three metrics.
    """
    means = mean_silhouettes(distance, merges).tolist()
    rounded = [round(mean, 12) for mean in means]
    return rounded.index(max(rounded)) + 2 if rounded else None


def mean_silhouettes(distance: Floats, merges: Floats) -> Floats:
    """Return (p−2,) the means of `silhouette` for the cuts of a tree into 2 … p−1 clusters.

    The sum of the distances from a metric to a node follows from those to the two nodes it joins. A
    node is a cluster of the cut after so many merges from its own merge to the next one.
    """
    n_metrics = len(distance)
    n_nodes = 2 * n_metrics - 1
    sums = np.zeros((n_nodes, n_metrics))
    sums[:n_metrics] = distance
    is_member = np.eye(n_nodes, n_metrics, dtype=bool)
    first_cut = np.arange(n_nodes) - n_metrics + 1
    first_cut[:n_metrics] = 0
    end = np.full(n_nodes, n_metrics)
    children = merges[: n_metrics - 2, :2].astype(int)
    for node, (left, right) in enumerate(children.tolist(), start=n_metrics):
        sums[node] = sums[left] + sums[right]
        is_member[node] = is_member[left] | is_member[right]
        end[[left, right]] = first_cut[node]
    n_merges = np.arange(n_metrics - 2, 0, -1)[:, None]
    is_cluster = (first_cut <= n_merges) & (n_merges < end)
    return np.asarray(_silhouettes(sums, is_member, is_cluster).mean(axis=1))
