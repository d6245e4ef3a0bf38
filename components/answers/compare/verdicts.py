"""Which of these methods is ahead, over every suite that has two of them?"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from components import choice_text as reading
from components.answers.compare.metrics import apart
from components.answers.compare.pairs import (
    BELOW,
    FEWEST,
    UNRANKED,
    Compared,
    Pair,
    Side,
    State,
    Verdict,
    compute,
    turned,
)
from components.answers.compare.picture import draw, drawn
from components.answers.record import Answer, Ask, Part, Said
from components.answers.stability.verdicts import ASSUMED
from components.format import cleaned, counted, joined, number
from components.stats.separation.inference import DISAGREE, FEW_SEEDS, ONE_RUN
from components.table import Column, Place, Table, placed, table
from components.words import Labels

NOTES = (
    "Each panel has its suite's default weights. Verdicts are those of its Stability page: on its benchmarks whatever "
    "the training seed, and on other benchmarks like these, each corrected for all pairs of methods of the panel.",
    ASSUMED,
    "A method with several checkpoints is its best one; such rows get no verdict, since the numbers that chose them "
    "would test them.",
    "Metrics: utilities of the method named first less those of the other.",
)
DIFFER = 3
"""Metrics that are named where two methods differ most."""
ELSEWHERE = "other benchmarks"
BEFORE = {
    **dict.fromkeys((ONE_RUN, FEW_SEEDS), "with "),
    **dict.fromkeys((BELOW, UNRANKED), "with one or both "),
    DISAGREE: "where ",
}
"""How a reason is joined to a number of pairs."""


def say(result: Compared, names: Labels) -> Said:
    """How often who is ahead, then why the other pairs are undecided."""
    pairs = result.pairs
    two = len(result.methods) == FEWEST
    lead = (pair_sentence if two else several_sentence)(result.methods, pairs)
    return Said([lead, causes(pairs, "Undecided" if two else f"Of all {len(pairs)} comparisons, undecided")], NOTES)


def pair_sentence(labels: Mapping[str, str], pairs: Sequence[Pair]) -> str:
    """RMU is ahead of NPO in 2 of 7 panels, behind in 1; 4 cannot tell; none decided on other benchmarks."""
    seeds = Counter(p.seeds.verdict for p in pairs)
    if seeds["behind"] > seeds["ahead"]:
        pairs = [turned(p) for p in pairs]
        seeds = Counter(p.seeds.verdict for p in pairs)
    a, b = (cleaned(labels[m]) for m in (pairs[0].a, pairs[0].b))
    elsewhere = decided_elsewhere(pairs)
    if not seeds["ahead"]:
        every = "the one panel that has both" if len(pairs) == 1 else f"any of {counted(len(pairs), 'panel')}"
        return f"Cannot tell {a} from {b} in {every}{_elsewhere(elsewhere, ', nor')}."
    behind = f", behind in {seeds['behind']}" if seeds["behind"] else ""
    if len(pairs) == 1:
        where = "the one panel that has both"
    else:
        many = f"{seeds['ahead']} of " if seeds["ahead"] < len(pairs) else "all "
        where = f"{many}{counted(len(pairs), 'panel')}"
    return f"{a} is ahead of {b} in {where}{behind}{_open(seeds, len(pairs), elsewhere)}."


def several_sentence(labels: Mapping[str, str], pairs: Sequence[Pair]) -> str:
    """Who is ahead most often once the comparisons in which it is behind are taken off, and in how many."""
    every = {m: [p if p.a == m else turned(p) for p in pairs if m in (p.a, p.b)] for m in labels}
    counts = {m: Counter(p.seeds.verdict for p in own) for m, own in every.items()}
    balance = {m: (counts[m]["ahead"] - counts[m]["behind"], counts[m]["ahead"]) for m in labels}
    best = [m for m in labels if balance[m] == max(balance.values())]
    first = best[0]
    own, elsewhere = counts[first], decided_elsewhere(pairs)
    if not own["ahead"]:
        every_one = counted(len(pairs), "comparison")
        nor = _elsewhere(elsewhere, ", nor")
        return f"Cannot tell any of these {len(labels)} methods from another in {every_one}{nor}."
    behind, of = f", behind in {own['behind']}" if own["behind"] else "", len(every[first])
    have = f"{joined([cleaned(labels[m]) for m in best])} {'has' if len(best) == 1 else 'have'} the best balance"
    who = "" if len(best) == 1 else f"{cleaned(labels[first])} is "
    return f"{have}: {who}ahead in {own['ahead']} of {of} comparisons{behind}{_open(own, of, elsewhere)}."


def decided_elsewhere(pairs: Sequence[Pair]) -> int:
    """How many pairs differ on other benchmarks."""
    return sum(p.benchmarks.verdict in ("ahead", "behind") for p in pairs)


def _open(seeds: Counter[State], of: int, elsewhere: int) -> str:
    cannot = of - seeds["ahead"] - seeds["behind"]
    return (f"; {cannot} cannot tell" if cannot else "") + _elsewhere(elsewhere, "; none decided")


def _elsewhere(count: int, none: str) -> str:
    return f"; {count} decided on {ELSEWHERE}" if count else f"{none} on {ELSEWHERE}"


def causes(pairs: Sequence[Pair], start: str) -> str:
    """Why some pairs have no verdict, the most frequent reason first; empty where all have one."""
    found = Counter(p.seeds.cause for p in pairs if p.seeds.cause)
    named = [f"{n} {BEFORE.get(cause, '')}{cause}" for cause, n in found.most_common()]
    return f"{start}: {joined(named)}." if named else ""


def differ_most(pair: Pair) -> str:
    """The metrics in which two methods differ most, each with the difference of their utilities."""
    found = [row for row in apart(pair)[:DIFFER] if number(row.difference, 2) != number(0.0, 2)]
    return ", ".join(f"{row.label} {number(row.difference, 2, sign=True)}" for row in found)


def verdict_text(verdict: Verdict, a: str, b: str) -> str:
    """Who is ahead: RMU ahead, NPO ahead, equal, cannot tell."""
    return {"ahead": f"{a} ahead", "behind": f"{b} ahead"}.get(verdict.verdict, verdict.verdict)


def pairs_table(result: Compared, names: Labels) -> Table[Pair]:
    """One row per pair and panel that has both."""
    column, labels = Column[Pair], result.methods

    def text(of: Callable[[Pair], Verdict]) -> Callable[[Pair], str]:
        return lambda p: verdict_text(of(p), labels[p.a], labels[p.b])

    columns = (
        *placed(lambda p: p),
        column("a", lambda p: p.a, place="file"),
        column("b", lambda p: p.b, place="file"),
        column("a_label", lambda p: labels[p.a], "method", place="print"),
        column("b_label", lambda p: labels[p.b], "against", place="print"),
        column("verdict", lambda p: p.seeds.verdict, place="file"),
        column("verdict_text", text(lambda p: p.seeds), "verdict", place="print"),
        *_verdict_columns("", lambda p: p.seeds, "print"),
        column("elsewhere", lambda p: p.benchmarks.verdict, place="file"),
        column("elsewhere_text", text(lambda p: p.benchmarks), ELSEWHERE, place="print"),
        *_verdict_columns("elsewhere_", lambda p: p.benchmarks, "file"),
        *_side("a", lambda p: p.side_a),
        *_side("b", lambda p: p.side_b),
        column("of", lambda p: p.of, "methods ranked", kind="count"),
        column("differ_most", differ_most, "differ most in", help="utilities of the method less those of the other"),
    )
    return table(columns, result.pairs)


def _verdict_columns(start: str, of: Callable[[Pair], Verdict], place: Place) -> tuple[Column[Pair], ...]:
    column, why = Column[Pair], f"{start}why"
    return (
        column(f"{start}difference", lambda p: of(p).difference, "apart", kind="number", place=place, why=why),
        column(f"{start}low", lambda p: of(p).low, "from", kind="number", place=place, why=why),
        column(f"{start}high", lambda p: of(p).high, "to", kind="number", place=place, why=why),
        column(f"{start}p_adjusted", lambda p: of(p).p_adjusted, kind="p", place="file", why=why),
        column(f"{start}cause", lambda p: of(p).cause, place="file"),
        column(why, lambda p: of(p).why, "why", place="file" if start else "screen"),
    )


def _side(name: str, of: Callable[[Pair], Side]) -> tuple[Column[Pair], ...]:
    column, whose = Column[Pair], "method" if name == "a" else "other"
    return (
        column(f"{name}_id", lambda p: of(p).id, place="file"),
        column(f"{name}_score", lambda p: of(p).score, f"score of {whose}", kind="number", why="why"),
        column(f"{name}_rank", lambda p: of(p).rank, f"rank of {whose}", kind="count", why="why"),
        column(
            f"{name}_kept",
            lambda p: of(p).kept,
            f"utility kept by {whose}",
            kind="share",
            help="of the utility of the model before unlearning, on the benchmark where it keeps least",
        ),
        column(f"{name}_rank_low", lambda p: of(p).rank_low, kind="count", place="file", why="why"),
        column(f"{name}_rank_high", lambda p: of(p).rank_high, kind="count", place="file", why="why"),
    )


READING = (
    "Right of 0: the method scores higher than the one it is compared with. Line: interval over training seeds, for "
    "all pairs of the panel together. Filled: ahead or behind; hollow: cannot tell."
)
METHODS = Ask("methods", "two to six methods to compare, by address", reading.addresses)
VERDICTS = Answer(
    "comparisons",
    compute,
    say,
    Part("comparisons", "Pairs of methods, panel by panel", pairs_table, draw, reading=READING, when=drawn),
    facts=lambda result: {"methods": result.methods},
    asks=(METHODS,),
)
