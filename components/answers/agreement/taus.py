"""Do the metrics order the methods alike? Kendall's τ of every pair under both protocols, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np

from components.answers.record import Answer, Part, Said
from components.labels import Labels
from components.plain import number as known
from components.resolved import Resolved, reads, whole_runs
from components.selection import Selection
from components.sentences import sharing
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.pair import BlockName
from components.stats.agreement.pair_taus import LATER, SAME, PairTau, all_pairs, pair_taus
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.bootstrap import DRAWS
from components.stats.clusters.tree import clusterable, distances, tree
from components.stats.memo import memoised
from components.stats.panel import Panel
from components.table import Column, Table, table
from components.text import at_most, capital, counted, joined, number, p_value

MANY = 10
"""With more metrics than this the heat maps are ordered by cluster, so that blocks of agreement can be seen."""
SMALL = 0.05
"""The level below which a p is called small; nothing is decided by it."""
RULES = {PUBLISHED: "all runs pooled, directions not aligned", TIE_AWARE: "mean of the pairs shown"}
"""What the mean τ of a protocol is taken over; as published it is the paper's, whatever the scope."""


@dataclass(frozen=True, eq=False)
class Taus:
    """Kendall's τ of every pair of metrics under both protocols, in the scope selected.

    both     the τ matrices by protocol
    pairs    one row per pair by protocol, with p, range over row orders and interval
    family   pairs of metrics measured in the panel, whatever is filtered: what Holm's correction is over
    sharing  the benchmarks that share samples, group by group
    """

    panel: Panel
    chosen: Selection
    both: Mapping[str, Agreement]
    pairs: Mapping[str, tuple[PairTau, ...]]
    family: int
    sharing: tuple[tuple[str, ...], ...]

    @property
    def metrics(self) -> tuple[str, ...]:
        """The ids of the metrics, in registry order."""
        return self.panel.metric_ids

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks that are compared under the protocol selected."""
        return self.both[self.chosen.protocol].blocks

    @property
    def ranks_methods(self) -> bool:
        """Whether methods are compared block by block, not pooled runs."""
        return self.both[TIE_AWARE].ranks_rows

    @property
    def comparable(self) -> bool:
        """Whether there are two metrics and two methods with a run to compare."""
        return bool(self.blocks) and len(self.metrics) > 1 and len(self.panel.methods) > 1

    def mean_tau(self, protocol: str) -> float | None:
        """Mean τ over pairs, by the rule in RULES."""
        published = protocol == PUBLISHED
        return known(mean_taus(self.panel)[PUBLISHED].mean_tau if published else self.both[protocol].mean_tau)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Metrics in registry order, or by cluster when there are many; those without a place come last."""
        tau, k = self.both[TIE_AWARE].tau, len(self.metrics)
        placed = clusterable(tau) if k > MANY else ()
        if len(placed) < 2:
            return self.metrics
        leaves = tree(distances(tau[list(placed)][:, list(placed)])).order
        return tuple(self.metrics[i] for i in [*(placed[i] for i in leaves), *(i for i in range(k) if i not in placed)])

    @property
    def differing_most(self) -> tuple[str, ...]:
        """The two metrics on which the protocols differ most; empty with fewer than two metrics."""
        return differing_most(self.both)


@reads(weights=False)
def compute(view: Resolved) -> Taus:
    """The τ of every pair of metrics of a selection."""
    both, runs = both_protocols(view), whole_runs(view.tables, view.selection.panel)
    family = comb(sum(bool(runs[m].notna().any()) for m in view.panel.metric_ids), 2)
    methods, rng = len(view.panel.methods), view.selection.rng
    pairs = {p: pair_taus(agreed, all_pairs(agreed), methods, rng, family) for p, agreed in both.items()}
    return Taus(view.panel, view.selection, both, pairs, family, view.sharing)


def both_protocols(view: Resolved) -> dict[str, Agreement]:
    """The τ of every pair under either protocol, in the scope selected."""
    panel, scope = view.panel, view.selection.scope
    return {p: memoised(panel, ("agreement", p, scope), partial(tau_of_pairs, panel, p, scope)) for p in PROTOCOLS}


def differing_most(both: Mapping[str, Agreement]) -> tuple[str, ...]:
    """The two metrics on which the protocols differ most; empty with fewer than two metrics."""
    metrics, pairs = both[TIE_AWARE].metrics, all_pairs(both[TIE_AWARE])
    if not pairs:
        return ()
    gap = np.nan_to_num(abs(both[PUBLISHED].tau - both[TIE_AWARE].tau), nan=-1.0).round(12)
    x, y = max(pairs, key=lambda pair: float(gap[pair]))
    return metrics[x], metrics[y]


