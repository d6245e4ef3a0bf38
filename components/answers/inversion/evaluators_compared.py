"""How far every two evaluators agree, and how good each is on real images."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from components.intake.inversion import STANDARD, cell_text
from components.plain import number
from components.stats.audits.inversion import confusion, mcnemar, measures
from components.stats.proportions import wilson


@dataclass(frozen=True, kw_only=True)
class AgreementRow:
    """Two evaluators on the `n` reconstructions that both answered, `x` as if it were the standard one.

    `agreed` is the share of equal answers with its 95 % Wilson interval, `mcnemar` the exact p with the smallest in
    reach.
    """

    x: str
    y: str
    n: int
    both_yes: int
    only_x: int
    only_y: int
    both_no: int
    agreed: float | None
    agreed_low: float | None
    agreed_high: float | None
    kappa: float | None
    ac1: float | None
    mcnemar: float
    mcnemar_min: float


@dataclass(frozen=True, kw_only=True)
class QualityRow:
    """One evaluator on real images: yes to the right class, no to other classes, with 95 % Wilson intervals."""

    private_set: str
    judge: str
    label: str
    positive_pairs: int
    positive_yes: int
    yes: float | None
    yes_low: float | None
    yes_high: float | None
    negative_pairs: int
    negative_no: int
    no: float | None
    no_low: float | None
    no_high: float | None


def agreement(rows: pd.DataFrame, judges: Sequence[str]) -> tuple[AgreementRow, ...]:
    """Every two evaluators."""
    answers = {evaluator: rows[evaluator].to_numpy() for evaluator in (STANDARD, *judges)}
    pairs = []
    for x, y in combinations(answers, 2):
        table = confusion(answers[x], answers[y])
        estimates, test = measures(table.counts), mcnemar(table)
        agreed = wilson(table.tp + table.tn, table.answered)
        pairs.append(
            AgreementRow(
                x=x,
                y=y,
                n=table.answered,
                both_yes=table.tp,
                only_x=table.fp,
                only_y=table.fn,
                both_no=table.tn,
                agreed=number(agreed.share),
                agreed_low=number(agreed.low),
                agreed_high=number(agreed.high),
                kappa=number(float(estimates["kappa"])),
                ac1=number(float(estimates["ac1"])),
                mcnemar=test.exact,
                mcnemar_min=test.p_min,
            )
        )
    return tuple(pairs)


def quality(record: Mapping[Hashable, str | float]) -> QualityRow:
    """A row of a suite's table `inversion_judges`, as its cells are there."""
    counts = {c: int(record[c]) for c in ("positive_pairs", "positive_yes", "negative_pairs", "negative_no")}
    yes = wilson(counts["positive_yes"], counts["positive_pairs"])
    no = wilson(counts["negative_no"], counts["negative_pairs"])
    return QualityRow(
        private_set=cell_text(record["private_set"]),
        judge=cell_text(record["judge"]),
        label=cell_text(record.get("label")),
        **counts,
        yes=number(yes.share),
        yes_low=number(yes.low),
        yes_high=number(yes.high),
        no=number(no.share),
        no_low=number(no.low),
        no_high=number(no.high),
    )
