"""The numbers behind each view of the clusters page as tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.views.clusters.words import partition_text

Part = Mapping[str, Any]


def matrix_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per pair of clustered metrics: τ, distance, blocks, and whether they share a cluster."""
    ids = part["metrics"]
    theirs = part["published"][0]["clusters"] if part["published"] else {}
    rows = []
    for i, x in enumerate(ids):
        for j in range(i + 1, len(ids)):
            y, tau = ids[j], part["tau"][i][j]
            both = x in theirs and y in theirs
            rows.append(
                {
                    "metric": resolved.metric_label(x),
                    "with": resolved.metric_label(y),
                    "τ": tau,
                    "distance": max(2 * (1 - tau), 0.0) ** 0.5,
                    "blocks": part["blocks_defined"][i][j],
                    "of": part["blocks"],
                    "same cluster": part["labels"][x] == part["labels"][y],
                    "same published cluster": theirs[x] == theirs[y] if both else None,
                }
            )
    return pd.DataFrame(rows)


def map_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per clustered metric: place on the map, cluster, silhouette."""
    theirs = part["published"][0]["clusters"] if part["published"] else {}
    return pd.DataFrame(
        [
            {
                "metric": resolved.metric_label(m),
                "x": x,
                "y": y,
                "cluster": part["labels"][m],
                "published cluster": theirs.get(m),
                "silhouette": part["silhouettes"][m],
            }
            for m, (x, y) in part["map"].items()
        ]
    )


def number_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per number of clusters."""
    return pd.DataFrame(
        [
            {
                "k": r["k"],
                "silhouette": r["silhouette"],
                "gap": r["gap"],
                "standard error": r["gap_se"],
                **_rand_columns(part, r),
                "clusters": partition_text(resolved, r["labels"]),
            }
            for r in part["by_k"]
        ]
    )


def coassociation_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per pair: share of resamples together, and share in which both can be clustered."""
    return pd.DataFrame(
        [
            {
                "metric": resolved.metric_label(p["x"]),
                "with": resolved.metric_label(p["y"]),
                "share together": p["share"],
                "share comparable": p["defined"],
            }
            for p in part["coassociation"]
        ]
    )


def choices_table(resolved: Resolved, part: Part) -> pd.DataFrame:
    """One row per protocol and linkage, k by silhouette."""
    return pd.DataFrame(
        [
            {
                "protocol": r["protocol"],
                "linkage": r["linkage"],
                "k": r["k"],
                "clusters": partition_text(resolved, r["labels"]),
                "silhouette": r["silhouette"],
                "cophenetic": r["cophenetic"],
                **_rand_columns(part, r),
            }
            for r in part["choices"]
        ]
    )


def _rand_columns(part: Part, row: Mapping[str, Any]) -> dict[str, float | None]:
    """One column per published partition."""
    names = [p["label"] for p in part["published"]]
    return {f"Rand with {name}": value for name, value in zip(names, row["rand"], strict=True)}