def say(result: Taus, names: Labels) -> Said:
    """Whether the metrics contradict each other, what row order makes of the agreement, and what qualifies it."""
    if not result.blocks:
        return Said(["No run matches these filters."])
    if len(result.metrics) < 2:
        return Said(["One metric only: there is nothing to compare."])
    if len(result.panel.methods) < 2:
        return Said(["One method only: there is no order to agree on."])
    notes = [
        _constant(result, names),
        _widest(result, names),
        _extremes(result, names),
        _undefined(result, names),
        _evidence(result, names),
        _means(result),
        sharing(names, result.sharing),
    ]
    return Said([_verdict(result), _two_methods(result) or _row_order(result)], notes)


def _verdict(result: Taus) -> str:
    """How many pairs of metrics order the methods in opposite ways once ties count as ties."""
    taus = [r.tau for r in result.pairs[TIE_AWARE] if r.tau is not None]
    if not taus:
        return "No two metrics can be compared: none tells the methods apart where another does."
    opposed = sum(tau < -SAME for tau in taus)
    if not opposed:
        return f"The metrics do not contradict each other in any of {counted(len(taus), 'pair')} that can be compared."
    verb = "orders" if opposed == 1 else "order"
    what = "methods" if result.ranks_methods else "runs"
    return (
        f"The metrics contradict each other: {opposed} of {counted(len(taus), 'pair')} {verb} the {what} in opposite "
        "ways."
    )


def _two_methods(result: Taus) -> str:
    """What two methods can tell."""
    if len(result.panel.methods) != 2 or not result.ranks_methods:
        return ""
    start = "With two methods τ can only be −1 or +1 in a block"
    reach = [r.test.p_min for r in result.pairs[TIE_AWARE] if r.test.p_min is not None]
    if not reach:
        return f"{start}."
    if min(reach) > SMALL:
        return f"{start}: no evidence, the smallest possible p is {number(min(reach))}."
    return f"{start}; the smallest possible p is {p_value(min(reach))}."


def _constant(result: Taus, names: Labels) -> str:
    """Which metrics have one value for all methods, and in how many blocks."""
    metrics: dict[int, list[str]] = {}
    for metric, n in zip(result.metrics, result.both[TIE_AWARE].constant_blocks, strict=True):
        if n:
            metrics.setdefault(n, []).append(names.metric(metric))
    if not metrics or not result.ranks_methods:
        return ""
    (most, alike), *others = sorted(metrics.items(), reverse=True)
    rest = "".join(f", {joined(at_most(4, some))} in {n}" for n, some in others)
    return (
        f"{joined(at_most(4, alike))} {'has' if len(alike) == 1 else 'have'} one value for all methods in {most} of "
        f"{counted(len(result.blocks), 'block')}{rest}, so {'they' if others or len(alike) > 1 else 'it'} cannot tell "
        f"the methods apart there."
    )


def _row_order(result: Taus) -> str:
    """How many published values depend on the order of the rows of the file, and how many even in sign."""
    rows, moving = _moving(result)
    if not moving:
        return ""
    turning = sum(r.row_order_turns for r in rows)
    least = "" if all(r.row_orders_exact for r in moving) else "at least "
    signs = f", {turning} in sign" if turning else ""
    return (
        f"As published, reordering the file's rows alone changes {least}{len(moving)} of "
        f"{counted(len(rows), 'correlation')}{signs}."
    )


def _widest(result: Taus, names: Labels) -> str:
    """The published value that row order moves most."""
    _, moving = _moving(result)
    if not moving:
        return ""
    widest = max(moving, key=lambda r: (r.row_order_turns, round(r.row_order_width, 12)))
    return (
        f"The published protocol breaks ties by the order of the rows: {_name(names, widest)} is "
        f"{number(widest.tau)} as listed; reordering the rows moves it {row_order_range(widest, 'anywhere from ')}."
    )


def _moving(result: Taus) -> tuple[list[PairTau], list[PairTau]]:
    rows = [r for r in result.pairs[PUBLISHED] if r.row_order_min is not None]
    return rows, [r for r in rows if r.row_order_width]


