"""How far every two evaluators agree, and how good each is on real images."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from components.intake.inversion import STANDARD, cell_text
from components.plain import number
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


@dataclass(frozen=True, kw_only=True)
class QualityRow:
    """One evaluator on real images: yes to the right class, no to other classes, with 95 % Wilson intervals."""

    private_set: str
    judge: str
    label: str
    positive_pairs: int
    positive_yes: int
    yes: Share
    negative_pairs: int
    negative_no: int
    no: Share


def agreement(rows: pd.DataFrame, judges: Sequence[str]) -> tuple[AgreementRow, ...]:
    """Every two evaluators."""
    answers = {evaluator: rows[evaluator].to_numpy() for evaluator in (STANDARD, *judges)}
    pairs = []
    for x, y in combinations(answers, 2):
        table = confusion(answers[x], answers[y])
        kappa, ac1 = (number(float(measures(table.counts)[name])) for name in ("kappa", "ac1"))
        agreed = wilson(table.tp + table.tn, table.answered)
        pairs.append(AgreementRow(x=x, y=y, table=table, agreed=agreed, kappa=kappa, ac1=ac1, test=mcnemar(table)))
    return tuple(pairs)


def quality(record: Mapping[Hashable, str | float]) -> QualityRow:
    """A row of a suite's table `inversion_judges`, as its cells are there."""
    counts = {c: int(record[c]) for c in ("positive_pairs", "positive_yes", "negative_pairs", "negative_no")}
    return QualityRow(
        private_set=cell_text(record["private_set"]),
        judge=cell_text(record["judge"]),
        label=cell_text(record.get("label")),
        **counts,
        yes=wilson(counts["positive_yes"], counts["positive_pairs"]),
        no=wilson(counts["negative_no"], counts["negative_pairs"]),
    )
