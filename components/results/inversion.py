"""Model inversion: what the standard evaluator accepts of the reconstructions, against an
independent judge."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from components.format import cleaned, finite, shortened
from components.resolved import Resolved, unweighted
from components.results.absent import Absent
from components.stats.audits.inversion import (
    NO,
    REFUSED,
    YES,
    Confusion,
    cluster_intervals,
    confusion,
    mcnemar,
    measures,
    paired_difference,
    shares,
)
from components.suite_ids import JUDGE_COLUMN
from data.errors import LeaderboardError
from data.registry import Tables

STANDARD = "standard"
"""The column of the standard evaluator."""
ORIGINS = ["private_set", "attack", "identity"]
"""The columns that say where a reconstruction comes from; one that is missing is the same for all
rows."""
VERDICT_OF_TEXT: Mapping[str, int] = {
    "yes": YES,
    "1": YES,
    "no": NO,
    "0": NO,
    "": REFUSED,
    "refused": REFUSED,
}


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A judge, with what a suite says it is."""

    id: str
    label: str


@dataclass(frozen=True, kw_only=True)
class AttackAudit:
    """What the standard evaluator accepts, the judge taken as right: of one attack, or of all.

    numbers         by their names in files: the counts, measures with their intervals (Wilson's, of
                    the `difference` Newcombe's; κ and AC1 have none), those from drawing identities
                    anew, and McNemar's test
    cluster_reason  why drawing identities anew gives no interval
    """

    private_set: str = ""
    attack: str = ""
    counts: Confusion
    numbers: Mapping[str, float | None]
    cluster_reason: str


@dataclass(frozen=True, kw_only=True)
class InversionAudit:
    """The audit against one judge, on one private set or (`private_set` "") on all of them.

    overall  over all reconstructions shown
    attacks  over one attack on one private set each
    """

    judge: str
    judges: tuple[Judge, ...]
    private_set: str
    private_sets: tuple[str, ...]
    all_private_sets: tuple[str, ...]
    overall: AttackAudit
    attacks: tuple[AttackAudit, ...]

    def label(self, audited: AttackAudit) -> str:
        """Return the attack, with its private set if there are several."""
        attack = audited.attack or "all reconstructions"
        if len(self.private_sets) > 1 and audited.private_set:
            attack = f"{attack} · {audited.private_set}"
        return shortened(attack, 34)


@unweighted
def compute(view: Resolved) -> InversionAudit | Absent:
    """Return the audit of a suite. Raises LeaderboardError for answers that cannot be read."""
    inversion_frame = view.tables.extras.get("inversion")
    if inversion_frame is None:
        return Absent("This suite has no reconstructions.")
    chosen = view.selection
    kind_of_judge = _kind_of_judge(view.tables)
    return audit(inversion_frame, chosen.judge, chosen.private_set, chosen.rng, kind_of_judge)


def audit(
    inversion_frame: pd.DataFrame,
    judge_id: str = "",
    private_set: str = "",
    seed: int = 0,
    kind_of_judge: Mapping[str, str] | None = None,
) -> InversionAudit:
    """Return the audit of a table against one judge, by default the first one.

    Raises LeaderboardError if columns or answers are wrong."""
    rows = read_reconstructions(inversion_frame)
    judges = sorted(
        filter(JUDGE_COLUMN.match, rows.columns), key=lambda column: (len(column), column)
    )
    judge_id = judge_id or judges[0]
    all_private_sets = tuple(rows["private_set"].unique())
    private_sets = tuple(set_name for set_name in all_private_sets if private_set in ("", set_name))
    shown_rows = rows[rows["private_set"].isin(private_sets)]
    has_identities = bool((shown_rows["identity"] != "").any())
    rows_of_attack = dict(iter(shown_rows.groupby(["private_set", "attack"], sort=False)))
    attacks = []
    for shown_set in private_sets:
        for attack in rows["attack"].unique():
            if (shown_set, attack) in rows_of_attack:
                attack_rows = rows_of_attack[shown_set, attack]
                attacks.append(
                    _audited(attack_rows, judge_id, has_identities, seed, shown_set, attack)
                )
    return InversionAudit(
        judge=judge_id,
        judges=tuple(_judge(column, kind_of_judge or {}) for column in judges),
        private_set=private_set,
        private_sets=private_sets,
        all_private_sets=all_private_sets,
        overall=_audited(shown_rows, judge_id, has_identities, seed),
        attacks=tuple(attacks),
    )


