"""What would take the lead away, in words: the least change of the weights, or why none does."""

from components.contest import Contest
from components.format import percent
from components.stats.ranking.dominance import MARGIN
from components.words import Labels, givers_and_takers


def change_sentence(contest: Contest, names: Labels) -> str:
    """Return how little weight must move for another method to lead; "" with fewer than two ranked
    methods."""
    change = contest.nearest_change
    if change.leader is None:
        return ""
    if contest.twins_of_leader or not _another_can_lead(contest):
        return nobody_else(contest, names)
    challenger = names.method(change.challenger or "")
    if change.distance == 0:
        return f"{names.method(change.leader)} and {challenger} tie."
    does = "leads"
    if change.applied is None:
        does = "draws level"
    gives, takes = givers_and_takers(names, change.moved)
    share = percent(change.share or 0.0)
    if not share.startswith("<"):
        share = f"about {share}"
    return f"{challenger} {does} once {share} of the weight moves from {gives} to {takes}."


def _another_can_lead(contest: Contest) -> bool:
    """Whether some weights put a row alone in front of the leader; linear programmes are solved
    only where the nearest change leaves it open."""
    change = contest.nearest_change
    if change.challenger is None:
        return False
    if change.applied is not None or contest.largest_leads is None:
        return True
    leads = zip(contest.row_ids, contest.largest_leads.epsilon.tolist(), strict=True)
    return any(lead > MARGIN for row, lead in leads if row != change.leader)


def nobody_else(contest: Contest, names: Labels) -> str:
    """Return that no weights put another method alone in first place; of a leader that others
    equal at all weights, that it never leads alone."""
    leader = contest.nearest_change.leader
    if leader is None or not contest.twins_of_leader:
        return "No weights put another method alone in first place."
    tied = names.listed_methods((leader, *contest.twins_of_leader))
    return f"{names.method(leader)} never leads alone: {tied} tie at every weight."
