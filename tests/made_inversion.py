"""Reconstructions made for tests: two private sets, three attacks, a judge that sees through two of them."""

from dataclasses import replace
from typing import Any

import pandas as pd

from components.answers.inversion.audit import InversionResult
from components.answers.inversion.audit import compute as inversion
from tests.answered import view_of
from tests.released import TABLES

ATTACKS = {"gradient": (0.9, 0.0), "subspace": (0.7, 0.5), "population": (0.5, 0.4)}
"""Shares accepted by the standard evaluator and by the judge, of twenty per identity."""


def rows() -> list[dict[str, Any]]:
    """One row per reconstruction; the judges differ on every tenth."""
    found = []
    for name, side in (("small", 8), ("large", 14)):
        for attack, (standard, judge) in ATTACKS.items():
            for identity in range(10):
                for k in range(20):
                    yes, real = k < 20 * standard, k < 20 * judge - (name == "large")
                    other = not real if k == 19 else real
                    shown = yes and not real and k >= 10
                    found.append(
                        {
                            "attack": attack,
                            "private_set": name,
                            "target": f"seed{1 + k % 2}",
                            "identity": identity,
                            "standard": "yes" if yes else "no",
                            "judge1": "yes" if real else "no",
                            "judge2": "refused" if k == 7 else "yes" if other else "no",
                            "judge1_class": identity if real else (identity + 3) % 10,
                            "image": picture(side, identity, k) if shown else "",
                        }
                    )
    return found


def picture(side: int, identity: int, k: int) -> str:
    """A square with a bar whose place depends on the identity."""
    return "".join(
        f"{(15 if abs(c - identity * side // 10) < 2 else (r + k) % 4):x}" for r in range(side) for c in range(side)
    )


def tables() -> dict[str, pd.DataFrame]:
    """The extras of a suite: reconstructions, evaluators on real images, mean images."""
    quality = [
        {"private_set": s, "judge": j, "label": f"kind {j[-1]}", "positive_pairs": 100, "positive_yes": 96,
         "negative_pairs": 900, "negative_no": 890}
        for s in ("small", "large")
        for j in ("standard", "judge1", "judge2")
    ]  # fmt: skip
    classes = [
        {"private_set": s, "identity": i, "image": picture(n, i, 0)}
        for s, n in (("small", 8), ("large", 14))
        for i in range(10)
    ]
    return {
        "inversion": pd.DataFrame(rows()),
        "inversion_judges": pd.DataFrame(quality),
        "inversion_classes": pd.DataFrame(classes),
    }


def result(**query: str) -> InversionResult:
    """The audit of these tables."""
    found = inversion(view_of(replace(TABLES, extras=tables()), **query))
    assert isinstance(found, InversionResult)
    return found
