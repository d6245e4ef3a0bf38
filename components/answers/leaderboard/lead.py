"""Which method is best, how surely, and what would change it? The first line of the ranking, its
support and notes."""

from dataclasses import dataclass

from components.answers.leaderboard import floors, weights
from components.answers.record import Absent, Answer, Said, silent
from components.format import percent
from components.resolved import Resolved
from components.results import below_floors, derived_weights, references, unmoved
from components.results.derived_weights import Derived
from components.results.pair_verdicts import ASSUMED, first_line, scope_notes
from components.results.ranking import Ranking
from components.results.ranking import compute as ranking
from components.results.unmoved import Unmoved
from components.results.ways_of_ranking import WaysOfRanking, ways_of_ranking, ways_sentence
from components.words import Labels, constant_metrics, givers_and_takers

MOST_NOTES = 3


@dataclass(frozen=True, eq=False)
class Lead:
    """A ranking, the ways of ranking the same runs, and what is true of its weights and its
    metrics."""

    ranking: Ranking
    ways: WaysOfRanking | Absent
    doubled: weights.Doubled
    derived: Derived | Absent
    unmoved: tuple[Unmoved, ...]


def compute(view: Resolved) -> Lead:
    """Return the ranking of a selection, and the ways of ranking its runs."""
    every = (
        view.of(ways_of_ranking),
        view.of(weights.compute),
        view.of(derived_weights.compute),
        view.of(unmoved.compute),
    )
    return Lead(view.of(ranking), *every)


def say(result: Lead, names: Labels) -> Said:
    found = result.ranking
    every = [
        derived_weights.chance(result.derived),
        *scope_notes(found.pair_tests, names),
        below_floors.note(found.below, names),
        references.unrewarded(found.references, names),
        references.above(found.references),
        unmoved.note(result.unmoved, found.summary.weights),
        *weights.say(result.doubled, names).lines,
        weak(found, names),
        "Scores of best checkpoints tend to be too high."
        if found.contest.ranks_best_checkpoints and found.ranked
        else "",
    ]
    notes = [text for text in every if text]
    computed = [
        ASSUMED if found.pair_tests.board is not None else "",
        derived_weights.leads(result.derived, names),
        constant_metrics(names, found.summary.constant_on),
        hardly_any_effect(found, names),
        protocol(found),
    ]
    lines = [verdict(found, names), support(result, names), *notes[:MOST_NOTES]]
    return Said(lines, [*notes[MOST_NOTES:], *computed], found.below.refused)


def verdict(found: Ranking, names: Labels) -> str:
    """Return the first line: whom the leader is ahead of, or why nobody is ranked."""
    if not found.rows:
        return "No run matches these filters."
    if not found.ranked:
        fallen = bool(found.below.missed)
        rule = "No method can be ranked: each is below the floor or lacks a weighted metric."
        return rule if fallen else "No method has every weighted metric."
    if len(found.ranked) == 1:
        return f"{names.method(found.ranked[0].method)} is the only method ranked."
    return first_line(found.pair_tests, names)


def support(result: Lead, names: Labels) -> str:
    """Return in how many ways of ranking each method leads, and the smallest change of weight that
    moves the lead."""
    counted = "" if isinstance(result.ways, Absent) else ways_sentence(result.ways, names)
    return " ".join(filter(None, [counted, flip(result.ranking, names)]))


def flip(found: Ranking, names: Labels) -> str:
    """Return how little weight must move for another method to lead; "" with fewer than two ranked
    methods."""
    nearest = found.nearest_change
    if nearest.leader is None:
        return ""
    if nearest.challenger is None or nearest.applied is None:
        return "No weights put another method alone in first place."
    challenger = names.method(nearest.challenger)
    if nearest.distance == 0:
        return f"{names.method(nearest.leader)} and {challenger} tie."
    gives, takes = givers_and_takers(names, nearest.moved)
    share = percent(nearest.share or 0.0)
    about = share if share.startswith("under") else f"about {share}"
    return f"{challenger} leads once {about} of the weight moves from {gives} to {takes}."


def weak(found: Ranking, names: Labels) -> str:
    """Return in which group the leader is last or near zero, if no floor protects; else ""."""
    leader = found.leaders[0] if found.leaders else None
    if (
        leader is None
        or leader.shown_index is None
        or found.below.floor_checks
        or not found.weak[leader.shown_index]
    ):
        return ""
    return f"{names.method(leader.method)} {found.weak[leader.shown_index]}."


def hardly_any_effect(found: Ranking, names: Labels) -> str:
    """Return which weights hardly move a score; "" if all do."""
    flat = found.summary.hardly_any_effect
    if not flat:
        return ""
    verb = "weight has" if len(flat) == 1 else "weights have"
    return (
        f"The {verb} hardly any effect for {names.listed_metrics(flat)}: all methods are nearly"
        " alike there."
    )


def protocol(found: Ranking) -> str:
    """Return what the published protocol changes here; "" under the other one."""
    if found.summary.protocol != "published":
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
    said = RANKING.said(view)
    below = floors.say(view.of(below_floors.compute), view.labels)
    return (*said.lines, *below.lines[1:], *said.notices, *said.notes)


SENTENCES = Answer(
    "sentences", sentences, silent, facts=lambda result: {"sentences": result}, key="sentences"
)
