"""What the leaderboard says in words, from its result.

The board says the lead sentence itself while a hand moves (board/lead.js), in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from components.answers.stability.verdicts import board_lines
from components.sentences import LISTED, constant_metrics, dominated, givers_and_takers
from components.stats.ranking.dominance import MARGIN
from components.stats.ranking.grids import BEST
from components.stats.ranking.rank_intervals import ONE_RUN, SEEDS_ONLY, UNPAIRED
from components.stats.ranking.utility import Side
from components.text import cleaned, counted, joined, number
from components.views.leaderboard.beside import Aims, Families, References
from components.views.leaderboard.dethrone import FRAGILE
from components.views.leaderboard.result import LeaderboardResult, LeaderboardRow, PresetWeights

SAME = 12
"""Decimals to which utilities must agree to be called equal, as scores are rounded before they are ranked."""
LEAST = 0.0005
"""A lead that is smaller would show as 0 at three decimals."""


def lead(result: LeaderboardResult) -> list[str]:
    """The first two sentences: who leads, and what would change it where anything can."""
    return [lead_sentence(result), *beside_the_board(result)][:2]


def sentences(result: LeaderboardResult) -> list[str]:
    """Everything the leaderboard says, in reading order."""
    return [lead_sentence(result), *beside_the_board(result), *doubled_sentences(result)]


def beside_the_board(result: LeaderboardResult) -> list[str]:
    """What the board does not say itself: the lead and what counts twice stand on it and follow the hand."""
    every = [
        flip_sentence(result),
        rows_sentence(result),
        interval_sentence(result),
        *board_lines(result.inferred, result.labels),
        dominated_sentence(result),
        never_first_sentence(result),
        constant_metrics(result.labels, result.summary.constant_on),
        hardly_any_effect_sentence(result),
        protocol_sentence(result),
    ]
    return [s for s in every if s]


def after_the_lead(result: LeaderboardResult) -> list[str]:
    """What of it follows the lead in the open: the way to another leader, and what one benchmark cannot tell."""
    beside = beside_the_board(result)
    return list(dict.fromkeys(s for s in (*beside[:1], interval_sentence(result)) if s))


def lead_sentence(result: LeaderboardResult) -> str:
    """Who leads and by how much, or why nobody can be ranked."""
    if not result.rows:
        return "No run matches these filters."
    ranked = result.ranked
    if not ranked:
        return _nothing_ranked(result)
    first = [r for r in ranked if r.rank == 1]
    score = first[0].uqs or 0.0
    names = _named(result, first)
    if len(ranked) == 1:
        return f"{names} is the only method ranked, with UQS {score:.3f}; there is nothing to compare."
    if len(first) > 1:
        return f"{names} share the lead with UQS {score:.3f}."
    second = [r for r in ranked if r.rank == 2]
    gap = score - (second[0].uqs or 0.0)
    by = f"{gap:.3f}" if gap >= LEAST else "less than 0.001"
    return f"{names} leads with UQS {score:.3f}, {by} ahead of {_named(result, second)}."


def flip_sentence(result: LeaderboardResult) -> str:
    """How little weight must move before another method is first (smallest change in L1, half of it is moved)."""
    nearest, labels = result.dethrone, result.labels
    if nearest.leader is None:
        return ""
    leader = labels.method(nearest.leader)
    if nearest.distance is None or nearest.challenger is None:
        return f"No weights make another method catch {leader}: it is better than each of them on every metric."
    challenger = labels.method(nearest.challenger)
    if nearest.distance == 0:
        if _alike(result, nearest.leader, nearest.challenger):
            return f"{leader} and {challenger} are equal on every metric: no weights tell them apart."
        return f"{leader} and {challenger} are level: any shift of weight that favours one of them decides."
    gives, takes = givers_and_takers(labels, nearest.moved)
    half = nearest.share or 0.0
    moved = f"{half:.3f}" if half >= LEAST else f"{half:.1g}"
    return f"{challenger} catches up once {moved} of weight moves from {gives} to {takes}."


def optimism_sentence(result: LeaderboardResult) -> str:
    """By how much the choice of the best checkpoint flatters the leader; empty where nobody can say."""
    gaps = result.checkpoints.optimism if result.checkpoints is not None else {}
    known = [(r, gap) for r in result.ranked[:1] if (gap := gaps.get(r.method)) is not None]
    if not known:
        return ""
    leader, gap = known[0]
    return (
        f"Chosen on all seeds but one and judged by that one, {cleaned(leader.label)} scores {number(gap)} lower."
        if gap > LEAST
        else f"{cleaned(leader.label)} scores no lower when its checkpoint is judged by a seed that did not choose it."
    )


def interval_sentence(result: LeaderboardResult) -> str:
    """What the data cannot tell, where no rank interval can be given."""
    if len(result.ranked) < 2:
        return ""
    return {
        SEEDS_ONLY: (
            "One benchmark cannot tell how these methods rank on others: its seeds repeat one comparison, so no rank "
            "interval is given."
        ),
        ONE_RUN: (
            "One benchmark with one seed cannot tell how these methods rank on other data: no rank interval is given."
        ),
        UNPAIRED: (
            "Some methods have no benchmark and seed in common: their means stand side by side, but nothing compares "
            "them under the same conditions, so no rank interval is given."
        ),
    }.get(result.no_intervals, "")


def instead_of_interval(reason: str) -> str:
    """What stands where a rank interval would: the reason in as few words as a cell has room for."""
    return reason.partition(":")[0]


def _alike(result: LeaderboardResult, a: str, b: str) -> bool:
    """Whether two rows have the same utility of every metric, so that they are level under all weights."""
    if result.checkpoints is not None:
        return False  # other checkpoints of a method come forward under other weights
    known = [[u and round(u, SAME) for u in r.utilities.values()] for r in result.rows if r.method in (a, b)]
    return known[0] == known[1]


def rows_sentence(result: LeaderboardResult) -> str:
    """What a row stands for, where it is a method with several checkpoints."""
    if result.checkpoints is None or not result.rows:
        return ""
    if result.checkpoints.rule == BEST:
        told = "Each row is a method, shown by the checkpoint that is its best under these weights."
        return f"{told} {optimism_sentence(result)}".rstrip()
    return (
        "Each row is a method, scored by the median of its checkpoints. No single checkpoint stands for it, so means, "
        "contributions, dominance and the smallest change of the weights are not given."
    )


def dominated_sentence(result: LeaderboardResult) -> str:
    """Which methods are dominated, and by whom."""
    ranked = result.ranked
    beaten_by = {r.method: r.dominated_by for r in ranked if r.dominated_by}
    return dominated(result.labels, beaten_by, len(ranked), result.checkpoints is not None)


def never_first_sentence(result: LeaderboardResult) -> str:
    """Which methods no weights put first although none dominates them."""
    behind = [r for r in result.ranked if not r.dominated_by and r.epsilon is not None and r.epsilon < -MARGIN]
    if not behind:
        return ""
    them = "it" if len(behind) == 1 else "any of them"
    return (
        f"{_named(result, behind)} cannot lead under any weights, though no single method beats {them} on every metric."
    )


def hardly_any_effect_sentence(result: LeaderboardResult) -> str:
    """Which weights have hardly any effect, because the utility hardly varies under the map in use."""
    flat = result.summary.hardly_any_effect
    if not flat:
        return ""
    names, one = result.labels.listed_metrics(flat), len(flat) == 1
    start = f"The weight of {names} has" if one else f"The weights of {names} have"
    its = "its utility varies" if one else "their utilities vary"
    widest = max(result.summary.utility_ranges[m] or 0.0 for m in flat)
    over = counted(len(result.ranked), "method")
    if result.checkpoints is not None:
        over = counted(result.checkpoints.ranked, "checkpoint")
    return f"{start} hardly any effect here: {its} by at most {widest:.3f} over the {over} ranked."


def doubled_sentences(result: LeaderboardResult) -> list[str]:
    """Which metrics count more than once, because a metric derived from them has weight too."""
    wholes: dict[str, list[str]] = {}
    for pair in result.doubled:
        wholes.setdefault(pair.part, []).append(pair.whole)
    alike: dict[tuple[str, ...], list[str]] = {}
    for metric in (m.id for m in result.metrics if m.id in wholes):
        alike.setdefault(tuple(wholes[metric]), []).append(metric)
    told = []
    for own, parts in alike.items():
        one = len(parts) == 1
        names = result.labels.listed_metrics(parts) if len(parts) <= LISTED else f"{len(parts)} metrics"
        times = "twice" if len(own) == 1 else f"{len(own) + 1} times"
        themselves = "by itself and as a part" if one else "by themselves and as parts"
        told.append(f"These weights count {names} {times}: {themselves} of {result.labels.listed_metrics(own)}.")
    return told


def protocol_sentence(result: LeaderboardResult) -> str:
    """What the published protocol changes on this page, when it is chosen."""
    if result.summary.protocol != "published":
        return ""
    overruled = " (mean of scores is not part of it)" if result.averaging_overruled else ""
    return (
        f"Published protocol: metrics are averaged before they are mapped{overruled}, and ties in the rank under a "
        "single metric are broken by the order of the rows."
    )


FRAGILE_LEAD = "fragile lead"
"""The mark of a leader that falls when little weight moves."""


def fragile_legend(rows: Sequence[LeaderboardRow]) -> str:
    """What that mark says; empty where no row has it."""
    told = f"{FRAGILE_LEAD.capitalize()}: another method catches up once {FRAGILE:g} of weight moves, or less."
    return told if any(r.fragile_lead for r in rows) else ""


def preset_shares(preset: PresetWeights) -> str:
    """What a preset by purpose gives to each group; empty for other presets."""
    return ", ".join(f"{group} {share:.2f}" for group, share in preset.groups.items())


def caption(result: LeaderboardResult, spread: bool) -> str:
    """What stands under the ranking in a paper: what it is, its weights, its protocol, and what it rests on.

    `spread` says whether standard deviations stand beside the means.
    """
    told, labels = result.summary, result.labels
    weights = ", ".join(f"{labels.metric(m)} {number(w)}" for m, w in told.weights.items() if w)
    beside = " ± standard deviation over seeds" if spread else ""
    return (
        f"Methods by UQS on {labels.panel} ({labels.suite}). Weights: {weights}. "
        f"{told.protocol.capitalize()} protocol; each metric as its mean over benchmarks and seeds{beside}. "
        f"{counted(told.n_runs, 'run')}, data version {told.data_version}."
    )


def gaps(result: LeaderboardResult, row: LeaderboardRow) -> list[str]:
    """What of a method was not measured, or not with every seed: one sentence for each metric."""
    labels = result.labels
    return [
        *(
            f"{labels.metric(m)} was not measured on {labels.listed_benchmarks(where)}."
            for m, where in row.missing.items()
        ),
        *(
            f"{labels.metric(m)} on {labels.listed_benchmarks(where)} rests on some of the seeds only."
            for m, where in row.partial.items()
        ),
    ]


def lacks(result: LeaderboardResult, row: LeaderboardRow) -> str:
    """Why a method has no rank; empty when it has one."""
    if row.rank is not None:
        return ""
    parts = [
        f"no {result.labels.metric(m)} on {result.labels.listed_benchmarks(where)}"
        for m, where in row.missing.items()
        if result.summary.weights[m]
    ]
    return "; ".join(parts)


def aims_sentence(result: Aims) -> str:
    """How many ranks the aim changes; empty where no metric offers another."""
    if result.changed is None:
        return ""
    ranks = f"{result.changed} of {counted(result.ranked or 0, 'rank')}" if result.changed else "no rank"
    differ = "differs" if result.changed in (0, 1) else "differ"
    change = "would change" if result.aim == "printed" else f"{differ} from those of the printed directions"
    return f"With closeness to the retrained model as the aim, {ranks} {change}."


SIDES: Mapping[Side, tuple[str, str]] = {
    "under": ("▼", "under-forgotten"),
    "over": ("▲", "over-forgotten"),
    "below": ("▽", "below its target"),
    "above": ("△", "above its target"),
    "both": ("◇", "below its target on some benchmarks, above on others"),
}
"""The mark of each side of a target, and what it says. What meets its target has none."""


def sides_legend(rows: Sequence[LeaderboardRow]) -> str:
    """What the marks of sides in a table say; empty where there is none."""
    sides = {side for r in rows for side in r.sides.values()}
    told = [f"{mark} {meaning}" for side, (mark, meaning) in SIDES.items() if side in sides]
    return f"{', '.join(told)}." if told else ""


ROLES = {"reference": "trained without the forgotten data", "original": "before unlearning"}
"""What a model that is never ranked is."""


def references_sentence(result: References) -> str:
    """Whether candidates beat the model trained without the forgotten data."""
    ahead = result.ahead
    if not ahead:
        return ""
    do = "does" if ahead == 1 else "do"
    return f"Nobody should beat the retrained model: {counted(ahead, 'candidate')} {do} under these weights."


def families_sentence(result: Families) -> str:
    """Which method is expected to reach the best checkpoint when all have as many tries."""
    rows = result.at_equal_tries
    if not rows:
        if not result.rows:
            return ""
        return f"No method has {counted(result.tries, 'checkpoint')}: nothing is compared at that many tries."
    tries = "one try" if result.tries == 1 else f"{result.tries} tries"
    first = rows[0]
    sentence = (
        f"With {tries} each, {cleaned(first.label)} is expected to reach the best score: "
        f"{number(first.expected_best.value, 2)}."
    )
    single = result.rows[0]
    if single.family != first.family:
        return f"{sentence} The best single checkpoint is one of {cleaned(single.label)}."
    return sentence


def few_tries_sentence(result: Families) -> str:
    """Who leads with fewer tries, where that is another method."""
    rows = result.at_equal_tries
    if not rows:
        return ""
    early = max(rows, key=lambda r: r.curve[0])
    if early.curve[0] == rows[0].curve[0]:
        return ""
    ahead = [early.curve[k] >= max(r.curve[k] for r in rows) for k in range(result.tries)]
    until = (*ahead, False).index(False)
    tries = "one try" if until == 1 else f"up to {until} tries"
    return f"With {tries} {cleaned(early.label)} is expected to be ahead."


def selection_sentence(result: Families) -> str:
    """That the best of a grid is reported by the runs that selected it, and by how much that flatters."""
    if not result.rows:
        return ""
    unknown = "; with one run per checkpoint nobody can say by how much" if result.single_runs else ""
    told = f"The same runs select the best checkpoint and report its score, so it flatters every method{unknown}."
    known = [(cleaned(r.label), r.optimism) for r in result.rows if r.optimism is not None]
    if not known:
        return told
    gaps = joined([f"{label} by {number(gap)}" for label, gap in known[:LISTED]])
    return f"{told} Chosen on all seeds but one and judged by that one, the best scores lower: {gaps}."


def short_grids_sentence(result: Families) -> str:
    """Which methods have fewer checkpoints than are compared."""
    short = [cleaned(r.label) for r in result.rows if r.expected_best.value is None]
    if not short or len(short) == len(result.rows):
        return ""
    has = "has" if len(short) == 1 else "have"
    return f"{joined(short)} {has} fewer than {result.tries} checkpoints and no expected best there."


TRIES_READING = (
    "Each line: the expected best score of a method when so many of its checkpoints are drawn at random, without "
    "replacement; it ends at the size of its grid. Dashed: the number of tries compared in the table."
)


def _nothing_ranked(result: LeaderboardResult) -> str:
    weighted = [m.id for m in result.metrics if result.summary.weights[m.id]]
    missing = [m for m in weighted if all(u[m] is None for u in result.utilities)]
    if not missing:
        return "Nothing is ranked: every method lacks some of the weighted metrics on the benchmarks shown."
    verb = "is weighted but was" if len(missing) == 1 else "are weighted but were"
    return f"Nothing is ranked: {result.labels.listed_metrics(missing)} {verb} not measured for any method shown."


def _named(result: LeaderboardResult, rows: Sequence[LeaderboardRow]) -> str:
    """Methods by name, or their number where they are many."""
    return result.labels.listed_methods(r.method for r in rows) if len(rows) <= LISTED else f"{len(rows)} methods"
