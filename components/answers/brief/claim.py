"""Is the claim true that one method of a ranking is ahead of others of it?"""

from collections.abc import Mapping
from dataclasses import dataclass

from components import suite_ids
from components.answers.record import Absent, Answer, Said
from components.choices import parsing
from components.choices.record import Choice
from components.format import joined
from components.name_pages import family_of
from components.resolved import Resolved
from components.results.comparisons import Comparison, Verdict, in_panel
from components.results.head_to_head import side_by_side, ways_line
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import mark_of_spreads, pair_sentence
from components.words import MAX_NAMED, Labels
from data.errors import LeaderboardError
from data.registry import Tables

ORDER = (
    "is ahead of",
    "is behind",
    "cannot be told apart from",
    "ties with",
    "scores higher than",
    "scores lower than",
    "cannot be compared with",
)
"""The verdicts of a claim, in the order of its sentence."""

VERDICTS: Mapping[Verdict, str] = {
    "ahead": "is ahead of {}",
    "behind": "is behind {}",
    "undecided": "cannot be told apart from {}",
    "tie": "ties with {}",
}


@dataclass(frozen=True)
class ClaimOfBrief:
    """The claimed method against each rival, with what tells them apart."""

    claim: str
    rows: tuple[Comparison, ...]
    reasons: tuple[str, ...]


def compute(view: Resolved, compare: tuple[str, ...] | None = None) -> ClaimOfBrief | Absent:
    """Return the first of these methods against the others, in the scope of the board."""
    if not compare:
        return Absent("")
    if view.contest.ranks_best_checkpoints:
        compare = tuple(family_of(view.tables, method) for method in compare)
    claimed, *rivals = dict.fromkeys(compare)
    rows = in_panel(view, claimed, rivals)
    reasons = tuple(_reason(view, comparison, len(rows)) for comparison in rows)
    return ClaimOfBrief(claimed, rows, reasons)


def _reason(view: Resolved, comparison: Comparison, n_rivals: int) -> str:
    """Return the test of a comparison, and with few rivals in how many ways of ranking each is
    above the other; "" if both are not ranked, which the verdict says."""
    if comparison.difference is None:
        return ""
    ways = ""
    if n_rivals <= MAX_NAMED:
        ways = ways_line(side_by_side(view, comparison))
    pair_tests = view.of(all_pair_tests)
    for pair_test in pair_tests.tested(comparison.claim_id, comparison.rival_id):
        if comparison.verdict != "untested" and pair_test.over == comparison.over:
            return f"{pair_sentence(pair_test, pair_tests, view.labels)} {ways}".strip()
    return ways


def say(result: ClaimOfBrief, labels: Labels) -> Said:
    rivals_of_verdict: dict[str, list[str]] = {}
    for comparison in result.rows:
        rivals = rivals_of_verdict.setdefault(verdict(comparison), [])
        rivals.append(labels.method(comparison.rival_id))
    clauses = []
    for verdict_text in sorted(rivals_of_verdict, key=_order):
        clauses.append(verdict_text.format(joined(rivals_of_verdict[verdict_text])))
    sentence = f"{labels.method(result.claim)} {joined(clauses)}{_mark(result)}."
    return Said([sentence, *result.reasons])


def _order(verdict_text: str) -> int:
    return ORDER.index(verdict_text.partition(" {}")[0])


def _mark(result: ClaimOfBrief) -> str:
    """Return that spreads differ, and in how many of the verdicts; "" if in none."""
    decided = [row for row in result.rows if row.verdict in ("ahead", "behind")]
    n_marked = sum(row.spreads_differ for row in decided)
    return mark_of_spreads(n_marked, len(decided))


def verdict(comparison: Comparison) -> str:
    """Return the verdict of a comparison, {} for the rival; what was not tested is not said to be
    too close."""
    if comparison.difference is None:
        return f"{ORDER[-1]} {{}} ({comparison.why})"
    if comparison.verdict == "untested":
        order_text = "ties with"
        if comparison.difference:
            order_text = f"scores {'higher' if comparison.difference > 0 else 'lower'} than"
        return f"{order_text} {{}} (not tested: {comparison.why})"
    return VERDICTS[comparison.verdict]


def _read(claim_text: str, tables: Tables) -> tuple[str, ...]:
    methods = {*suite_ids.ranked_methods(tables), *(family.id for family in tables.families)}
    wanted = tuple(claim_text.split(","))
    is_known = {*wanted} <= methods and len({*wanted}) == len(wanted)
    if not is_known or not 2 <= len(wanted) <= parsing.MAX_COMPARED:
        raise LeaderboardError(
            f"2 to {parsing.MAX_COMPARED} different methods of this suite, the claimed one first"
        )
    return wanted


CLAIM = Answer(
    "claim",
    compute,
    say,
    asks=(Choice("compare", "methods of the suite, the claimed one first", _read),),
)
