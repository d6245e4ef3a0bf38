"""Who leads, and what would change it? What the ranking says in words.

The board writes the lead itself while a weight is dragged (board/lead.js), in the same words.
"""

from collections.abc import Sequence

from components.answers.leaderboard import floors, references, weights
from components.answers.leaderboard.ranking import Ranking, compute
from components.answers.leaderboard.rows import Row
from components.answers.record import Answer, Said, silent
from components.answers.stability.verdicts import ASSUMED, first_line, scope_notes
from components.format import cleaned, counted, number
from components.resolved import Resolved
from components.stats.ranking.dominance import MARGIN
from components.words import LISTED, Labels, constant_metrics, dominated, moving

SAME = 12
"""Decimals to which utilities must agree to be called equal, as scores are rounded before they are ranked."""
LEAST = 0.0005
"""A lead that is smaller would show as 0 at three decimals."""


def say(result: Ranking, names: Labels) -> Said:
    """Who leads, whom it is surely ahead of, and what would change it; then everything else, in reading order."""
    follows = after_the_lead(result, names)
    return Said([lead_sentence(result, names), *follows], beside_the_board(result, names)[len(follows) :])


def beside_the_board(result: Ranking, names: Labels) -> list[str]:
    """The sentences below the board; the lead is on the board and follows every change of weight."""
    summary, in_the_first_half = result.summary, references.unrewarded(result.references, names)[1]
    every = [
        *after_the_lead(result, names),
        ASSUMED if result.inferred.board is not None else "",
        rows_sentence(result, names),
        dominated_sentence(result, names),
        never_first_sentence(result, names),
        constant_metrics(names, summary.constant_on),
        hardly_any_effect_sentence(result, names),
        protocol_sentence(result),
        in_the_first_half,
    ]
    return [s for s in every if s]


def after_the_lead(result: Ranking, names: Labels) -> list[str]:
    """What of it follows the lead in the open: that forgetting is unrewarded, what is sure, the way to another lead."""
    unrewarded = references.unrewarded(result.references, names)[0]
    first, holds = first_line(result.inferred, names), scope_notes(result.inferred, names)
    return [s for s in (unrewarded, first, *holds, flip_sentence(result, names)) if s]


def beside_the_intervals(result: Ranking, names: Labels) -> list[str]:
    """What of that is next to the intervals: what the verdict on the leader holds for."""
    return scope_notes(result.inferred, names)


def lead_sentence(result: Ranking, names: Labels) -> str:
    """Who leads and by how much, or why no method can be ranked."""
    if not result.rows:
        return "No run matches these filters."
    ranked, first = result.ranked, result.leaders
    if not ranked:
        return _nothing_ranked(result, names)
    score = first[0].uqs or 0.0
    named = _named(names, first)
    if len(ranked) == 1:
        return f"{named} is the only method ranked, with UQS {score:.3f}; there is nothing to compare."
    if len(first) > 1:
        return f"{named} share the lead with UQS {score:.3f}."
    second = [r for r in ranked if r.rank == 2]
    gap = score - (second[0].uqs or 0.0)
    by = f"{gap:.3f}" if gap >= LEAST else "less than 0.001"
    weak = "" if result.below.floor_checks or first[0].at is None else result.weak[first[0].at]
    return f"{named} leads with UQS {score:.3f}, {by} above {_named(names, second)}{weak and f', but {weak}'}."


def flip_sentence(result: Ranking, names: Labels) -> str:
    """How little weight must move before another method is first (smallest change in L1, half of it is moved)."""
    nearest = result.dethrone
    if nearest.leader is None:
        return ""
    leader = names.method(nearest.leader)
    if nearest.distance is None or nearest.challenger is None:
        others = [r.method for r in result.ranked if r.method != nearest.leader]
        if len(others) == 1:
            return f"No weights make {names.method(others[0])} catch {leader}, which is better on every metric."
        return f"No weights make another method catch {leader}: it is better than each of them on every metric."
    challenger = names.method(nearest.challenger)
    if nearest.distance == 0:
        if _alike(result, nearest.leader, nearest.challenger):
            return f"{leader} and {challenger} are equal on every metric: no weights tell them apart."
        return f"{leader} and {challenger} are level: any shift of weight that favours one of them decides."
    change = moving(names, nearest.moved, nearest.share or 0.0)
    row = next(r for r in result.rows if r.method == nearest.challenger)
    if nearest.leader in (result.dominated_by(row) or ()):
        return f"No weights put another method ahead of {leader}: {challenger} draws level once {change}, and no more."
    return f"{challenger} catches up once {change}."


