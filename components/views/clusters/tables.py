"""The numbers of each figure of the clusters page as tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pandas as pd

from components.views.clusters.result.clusters import ClustersResult
from components.views.clusters.words.head import partition_text


def matrix_table(result: ClustersResult) -> pd.DataFrame:
    """One row per pair of clustered metrics: τ, distance, blocks, and whether they share a cluster."""
    theirs = result.published_clusters
    return pd.DataFrame(
        [
            {
                "metric": result.names.metric(x),
                "with": result.names.metric(y),
                "τ": result.tau[i][j],
                "distance": result.distance[i][j],
                "blocks": result.blocks_defined[i][j],
                "of": result.blocks,
                "same cluster": result.labels[x] == result.labels[y],
                "same published cluster": theirs[x] == theirs[y] if x in theirs and y in theirs else None,
            }
            for (i, x), (j, y) in combinations(enumerate(result.metrics), 2)
        ]
    )


def map_table(result: ClustersResult) -> pd.DataFrame:
    """One row per clustered metric: place on the map, cluster, silhouette."""
    theirs = result.published_clusters
    return pd.DataFrame(
        [
            {
                "metric": result.names.metric(m),
                "x": x,
                "y": y,
                "cluster": result.labels[m],
                "published cluster": theirs.get(m),
                "silhouette": result.silhouettes[m],
            }
            for m, (x, y) in result.map.items()
        ]
    )


def number_table(result: ClustersResult) -> pd.DataFrame:
    """One row per number of clusters."""
    return pd.DataFrame(
        [
            {
                "k": cut.k,
                "silhouette": cut.silhouette,
                "gap": cut.gap,
                "standard error": cut.gap_se,
                **_rand_columns(result, cut.rand),
                "clusters": partition_text(result, cut.labels),
            }
            for cut in result.by_k
        ]
    )


def coassociation_table(result: ClustersResult) -> pd.DataFrame:
    """One row per pair: share of resamples together, and share in which both can be clustered."""
    return pd.DataFrame(
        [
            {
                "metric": result.names.metric(pair.x),
                "with": result.names.metric(pair.y),
                "share together": pair.share,
                "share comparable": pair.defined,
            }
            for pair in result.coassociation
        ]
    )


def choices_table(result: ClustersResult) -> pd.DataFrame:
    """One row per protocol and linkage, k by silhouette."""
    return pd.DataFrame(
        [
            {
                "protocol": choice.protocol,
                "linkage": choice.linkage,
                "k": choice.k,
                "clusters": partition_text(result, choice.labels),
                "silhouette": choice.silhouette,
                "cophenetic": choice.cophenetic,
                **_rand_columns(result, choice.rand),
            }
            for choice in result.choices
        ]
    )


def _rand_columns(result: ClustersResult, rand: Sequence[float | None]) -> dict[str, float | None]:
    """One column per published partition."""
    return {f"Rand with {p.label}": value for p, value in zip(result.published, rand, strict=True)}
