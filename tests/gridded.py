"""A small suite with grids of checkpoints and models that are never ranked, made in memory."""

from dataclasses import replace

import numpy as np
import pandas as pd

from data.registry import Tables
from tests.made import made_tables

SCORES = {"wide": (0.1, 0.2, 0.9, 0.3), "safe": (0.6, 0.5, 0.56)}
"""What the checkpoints of each method are worth; the one metric is 1 less the score."""
REFERENCES = {"retrained": ("reference", 0.58), "before": ("original", 0.05)}


def gridded() -> Tables:
    """Method `wide` with four checkpoints, `safe` with three, and two models for comparison."""
    scores = {f"{f}_{i}": s for f, values in SCORES.items() for i, s in enumerate(values)}
    scores |= {m: s for m, (_, s) in REFERENCES.items()}
    tables = made_tables(
        1 - np.array(list(scores.values()))[None, None, :, None], methods=list(scores)
    )
    methods = tuple(
        replace(m, role=REFERENCES[m.id][0], family="control", label=m.id)
        if m.id in REFERENCES
        else replace(m, family=m.id.split("_")[0])
        for m in tables.methods
    )
    families = pd.DataFrame([(f, f.title(), f, "", "", "") for f in SCORES])
    families.columns = pd.Index(["id", "label", "name", "description", "reference", "url"])
    return replace(
        tables,
        suite=replace(tables.suite, id="gridded", title="Gridded"),
        methods=methods,
        extras={"families": families},
    )
