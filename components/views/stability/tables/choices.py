"""The ranking under other choices as tables."""

from __future__ import annotations

import pandas as pd

from components.labels import Labels
from components.views.stability.result.choices import ChoicesResult, Variant
from components.views.stability.words.choices import KINDS

MOST_COLUMNS = 12
"""Methods beyond which ranks have no columns of their own."""


def choices_table(result: ChoicesResult) -> pd.DataFrame:
    """One row per other choice: who leads, τ with the current ranking, and which pairs turned round."""
    labels = result.labels
    frame = pd.DataFrame(
        [
            {
                "choice": f"{KINDS[v.kind]}: {_choice(labels, v)}" + (" (now)" if v.current else ""),
                "leads": _first(labels, v),
                "what changed": _changes(labels, v),
                "τ with now": v.tau,
                "pairs reversed": len(v.swapped),
            }
            for v in result.variants
        ]
    )
    ranks = {
        labels.method(m): pd.array([v.ranks[m] for v in result.variants], dtype="Int64")
        for m in (result.methods if len(result.methods) <= MOST_COLUMNS else ())
    }
    return frame.assign(**ranks)


def reversals_table(result: ChoicesResult) -> pd.DataFrame:
    """One row per reversal: which normalisation, who is left out, and which pair turns round."""
    name = result.labels.method
    return pd.DataFrame(
        [
            [normalisation, name(r.dropped), name(r.ahead), name(r.behind)]
            for normalisation, rows in result.reversals.items()
            for r in rows
        ],
        columns=["normalisation", "without", "was ahead", "passes it"],
    )


def _changes(labels: Labels, variant: Variant, most: int = 4) -> str:
    """The reversed pairs in words, at most four; who is left out or unranked."""
    parts = [f"{labels.method(b)} passes {labels.method(a)}" for a, b in variant.swapped[:most]]
    if len(variant.swapped) > most:
        parts.append(f"{len(variant.swapped) - most} more")
    if variant.kind != "method":
        parts += [f"{labels.method(m)} unranked" for m, r in variant.ranks.items() if r is None]
    return "; ".join(parts) or ("" if variant.current else "nothing")


def _first(labels: Labels, variant: Variant) -> str:
    leaders = [labels.method(m) for m in variant.first]
    return ", ".join(leaders) if len(leaders) <= 3 else f"{', '.join(leaders[:3])} and {len(leaders) - 3} more"


def _choice(labels: Labels, variant: Variant) -> str:
    if variant.kind == "benchmark":
        return labels.benchmark(variant.choice)
    return labels.method(variant.choice) if variant.kind == "method" else variant.choice
