"""A small suite with pools of models whose knowledge is known, made in memory: the right answer by
construction."""

from dataclasses import replace

import numpy as np
import pandas as pd

from data.registry import Tables
from tests.made import made_tables
from tests.released import built_in

VARIANTS = {"known": ("full", "bio"), "unknown": ("never", "other")}
PRINTED = {
    "claim": "auc_good",
    "subject": "GOOD",
    "printed": "0.99",
    "value": 0.99,
    "decimals": 2,
    "url": "",
}
"""What is claimed of GOOD, in the form of a claim that another suite has."""


def pooled(models: int = 3) -> Tables:
    """Two variants of `models` models in each pool and a reference.

    GOOD (higher says erased) always tells them apart, TURNED never does, MIXED does in one pair of
    variants only."""
    rows = []
    for pool, names in VARIANTS.items():
        for i, variant in enumerate(names):
            for j in range(models):
                knows = pool == "known"
                mixed = (0.5 + 0.5 * i if knows else 0.4 + 0.3 * i) + j / 1000
                rows.append(
                    (
                        f"{variant}_{j}",
                        pool,
                        variant,
                        (0.2 if knows else 0.8) + j / 1000,
                        0.1 * knows,
                        mixed,
                    )
                )
    rows = [(m, p, v, g, 0.5 - t, x) for m, p, v, g, t, x in rows]
    rows.append(("retrain", "reference", "retrain", 0.8, 0.45, 0.71))
    claims = built_in("tofu").published
    tables = made_tables(np.random.default_rng(0).random((1, 1, 3, 2)))
    metrics = pd.DataFrame(
        {
            "id": ["GOOD", "TURNED", "MIXED"],
            "label": ["GOOD", "TURNED", "MIXED"],
            "name": ["Good metric", "Turned metric", "Mixed metric"],
            "direction": ["higher", "lower", "lower"],
            "measures": "made",
            "reference": "made",
        }
    )
    return replace(
        tables,
        suite=replace(tables.suite, id="pooled", title="Pooled"),
        published=claims[claims["statistic"] == "ground_truth_auc"].iloc[:1].assign(**PRINTED),
        extras={
            "pool": pd.DataFrame(
                rows, columns=["model", "pool", "variant", "GOOD", "TURNED", "MIXED"]
            ),
            "pool_metrics": metrics,
        },
    )
