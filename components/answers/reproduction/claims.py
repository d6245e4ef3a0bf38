"""Do the printed numbers follow from the released runs, and do they hold? Each with its verdict, from the tables."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from components.answers.record import Answer, Part, Said
from components.labels import Labels
from components.plain import number as known
from components.resolved import Resolved, reads
from components.selection import OTHER_SIGN
from components.stats.audits.claims import Claim, Outcome, Study, claims, matches, outcome
from components.stats.audits.claims_recipes import counterpart, recompute
from components.table import Column, Table, table
from components.text import counted, joined
from components.text import number as digits
from data.claims import STATISTICS

CHANGES_SIGN = "changes sign once ties count as ties"
CLAIMS_CAPTION = (
    "Every number is recomputed from the tables by the rules it was printed with and compared at the printed decimals, "
    "at most 12 of them; no verdict is stored. Tie-aware is what the same runs give when no tie is broken "
    "by row order and no benchmarks are pooled."
)
MOST_DECIMALS = 6
"""Most decimals written of a number that was printed with more; all of them are compared."""
CORRELATIONS = ("kendall_tau_published", "tau_b_pooled_aligned", "tau_b_benchmark", "spearman_rho")
"""The statistics whose sign can change when no tie is broken."""


@dataclass(frozen=True, kw_only=True)
class CheckedClaim:
    """A printed figure and what the runs give.

    where, url          where it is printed, `sentence` in which words
    subject, about      the names it is about: ids joined by |, and labels with the panel
    recomputed          None where it cannot be, and `note` says why
    printed_text        at the decimals printed, at most 6, as is `recomputed_text`
    matches             whether both are equal at the decimals printed; None without a recomputed number
    outcome, verdict    of a superseded claim `outcome` stays "superseded", `verdict` says what the tables make of it
    tie_aware           the answer to the same question without deciding ties by row order or pooling benchmarks;
                        `tie_aware_is` names that figure and is empty without one
    page, choices       the page that holds the number, and what leads there, by name of choice
    """

    claim: str
    where: str
    url: str
    status: str
    statistic: str
    statistic_label: str
    protocol: str
    panel: str
    subject: str
    about: str
    printed: float
    decimals: int
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
    sentence: str
    page: str
    choices: Mapping[str, str | tuple[str, ...]]

    @property
    def searched(self) -> str:
        """The texts in which the words of a search are looked for."""
        return f"{self.claim} {self.about} {self.statistic_label} {self.sentence} {self.where} {self.verdict}"

    @property
    def comparable(self) -> bool:
        """Whether it is a correlation that reproduces and has a tie-aware counterpart."""
        return self.statistic in CORRELATIONS and self.tie_aware is not None and self.outcome == "match"

    @property
    def changes_sign(self) -> bool:
        """Whether it is comparable and its tie-aware counterpart has the other sign."""
        return self.comparable and self.tie_aware is not None and self.tie_aware * self.printed < 0

    @property
    def concern(self) -> int:
        """How much a reader needs to see it, 0 first: wrong, changing its sign, unknown, right, superseded."""
        if self.changes_sign:
            return 1
        return {"mismatch": 0, "not recomputable": 2, "match": 3, "superseded": 4}[self.outcome]


@dataclass(frozen=True, kw_only=True)
class ReproductionResult:
    """The claims in the order of the suite's table."""

    rows: tuple[CheckedClaim, ...]

    @property
    def sources(self) -> list[str]:
        """Where claims are printed."""
        return list(dict.fromkeys(r.where for r in self.rows))

    @property
    def subjects(self) -> list[str]:
        """Every id that the claims are about."""
        return list(dict.fromkeys(i for r in self.rows for i in r.subject.split("|")))

    def filtered(self, source: str = "", outcome: str = "", words: str = "") -> ReproductionResult:
        """The claims from a source with an outcome (or the other sign) and all of some words, what matters first.

        An empty text stands for all. A word is found where it begins one of the claim, in any case; claims that are
        about exactly these names come first.
        """
        wanted = _words(words)
        rows = [
            r
            for r in self.rows
            if source in ("", r.where)
            and (r.changes_sign if outcome == OTHER_SIGN else outcome in ("", r.outcome))
            and all(any(w.startswith(wish) for w in _words(r.searched)) for wish in wanted)
        ]
        return replace(self, rows=tuple(sorted(rows, key=lambda r: (not wanted <= _words(r.about), r.concern))))


@reads(weights=False)
def compute(view: Resolved) -> ReproductionResult:
    """Every claim with its verdict, whatever is filtered: claims are about whole panels."""
    study = Study(view.tables, view.selection.rng)
    return ReproductionResult(rows=tuple(_checked(view, study, claim) for claim in claims(view.tables)))


def printed_text(value: float | None, decimals: int) -> str:
    """A number at the decimals a claim was printed with, at most 6 of them."""
    return digits(value, min(decimals, MOST_DECIMALS))


def verdict_text(verdict: str, matched: bool | None) -> str:
    """The verdict in words; of a superseded claim they say what the tables make of it."""
    if verdict != "superseded":
        return verdict
    if matched is None:
        return "superseded, not recomputable"
    return "superseded, yet reproduced" if matched else "superseded, contradicted by the tables"


