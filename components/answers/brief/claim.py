"""Is the claim true that one method of a ranking is ahead of others of it?"""

from dataclasses import dataclass

from components import suite_ids
from components.answers.record import Absent, Answer, Said
from components.choices import parsing
from components.choices.record import Choice
from components.format import joined
from components.resolved import Resolved
from components.results.comparisons import Comparison, in_panel
from components.results.head_to_head import side_by_side, ways_line
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import pair_lines
from components.words import Labels, family_of
from data.errors import LeaderboardError
from data.registry import Tables


@dataclass(frozen=True)
class Claim:
    """The claimed method against each rival, with what tells them apart."""

    claim: str
    rows: tuple[Comparison, ...]
    reasons: tuple[str, ...]


def compute(view: Resolved, compare: tuple[str, ...] | None = None) -> Claim | Absent:
    """Return the first of these methods against the others, in the scope of the board."""
    if not compare:
        return Absent("")
    claim, *rivals = dict.fromkeys(
        family_of(view.tables, m) if view.contest.ranks_best_checkpoints else m for m in compare
    )
    rows = in_panel(view, claim, rivals)
    return Claim(claim, rows, tuple(_reason(view, row) for row in rows))


def _reason(view: Resolved, row: Comparison) -> str:
    """Why a comparison is decided or not, and in how many ways of ranking each is above the
    other."""
    names = view.labels
    if row.difference is None:
        return (
            f"{names.method(row.claim_id)} and {names.method(row.rival_id)} are not both ranked:"
            f" {row.why}."
        )
    tested = pair_lines(view.of(all_pair_tests), row.claim_id, row.rival_id, names)
    untested = (
        f"{names.method(row.claim_id)} and {names.method(row.rival_id)} are not tested: {row.why}."
    )
    return f"{(tested or [untested])[0]} {ways_line(side_by_side(view, row))}".strip()


def say(result: Claim, names: Labels) -> Said:
    ranked = [r for r in result.rows if r.difference is not None]
    by_verdict = {
        "is ahead of": [names.method(r.rival_id) for r in ranked if r.verdict == "ahead"],
        "is behind": [names.method(r.rival_id) for r in ranked if r.verdict == "behind"],
        "cannot be told apart from": [
            names.method(r.rival_id) for r in ranked if r.verdict in ("undecided", "tie")
        ],
        "cannot be compared with": [
            names.method(r.rival_id) for r in result.rows if r.difference is None
        ],
    }
    parts = [f"{verdict} {joined(rivals)}" for verdict, rivals in by_verdict.items() if rivals]
    return Said([f"{names.method(result.claim)} {joined(parts)}.", *result.reasons])


def _read(text: str, tables: Tables) -> tuple[str, ...]:
    known = {*suite_ids.ranked_methods(tables), *(f.id for f in tables.families)}
    wanted = tuple(text.split(","))
    if (
        not 2 <= len(wanted) <= parsing.MAX_COMPARED
        or len({*wanted}) < len(wanted)
        or not {*wanted} <= known
    ):
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
