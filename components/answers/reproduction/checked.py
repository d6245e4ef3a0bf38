"""One printed number: what the runs give, the verdict on it, and the view that shows it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from components.format import finite, number
from components.resolved import Resolved
from components.stats.audits.claims import Claim, Outcome, Study, matches, outcome
from components.stats.audits.claims_recipes import counterpart, recompute
from data.claims import STATISTICS

MOST_DECIMALS = 6
"""Most decimals written of a number that was printed with more; all of them are compared."""
CORRELATIONS = ("kendall_tau_published", "tau_b_pooled_aligned", "tau_b_benchmark", "spearman_rho")
"""The statistics whose sign can change when no tie is broken."""


@dataclass(frozen=True, kw_only=True)
class CheckedClaim(Claim):
    """A printed figure and what the runs give.

    about               the names it is about, as labels with the panel
    recomputed          None where it cannot be, and `note` says why
    printed_text        as printed, with at most 6 decimals; `recomputed_text` with as many
    matches             whether both are equal at the decimals compared; None without a recomputed number
    outcome, verdict    of a superseded claim `outcome` stays "superseded", `verdict` is that of the tables
    tie_aware           the answer to the same question without deciding ties by row order or pooling benchmarks;
                        `tie_aware_is` names that figure and is empty without one
    page, choices       the page that holds the number, and what leads there, by name of choice
    """

    statistic_label: str
    about: str
    recomputed: float | None
    note: str
    printed_text: str
    recomputed_text: str
    matches: bool | None
    outcome: Outcome
    verdict: str
    tie_aware: float | None
    tie_aware_is: str
    tie_aware_note: str
    page: str
    choices: Mapping[str, str | tuple[str, ...]]

    @property
    def searched(self) -> str:
        """The texts in which the words of a search are looked for."""
        return f"{self.id} {self.about} {self.statistic_label} {self.sentence} {self.where} {self.verdict}"

    @property
    def comparable(self) -> bool:
        """Whether it is a correlation that reproduces and has a tie-aware counterpart."""
        return self.statistic in CORRELATIONS and self.tie_aware is not None and self.outcome == "match"

    @property
    def changes_sign(self) -> bool:
        """Whether it is comparable and its tie-aware counterpart has the other sign."""
        return self.comparable and self.tie_aware is not None and self.tie_aware * self.printed < 0

    @property
    def holds(self) -> bool | None:
        """Whether its tie-aware counterpart has the same sign; None if there is none."""
        return not self.changes_sign if self.comparable else None

    @property
    def concern(self) -> int:
        """The place in a list, 0 first: wrong, changing its sign, right, superseded, not recomputable."""
        if self.changes_sign:
            return 1
        return {"mismatch": 0, "match": 2, "superseded": 3, "not recomputable": 4}[self.outcome]


def checked(view: Resolved, study: Study, claim: Claim) -> CheckedClaim:
    """A claim with what the runs give and the verdict on it."""
    own, other = recompute(study, claim), counterpart(study, claim)
    verdict = outcome(claim, own)
    matched = None if math.isnan(own.value) else matches(own.value, claim.printed, claim.decimals)
    page, choices = _view_of(claim)
    kind, decimals = STATISTICS.get(claim.statistic), shown_decimals(claim.printed, claim.decimals)
    return CheckedClaim(
        **vars(claim),
        statistic_label=kind.label if kind else claim.statistic,
        about=_about(view, claim),
        recomputed=finite(own.value),
        note=own.note,
        printed_text=printed_text(claim.printed, decimals),
        recomputed_text=printed_text(finite(own.value), decimals),
        matches=matched,
        outcome=verdict,
        verdict=verdict_text(verdict, matched),
        tie_aware=None if other is None else finite(other.value),
        tie_aware_is="" if other is None else other.label,
        tie_aware_note="" if other is None else other.note,
        page=page,
        choices=choices,
    )


def shown_decimals(printed: float, compared: int) -> int:
    """The decimals of a printed number: those by which it is compared, or more where it has more."""
    exponent = Decimal(repr(printed)).normalize().as_tuple().exponent
    return max(compared, -exponent if isinstance(exponent, int) else 0)


def printed_text(value: float | None, decimals: int) -> str:
    """A number with so many decimals, at most 6 of them."""
    return number(value, min(decimals, MOST_DECIMALS))


def verdict_text(verdict: str, matched: bool | None) -> str:
    """The verdict in words; of a superseded claim the verdict of the tables."""
    if verdict != "superseded":
        return verdict
    if matched is None:
        return "superseded, not recomputable"
    return "superseded, yet reproduced" if matched else "superseded, contradicted by the tables"


def _about(view: Resolved, claim: Claim) -> str:
    """What a claim is about, in labels: FA · RA · MMUBench, LLaVA-1.5-7B."""
    names = view.labels
    labels = {**names.panels, **names.benchmarks, **names.methods, **names.metrics}
    subject = " · ".join(labels.get(part, part) for part in claim.subject)
    return ", ".join(text for text in (subject, labels.get(claim.panel, claim.panel)) if text)


def _view_of(claim: Claim) -> tuple[str, dict[str, str | tuple[str, ...]]]:
    """The page that holds a claim's number, and the choices that lead there."""
    panel: dict[str, str | tuple[str, ...]] = {"panel": claim.panel} if claim.panel else {}
    pair = {"pair": claim.subject[:2]} if len(claim.subject) >= 2 else {}
    match claim.statistic:
        case "kendall_tau_published" | "kendall_p_published":
            return "agreement", {**panel, **pair, "protocol": "published"}
        case "mean_pairwise_tau_published":
            return "agreement", {**panel, "protocol": "published", "scope": "pooled"}
        case "mean_pairwise_tau_difference":
            return "agreement", {"panel": claim.subject[0], "protocol": "published", "scope": "pooled"}
        case "tau_b_pooled_aligned":
            return "agreement", {**panel, **pair, "scope": "pooled"}
        case "tau_b_benchmark" | "tau_b_benchmark_p_asymptotic":
            return "agreement", {**panel, **pair, "scope": f"runs:{claim.subject[2]}"}
        case "spearman_rho" | "spearman_p":
            return "reliability", {**panel, "metric": claim.subject[0]}
        case "stability_mean_tau" | "stability_sd_tau":
            return "stability", {**panel, "protocol": "published"}
        case "weight_published":
            return "leaderboard", {**panel, "weights": "published"}
        case "uqs_published":
            return "leaderboard", {
                **panel,
                "weights": "published",
                "transform": "reciprocal",
                "method": claim.subject[0],
            }
        case "mean_of_parts" | "harmonic_mean_of_parts" | "change_from_reference":
            return "data", {**panel, "table": "runs", "find": claim.subject[1]}
        case _:  # a count: the rows of the panel, counted
            return "data", {**panel, "table": "runs", "find": claim.panel}