def _words(text: str) -> frozenset[str]:
    """The words and numbers of a text, whatever stands between them."""
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def _checked(view: Resolved, study: Study, claim: Claim) -> CheckedClaim:
    own, other = recompute(study, claim), counterpart(study, claim)
    verdict = outcome(claim, own)
    matched = None if math.isnan(own.value) else matches(own.value, claim.printed, claim.decimals)
    page, choices = _view_of(claim)
    kind = STATISTICS.get(claim.statistic)
    return CheckedClaim(
        claim=claim.id,
        where=claim.where,
        url=claim.url,
        status=claim.status,
        statistic=claim.statistic,
        statistic_label=kind.label if kind else claim.statistic,
        protocol=claim.protocol,
        panel=claim.panel,
        subject="|".join(claim.subject),
        about=_about(view, claim),
        printed=claim.printed,
        decimals=claim.decimals,
        recomputed=known(own.value),
        note=own.note,
        printed_text=printed_text(claim.printed, claim.decimals),
        recomputed_text=printed_text(known(own.value), claim.decimals),
        matches=matched,
        outcome=verdict,
        verdict=verdict_text(verdict, matched),
        tie_aware=None if other is None else known(other.value),
        tie_aware_is="" if other is None else other.label,
        tie_aware_note="" if other is None else other.note,
        sentence=claim.sentence,
        page=page,
        choices=choices,
    )


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


def say(result: ReproductionResult, names: Labels) -> Said:
    """Whether what is printed reproduces and holds, what that rests on, and what does not reproduce."""
    if not result.rows:
        return Said(["This suite lists no printed number."])
    outcomes = Counter(r.outcome for r in result.rows)
    turned = sum(r.changes_sign for r in result.rows)
    checked = outcomes["match"] + outcomes["mismatch"]
    lines = [verdict(outcomes["match"], checked, turned), rests_on(result), mismatch_sentence(result)]
    return Said(lines, [CLAIMS_CAPTION])


def verdict(matched: int, checked: int, turned: int) -> str:
    """How many of the printed numbers that can be recomputed are right, and how many of these change their sign."""
    if not checked:
        return "No printed number that still stands can be recomputed from these tables."
    numbers = f"{counted(checked, 'printed number')} that can be checked"
    if matched < checked:
        return f"{matched} of {numbers} reproduce."
    sentence = f"All {numbers} reproduce" if matched > 1 else "The one printed number that can be checked reproduces"
    if not turned:
        return f"{sentence}."
    return f"{sentence}; {turned} {'changes' if turned == 1 else 'change'} sign once ties count as ties."


def rests_on(result: ReproductionResult) -> str:
    """How many correlations were counted again with ties, and what became of the numbers that are in no count."""
    signs = [r.changes_sign for r in result.rows if r.comparable]
    parts = []
    if signs:
        told = any(r.outcome == "mismatch" for r in result.rows)
        parts.append(
            f"{counted(len(signs), 'correlation')} {'was' if len(signs) == 1 else 'were'} counted again with ties"
            + (f", {sum(signs)} changed sign" if told else "")
        )
    if missing := sum(r.outcome == "not recomputable" for r in result.rows):
        parts.append(f"{missing} cannot be recomputed from these tables")
    superseded = Counter(r.matches for r in result.rows if r.outcome == "superseded")
    for state, one, several in (
        (False, "does not reproduce", "do not reproduce"),
        (True, "reproduces", "reproduce"),
        (None, "cannot be recomputed", "cannot be recomputed"),
    ):
        if count := superseded[state]:
            parts.append(f"{counted(count, 'superseded number')} {one if count == 1 else several}")
    return "; ".join(parts) + "." if parts else ""


def mismatch_sentence(result: ReproductionResult) -> str:
    """Names the numbers that do not reproduce; empty when there is none."""
    wrong = [r.claim for r in result.rows if r.outcome == "mismatch"]
    return f"Not reproduced: {joined(wrong)}." if wrong else ""


def claims_table(result: ReproductionResult, names: Labels) -> Table[CheckedClaim]:
    """One row per claim, numbers as they were compared."""
    column = Column[CheckedClaim]
    columns = (
        column("claim", lambda r: r.claim, place="print"),
        column("about", lambda r: r.about),
        column("status", lambda r: r.status, place="file"),
        column("statistic", lambda r: r.statistic, place="file"),
        column("statistic_label", lambda r: r.statistic_label, "statistic"),
        column("printed", lambda r: r.printed, kind="number", digits=None, place="print"),
        column("decimals", lambda r: r.decimals, kind="count"),
        column("recomputed", lambda r: r.recomputed, kind="number", digits=None, why="note", place="print"),
        column("outcome", lambda r: r.outcome, place="print"),
        column("verdict", lambda r: r.verdict),
        column("matches", lambda r: r.matches, kind="flag", place="file"),
        column("note", lambda r: r.note, "remark"),
        column("tie_aware", lambda r: r.tie_aware, "tie-aware", kind="number", digits=None, place="print"),
        column("tie_aware_is", lambda r: r.tie_aware_is, "tie-aware is"),
        column("tie_aware_note", lambda r: r.tie_aware_note, "tie-aware remark"),
        column("protocol", lambda r: r.protocol),
        column("panel", lambda r: r.panel, place="file"),
        column("subject", lambda r: r.subject, place="file"),
        column("where", lambda r: r.where, place="print"),
        column("url", lambda r: r.url),
        column("sentence", lambda r: r.sentence),
        column("page", lambda r: r.page, place="file"),
        column("choices", lambda r: r.choices, place="file"),
    )
    return table(columns, result.rows)


CLAIMS = Answer(
    "reproduction",
    compute,
    say,
    [Part("reproduction", "Published against recomputed", claims_table, when=lambda result: False)],
    alone=True,
    mount="claims",
    terms=("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p"),
    dear=True,
)
