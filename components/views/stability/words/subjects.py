"""What the stability page says of who can lead, the map of weights, other choices, seeds and other rules."""

from __future__ import annotations

from components.labels import Labels
from components.sentences import NAMED, dominated, short, some
from components.stats.ranking.dominance import ALONE, NEVER, TIE
from components.stats.ranking.rank_intervals import SEEDS_ONLY, UNPAIRED
from components.text import counted, joined, number, percent, thousands
from components.views.stability.result.choices import ChoicesResult, KemenyOrders, RulesResult
from components.views.stability.result.leaders import LeadersResult, TernaryResult
from components.views.stability.result.ranked import Absent
from components.views.stability.result.seeds import SeedsResult
from components.views.stability.result.weightings import WeightingsResult

CHECKPOINTS_ONLY = "This compares single checkpoints: choose Checkpoints under Rows to see it."


def leaders_sentences(result: LeadersResult | Absent, anywhere: WeightingsResult) -> list[str]:
    """How many methods can lead under any weights, and which cannot and why; `anywhere` says who was seen to lead."""
    if isinstance(result, Absent):
        return [f"There is no such list here: {result.reason}."]
    rows, labels = result.rows, short(result.labels)
    by = {v: [r.method for r in rows if r.verdict == v] for v in (ALONE, TIE, NEVER)}
    if len(rows) < 2:
        return ["With one ranked method there is no lead to win."] if rows else []
    who = f": {some(labels, by[ALONE])}" if by[ALONE] else ""
    told = [f"{len(by[ALONE])} of {len(rows)} methods can lead alone under some weights{who}."]
    unseen = [m for m in by[ALONE] if not anywhere.rank_acceptability[m][0]]
    if unseen:
        verb = "was" if len(unseen) == 1 else "were"
        told.append(
            f"{some(labels, unseen)} {verb} first in none of {thousands(anywhere.weightings)} random weightings: the "
            "weights that do it are a tiny part of all."
        )
    if by[TIE]:
        told.append(f"{some(labels, by[TIE])} can at best tie for the lead.")
    beaten_by = {r.method: r.dominated_by for r in rows if r.verdict == NEVER and r.dominated_by}
    if beaten_by:
        told.append(dominated(labels, beaten_by, len(rows), result.grids))
    mixed = [m for m in by[NEVER] if m not in beaten_by]
    if mixed:
        told.append(f"{some(labels, mixed)} never leads, though no single method beats it on every metric.")
    return told


MAP_READING = (
    "Every point shares the weight of the three metrics differently, all on one metric at its corner; the other "
    "weights stay. Each part is named by its leader. Dot: your weights. Diamond: the nearest point (L2) where another "
    "method catches the leader."
)


def ternary_sentences(result: TernaryResult | Absent) -> list[str]:
    """Who leads on how much of the map, and where the nearest border runs."""
    if isinstance(result, Absent):
        return [f"There is no map here: {result.reason}."]
    labels = short(result.labels)
    held = [f"{labels.metric(m)} {number(w)}" for m, w in result.held.items() if w]
    rest = f", the others held ({', '.join(held[:4])}{', …' if len(held) > 4 else ''})" if held else ""
    parts = [f"{some(labels, r.methods)} on {percent(r.share)}" for r in result.regions[:NAMED]]
    if len(result.regions) > NAMED:
        parts.append(counted(len(result.regions) - NAMED, "other part"))
    sentence = (
        f"Sharing {number(result.mass)} of weight between {labels.listed_metrics(result.corners)}{rest}, the lead goes "
        f"to {joined(parts)} of the map."
    )
    leader = labels.method(result.leader)
    if result.border is None or result.challenger is None:
        return [sentence, f"No point of this map makes another method catch {leader}."]
    challenger = labels.method(result.challenger)
    if result.border == result.current:
        return [sentence, f"{leader} and {challenger} are level at your weights."]
    at = joined([f"{labels.metric(m)} {number(result.mass * s)}" for m, s in result.border.items()])
    return [sentence, f"The nearest border (in L2) is at {at}: there {challenger} catches {leader}."]


KINDS = {
    "map": "Utility map",
    "normalisation": "Normalisation",
    "averaging": "Averaging",
    "benchmark": "Without benchmark",
    "seed": "Without seed",
    "method": "Without method",
}
"""What each kind of variant is called."""


def choices_sentences(result: ChoicesResult) -> list[str]:
    """How many other choices change the leader or the order, and what each normalisation reverses."""
    other = [v for v in result.variants if not v.current and v.kind != "method"]
    if len(result.methods) < 2 or not other:
        return []
    now = next((v for v in result.variants if v.current), other[0])
    moved = [v for v in other if set(v.first) != set(now.first)]
    turned = [v for v in other if v.swapped]
    sentences = [
        f"Of {counted(len(other), 'other choice')} of map, normalisation, averaging and data, {len(moved) or 'none'} "
        f"{'change' if len(moved) > 1 else 'changes'} who leads and {len(turned) or 'none'} "
        f"{'reverse' if len(turned) > 1 else 'reverses'} a pair."
    ]
    reversing = [
        f"{n} reverses {counted(result.reversal_counts[n], 'pair')} ({_example(result, n)})"
        for n in ("min-max", "rank")
        if result.reversal_counts[n]
    ]
    if reversing:
        sentences.append(
            f"When one method is left out, {joined(reversing)}; with the fixed utilities in use here no order can "
            "change."
        )
    elif len(result.methods) > 2:
        sentences.append("Leaving out any one method changes the order of the others under no normalisation.")
    return sentences


