"""The standard evaluator against one judge: counts, shares, rates and tests, over all and attack by attack."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.intake.inversion import STANDARD
from components.plain import number
from components.stats.audits.inversion import (
    MEASURES,
    cluster_intervals,
    confusion,
    mcnemar,
    measures,
    paired_difference,
    shares,
)


def judge_label(evaluator: str) -> str:
    """What an evaluator is called where nothing else names it: judge1 is judge 1."""
    return "standard evaluator" if evaluator == STANDARD else f"judge {evaluator.removeprefix('judge')}".strip()


def called(evaluator: str) -> str:
    """What an evaluator is called in running text: the standard evaluator, the judge, judge 1."""
    label = judge_label(evaluator)
    return f"the {label}" if label in ("standard evaluator", "judge") else label


@dataclass(frozen=True)
class Rate:
    """An error rate of the standard evaluator with its Wilson interval and the one from drawing identities anew."""

    name: str
    share: float | None
    low: float | None
    high: float | None
    cluster_low: float | None
    cluster_high: float | None


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """What the standard evaluator accepts, with the judge as the reference.

    Counts are of the `answered` of `n` reconstructions, those that neither evaluator refused; `refused_both` is part
    of either's refusals. `*_low` and `*_high` are 95 % intervals: Wilson's of shares and rates, Newcombe's of the
    paired `difference`. `*_cluster_low` and `*_cluster_high` are from drawing `identities` anew, None where
    `cluster_reason` says why. `mcnemar` is the exact p, `mcnemar_mid` the mid-p, each with the smallest possible.
    """

    n: int
    answered: int
    tp: int
    fp: int
    fn: int
    tn: int
    refused_standard: int
    refused_judge: int
    refused_both: int
    accuracy_standard: float | None
    accuracy_standard_low: float | None
    accuracy_standard_high: float | None
    accuracy_standard_cluster_low: float | None
    accuracy_standard_cluster_high: float | None
    accuracy_judge: float | None
    accuracy_judge_low: float | None
    accuracy_judge_high: float | None
    accuracy_judge_cluster_low: float | None
    accuracy_judge_cluster_high: float | None
    fpr: float | None
    fpr_low: float | None
    fpr_high: float | None
    fpr_cluster_low: float | None
    fpr_cluster_high: float | None
    fnr: float | None
    fnr_low: float | None
    fnr_high: float | None
    fnr_cluster_low: float | None
    fnr_cluster_high: float | None
    fdr: float | None
    fdr_low: float | None
    fdr_high: float | None
    fdr_cluster_low: float | None
    fdr_cluster_high: float | None
    difference: float | None
    difference_low: float | None
    difference_high: float | None
    difference_cluster_low: float | None
    difference_cluster_high: float | None
    kappa: float | None
    kappa_cluster_low: float | None
    kappa_cluster_high: float | None
    ac1: float | None
    ac1_cluster_low: float | None
    ac1_cluster_high: float | None
    identities: int
    cluster_reason: str
    discordant: int
    mcnemar: float
    mcnemar_min: float
    mcnemar_mid: float
    mcnemar_mid_min: float

    @property
    def cells(self) -> Mapping[str, int]:
        """The counts by their names, in the order they are drawn."""
        return {"TP": self.tp, "FP": self.fp, "FN": self.fn, "TN": self.tn}

    @property
    def rates(self) -> tuple[Rate, Rate, Rate]:
        """False-positive, false-negative and false-discovery rate."""
        return (
            Rate("FPR", self.fpr, self.fpr_low, self.fpr_high, self.fpr_cluster_low, self.fpr_cluster_high),
            Rate("FNR", self.fnr, self.fnr_low, self.fnr_high, self.fnr_cluster_low, self.fnr_cluster_high),
            Rate("FDR", self.fdr, self.fdr_low, self.fdr_high, self.fdr_cluster_low, self.fdr_cluster_high),
        )


@dataclass(frozen=True, kw_only=True)
class _Attack:
    private_set: str
    attack: str


@dataclass(frozen=True, kw_only=True)
class AttackRow(Comparison, _Attack):
    """One attack on one private set; ranks are by accuracy within the private set, ties share the best."""

    rank_standard: int | None
    rank_judge: int | None


def compare(rows: pd.DataFrame, judge: str, identified: bool, seed: int) -> Comparison:
    """Every number of some reconstructions. `identified` says whether their table names any identity at all."""
    standard, reference = rows[STANDARD].to_numpy(), rows[judge].to_numpy()
    table = confusion(standard, reference)
    test = mcnemar(table)
    clusters = identity_numbers(rows) if identified else np.zeros(len(rows), dtype=np.intp)
    drawn = cluster_intervals(standard, reference, clusters, seed=seed)
    estimates = {name: number(float(value)) for name, value in measures(table.counts).items()}
    for name, share in {**shares(table), "difference": paired_difference(table)}.items():
        estimates |= {f"{name}_low": number(share.low), f"{name}_high": number(share.high)}
    for name in MEASURES:
        estimates |= {f"{name}_cluster_low": drawn[name].low, f"{name}_cluster_high": drawn[name].high}
    reason = next((i.reason for i in drawn.values() if i.reason), "")
    return Comparison(
        n=table.total,
        answered=table.answered,
        tp=table.tp,
        fp=table.fp,
        fn=table.fn,
        tn=table.tn,
        refused_standard=table.refused_standard,
        refused_judge=table.refused_judge,
        refused_both=table.refused_both,
        **estimates,
        identities=len(np.unique(clusters)) if identified else 0,
        cluster_reason=reason if identified else "the table names no identities",
        discordant=test.discordant,
        mcnemar=test.exact,
        mcnemar_min=test.p_min,
        mcnemar_mid=test.mid_p,
        mcnemar_mid_min=test.mid_p_min,
    )


def identity_numbers(rows: pd.DataFrame) -> npt.NDArray[np.intp]:
    """(N,) number of the identity of each row; the same name in two private sets is two identities."""
    return np.asarray(rows.groupby(["private_set", "identity"], sort=False).ngroup(), dtype=np.intp)
