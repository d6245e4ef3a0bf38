"""Do the printed numbers follow from the released runs, and do they hold? Both verdicts on each
number."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from components.answers.record import Absent, Answer, Part, Said
from components.answers.reproduction.checked import CheckedClaim, checked, seen
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import at_most, counted, finite, joined, p_value
from components.resolved import Resolved, unweighted
from components.stats.audits.claims import claims
from components.table import Column, Table, table
from components.words import NAMED, Labels
from data.registry import Tables

NOTHING = "No printed number can be checked."
OUTCOMES = ("match", "mismatch", "superseded", "not recomputable")
REPRODUCES = {"match": "yes", "mismatch": "no"}
FAILS, OTHER_SIGN = "does not hold", "other sign"
"""Besides the outcomes: numbers that do not hold, and those of them that change sign with ties as
ties."""


@dataclass(frozen=True)
class Found:
    """The claims of all `n` that a user looks for; `asked` is their outcome."""

    rows: tuple[CheckedClaim, ...]
    n: int
    asked: str


@unweighted
def compute(view: Resolved) -> tuple[CheckedClaim, ...] | Absent:
    """Return every claim, which is about whole panels: those that reproduce and do not hold
    first."""
    rows = tuple(sorted(checked(view, claims(view.tables)), key=lambda r: r.concern))
    return rows or Absent(NOTHING)


@unweighted
def find(view: Resolved, outcome: str | None = None, claim: str | None = None) -> Found:
    """Return the claims with an outcome and with the words of `claim`.

    A word matches the beginning of any word of a claim, in any case; claims about exactly these
    words come first."""
    every, wanted = view.of(compute), _words(claim or "")
    rows = () if isinstance(every, Absent) else every

    def asked(r: CheckedClaim) -> bool:
        kinds = {
            None,
            r.outcome,
            FAILS if r.holds is False else None,
            OTHER_SIGN if r.changes_sign else None,
        }
        words = _words(f"{r.id} {r.about} {r.on} {r.statistic} {r.sentence} {r.where} {r.outcome}")
        found = all(any(word.startswith(wish) for word in words) for wish in wanted)
        return outcome in kinds and found

    kept = sorted(filter(asked, rows), key=lambda r: not wanted <= _words(f"{r.about} {r.on}"))
    return Found(tuple(kept), len(rows), outcome or "")


def has_claims(tables: Tables) -> str:
    """Return the reference panel of a suite that lists printed numbers to recompute; else ""."""
    return tables.reference_panel.id if tables.size.claims else ""


def _words(text: str) -> frozenset[str]:
    """The words and numbers of a text, whatever separates them."""
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def say(rows: tuple[CheckedClaim, ...], names: Labels) -> Said:
    outcomes = Counter(r.outcome for r in rows)
    matched, checkable = outcomes["match"], outcomes["match"] + outcomes["mismatch"]
    if not checkable:
        return Said([NOTHING])
    n = "The one printed number" if checkable == 1 else f"{checkable} printed numbers"
    share = {checkable: "" if checkable == 1 else "All ", 0: "None of "}.get(
        matched, f"{matched} of "
    )
    known = [r.holds for r in rows if r.holds is not None]
    fail, turned = known.count(False), sum(r.changes_sign for r in rows)
    held = {0: "", 1: "The one tested holds."}.get(len(known), f"All {len(known)} tested hold.")
    signs = f": with ties as ties {turned} {_verb(turned, 'change')} sign" if turned else ""
    wrong = [r.id for r in rows if r.outcome == "mismatch"]
    missing, old = outcomes["not recomputable"], outcomes["superseded"]
    return Said(
        [
            (
                f"{share}{n} that can be checked"
                f" {_verb(1 if checkable == 1 else matched, 'reproduce')}."
            ),
            (
                f"{fail} of {len(known)} {'does' if fail == 1 else 'do'} not hold{signs}."
                if fail
                else held
            ),
            f"Not reproduced: {joined(at_most(NAMED, wrong))}." if wrong else "",
            f"{counted(missing, 'number')} cannot be recomputed." if missing else "",
            (
                f"{counted(old, 'superseded number')} {'is' if old == 1 else 'are'} not counted."
                if old
                else ""
            ),
        ]
    )


def _verb(n: int, verb: str) -> str:
    return f"{verb}s" if n == 1 else verb


def rules(found: Found, names: Labels) -> Said:
    """Say by which rules a number reproduces and holds."""
    text = (
        "Each number is recomputed by the rules it was printed with and compared at the printed"
        " decimals, at most 12. It holds if its sign stays with ties as ties, it lies in the 95 %"
        " interval, and the exact p is at most 0.05 if the printed one is."
    )
    return Said((), [text] if found.rows else [])


def claims_table(found: Found, names: Labels) -> Table[CheckedClaim]:
    """Return one row per claim: both verdicts, then where each comes from."""
    column = Column[CheckedClaim]

    def tie_aware(name: str) -> Callable[[CheckedClaim], Any]:
        return lambda r: None if r.tie_aware is None else getattr(r.tie_aware, name)

    columns = (
        column("claim", lambda r: r.id, place="file"),
        column("about", lambda r: r.about, "what is printed", place="print", link=seen),
        column("printed", lambda r: r.printed, kind="number", digits=None, place="print"),
        column("reproduces", lambda r: REPRODUCES.get(r.outcome, r.outcome), place="print"),
        column("holds", lambda r: r.holds, kind="flag", place="print"),
        column("p_text", _ps, "p, exact p", place="print"),
        column(
            "recomputed",
            lambda r: finite(r.own.value),
            kind="number",
            digits=None,
            why="note",
            place="print",
        ),
        column("on", lambda r: r.on, place="print"),
        column("tie_aware", tie_aware("value"), "with ties as ties", kind="number", place="print"),
        column("low", tie_aware("low"), "95 % from", kind="number", place="print"),
        column("high", tie_aware("high"), "to", kind="number", place="print"),
        column("where", lambda r: r.where, "printed in", place="print"),
        column("decimals", lambda r: r.decimals, kind="count", place="file"),
        column("note", lambda r: r.own.note, place="file"),
        column("tie_aware_is", lambda r: r.tie_aware.label if r.tie_aware else "", place="file"),
        column("tie_aware_note", lambda r: r.tie_aware.note if r.tie_aware else "", place="file"),
        column("subject", lambda r: "|".join(r.subject), place="file"),
        *(
            column(name, attrgetter(name), place="file")
            for name in (
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
        ),
    )
    return table(columns, found.rows)


def _ps(r: CheckedClaim) -> str:
    return "" if r.p is None or r.exact_p is None else f"{p_value(r.p)} → {p_value(r.exact_p)}"


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
            parsing.one_of(*OUTCOMES, FAILS, OTHER_SIGN),
            Boxes(
                ("Outcome",),
                lambda found, _: (
                    {"": "any"} | {k: k for k in (FAILS, OTHER_SIGN, *OUTCOMES)} if found.n else {}
                ),
                chosen=lambda found: (found.asked,),
            ),
        ),
        Choice("claim", "only claims with these words", parsing.free),
    ),
    terms=("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p"),
)
