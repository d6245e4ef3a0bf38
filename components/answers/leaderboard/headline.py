"""Which method is best, how surely, and what would change it? The first line of the ranking, its
support and notes."""

from dataclasses import dataclass

from components.answers.leaderboard import floors, weights
from components.answers.record import Absent, Answer, Said, silent
from components.format import verb
from components.resolved import Resolved
from components.results import (
    below_floors,
    derived_weights,
    past_retrained,
    references,
    weight_shares,
)
from components.results.derived_weights import Derived
from components.results.lead_change import change_sentence
from components.results.pair_verdicts import assumed, first_line, scope_notes
from components.results.past_retrained import PastRetrained
from components.results.ranking import Ranking
from components.results.ranking import compute as ranking
from components.results.ways_of_ranking import WaysOfRanking, ways_of_ranking, ways_sentence
from components.results.weight_shares import Flat
from components.words import Labels, constant_metrics

MAX_NOTES = 3
AS_NEXT = {
    " scores highest": " is next",
    " score highest": " are next",
    " is ahead of": " is next, ahead of",
    " is the only method": " is next, the only method",
}
"""What the first line says of the leader, and what is said where the untouched model leads."""
FLATTERED = "Scores of best checkpoints tend to be too high."


@dataclass(frozen=True, eq=False)
class Headline:
    """A ranking, the ways of ranking the same runs, and what is true of its weights and its
    metrics; `first_group` says what the group decides that the weights put first."""

    ranking: Ranking
    ways: WaysOfRanking | Absent
    doubled: tuple[weights.WholeAndPart, ...]
    derived: Derived | Absent
    flat: tuple[Flat, ...]
    first_group: str
    past_retrained: PastRetrained


def compute(view: Resolved) -> Headline:
    """Return the ranking of a selection, and the ways of ranking its runs."""
    return Headline(
        ranking=view.of(ranking),
        ways=view.of(ways_of_ranking),
        doubled=view.of(weights.compute),
        derived=view.of(derived_weights.compute),
        flat=view.of(weight_shares.hardly_separates),
        first_group=weight_shares.first_group_note(view),
        past_retrained=view.of(past_retrained.compute),
    )


def say(result: Headline, names: Labels) -> Said:
    ranking = result.ranking
    untouched_leads = ranking.references.untouched_leads
    notes = [
        derived_weights.chance(result.derived),
        ways(result, names) if untouched_leads else "",
        *scope_notes(ranking.pair_tests, names),
        references.untouched_note(ranking.references, names),
        past_retrained.leader_line(result.past_retrained, names),
        below_floors.note(ranking.below, names),
        references.above(ranking.references),
        result.first_group,
        weight_shares.note(result.flat),
        *weights.say(result.doubled, names).lines,
        weak_leader(ranking, names),
        FLATTERED if ranking.contest.ranks_best_checkpoints and ranking.ranked else "",
        ranking.printed_note,
    ]
    notes = [note for note in notes if note]
    how_computed = [
        _assumed(ranking),
        derived_weights.leads(result.derived, names),
        constant_metrics(names, ranking.summary.constant_on),
        protocol(ranking),
    ]
    return Said(
        [verdict(ranking, names), support(result, names), *notes[:MAX_NOTES]],
        [*notes[MAX_NOTES:], *how_computed],
        ranking.below.refused,
    )


def _assumed(ranking: Ranking) -> str:
    """What the tests assume; "" without a test."""
    pair_tests = ranking.pair_tests
    if pair_tests.board is None:
        return ""
    return assumed(is_registered=pair_tests.is_registered)


def verdict(ranking: Ranking, names: Labels) -> str:
    """Return the first line: that nobody beats the untouched model, else whom the leader is ahead
    of, or why nobody is ranked."""
    untouched_line = references.untouched_line(ranking.references, names)
    return untouched_line or verdict_among_ranked(ranking, names)


def verdict_among_ranked(ranking: Ranking, names: Labels) -> str:
    """Return whom the leader is ahead of, whatever the untouched model scores, or why nobody is
    ranked."""
    if not ranking.rows:
        return "No run matches these filters."
    if len(ranking.ranked) > 1:
        return first_line(ranking.pair_tests, names)
    if ranking.ranked:
        return f"{names.method(ranking.ranked[0].method)} is the only method ranked."
    if ranking.below.missed:
        return "No method can be ranked: each is below the floor or lacks a weighted metric."
    return "No method has every weighted metric."


def support(result: Headline, names: Labels) -> str:
    """Return in how many ways of ranking each method leads, or who is next to the untouched model,
    and the smallest change of weight that moves the lead."""
    ranking = result.ranking
    is_next = ranking.references.untouched_leads
    first_sentence = next_sentence(ranking, names) if is_next else ways(result, names)
    change = change_sentence(ranking.contest, names)
    return " ".join(filter(None, [first_sentence, change]))


def ways(result: Headline, names: Labels) -> str:
    """Return in how many ways of ranking each method leads; "" if there are none."""
    return "" if isinstance(result.ways, Absent) else ways_sentence(result.ways, names)


def next_sentence(ranking: Ranking, names: Labels) -> str:
    """Return who is best of the ranked methods where the untouched model scores as high, and how
    surely."""
    among_ranked = verdict_among_ranked(ranking, names)
    names_leader = not among_ranked.startswith("No ")
    for claim, as_next in AS_NEXT.items():
        if names_leader and claim in among_ranked:
            return among_ranked.replace(claim, as_next, 1)
    if not names_leader:
        among_ranked = f"no {among_ranked.removeprefix('No ')}"
    leaders = [row.method for row in ranking.leaders]
    leader_verb = verb(len(leaders), "is", "are")
    return f"{names.listed_methods(leaders)} {leader_verb} next; {among_ranked}"


def weak_leader(ranking: Ranking, names: Labels) -> str:
    """Return in which group the leader is last or near zero, if no floor protects; else ""."""
    if not ranking.leaders or ranking.below.floor_checks:
        return ""
    leader = ranking.leaders[0]
    weakness = "" if leader.shown_index is None else ranking.weak[leader.shown_index]
    return f"{names.method(leader.method)} {weakness}." if weakness else ""


def protocol(ranking: Ranking) -> str:
    """Return what the published protocol changes here; "" under the other one."""
    if ranking.summary.protocol != "published":
        return ""
    return (
        "Published rule: metrics are averaged before they are mapped; row order breaks ties of a"
        " metric."
    )


RANKING = Answer(
    "ranking",
    compute,
    say,
    terms=("uqs", "utility", "purpose", "weight_rule", "rank_interval", "inference", "dethroning"),
)


def sentences(view: Resolved) -> tuple[str, ...]:
    """Return all that the page says of a ranking."""
    ranking_words = RANKING.said(view)
    below = floors.say(view.of(below_floors.compute), view.labels)
    return (
        *ranking_words.lines,
        *below.lines[1:],
        *ranking_words.notices,
        *ranking_words.notes,
    )


SENTENCES = Answer(
    "sentences", sentences, silent, facts=lambda result: {"sentences": result}, key="sentences"
)
