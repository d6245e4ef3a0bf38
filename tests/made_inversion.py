"""Reconstructions for tests: two private sets, three attacks, a judge that two do not deceive."""

from itertools import product
from typing import Any

import pandas as pd

ATTACKS = {"gradient": (0.9, 0.0), "subspace": (0.7, 0.5), "population": (0.5, 0.4)}
"""Shares accepted by the standard evaluator and by the judge, of twenty per identity."""
YES_OR_NO = {True: "yes", False: "no"}


def rows() -> list[dict[str, Any]]:
    """Return one row per reconstruction; the judges differ on every tenth."""
    reconstructions = []
    for name, (attack, (standard, judge)) in product(("small", "large"), ATTACKS.items()):
        for identity, k in product(range(10), range(20)):
            yes, real = k < 20 * standard, k < 20 * judge - (name == "large")
            other = not real if k == 19 else real
            row = {"attack": attack, "private_set": name, "target": f"seed{1 + k % 2}"}
            row |= {"identity": identity, "standard": YES_OR_NO[yes], "judge1": YES_OR_NO[real]}
            reconstructions.append(row | {"judge2": "refused" if k == 7 else YES_OR_NO[other]})
    return reconstructions


def tables() -> dict[str, pd.DataFrame]:
    """Return the extras of a suite: reconstructions and what their judges are."""
    judges = [
        {"private_set": s, "judge": j, "label": f"kind {j[-1]}"}
        for s in ("small", "large")
        for j in ("judge1", "judge2")
    ]
    return {"inversion": pd.DataFrame(rows()), "inversion_judges": pd.DataFrame(judges)}