def _extremes(result: Taus, names: Labels) -> str:
    """Which pairs agree most and least once ties count as ties."""
    known = [(r.tau, r) for r in result.pairs[TIE_AWARE] if r.tau is not None]
    if len(known) < 2:
        return ""
    (high, most), (low, least) = max(known, key=lambda k: k[0]), min(known, key=lambda k: k[0])
    if high - low < SAME:
        return f"Tie-aware, all {len(known)} pairs with a value have τ {number(high)}."
    told = [f"{_name(names, r)} {number(r.tau)} ({basis(result, r)})" for r in (most, least)]
    return f"Tie-aware, the highest τ is {told[0]}, the lowest {told[1]}."


def _undefined(result: Taus, names: Labels) -> str:
    """Which pairs have no tie-aware τ at all, and how many of them have a published one all the same."""
    both = list(zip(result.pairs[TIE_AWARE], result.pairs[PUBLISHED], strict=True))
    lost = [(ours, theirs) for ours, theirs in both if ours.tau is None]
    if not lost:
        return ""
    if len(lost) == len(both):
        start = "Tie-aware, no pair of metrics has a τ"
    elif len(lost) > 4:
        start = f"Tie-aware, {len(lost)} of {counted(len(both), 'pair')} have no τ"
    else:
        listed = joined([_name(names, ours) for ours, _ in lost])
        start = f"Tie-aware, {listed} {'has' if len(lost) == 1 else 'have'} no τ"
    decided = sum(theirs.tau is not None for _, theirs in lost)
    if not decided or not result.ranks_methods:
        return f"{start}."
    return f"{start}; row order alone gives {decided} of them a published value."


def _evidence(result: Taus, names: Labels) -> str:
    """How small the tie-aware p-values are, and how small they could be."""
    rows = [r for r in result.pairs[TIE_AWARE] if r.tau is not None]
    tested = [(r.test.p, r.p_holm, r) for r in rows if r.test.p is not None and r.p_holm is not None]
    if not tested:
        return _untested(result, rows)
    p, _, smallest = min(tested, key=lambda t: t[:2])
    small = sum(holm <= SMALL for _, holm, _ in tested)
    pairs = counted(len(tested), "pair")
    stay = f"{small} of {pairs} {'stays' if small == 1 else 'stay'}" if small else "no pair stays"
    survivors = f"{stay} at or below {SMALL} after Holm's correction over the panel's {counted(result.family, 'pair')}"
    start = f"Tie-aware, the smallest p is {p_value(p)} ({_name(names, smallest)}) and {survivors}"
    if smallest.test.p_min is None:
        return f"{start}; these p are asymptotic and take seeds as independent."
    stuck = sum(r.test.p_min is not None and r.test.p_min > SMALL for _, _, r in tested)
    if not stuck:
        return f"{start}."
    if stuck == len(tested):
        return f"{start}. With so few methods no pair could reach p ≤ {SMALL}."
    return f"{start}. With so few methods only {len(tested) - stuck} of {pairs} could reach p ≤ {SMALL} at all."


def _untested(result: Taus, rows: list[PairTau]) -> str:
    """Why no pair has a p."""
    reasons = {r.test.reason for r in rows}
    if reasons == {LATER}:
        return (
            f"{counted(len(rows), 'pair')} of {len(result.panel.methods)} methods are too many to test at once: p, "
            f"interval and row-order range are computed for the pair that is open."
        )
    if len(reasons) != 1:
        return ""
    return f"{capital(reasons.pop())}."


def _means(result: Taus) -> str:
    """Mean pairwise τ of this selection, by both protocols, each with its rule."""
    rows, ours = result.pairs[TIE_AWARE], result.both[TIE_AWARE]
    known = sum(r.tau is not None for r in rows)
    return (
        f"Mean τ over pairs: {number(result.mean_tau(PUBLISHED))} as published ({RULES[PUBLISHED]}), "
        f"{number(ours.mean_tau)} tie-aware ({known} of {counted(len(rows), 'pair')} shown)."
    )


def pair_name(labels: Labels, x: str, y: str) -> str:
    """Two metrics in one word."""
    return f"{labels.metric(x)}–{labels.metric(y)}"


def basis(result: Taus, row: PairTau) -> str:
    """What a τ rests on: so many blocks, or pairs of runs."""
    if result.ranks_methods:
        return f"{row.blocks_defined} of {counted(row.blocks, 'block')}"
    return f"{row.pairs} pairs of runs"


def row_order_range(row: PairTau, start: str = "") -> str:
    """The range of τ over orders of the rows, with "at least" where not all orders were tried."""
    least = "" if row.row_orders_exact else "at least "
    return f"{least}{start}{number(row.row_order_min)} to {number(row.row_order_max)}"


def tie_rule(protocol: str) -> str:
    """How ranks treat ties under a protocol."""
    return "ties by row order" if protocol == PUBLISHED else "ties share their mean rank"