def _alike(result: Ranking, a: str, b: str) -> bool:
    """Whether two rows have the same utility of every metric, so that they are level under all weights."""
    if result.grids:
        return False  # other checkpoints of a method come forward under other weights
    one, other = (result.utilities[r.members[0]].round(SAME) for r in result.rows if r.method in (a, b))
    return bool(((one == other) | ((one != one) & (other != other))).all())


def rows_sentence(result: Ranking, names: Labels) -> str:
    """What a row is, if it is a method with several checkpoints."""
    if not result.grids or not result.rows:
        return ""
    sentence = "Each row is a method, shown by its best checkpoint. Scores of best checkpoints tend to be too high."
    return f"{sentence} {optimism_sentence(result, names)}".rstrip()


def optimism_sentence(result: Ranking, names: Labels) -> str:
    """By how much the choice of the best checkpoint flatters the leader; empty where that is unknown."""
    gap = result.optimism
    if gap is None:
        return ""
    leader = cleaned(names.method(result.leaders[0].method))
    return (
        f"Chosen on all seeds but one and judged by that one, {leader} scores {number(gap)} lower."
        if gap > LEAST
        else f"{leader} scores no lower when its checkpoint is judged by a seed that did not choose it."
    )


def dominated_sentence(result: Ranking, names: Labels) -> str:
    """Which methods are dominated, and by whom."""
    ranked = result.ranked
    beaten_by = {r.method: better for r in ranked if (better := result.dominated_by(r))}
    return dominated(names, beaten_by, len(ranked), result.grids)


def never_first_sentence(result: Ranking, names: Labels) -> str:
    """Which methods no weights put first although none dominates them."""
    behind = [
        r
        for r in result.ranked
        if (epsilon := result.epsilon(r)) is not None and epsilon < -MARGIN and not result.dominated_by(r)
    ]
    if not behind:
        return ""
    them = "it" if len(behind) == 1 else "any of them"
    named = _named(names, behind)
    return f"{named} cannot lead under any weights, though no single method beats {them} on every metric."


def hardly_any_effect_sentence(result: Ranking, names: Labels) -> str:
    """Which weights have hardly any effect: little of the difference between methods comes from them."""
    flat = result.summary.hardly_any_effect
    if not flat:
        return ""
    metrics, one = names.listed_metrics(flat), len(flat) == 1
    start = f"The weight of {metrics} has" if one else f"The weights of {metrics} have"
    its = "its effective weight is" if one else "their effective weights are at most"
    largest = max(result.summary.effective_weights[m] or 0.0 for m in flat)
    compared = len(result.panel.methods) - len(result.summary.incomplete) - len(result.summary.below_floor)
    over = counted(compared, "checkpoint" if result.grids else "method")
    return f"{start} hardly any effect here: {its} {largest:.3f} over the {over} ranked."


def protocol_sentence(result: Ranking) -> str:
    """What the published protocol changes on this page, when it is chosen."""
    if result.summary.protocol != "published":
        return ""
    overruled = " (mean of scores is not part of it)" if result.overruled else ""
    return (
        f"Published protocol: metrics are averaged before they are mapped{overruled}, and ties in the rank under a "
        "single metric are broken by the order of the rows."
    )


def _nothing_ranked(result: Ranking, names: Labels) -> str:
    if result.below.missed:
        return "Nothing is ranked: every method is below the floor or lacks some of the weighted metrics."
    known = {m: bool((own == own).any()) for m, own in zip(result.panel.metric_ids, result.utilities.T, strict=True)}
    missing = [m.id for m in result.metrics if result.summary.weights[m.id] and not known[m.id]]
    if not missing:
        return "Nothing is ranked: every method lacks some of the weighted metrics on the benchmarks shown."
    verb = "is weighted but was" if len(missing) == 1 else "are weighted but were"
    return f"Nothing is ranked: {names.listed_metrics(missing)} {verb} not measured for any method shown."


def _named(names: Labels, rows: Sequence[Row]) -> str:
    """Methods by name, or their number where they are many."""
    return names.listed_methods(r.method for r in rows) if len(rows) <= LISTED else f"{len(rows)} methods"


RANKING = Answer(
    "ranking",
    compute,
    say,
    terms=(
        "uqs",
        "utility",
        "purpose",
        "weight_rule",
        "rank_interval",
        "inference",
        "competition_rank",
        "effective_weight",
        "dominance",
        "dethroning",
    ),
)


def all_sentences(view: Resolved) -> tuple[str, ...]:
    """All sentences of the page, with those that the board shows while weights move."""
    names, result = view.labels, view.of(compute)
    own, below = say(result, names), floors.say(result.below, names)
    doubled = weights.say(view.of(weights.compute), names)
    return (*own.lines, *below.lines, *below.notices, *own.notes, *doubled.lines)


SENTENCES = Answer("sentences", all_sentences, silent, facts=lambda result: {"sentences": result}, key="sentences")
