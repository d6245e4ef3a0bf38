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
    own          the recomputed number, or why there is none
    tie_aware    the number without ties decided by row order or benchmarks pooled; None if there is
                 no such number
    p, exact_p   the printed p of the number and the exact one
    """

    about: str
    on: str
    own: Figure
    tie_aware: Figure | None
    p: float | None
    exact_p: float | None

    @property
    def outcome(self) -> Outcome:
        """The first verdict; of a superseded claim it stays "superseded"."""
        return outcome(self, self.own)

    @property
    def holds(self) -> bool | None:
        """The second verdict; None if nothing can be said."""
        return holds(self, self.tie_aware, self.p, self.exact_p)

    @property
    def changes_sign(self) -> bool:
        """Whether it stands and its tie-aware counterpart has another sign."""
        known = (
            self.outcome != "superseded"
            and self.statistic not in UNSIGNED
            and self.tie_aware is not None
        )
        value = self.tie_aware.value if known and self.tie_aware else math.nan
        return not math.isnan(value) and not same_sign(self, value)

    @property
    def concern(self) -> int:
        """The place in a list: not holding, wrong, holding, right, superseded, not recomputable."""
        if self.outcome == "match":
            return {False: 0, True: 2, None: 3}[self.holds]
        return {"mismatch": 1, "superseded": 4}.get(self.outcome, 5)


def checked(view: Resolved, claims: tuple[Claim, ...]) -> tuple[CheckedClaim, ...]:
    """Return the claims of a suite with what its runs give, in their order."""
    study = Study(view.tables, view.selection.rng)
    other = {claim: counterpart(study, claim) for claim in claims}
    ps = [c for c in claims if c.statistic in P_OF and c.status != "superseded"]
    tests = {(c.panel, c.subject, P_OF[c.statistic]): c for c in ps}

    def one(claim: Claim) -> CheckedClaim:
        test = (
            claim
            if claim.statistic in P_OF
            else tests.get((claim.panel, claim.subject, claim.statistic))
        )
        exact = None if test is None else other[test]
        of, on = _labels(view, claim)
        texts = [text for text in (SYMBOLS.get(claim.statistic, ""), of) if text]
        return CheckedClaim(
            **vars(claim),
            about=" of ".join(texts) or claim.sentence.rstrip("."),
            on=on,
            own=recompute(study, claim),
            tie_aware=other[claim],
            p=None if test is None else test.printed,
            exact_p=None if exact is None else finite(exact.value),
        )

    return tuple(map(one, claims))


def _labels(view: Resolved, claim: Claim) -> tuple[str, str]:
    """What a number is of, metrics and methods, and on what: panels, benchmarks, draws."""
    names = view.labels
    of, on = {**names.methods, **names.metrics}, {**names.panels, **names.benchmarks}
    others = [
        on.get(part, part) for part in (claim.panel, *claim.subject) if part and part not in of
    ]
    return " · ".join(of[part] for part in claim.subject if part in of), " · ".join(others)


def seen(claim: Claim) -> Link:
    """Return the link to the view that holds a claim's number."""
    panel: dict[str, Any] = {"panel": claim.panel} if claim.panel else {}
    pair = {"pair": claim.subject[:2]} if len(claim.subject) >= 2 else {}
    match claim.statistic:
        case "kendall_tau_published" | "kendall_p_published":
            return Link("agreement", {**panel, **pair, "protocol": "published"})
        case "mean_pairwise_tau_published":
            return Link("agreement", {**panel, "protocol": "published", "scope": "pooled"})
        case "mean_pairwise_tau_difference":
            return Link(
                "agreement", {"panel": claim.subject[0], "protocol": "published", "scope": "pooled"}
            )
        case "tau_b_pooled_aligned":
            return Link("agreement", {**panel, **pair, "scope": "pooled"})
        case "tau_b_benchmark" | "tau_b_benchmark_p_asymptotic":
            return Link("agreement", {**panel, **pair, "scope": f"runs:{claim.subject[2]}"})
        case "spearman_rho" | "spearman_p":
            return Link("reliability", {**panel, "metric": claim.subject[0]})
        case "stability_mean_tau" | "stability_sd_tau":
            return Link("stability", {**panel, "protocol": "published"})
        case "weight_published":
            return Link("leaderboard", {**panel, "weights": "published"})
        case "uqs_published":
            scored = {"weights": "published", "transform": "reciprocal"}
            return Link("leaderboard", {**panel, **scored, "open": claim.subject[0]})
        case (
            "mean_of_parts"
            | "mean_of_kinds"
            | "harmonic_mean_of_parts"
            | "change_from_reference"
            | "value"
        ):
            return Link("data", {**panel, "table": "runs", "find": claim.subject[1]})
        case _:  # a count: the rows of the panel
            return Link("data", {**panel, "table": "runs", "find": claim.panel})
