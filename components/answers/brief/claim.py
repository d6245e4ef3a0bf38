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
    sentences = pair_lines(
        view.of(all_pair_tests), comparison.claim_id, comparison.rival_id, view.labels
    )
    tested = sentences[0] if sentences else f"{claim_and_rival} are not tested: {comparison.why}."
    return f"{tested} {ways_line(side_by_side(view, comparison))}".strip()


def say(result: ClaimOfBrief, labels: Labels) -> Said:
    rivals_of_verdict: dict[str, list[str]] = {
        "is ahead of": [],
        "is behind": [],
        "cannot be told apart from": [],
        "cannot be compared with": [],
    }
    for comparison in result.rows:
        verdict = "cannot be told apart from"
        if comparison.difference is None:
            verdict = "cannot be compared with"
        elif comparison.verdict in ("ahead", "behind"):
            verdict = "is ahead of" if comparison.verdict == "ahead" else "is behind"
        rivals_of_verdict[verdict].append(labels.method(comparison.rival_id))
    verdicts = []
    for verdict, rivals in rivals_of_verdict.items():
        if rivals:
            verdicts.append(f"{verdict} {joined(rivals)}")
    return Said([f"{labels.method(result.claim)} {joined(verdicts)}.", *result.reasons])


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