def _example(result: ChoicesResult, normalisation: str) -> str:
    labels, r = short(result.labels), result.reversals[normalisation][0]
    return f"without {labels.method(r.dropped)}, {labels.method(r.behind)} passes {labels.method(r.ahead)}"


SEEDS_READING = (
    "Circle: the rank now. Thick: 95 % of the ranks when every cell shows one of its seeds. Thin: 95 % of the ranks "
    "when benchmarks and seeds are resampled."
)
UNTOLD = {
    SEEDS_ONLY: "That is noise of training on one benchmark: how ranks vary over benchmarks cannot be told from it.",
    UNPAIRED: "Ranks over benchmarks are not drawn: some methods have no benchmark and seed in common.",
}
"""What seeds cannot tell, by the reason why there are no rank intervals."""
CONFIDENCE = "first under its own central weights, whatever the seeds"


def seeds_sentences(result: SeedsResult | Absent) -> list[str]:
    """What seeds alone can change, and how sure each method's own weights make its lead."""
    if isinstance(result, Absent):
        return [f"There is no seed noise to show: {result.reason}."]
    labels = short(result.labels)
    moving = [r.method for r in result.methods if r.low != r.high]
    effect = f"moves the rank of {some(labels, moving)}" if moving else "moves no rank"
    each = counted(result.most_seeds, "seed")
    if result.fewest_seeds != result.most_seeds:
        each = f"{result.fewest_seeds} to {result.most_seeds} seeds"
    sentence = (
        f"Every cell has {each}. Showing one of them at a time, {thousands(result.draws)} times, {effect} (95 % of the "
        "draws)."
    )
    if result.interval_reason in UNTOLD:
        sentence = f"{sentence} {UNTOLD[result.interval_reason]}"
    known = {r.method: r.confidence for r in result.methods if r.confidence is not None}
    if len(known) > NAMED:
        least = min(known, key=lambda m: known[m])
        return [
            sentence,
            f"The lowest of {len(known)} confidence factors ({CONFIDENCE}) is {labels.method(least)}'s, "
            f"{percent(known[least])}.",
        ]
    factors = joined([f"{labels.method(m)} {percent(c)}" for m, c in known.items()]) if known else ""
    return [sentence, f"Confidence factor ({CONFIDENCE}): {factors}."] if factors else [sentence]


RULES = {
    "uqs": "UQS",
    "borda": "Borda",
    "copeland": "Copeland",
    "mean_reciprocal_rank": "mean reciprocal rank",
    "topsis": "TOPSIS",
}
"""What each rule is called in a sentence."""
RULES_NOTE = (
    "Borda: methods beaten on average. Copeland: duels won. Kemeny: the order that contradicts the fewest metrics, "
    "pair by pair. Mean reciprocal rank (MRR): rewards first places. These four see ranks only; TOPSIS and UQS see "
    "distances."
)
PLACES = 8
"""An order is written out up to this place."""


def rules_sentences(result: RulesResult) -> list[str]:
    """Which rule puts whom first, and what Kemeny's order costs."""
    if len(result.methods) < 2 or result.kemeny is None:
        return []
    labels = short(result.labels)
    first: dict[str, list[str]] = {}
    for rule, scored in result.rules.items():
        leaders = [m for m, r in scored.ranks.items() if r == 1]
        if leaders:
            first.setdefault(some(labels, leaders), []).append(RULES[rule])
    firsts = "; ".join(f"{joined(rules)}: {who}" for who, rules in first.items())
    return [f"First by rule, every metric voting with its weight – {firsts}.", _kemeny(labels, result.kemeny)]


def _kemeny(labels: Labels, kemeny: KemenyOrders) -> str:
    """Kemeny's orders, how many there are, and how many votes they contradict."""
    places = kemeny.orders[0]
    order = " › ".join([*(labels.method(m) for m in places[:PLACES]), *(["…"] if len(places) > PLACES else [])])
    cost = f"{number(kemeny.cost)} pair votes contradicted"
    if not kemeny.exact:
        bound = number(kemeny.bound)
        return f"Kemeny (searched, not proven best): {order}; {cost}, and no order contradicts fewer than {bound}."
    if kemeny.count is None or kemeny.count == 1:
        only = "the only optimum" if kemeny.count == 1 else "the least possible"
        return f"Kemeny's order: {order}; {cost}, {only}."
    listed = "all" if len(kemeny.orders) == kemeny.count else str(len(kemeny.orders))
    return (
        f"Kemeny has {thousands(kemeny.count)} orders that contradict as few votes ({cost}), {listed} listed in the "
        f"table: {order} is one."
    )
