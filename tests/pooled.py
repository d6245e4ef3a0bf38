"""A small suite with pools of models whose knowledge is known: the answer by construction."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd

from data.registry import Tables
from tests.made import made_tables
from tests.released import built_in

VARIANTS = {"known": ("full", "bio"), "unknown": ("never", "other")}


def pooled(models: int = 3) -> Tables:
    """Two variants of `models` models in each pool and a reference.

    GOOD (higher says erased) always tells them apart, TURNED never does, MIXED does in one pair of
    variants only."""
    rows = []
    for pool, names in VARIANTS.items():
        knows = pool == "known"
        for (i, variant), j in product(enumerate(names), range(models)):
            good = (0.2 if knows else 0.8) + j / 1000
            mixed = (0.5 + 0.5 * i if knows else 0.4 + 0.3 * i) + j / 1000
            rows.append((f"{variant}_{j}", pool, variant, good, 0.5 - 0.1 * knows, mixed))
    rows.append(("retrain", "reference", "retrain", 0.8, 0.45, 0.71))
    columns = ["model", "pool", "variant", "GOOD", "TURNED", "MIXED"]
    directions = {"GOOD": "higher", "TURNED": "lower", "MIXED": "lower"}
    metrics = pd.DataFrame({"id": [*directions], "label": [*directions]}).assign(
        name=[f"{m.title()} metric" for m in directions],
        direction=[*directions.values()],
        measures="made",
        reference="made",
    )
    # what is claimed of GOOD, in the form of a claim that another suite has
    claims = built_in("tofu").published.query("statistic == 'ground_truth_auc'").iloc[:1]
    tables = made_tables(np.random.default_rng(0).random((1, 1, 3, 2)))
    return replace(
        tables,
        suite=replace(tables.suite, id="pooled", title="Pooled"),
        published=claims.assign(
            claim="auc_good", subject="GOOD", printed="0.99", value=0.99, decimals=2, url=""
        ),
        extras={"pool": pd.DataFrame(rows, columns=columns), "pool_metrics": metrics},
    )
