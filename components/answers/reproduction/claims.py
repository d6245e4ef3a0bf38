"""Do the printed numbers follow from the released runs, and do they hold? Each with its verdict, from the tables."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from components.answers.record import Answer, Part, Said
from components.answers.reproduction.checked import CheckedClaim, checked
from components.labels import Labels
from components.resolved import Resolved, reads
from components.selection import OTHER_SIGN
from components.stats.audits.claims import Study, claims
from components.table import Column, Table, table
from components.text import counted, joined

CHANGES_SIGN = "changes sign under the tie-aware protocol"
CAPTION = (
    "Every number is recomputed from the tables by the rules it was printed with and compared at the printed decimals, "
    "at fewer where its parts are rounded too, and at most 12; no verdict is stored. Tie-aware is what the same runs "
    "give when no tie is broken by row order and no benchmarks are pooled."
)


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
        return list(dict.fromkeys(i for r in self.rows for i in r.subject))

    def filtered(self, source: str = "", outcome: str = "", words: str = "") -> ReproductionResult:
        """The claims from a source with an outcome (or the other sign) and all of some words, what matters first.

        An empty text filters nothing. A word matches the beginning of any word of the claim, in any case; claims
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
    return ReproductionResult(rows=tuple(checked(view, study, claim) for claim in claims(view.tables)))


def _words(text: str) -> frozenset[str]:
    """The words and numbers of a text, whatever separates them."""
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def say(result: ReproductionResult, names: Labels) -> Said:
    """Whether what is printed reproduces and holds, what that rests on, and what does not reproduce."""
    if not result.rows:
        return Said(["This suite lists no printed number."])
    outcomes = Counter(r.outcome for r in result.rows)
    turned = sum(r.changes_sign for r in result.rows)
    checkable = outcomes["match"] + outcomes["mismatch"]
    lines = [verdict(outcomes["match"], checkable, turned), rests_on(result), mismatch_sentence(result)]
    return Said(lines, [CAPTION])


def verdict(matched: int, checkable: int, turned: int) -> str:
    """How many of the printed numbers that can be recomputed are right, and how many of these change their sign."""
    if not checkable:
        return "No printed number can be checked with these tables."
    numbers = f"{counted(checkable, 'printed number')} that can be checked"
    if matched < checkable:
        return f"{matched} of {numbers} reproduce."
    sentence = f"All {numbers} reproduce" if matched > 1 else "The one printed number that can be checked reproduces"
    if not turned:
        return f"{sentence}."
    return f"{sentence}; {turned} {'changes' if turned == 1 else 'change'} sign under the tie-aware protocol."


def rests_on(result: ReproductionResult) -> str:
    """How many correlations were counted again with ties, and what became of the numbers that are in no count."""
    signs = [r.changes_sign for r in result.rows if r.comparable]
    parts = []
    if signs:
        mismatch = any(r.outcome == "mismatch" for r in result.rows)
        parts.append(
            f"{counted(len(signs), 'correlation')} {'was' if len(signs) == 1 else 'were'} counted again by it"
            + (f", {sum(signs)} changed sign" if mismatch else "")
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
    wrong = [r.id for r in result.rows if r.outcome == "mismatch"]
    return f"Not reproduced: {joined(wrong)}." if wrong else ""


def claims_table(result: ReproductionResult, names: Labels) -> Table[CheckedClaim]:
    """One row per claim, numbers as they were compared."""
    column = Column[CheckedClaim]
    columns = (
        column("claim", lambda r: r.id, place="print"),
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
        column("subject", lambda r: "|".join(r.subject), place="file"),
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
    Part("reproduction", "Published against recomputed", claims_table, when=lambda result: False),
    alone=True,
    mount="claims",
    terms=("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p"),
    dear=True,
)
