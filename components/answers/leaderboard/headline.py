"""Which method is best, how surely, and what would change it? The first line of the ranking, its
support and notes."""

from dataclasses import dataclass

from components.answers.leaderboard import floors, weights
from components.answers.record import Absent, Answer, Said, silent
from components.contest import NearestChange
from components.format import percent, verb
from components.resolved import Resolved
from components.results import below_floors, derived_weights, references, unmoved
from components.results.derived_weights import Derived
from components.results.pair_verdicts import assumed, first_line, scope_notes
from components.results.ranking import Ranking
from components.results.ranking import compute as ranking
from components.results.unmoved import Unmoved
from components.results.ways_of_ranking import WaysOfRanking, ways_of_ranking, ways_sentence
from components.words import Labels, constant_metrics, givers_and_takers

MAX_NOTES = 3
FLATTERED = "Scores of best checkpoints tend to be too high."


@dataclass(frozen=True, eq=False)
class Headline:
    """A ranking, the ways of ranking the same runs, and what is true of its weights and its
    metrics."""

    ranking: Ranking
    ways: WaysOfRanking | Absent
    doubled: tuple[weights.WholeAndPart, ...]
    derived: Derived | Absent
    unmoved: tuple[Unmoved, ...]


def compute(view: Resolved) -> Headline:
    """Return the ranking of a selection, and the ways of ranking its runs."""
    return Headline(
        ranking=view.of(ranking),
        ways=view.of(ways_of_ranking),
        doubled=view.of(weights.compute),
        derived=view.of(derived_weights.compute),
        unmoved=view.of(unmoved.compute),
    )


def say(result: Headline, names: Labels) -> Said:
    ranking = result.ranking
    notes = [
        derived_weights.chance(result.derived),
        *scope_notes(ranking.pair_tests, names),
        below_floors.note(ranking.below, names),
        references.unrewarded(ranking.references, names),
        references.above(ranking.references),
        unmoved.note(result.unmoved, ranking.summary.weights),
        *weights.say(result.doubled, names).lines,
        weak_leader(ranking, names),
        FLATTERED if ranking.contest.ranks_best_checkpoints and ranking.ranked else "",
    ]
    notes = [note for note in notes if note]
    how_computed = [
        _assumed(ranking),
        derived_weights.leads(result.derived, names),
        constant_metrics(names, ranking.summary.constant_on),
        hardly_any_effect(ranking, names),
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
    """Return the first line: whom the leader is ahead of, or why nobody is ranked."""
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
    """Return in how many ways of ranking each method leads, and the smallest change of weight that
    moves the lead."""
    sentences = [change_sentence(result.ranking.contest.nearest_change, names)]
    if not isinstance(result.ways, Absent):
        sentences.insert(0, ways_sentence(result.ways, names))
    return " ".join(filter(None, sentences))


def change_sentence(change: NearestChange, names: Labels) -> str:
    """Return how little weight must move for another method to lead; "" with fewer than two ranked
    methods."""
    if change.leader is None:
        return ""
    if change.challenger is None or change.applied is None:
        return "No weights put another method alone in first place."
    challenger = names.method(change.challenger)
    if change.distance == 0:
        return f"{names.method(change.leader)} and {challenger} tie."
    gives, takes = givers_and_takers(names, change.moved)
    share = percent(change.share or 0.0)
    if not share.startswith("under"):
        share = f"about {share}"
    return f"{challenger} leads once {share} of the weight moves from {gives} to {takes}."


def weak_leader(ranking: Ranking, names: Labels) -> str:
    """Return in which group the leader is last or near zero, if no floor protects; else ""."""
    if not ranking.leaders or ranking.below.floor_checks:
        return ""
    leader = ranking.leaders[0]
    weakness = "" if leader.shown_index is None else ranking.weak[leader.shown_index]
    return f"{names.method(leader.method)} {weakness}." if weakness else ""


def hardly_any_effect(ranking: Ranking, names: Labels) -> str:
    """Return which weights hardly move a score; "" if all do."""
    flat_metrics = ranking.summary.hardly_any_effect
    if not flat_metrics:
        return ""
    weights_have = verb(len(flat_metrics), "weight has", "weights have")
    return (
        f"The {weights_have} hardly any effect for {names.listed_metrics(flat_metrics)}: all"
        " methods are nearly alike there."
    )


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
