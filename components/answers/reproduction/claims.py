"""Do the printed numbers follow from the released runs, and do they hold? Each with its verdict, from the tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from components import choice_text as reading
from components.answers.record import Answer, Ask, Part, Said
from components.answers.reproduction.checked import CheckedClaim, checked
from components.format import counted, joined
from components.resolved import Resolved, unweighted
from components.stats.audits.claims import Study, claims
from components.table import Column, Link, Table, table
from components.words import Labels
from data.registry import Tables

OUTCOMES = ("match", "mismatch", "superseded", "not recomputable")
OTHER_SIGN = "other sign"
"""Besides the outcomes: claims that reproduce and change their sign with ties as ties."""
CAPTION = (
    "Every number is recomputed from the tables by the rules it was printed with and compared at the printed decimals, "
    "at fewer if its parts are rounded too, and at most 12. Tie-aware is what the same runs give when no tie is broken "
    "by row order and no benchmarks are pooled."
)


@dataclass(frozen=True, kw_only=True)
class ReproductionResult:
    """The claims, what matters first; `filtered` are those from a source, with an outcome and some words."""

    rows: tuple[CheckedClaim, ...]
    filtered: tuple[CheckedClaim, ...]
    asked: tuple[str, str, str]

    @property
    def sources(self) -> list[str]:
        """Where claims are printed."""
        return list(dict.fromkeys(r.where for r in self.rows))


@unweighted
def compute(
    view: Resolved, source: str | None = None, outcome: str | None = None, claim: str | None = None
) -> ReproductionResult:
    """Return every claim with its verdict: claims are about whole panels.

    A word of `claim` matches the beginning of any word of a claim, in any case; claims about exactly these words come
    first, then those that reproduce and do not hold; those that cannot be recomputed are last.
    """
    study = Study(view.tables, view.selection.rng)
    every = [checked(view, study, one) for one in claims(view.tables)]
    wanted = _words(claim or "")
    order = sorted(every, key=lambda r: (not wanted <= _words(r.about), r.concern))
    kept = [
        r
        for r in order
        if source in (None, r.where)
        and (r.changes_sign if outcome == OTHER_SIGN else outcome in (None, r.outcome))
        and all(any(w.startswith(wish) for w in _words(r.searched)) for wish in wanted)
    ]
    return ReproductionResult(rows=tuple(every), filtered=tuple(kept), asked=(source or "", outcome or "", claim or ""))


def has_claims(tables: Tables) -> str:
    """Return the reference panel of a suite that lists printed numbers to recompute; else ""."""
    return tables.reference_panel.id if tables.size.claims else ""


def _words(text: str) -> frozenset[str]:
    """The words and numbers of a text, whatever separates them."""
    return frozenset(re.findall(r"[^\W_]+", text.casefold()))


def say(result: ReproductionResult, names: Labels) -> Said:
    """Say how many printed numbers reproduce, how many do not hold, and which are not counted."""
    outcomes = Counter(r.outcome for r in result.rows)
    checkable = outcomes["match"] + outcomes["mismatch"]
    if not checkable:
        return Said(["No printed number can be checked."])
    matched, of = outcomes["match"], f"{counted(checkable, 'printed number')} that can be checked"
    known = [r for r in result.rows if r.holds is not None]
    fail, turned = sum(r.holds is False for r in known), sum(r.changes_sign for r in known)
    holds = f"{fail or 'None'} of {len(known)} {'does' if fail == 1 else 'do'} not hold"
    signs = f": with ties as ties {turned} {'changes' if turned == 1 else 'change'} sign" if turned else ""
    wrong = [r.id for r in result.rows if r.outcome == "mismatch"]
    missing, old = outcomes["not recomputable"], outcomes["superseded"]
    return Said(
        [f"{'All' if matched == checkable else f'{matched} of'} {of} reproduce.", f"{holds}{signs}." if known else ""],
        [
            f"Not reproduced: {joined(wrong)}." if wrong else "",
            f"{counted(missing, 'number')} cannot be recomputed." if missing else "",
            f"{counted(old, 'superseded number')} {'is' if old == 1 else 'are'} not counted." if old else "",
            CAPTION,
        ],
    )


def claims_table(result: ReproductionResult, names: Labels) -> Table[CheckedClaim]:
    """One row per claim, numbers as they were compared."""
    column = Column[CheckedClaim]
    columns = (
        column("claim", lambda r: r.id, place="file"),
        column("about", lambda r: r.about, "what is printed", place="print", link=seen),
        column("statistic", lambda r: r.statistic, place="file"),
        column("statistic_label", lambda r: r.statistic_label, "statistic"),
        column("printed", lambda r: r.printed, kind="number", digits=None, place="print"),
        column("decimals", lambda r: r.decimals, kind="count", place="file"),
        column("recomputed", lambda r: r.recomputed, kind="number", digits=None, why="note", place="print"),
        column("outcome", lambda r: r.outcome, place="print"),
        column("matches", lambda r: r.matches, kind="flag", place="file"),
        column("tie_aware", lambda r: r.tie_aware, "with ties as ties", kind="number", digits=None, place="print"),
        column("holds", lambda r: r.holds, kind="flag", place="print"),
        column("note", lambda r: r.note, "remark"),
        column("tie_aware_is", lambda r: r.tie_aware_is, place="file"),
        column("tie_aware_note", lambda r: r.tie_aware_note, place="file"),
        column("status", lambda r: r.status, place="file"),
        column("protocol", lambda r: r.protocol, place="file"),
        column("panel", lambda r: r.panel, place="file"),
        column("subject", lambda r: "|".join(r.subject), place="file"),
        column("where", lambda r: r.where, place="print", link=lambda r: Link(url=r.url)),
        column("url", lambda r: r.url, place="file"),
        column("sentence", lambda r: r.sentence, place="file"),
    )
    return table(columns, result.rows if not any(result.asked) else result.filtered)


def seen(row: CheckedClaim) -> Link:
    """Return the link to the view that holds a claim's number."""
    return Link(row.page, row.choices)


def _one_of(position: int) -> Callable[[ReproductionResult], tuple[str]]:
    return lambda result: (result.asked[position],)


def _any(known: Iterable[str]) -> dict[str, str]:
    return {"": "any", **{k: k for k in known}}


CLAIMS = Answer(
    "reproduction",
    compute,
    say,
    Part("reproduction", "Published against recomputed", claims_table, shown="open"),
    key="reproduction",
    asks=(
        Ask("source", "only claims from here", reading.free, ("Printed in",), lambda r, _: _any(r.sources), _one_of(0)),
        Ask(
            "outcome",
            "only claims with this outcome",
            reading.one_of(*OUTCOMES, OTHER_SIGN),
            ("Outcome",),
            lambda r, _: _any((OTHER_SIGN, *OUTCOMES)),
            _one_of(1),
        ),
        Ask("claim", "only claims with these words", reading.free, ("Find",), chosen=_one_of(2)),
    ),
    terms=("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p"),
)
