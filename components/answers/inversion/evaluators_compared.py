"""How far every two evaluators agree."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from components.answers.inversion.reconstructions import STANDARD
from components.format import finite
from components.stats.audits.inversion import Confusion, McNemar, confusion, mcnemar, measures
from components.stats.proportions import Share, wilson


@dataclass(frozen=True, kw_only=True)
class AgreementRow:
    """Two evaluators, `x` in `table` as if it were the standard one; `agreed` is the share of equal answers."""

    x: str
    y: str
    table: Confusion
    agreed: Share
    kappa: float | None
    ac1: float | None
    test: McNemar


def agreement(rows: pd.DataFrame, judges: Sequence[str]) -> tuple[AgreementRow, ...]:
    """Every two evaluators."""
    answers = {evaluator: rows[evaluator].to_numpy() for evaluator in (STANDARD, *judges)}
    pairs = []
    for x, y in combinations(answers, 2):
        table = confusion(answers[x], answers[y])
        kappa, ac1 = (finite(float(measures(table.counts)[name])) for name in ("kappa", "ac1"))
        agreed = wilson(table.tp + table.tn, table.answered)
        pairs.append(AgreementRow(x=x, y=y, table=table, agreed=agreed, kappa=kappa, ac1=ac1, test=mcnemar(table)))
    return tuple(pairs)
