"""The tables of the inversion page: what is drawn, as rows of numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from components.stats.audits.claims import MOST_DECIMALS, Claim, Figure, outcome
from components.text import number, p_value
from components.views.inversion.comparison import Comparison, called
from components.views.inversion.images import GalleryImage
from components.views.inversion.result import InversionResult


def slopes_table(result: InversionResult) -> pd.DataFrame:
    """Accuracy and rank of every attack under both evaluators, with the paired difference."""
    return pd.DataFrame(
        [
            {
                "private set": row.private_set,
                "attack": row.attack,
                "answered by both": row.answered,
                "standard": row.accuracy_standard,
                "standard low": row.accuracy_standard_low,
                "standard high": row.accuracy_standard_high,
                "judge": row.accuracy_judge,
                "judge low": row.accuracy_judge_low,
                "judge high": row.accuracy_judge_high,
                "difference": row.difference,
                "difference low": row.difference_low,
                "difference high": row.difference_high,
                "difference low, identities drawn": row.difference_cluster_low,
                "difference high, identities drawn": row.difference_cluster_high,
                "McNemar exact p": p_value(row.mcnemar),
                "smallest possible p": p_value(row.mcnemar_min),
                "mid-p": p_value(row.mcnemar_mid),
                "smallest possible mid-p": p_value(row.mcnemar_mid_min),
                "rank by standard": row.rank_standard,
                "rank by judge": row.rank_judge,
            }
            for row in result.rows
        ]
    )


def confusion_table(result: InversionResult) -> pd.DataFrame:
    """The counts of every attack, the last row of all together."""
    rows: list[tuple[str, str, Comparison]] = [(r.private_set, r.attack, r) for r in result.rows]
    return pd.DataFrame(
        [
            {
                "private set": private_set,
                "attack": attack,
                **row.cells,
                "refused by standard": row.refused_standard,
                "refused by judge": row.refused_judge,
                "refused by both": row.refused_both,
                "κ": row.kappa,
                "AC1": row.ac1,
            }
            for private_set, attack, row in [*rows, ("all", "all", result.overall)]
        ]
    )


def rates_table(result: InversionResult) -> pd.DataFrame:
    """False-positive, false-negative and false-discovery rate with both kinds of interval."""
    rows = []
    for row in result.rows:
        cells: dict[str, str | float | None] = {"private set": row.private_set, "attack": row.attack}
        for rate in row.rates:
            cells |= {
                rate.name: rate.share,
                f"{rate.name} low": rate.low,
                f"{rate.name} high": rate.high,
                f"{rate.name} low, identities drawn": rate.cluster_low,
                f"{rate.name} high, identities drawn": rate.cluster_high,
            }
        rows.append(cells)
    return pd.DataFrame(rows)


def agreement_table(result: InversionResult) -> pd.DataFrame:
    """Every two evaluators."""
    return pd.DataFrame(
        [
            {
                "one": called(row.x),
                "other": called(row.y),
                "answered by both": row.n,
                "both yes": row.both_yes,
                "only the one": row.only_x,
                "only the other": row.only_y,
                "both no": row.both_no,
                "agreed": row.agreed,
                "low": row.agreed_low,
                "high": row.agreed_high,
                "κ": row.kappa,
                "AC1": row.ac1,
                "McNemar exact p": p_value(row.mcnemar),
                "smallest possible p": p_value(row.mcnemar_min),
            }
            for row in result.agreement
        ]
    )


def quality_table(result: InversionResult) -> pd.DataFrame:
    """The evaluators on real images: yes to the right class, no to the others."""
    return pd.DataFrame(
        [
            {
                "evaluator": called(row.judge),
                "what it is": row.label,
                "private set": row.private_set,
                "positive pairs": row.positive_pairs,
                "yes": row.yes,
                "yes low": row.yes_low,
                "yes high": row.yes_high,
                "negative pairs": row.negative_pairs,
                "no": row.no,
                "no low": row.no_low,
                "no high": row.no_high,
            }
            for row in result.quality
        ]
    )


def gallery_table(images: Sequence[GalleryImage]) -> pd.DataFrame:
    """The false positives on screen, with their images as texts."""
    return pd.DataFrame(
        [
            {
                "private set": image.private_set,
                "attack": image.attack,
                "target": image.target,
                "made for": image.identity,
                "judge reads": image.seen,
                "image (one hexadecimal digit per pixel)": image.image,
            }
            for image in images
        ]
    )


def published_table(claims: Sequence[Claim]) -> pd.DataFrame:
    """What another study prints; none of it can be recomputed from a suite's tables."""
    return pd.DataFrame(
        [
            {
                "what is printed": c.sentence,
                "printed": number(c.printed, min(c.decimals, MOST_DECIMALS)),
                "status": c.status,
                "outcome": outcome(c, Figure(float("nan"))),
                "where": c.where,
                "url": c.url,
            }
            for c in claims
        ]
    )