def read_reconstructions(inversion_frame: pd.DataFrame) -> pd.DataFrame:
    """Return ORIGINS as texts, and the answers of each evaluator (standard, judge, judge1, …) as
    YES, NO or REFUSED.

    Raises LeaderboardError if columns or answers are wrong."""
    text_cells = inversion_frame.map(_text_of_cell)
    evaluators = [STANDARD, *filter(JUDGE_COLUMN.match, text_cells.columns)]
    if STANDARD not in text_cells or len(evaluators) < 2 or text_cells.empty:
        raise LeaderboardError(
            f"inversion: found {', '.join(text_cells.columns)}, expected rows with standard and"
            " judge"
        )
    answers = text_cells[evaluators].map(str.casefold)
    for evaluator in evaluators:
        if not answers[evaluator].isin([*VERDICT_OF_TEXT]).all():
            raise LeaderboardError(
                f"inversion, {evaluator}: expected yes, no, or refused (an empty cell is a refusal)"
            )
    verdicts = answers.map(VERDICT_OF_TEXT.__getitem__).astype("int8")
    return text_cells.reindex(columns=ORIGINS, fill_value="").join(verdicts)


def _text_of_cell(value: object) -> str:
    """Return a cell as text: whole numbers without decimals, "" for what is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return f"{value:.15g}" if isinstance(value, float) else cleaned(value)


def _audited(
    rows: pd.DataFrame,
    judge_id: str,
    has_identities: bool,
    seed: int,
    private_set: str = "",
    attack: str = "",
) -> AttackAudit:
    standard = rows[STANDARD].to_numpy()
    judged = rows[judge_id].to_numpy()
    counts = confusion(standard, judged)
    identities = np.zeros(len(rows), dtype=np.intp)
    if has_identities:  # the same name in two private sets is two identities
        groups = rows.groupby(["private_set", "identity"], sort=False)
        identities = np.asarray(groups.ngroup(), dtype=np.intp)
    clustered = cluster_intervals(standard, judged, identities, seed=seed)
    intervals = {**shares(counts), "difference": paired_difference(counts)}
    mcnemar_test = mcnemar(counts)
    numbers: dict[str, float | None] = {"n": counts.total, "answered": counts.answered}
    numbers |= vars(counts)
    for measure, value in measures(counts.counts).items():
        numbers[measure] = finite(float(value))
        if measure in intervals:
            numbers[f"{measure}_low"] = finite(intervals[measure].low)
            numbers[f"{measure}_high"] = finite(intervals[measure].high)
        numbers[f"{measure}_cluster_low"] = clustered[measure].low
        numbers[f"{measure}_cluster_high"] = clustered[measure].high
    numbers["identities"] = len(np.unique(identities)) if has_identities else 0
    numbers["mcnemar"] = mcnemar_test.exact
    numbers["mcnemar_min"] = mcnemar_test.p_min
    reasons = [interval.reason for interval in clustered.values() if interval.reason]
    if not has_identities:
        reasons = ["the table names no identities"]
    return AttackAudit(
        private_set=private_set,
        attack=attack,
        counts=counts,
        numbers=numbers,
        cluster_reason=next(iter(reasons), ""),
    )


def _judge(column: str, kind_of_judge: Mapping[str, str]) -> Judge:
    judge_label = f"judge {column.removeprefix('judge')}".strip()
    if column in kind_of_judge:
        judge_label = f"{judge_label} – {kind_of_judge[column]}"
    return Judge(id=column, label=judge_label)


def called(judge_id: str) -> str:
    """Return what a judge is called in running text: the judge, judge 1."""
    return "the judge" if judge_id == "judge" else f"judge {judge_id.removeprefix('judge')}"


def _kind_of_judge(tables: Tables) -> dict[str, str]:
    """Return what a suite says its judges are, by their column."""
    judges_frame = tables.extras.get("inversion_judges")
    if judges_frame is None or not {"judge", "label"} <= set(judges_frame.columns):
        return {}
    kinds = judges_frame[judges_frame["label"].astype(bool)]
    return dict(zip(kinds["judge"], kinds["label"], strict=True))


def panel_with_inversion(tables: Tables) -> str:
    """Return the reference panel of a suite that holds reconstructions, "" for other suites."""
    return tables.reference_panel.id if "inversion" in tables.extras else ""
