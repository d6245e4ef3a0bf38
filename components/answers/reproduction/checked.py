"""One printed number: what the runs give, whether it reproduces and holds, and the view that shows
it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from components.format import finite
from components.resolved import Resolved
from components.stats.audits.claims import (
    P_OF,
    UNSIGNED,
    Claim,
    Figure,
    Outcome,
    Study,
    holds,
    outcome,
    same_sign,
)
from components.stats.audits.claims_recipes import counterpart, recompute
from components.table import Link

SYMBOLS: Mapping[str, str] = {
    "kendall_tau_published": "τ",
    "mean_pairwise_tau_published": "mean τ",
    "mean_pairwise_tau_difference": "mean τ",
    "spearman_rho": "ρ",
    "stability_mean_tau": "stability",
    "stability_sd_tau": "SD of stability",
    "count_runs": "runs",
    "weight_published": "weight",
    "uqs_published": "score",
    "tau_b_pooled_aligned": "τ-b",
    "tau_b_benchmark": "τ-b",
    "ground_truth_auc": "AUC",
    "ground_truth_mean": "mean",
    **dict.fromkeys(P_OF, "p"),
}
"""What a kind of number is called next to the names it is about; other kinds are called by their
metric."""


@dataclass(frozen=True, kw_only=True)
class CheckedClaim(Claim):
    """A printed number and what the runs give.

    about, on    what is printed, and of which panel and benchmark, in labels
    recomputed   the recomputed number, or why there is none
    tie_aware    the number without ties decided by row order or benchmarks pooled; None if there is
                 no such number
    p, exact_p   the printed p of the number and the exact one
    """

    about: str
    on: str
    recomputed: Figure
    tie_aware: Figure | None
    p: float | None
    exact_p: float | None

    @property
    def outcome(self) -> Outcome:
        """The first verdict; of a superseded claim it stays "superseded"."""
        return outcome(self, self.recomputed)

    @property
    def holds(self) -> bool | None:
        """The second verdict; None if nothing can be said."""
        return holds(self, self.tie_aware, self.p, self.exact_p)

    @property
    def counterpart(self) -> Figure:
        """The tie-aware number, NaN if there is no such number."""
        return self.tie_aware or Figure(math.nan)

    @property
    def changes_sign(self) -> bool:
        """Whether it stands and its tie-aware counterpart has another sign."""
        if self.outcome == "superseded" or self.statistic in UNSIGNED:
            return False
        exact_value = self.counterpart.value
        return not math.isnan(exact_value) and not same_sign(self, exact_value)

    @property
    def concern(self) -> int:
        """The place in a list: not holding, wrong, holding, right, superseded, not recomputable."""
        if self.outcome == "match":
            return {False: 0, True: 2, None: 3}[self.holds]
        return {"mismatch": 1, "superseded": 4}.get(self.outcome, 5)


def checked(view: Resolved, claims: tuple[Claim, ...]) -> tuple[CheckedClaim, ...]:
    """Return the claims of a suite with what its runs give, in their order."""
    study = Study(view.tables, view.selection.rng)
    counterparts = {printed_claim: counterpart(study, printed_claim) for printed_claim in claims}
    test_of_number: dict[tuple[str, tuple[str, ...], str], Claim] = {}
    for printed_claim in claims:
        if printed_claim.statistic in P_OF and printed_claim.status != "superseded":
            test_of_number[
                printed_claim.panel, printed_claim.subject, P_OF[printed_claim.statistic]
            ] = printed_claim
    checked_claims = []
    for printed_claim in claims:
        tau_test = test_of_number.get(
            (printed_claim.panel, printed_claim.subject, printed_claim.statistic)
        )
        if printed_claim.statistic in P_OF:
            tau_test = printed_claim
        exact_value = None if tau_test is None else counterparts[tau_test]
        about_text, panel_text = _labels(view, printed_claim)
        checked_claim = CheckedClaim(
            **vars(printed_claim),
            about=about_text,
            on=panel_text,
            recomputed=recompute(study, printed_claim),
            tie_aware=counterparts[printed_claim],
            p=None if tau_test is None else tau_test.printed,
            exact_p=None if exact_value is None else finite(exact_value.value),
        )
        checked_claims.append(checked_claim)
    return tuple(checked_claims)


def _labels(view: Resolved, printed_claim: Claim) -> tuple[str, str]:
    """Return what a number is about: its kind, metrics and methods; and on what: panels,
    benchmarks, draws."""
    view_labels = view.labels
    label_of_subject = {**view_labels.methods, **view_labels.metrics}
    label_of_place = {**view_labels.panels, **view_labels.benchmarks}
    subjects = [
        label_of_subject[subject_part]
        for subject_part in printed_claim.subject
        if subject_part in label_of_subject
    ]
    places = []
    for subject_part in (printed_claim.panel, *printed_claim.subject):
        if subject_part and subject_part not in label_of_subject:
            places.append(label_of_place.get(subject_part, subject_part))
    statistic_symbol = SYMBOLS.get(printed_claim.statistic, "")
    about_text = " of ".join(filter(None, [statistic_symbol, " · ".join(subjects)]))
    return about_text or printed_claim.sentence.rstrip("."), " · ".join(places)


def view_of_number(printed_claim: Claim) -> Link:
    """Return the link to the view that holds a claim's number."""
    subject = printed_claim.subject
    chosen: dict[str, Any] = {}
    if printed_claim.panel:
        chosen["panel"] = printed_claim.panel
    match printed_claim.statistic:
        case "kendall_tau_published" | "kendall_p_published":
            return Link("agreement", {**chosen, "pair": subject[:2], "protocol": "published"})
        case "mean_pairwise_tau_published":
            return Link("agreement", {**chosen, "protocol": "published", "scope": "pooled"})
        case "mean_pairwise_tau_difference":
            pooled = {"panel": subject[0], "protocol": "published", "scope": "pooled"}
            return Link("agreement", pooled)
        case "tau_b_pooled_aligned":
            return Link("agreement", {**chosen, "pair": subject[:2], "scope": "pooled"})
        case "tau_b_benchmark" | "tau_b_benchmark_p_asymptotic":
            scope_text = f"runs:{subject[2]}"
            return Link("agreement", {**chosen, "pair": subject[:2], "scope": scope_text})
        case "spearman_rho" | "spearman_p":
            return Link("reliability", chosen)
        case "stability_mean_tau" | "stability_sd_tau":
            return Link("stability", {**chosen, "protocol": "published"})
        case "weight_published":
            return Link("leaderboard", {**chosen, "weights": "published"})
        case "uqs_published":
            scored = {"weights": "published", "transform": "reciprocal", "open": subject[0]}
            return Link("leaderboard", {**chosen, **scored})
        case (
            "mean_of_parts"
            | "mean_of_kinds"
            | "harmonic_mean_of_parts"
            | "change_from_reference"
            | "value"
        ):
            return Link("data", {**chosen, "table": "runs", "find": subject[1]})
        case _:  # a count: the rows of the panel
            return Link("data", {**chosen, "table": "runs", "find": printed_claim.panel})
