"""Is the claim true that one method of a ranking is ahead of others of it?"""

from dataclasses import dataclass

from components import suite_ids
from components.answers.record import Absent, Answer, Said
from components.choices import parsing
from components.choices.record import Choice
from components.format import joined
from components.name_pages import family_of
from components.resolved import Resolved
from components.results.comparisons import Comparison, in_panel
from components.results.head_to_head import side_by_side, ways_line
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import pair_lines
from components.words import Labels
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
    return ClaimOfBrief(claimed, rows, tuple(_reason(view, comparison) for comparison in rows))


def _reason(view: Resolved, comparison: Comparison) -> str:
    """Return why a comparison is decided or not, and in how many ways of ranking each is above the
    other."""
    claim_and_rival = (
        f"{view.labels.method(comparison.claim_id)} and {view.labels.method(comparison.rival_id)}"
    )
    if comparison.difference is None:
        return f"{claim_and_rival} are not both ranked: {comparison.why}."
    ways = ways_line(side_by_side(view, comparison))
    if not comparison.over:
        return ways
    sentences = pair_lines(
        view.of(all_pair_tests), comparison.claim_id, comparison.rival_id, view.labels
    )
    return f"{sentences[0]} {ways}".strip()


def say(result: ClaimOfBrief, labels: Labels) -> Said:
    rivals_of_verdict: dict[str, list[str]] = {}
    for comparison in result.rows:
        rivals = rivals_of_verdict.setdefault(verdict(comparison), [])
        rivals.append(labels.method(comparison.rival_id))
    clauses = []
    for verdict_text, rivals in sorted(rivals_of_verdict.items(), key=_order):
        clauses.append(verdict_text.format(joined(rivals)))
    return Said([f"{labels.method(result.claim)} {joined(clauses)}.", *result.reasons])


def _order(verdict_and_rivals: tuple[str, list[str]]) -> int:
    return ORDER.index(verdict_and_rivals[0].partition(" {}")[0])


def verdict(comparison: Comparison) -> str:
    """Return the verdict of a comparison, {} for the rival; what was not tested is not said to be
    too close."""
    if comparison.difference is None:
        return f"{ORDER[-1]} {{}} ({comparison.why})"
    if comparison.verdict in ("ahead", "behind"):
        return f"is {'ahead of' if comparison.verdict == 'ahead' else 'behind'} {{}}"
    if comparison.over and comparison.low is not None:
        return "cannot be told apart from {}"
    if comparison.difference == 0:
        return "ties with {}"
    order_text = "scores higher than" if comparison.difference > 0 else "scores lower than"
    return f"{order_text} {{}} (not tested: {comparison.why})"


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
