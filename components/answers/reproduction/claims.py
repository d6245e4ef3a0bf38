"""Do the printed numbers follow from the released runs, and do they hold? Both verdicts on each
number."""

import re
from collections import Counter
from dataclasses import dataclass
from operator import attrgetter

from components.answers.record import Absent, Answer, Part, Said
from components.answers.reproduction.checked import CheckedClaim, checked, view_of_number
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import at_most, counted, finite, joined, p_value, verb
from components.resolved import Resolved, unweighted
from components.stats.audits.claims import claims
from components.table import Column, Table, count_column, flag_column, number_column, table
from components.words import MAX_NAMED, Labels
from data.registry import Tables

NOTHING = "No printed number can be checked."
OUTCOMES = ("match", "mismatch", "superseded", "not recomputable")
REPRODUCES = {"match": "yes", "mismatch": "no"}
DOES_NOT_HOLD = "does not hold"
OTHER_SIGN = "other sign"
"""Besides the outcomes: numbers that do not hold, and those of them that change sign with ties as
ties."""


@dataclass(frozen=True)
class FoundClaims:
    """The claims of all `n_claims` that a user looks for; `outcome` is what was asked."""

    rows: tuple[CheckedClaim, ...]
    n_claims: int
    outcome: str


@unweighted
def compute(view: Resolved) -> tuple[CheckedClaim, ...] | Absent:
    """Return every claim, which is about whole panels: those that reproduce and do not hold
    first."""
    rows = sorted(
        checked(view, claims(view.tables)), key=lambda checked_claim: checked_claim.concern
    )
    return tuple(rows) or Absent(NOTHING)


@unweighted
def find(view: Resolved, outcome: str | None = None, claim: str | None = None) -> FoundClaims:
    """Return the claims with an outcome and with the words of `claim`.

    A word matches the beginning of any word of a claim, in any case; claims about exactly these
    words come first."""
    result = view.of(compute)
    all_rows = () if isinstance(result, Absent) else result
    wanted = _words(claim or "")
    exact_rows: list[CheckedClaim] = []
    others: list[CheckedClaim] = []
    for row in all_rows:
        outcomes: set[str | None] = {None, row.outcome}
        if row.holds is False:
            outcomes.add(DOES_NOT_HOLD)
        if row.changes_sign:
            outcomes.add(OTHER_SIGN)
        claim_subject = f"{row.about} {row.on}"
        words_of_claim = _words(
            f"{row.id} {claim_subject} {row.statistic} {row.sentence} {row.where} {row.outcome}"
        )
        has_words = all(
            any(claim_word.startswith(wanted_word) for claim_word in words_of_claim)
            for wanted_word in wanted
        )
        if outcome not in outcomes or not has_words:
            continue
        if wanted <= _words(claim_subject):
            exact_rows.append(row)
        else:
            others.append(row)
    return FoundClaims((*exact_rows, *others), len(all_rows), outcome or "")


def has_claims(tables: Tables) -> str:
    """Return the reference panel of a suite that lists printed numbers to recompute; else ""."""
    return tables.reference_panel.id if tables.size.claims else ""


def _words(searched_text: str) -> frozenset[str]:
    """Return the words and numbers of a text, whatever separates them."""
    return frozenset(re.findall(r"[^\W_]+", searched_text.casefold()))


def say(rows: tuple[CheckedClaim, ...], labels: Labels) -> Said:
    outcomes = Counter(checked_claim.outcome for checked_claim in rows)
    n_matched = outcomes["match"]
    n_checkable = n_matched + outcomes["mismatch"]
    if not n_checkable:
        return Said([NOTHING])
    numbers = "printed number" if n_checkable == 1 else "printed numbers"
    if outcomes["not recomputable"]:
        numbers += " that can be recomputed"
    sentences = [f"{_reproduced(n_matched, n_checkable, numbers)}{_holding(rows)}."]
    sentences.append(_not_holding(rows))
    mismatched = [checked_claim.id for checked_claim in rows if checked_claim.outcome == "mismatch"]
    if mismatched:
        sentences.append(f"Not reproduced: {joined(at_most(MAX_NAMED, mismatched))}.")
    if outcomes["not recomputable"]:
        sentences.append(f"{counted(outcomes['not recomputable'], 'number')} cannot be recomputed.")
    if outcomes["superseded"]:
        superseded = counted(outcomes["superseded"], "superseded number")
        sentences.append(f"{superseded} {verb(outcomes['superseded'], 'is', 'are')} not counted.")
    return Said(sentences)


def _reproduced(n_matched: int, n_checkable: int, numbers: str) -> str:
    """How many printed numbers reproduce."""
    if n_checkable == 1:
        reproduces = "reproduces" if n_matched else "does not reproduce"
        return f"The one {numbers} {reproduces}"
    how_many = f"{n_matched or 'None'} of "
    if n_matched == n_checkable:
        how_many = "All "
    reproduce = verb(n_matched, "reproduces", "reproduce")
    return f"{how_many}{n_checkable} {numbers} {reproduce}"