def _name(names: Labels, row: PairTau) -> str:
    return pair_name(names, row.x, row.y)


def reasons(row: PairTau) -> str:
    """Why τ is undefined or, where it is defined, why p or interval are left out."""
    every = [row.tau_reason] if row.tau_reason else [row.test.reason, row.interval.reason]
    return "; ".join(dict.fromkeys(r for r in every if r))


def pairs_table(rows: tuple[PairTau, ...]) -> Table[PairTau]:
    """One row per pair of metrics under one protocol."""
    column = Column[PairTau]
    columns = (
        column("x", lambda r: r.x, "metric", kind="metric", place="print"),
        column("y", lambda r: r.y, "with", kind="metric", place="print"),
        column("tau", lambda r: r.tau, "τ", kind="number", why="tau_reason", place="print"),
        column("tau_reason", lambda r: r.tau_reason, place="file"),
        column("concordant", lambda r: r.concordant, "C", kind="count", help="pairs in the same order", place="print"),
        column("discordant", lambda r: r.discordant, "D", kind="count", help="pairs in opposite order", place="print"),
        column("ties_x", lambda r: r.ties_x, "tied by first", kind="count"),
        column("ties_y", lambda r: r.ties_y, "tied by second", kind="count"),
        column("ties_both", lambda r: r.ties_both, kind="count", place="file"),
        column("pairs", lambda r: r.pairs, kind="count", place="file"),
        column("blocks_defined", lambda r: r.blocks_defined, "blocks with a τ", kind="count"),
        column("blocks", lambda r: r.blocks, kind="count"),
        column("p", lambda r: r.test.p, kind="p", why="p_reason", place="print"),
        column("p_min", lambda r: r.test.p_min, "smallest possible p", kind="p", place="print"),
        column("p_holm", lambda r: r.p_holm, "p after Holm", kind="p", place="print"),
        column("p_kind", lambda r: r.test.kind, "kind of p"),
        column("p_arrangements", lambda r: r.test.arrangements, "arrangements", kind="count"),
        column("p_reason", lambda r: r.test.reason, place="file"),
        column("row_order_min", lambda r: r.row_order_min, "row order min", kind="number"),
        column("row_order_max", lambda r: r.row_order_max, "row order max", kind="number"),
        column("row_orders", lambda r: r.row_orders, "row orders tried", kind="count"),
        column("row_orders_exact", lambda r: r.row_orders_exact, kind="flag", place="file"),
        column("low", lambda r: r.interval.low, "from", kind="number", why="interval_reason", place="print"),
        column("high", lambda r: r.interval.high, "to", kind="number", why="interval_reason", place="print"),
        column("interval_draws", lambda r: r.interval.draws, kind="count", place="file"),
        column("interval_reason", lambda r: r.interval.reason, place="file"),
        column("reason", reasons, "left out because", place="screen only"),
    )
    return table(columns, rows)


def facts(result: Taus) -> Mapping[str, object]:
    """What the τ are taken over, and the matrices of both protocols."""
    own = result.chosen.protocol
    return {
        "scope": result.chosen.scope,
        "protocol": own,
        "metrics": result.metrics,
        "order": result.order,
        "n_methods": len(result.panel.methods),
        "n_runs": sum(len(b.values) for b in result.blocks),
        "blocks": [BlockName(benchmark=b.benchmark, seed=b.seed) for b in result.blocks],
        "blocks_constant": result.both[TIE_AWARE].constant_blocks,
        "mean_tau": result.mean_tau(own),
        "mean_tau_rule": RULES[own],
        "bootstrap_draws": DRAWS,
        "rng": result.chosen.rng,
        "family": result.family,
        "opened": result.differing_most,
        "protocols": {
            protocol: {
                "tau": agreed.tau,
                "blocks_defined": agreed.defined,
                "directions_aligned": agreed.aligned,
                "mean_tau": result.mean_tau(protocol),
                "mean_tau_rule": RULES[protocol],
                "mean_of_shown": agreed.mean_tau,
            }
            for protocol, agreed in result.both.items()
        },
    }


TAUS = Answer(
    "taus",
    compute,
    say,
    [
        Part(
            "pairs",
            "τ of every pair of metrics",
            lambda result, names: pairs_table(result.pairs[result.chosen.protocol]),
            when=lambda result: False,
        )
    ],
    facts=facts,
    dear=True,
    terms=("kendall_tau", "tau_b", "block", "scope", "row_order", "permutation_p", "p_min", "t_test", "holm"),
)
