"""Do the metrics order the methods alike? Kendall's τ of every pair under both protocols, and what it is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

from components.answers.agreement import pairs
from components.answers.record import Answer, Part, Said
from components.format import at_most, counted, finite, joined, number
from components.resolved import Resolved, unweighted, whole_runs
from components.selection import Selection
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.pair import BlockName
from components.stats.agreement.pair_taus import SAME, PairTau, all_pairs, differing_most, pair_taus
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.bootstrap import DRAWS
from components.stats.clusters.tree import clusterable, distances, tree
from components.stats.memo import memoised
from components.stats.panel import Panel
from components.stats.permutation import LEVEL
from components.words import Labels, sharing

MANY = 10
"""With more metrics than this the heat maps are ordered by cluster, so that blocks of agreement can be seen."""
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
        return finite(mean_taus(self.panel)[PUBLISHED].mean_tau if published else self.both[protocol].mean_tau)

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
        return differing_most(self.both[PUBLISHED], self.both[TIE_AWARE])


@unweighted
def compute(view: Resolved) -> Taus:
    """The τ of every pair of metrics of a selection."""
    both, runs = both_protocols(view), whole_runs(view.tables, view.selection.panel)
    family = comb(sum(bool(runs[m].notna().any()) for m in view.panel.metric_ids), 2)
    methods, rng = len(view.panel.methods), view.selection.rng
    rows = {p: pair_taus(agreed, all_pairs(agreed), methods, rng, family) for p, agreed in both.items()}
    return Taus(view.panel, view.selection, both, rows, family, view.sharing)


def both_protocols(view: Resolved) -> dict[str, Agreement]:
    """The τ of every pair under either protocol, in the scope selected."""
    panel, scope = view.panel, view.selection.scope
    return {p: memoised(panel, ("agreement", p, scope), partial(tau_of_pairs, panel, p, scope)) for p in PROTOCOLS}


def say(result: Taus, names: Labels) -> Said:
    """Whether the metrics contradict each other, how row order changes their agreement, and what qualifies it."""
    if not result.blocks:
        return Said(["No run matches these filters."])
    if len(result.metrics) < 2:
        return Said(["One metric only: there is nothing to compare."])
    if len(result.panel.methods) < 2:
        return Said(["One method only: there is no order to agree on."])
    published, aware = result.pairs[PUBLISHED], result.pairs[TIE_AWARE]
    notes = [
        _constant(result, names),
        pairs.widest(published, names),
        pairs.extremes(aware, result.ranks_methods, names),
        pairs.undefined(aware, published, result.ranks_methods, names),
        pairs.evidence(aware, result.family, len(result.panel.methods), names),
        _means(result),
        sharing(names, result.sharing),
    ]
    two = len(result.panel.methods) == 2 and result.ranks_methods
    second = pairs.two_methods(aware) if two else pairs.row_order(published)
    return Said([_verdict(result), second], notes)


def _verdict(result: Taus) -> str:
    """How many pairs of metrics disagree more than they agree once ties count as ties, and how surely."""
    rows = [r for r in result.pairs[TIE_AWARE] if r.tau is not None]
    if not rows:
        return "No two metrics can be compared: none tells the methods apart where another does."
    count = counted(len(rows), "pair")
    opposed = [r for r in rows if (r.tau or 0.0) < -SAME]
    if not opposed:
        where = "the one pair" if len(rows) == 1 else f"any of {count}"
        return f"The metrics do not contradict each other in {where} that can be compared{_agreeing(rows)}."
    ways = "agrees less often than it disagrees" if len(opposed) == 1 else "agree less often than they disagree"
    beyond = sum(r.p_holm is not None and r.p_holm <= LEVEL for r in opposed)
    may = "" if beyond else "may "
    return f"The metrics {may}contradict each other: {len(opposed)} of {count} {ways}{_beyond_chance(opposed, beyond)}."


def _agreeing(rows: Sequence[PairTau]) -> str:
    """How many pairs agree at or below .05 after Holm's correction; empty where none is tested."""
    if all(r.p_holm is None for r in rows):
        return ""
    surely = sum(r.p_holm is not None and r.p_holm <= LEVEL and (r.tau or 0.0) > SAME for r in rows)
    if len(rows) == 1:
        return f"; it {'agrees' if surely else 'does not agree'} beyond chance"
    return f"; {_few(surely, len(rows))} {'agree' if surely > 1 else 'agrees'} beyond chance"


def _beyond_chance(opposed: Sequence[PairTau], beyond: int) -> str:
    """Whether none, some or all of these are at or below .05 after Holm's correction; empty where none is tested."""
    if all(r.p_holm is None for r in opposed):
        return ""
    if len(opposed) == 1:
        return f", {'' if beyond else 'not '}beyond chance"
    return f", {_few(beyond, len(opposed))} of them beyond chance"


def _few(count: int, of: int) -> str:
    """A small count as a word, since the sentence has its two numbers already."""
    if count == of:
        return "all"
    return ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "some")[min(count, 10)]


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


def _means(result: Taus) -> str:
    """Mean pairwise τ of this selection, by both protocols, each with its rule."""
    rows, ours = result.pairs[TIE_AWARE], result.both[TIE_AWARE]
    known = sum(r.tau is not None for r in rows)
    return (
        f"Mean τ over pairs: {number(result.mean_tau(PUBLISHED))} as published ({RULES[PUBLISHED]}), "
        f"{number(ours.mean_tau)} tie-aware ({known} of {counted(len(rows), 'pair')} shown)."
    )


def tie_rule(protocol: str) -> str:
    """How ranks treat ties under a protocol."""
    return "ties by row order" if protocol == PUBLISHED else "ties share their mean rank"


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
    Part(
        "pairs",
        "τ of every pair of metrics",
        lambda result, names: pairs.pairs_table(result.pairs[result.chosen.protocol]),
        when=lambda result: False,
    ),
    facts=facts,
    terms=("kendall_tau", "tau_b", "block", "scope", "row_order", "permutation_p", "p_min", "t_test", "holm"),
)