def _tested(rows: tuple[CheckedClaim, ...]) -> list[CheckedClaim]:
    """The numbers that a second rule can test."""
    return [checked_claim for checked_claim in rows if checked_claim.holds is not None]


def _holding(rows: tuple[CheckedClaim, ...]) -> str:
    """How many of the numbers that a second rule can test hold, "" without a test."""
    tested = _tested(rows)
    n_holding = sum(bool(checked_claim.holds) for checked_claim in tested)
    if not tested:
        return ""
    if len(tested) == 1:
        return f"; the one that a second rule can test {'holds' if n_holding else 'does not hold'}"
    how_many = "all" if n_holding == len(tested) else str(n_holding or "none")
    holds_text = verb(n_holding, "holds", "hold")
    return f"; of {len(tested)} that a second rule can test, {how_many} {holds_text}"


def _not_holding(rows: tuple[CheckedClaim, ...]) -> str:
    """How many of the numbers tested do not hold, and change sign; "" if none."""
    tested = _tested(rows)
    failing = [checked_claim for checked_claim in tested if not checked_claim.holds]
    if not failing:
        return ""
    sign_text = ""
    n_turned = sum(checked_claim.changes_sign for checked_claim in rows)
    if n_turned:
        sign_text = f": with ties as ties {n_turned} {verb(n_turned, 'changes', 'change')} sign"
    verb_form = verb(len(failing), "does", "do")
    return f"{len(failing)} of {len(tested)} {verb_form} not hold{sign_text}."


def rules(found_claims: FoundClaims, labels: Labels) -> Said:
    """Say by which rules a number reproduces and holds."""
    rules_text = (
        "Each number is recomputed by the rules it was printed with and compared at the printed"
        " decimals, at most 12. It holds if its sign stays with ties as ties, it lies in the 95 %"
        " interval, and the exact p is at most 0.05 if the printed one is."
    )
    return Said((), [rules_text] if found_claims.rows else [])


def claims_table(found_claims: FoundClaims, labels: Labels) -> Table[CheckedClaim]:
    """Return one row per claim: both verdicts, then where each comes from."""
    column = Column[CheckedClaim]
    in_files = [
        column(column_name, attrgetter(column_name), place="file")
        for column_name in (
            "outcome",
            "p",
            "exact_p",
            "statistic",
            "status",
            "protocol",
            "panel",
            "url",
            "sentence",
        )
    ]
    return table(
        found_claims.rows,
        column("claim", "id", place="file"),
        column("about", head="what is printed", link=view_of_number),
        number_column("printed", digits=None),
        column(
            "reproduces",
            lambda checked_claim: REPRODUCES.get(checked_claim.outcome, checked_claim.outcome),
        ),
        flag_column("holds"),
        column("p_text", _both_ps, "p, exact p"),
        number_column(
            "recomputed",
            lambda checked_claim: finite(checked_claim.recomputed.value),
            digits=None,
            why="note",
        ),
        column("on"),
        number_column(
            "tie_aware",
            lambda checked_claim: finite(checked_claim.counterpart.value),
            "with ties as ties",
        ),
        number_column("low", "counterpart.low", "95 % from"),
        number_column("high", "counterpart.high", "to"),
        column("where", head="printed in"),
        count_column("decimals", place="file"),
        column("note", "recomputed.note", place="file"),
        column("tie_aware_is", "counterpart.label", place="file"),
        column("tie_aware_note", "counterpart.note", place="file"),
        column("subject", lambda checked_claim: "|".join(checked_claim.subject), place="file"),
        *in_files,
    )


def _both_ps(checked_claim: CheckedClaim) -> str:
    if checked_claim.p is None or checked_claim.exact_p is None:
        return ""
    return f"{p_value(checked_claim.p)} → {p_value(checked_claim.exact_p)}"


REPRODUCED = Answer("reproduced", compute, say, key=None)
CLAIMS = Answer(
    "reproduction",
    find,
    rules,
    Part("reproduction", "Published against recomputed", claims_table, shown="open"),
    key="reproduction",
    asks=(
        Choice(
            "outcome",
            "only claims with this outcome",
            parsing.one_of(*OUTCOMES, DOES_NOT_HOLD, OTHER_SIGN),
            Boxes(
                ("Outcome",),
                lambda reproduction, _: (
                    {"": "any"} | {k: k for k in (DOES_NOT_HOLD, OTHER_SIGN, *OUTCOMES)}
                    if reproduction.n_claims
                    else {}
                ),
                chosen=lambda reproduction: (reproduction.outcome,),
            ),
        ),
        Choice("claim", "only claims with these words", parsing.free),
    ),
    terms=("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p"),
)
