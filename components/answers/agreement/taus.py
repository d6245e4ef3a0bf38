"""Do the metrics rank the methods alike? Kendall's τ of every pair by both rules, and how sure each
is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np

from components.answers.agreement import pairs
from components.answers.record import Answer, Part, Said
from components.format import counted, finite, number
from components.panels import whole_runs
from components.resolved import Resolved, unweighted
from components.selection import Selection
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.pair_taus import SAME, PairTau, all_pairs, differing_most, pair_taus
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.bootstrap import DRAWS
from components.stats.clusters.tree import clusterable, distances, tree
from components.stats.memo import memoised
from components.stats.panel import Panel
from components.stats.permutation import LEVEL
from components.words import Labels

MANY = 10
"""With more metrics than this the map is ordered by cluster, so that blocks of agreement can be
seen."""
RULES = {PUBLISHED: "all runs pooled, directions not aligned", TIE_AWARE: "mean of the pairs shown"}
"""The pairs and runs over which each protocol's mean τ is taken; the published one is the paper's
in every scope."""


@dataclass(frozen=True, eq=False)
class Taus:
    """Kendall's τ of every pair of metrics by both protocols, in the scope selected.

    both     the τ matrices by protocol
    pairs    rows by protocol: one for each pair, in registry order
    family   number of pairs of metrics measured in the panel, whatever is filtered: Holm's
             correction is over these
    sharing  groups of benchmarks that share samples
    """

    panel: Panel
    chosen: Selection
    both: Mapping[str, Agreement]
    pairs: Mapping[str, tuple[PairTau, ...]]
    family: int
    sharing: tuple[tuple[str, ...], ...]

    @property
    def metrics(self) -> tuple[str, ...]:
        """Ids of the metrics, in registry order."""
        return self.panel.metric_ids

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Blocks compared by the protocol selected."""
        return self.both[self.chosen.protocol].blocks

    @property
    def ranks_methods(self) -> bool:
        """Whether methods are compared block by block, not pooled runs."""
        return self.both[TIE_AWARE].ranks_rows

    @property
    def comparable(self) -> bool:
        """Whether there are two metrics, two methods and a run."""
        return bool(self.blocks) and len(self.metrics) > 1 and len(self.panel.methods) > 1

    @property
    def derived(self) -> frozenset[frozenset[str]]:
        """Pairs of metrics of which one is computed from the other."""
        return pairs.derived(self.panel.metrics)

    def mean_tau(self, protocol: str) -> float | None:
        """Return the mean τ over pairs, by the rule in RULES."""
        published = protocol == PUBLISHED
        return finite(
            mean_taus(self.panel)[PUBLISHED].mean_tau if published else self.both[protocol].mean_tau
        )

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Metrics in registry order; of more than MANY by cluster, those that cannot be clustered
        last."""
        tau, k = self.both[TIE_AWARE].tau, len(self.metrics)
        placed = clusterable(tau) if k > MANY else ()
        if len(placed) < 2:
            return self.metrics
        leaves = tree(distances(tau[list(placed)][:, list(placed)])).order
        return tuple(
            self.metrics[i]
            for i in [*(placed[i] for i in leaves), *(i for i in range(k) if i not in placed)]
        )

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """Metrics that some run shown measured, in that order; all if these are fewer than two."""
        known = set(np.flatnonzero((~np.isnan(self.panel.values)).any(axis=(0, 1, 2))).tolist())
        return tuple(m for m in self.order if len(known) < 2 or self.panel.metric(m) in known)

    @property
    def differing_most(self) -> tuple[str, ...]:
        """The two metrics whose τ differs most between the protocols; empty with fewer than two
        metrics."""
        return differing_most(self.both[PUBLISHED], self.both[TIE_AWARE])


@unweighted
def compute(view: Resolved) -> Taus:
    """Return the τ of every pair of metrics of a selection."""
    panel, chosen = view.panel.compared, view.selection
    both = {
        p: memoised(
            panel, ("agreement", p, chosen.scope), partial(tau_of_pairs, panel, p, chosen.scope)
        )
        for p in PROTOCOLS
    }
    runs = whole_runs(view.tables, chosen.panel)
    family = comb(sum(bool(runs[m].notna().any()) for m in panel.metric_ids), 2)
    rows = {
        p: pair_taus(agreed, all_pairs(agreed), len(panel.methods), chosen.rng, family)
        for p, agreed in both.items()
    }
    return Taus(panel, chosen, both, rows, family, view.sharing)


def say(result: Taus, names: Labels) -> Said:
    if not result.blocks:
        return Said(["No run matches these filters."])
    for ids, noun in ((result.metrics, "metric"), (result.panel.methods, "method")):
        if len(ids) < 2:
            return Said(["No pair of metrics has a τ.", f"Only one {noun} is shown."])
    known = [r for r in result.pairs[TIE_AWARE] if r.tau is not None]
    return Said(
        [_verdict(known), pairs.row_order(result.pairs[PUBLISHED]), *_limits(result, known)]
    )


def _verdict(known: Sequence[PairTau]) -> str:
    """Return how many pairs with a τ disagree more than they agree once ties count as ties, and how
    surely."""
    if not known:
        return "No pair of metrics has a τ."
    n, tested = len(known), any(r.p_holm is not None for r in known)
    opposed = [r for r in known if (r.tau or 0.0) < -SAME]
    decided = [r for r in known if r.p_holm is not None and r.p_holm <= LEVEL]
    if not opposed:
        agree = sum((r.tau or 0.0) > SAME for r in decided)
        return f"No pair disagrees more than it agrees{_agreeing(agree, n) if tested else ''}."
    k, surely = len(opposed), sum((r.tau or 0.0) < -SAME for r in decided)
    which = "The one pair" if n == 1 else f"All {n} pairs" if k == n else f"{k} of {n} pairs"
    verb = "disagrees more than it agrees" if k == 1 else "disagree more than they agree"
    count = (
        ("" if surely else "not ") if k == 1 else "all " if surely == k else f"{surely or 'none'} "
    )
    return f"{which} of metrics {verb}{f', {count}significantly' if tested else ''}."


def _agreeing(surely: int, n: int) -> str:
    if n == 1:
        return f"; it {'agrees' if surely else 'does not agree'} significantly"
    which = (
        f"all {n} agree"
        if surely == n
        else f"{surely or 'none'} of {n} {'agree' if surely > 1 else 'agrees'}"
    )
    return f"; {which} significantly"


def _limits(result: Taus, known: Sequence[PairTau]) -> list[str]:
    """Return what qualifies the verdict, "" for what does not hold."""
    reach = [r.test.p_min for r in known if r.test.p_min is not None]
    marked = len(result.derived)
    return [
        f"In {counted(marked, 'pair')} (◇) one metric is computed from the other."
        if marked
        else "",
        "Checkpoints of one method are not independent, so there is no p."
        if result.panel.grids is not None
        else "",
        f"With {len(result.panel.methods)} methods no p can be below {number(min(reach))}."
        if reach and min(reach) > LEVEL
        else "",
    ]


def facts(result: Taus) -> Mapping[str, object]:
    """Return what the τ are taken over, and the matrices of both protocols."""
    own = result.chosen.protocol
    return {
        "scope": result.chosen.scope,
        "protocol": own,
        "metrics": result.metrics,
        "order": result.order,
        "n_methods": len(result.panel.methods),
        "n_runs": sum(len(b.values) for b in result.blocks),
        "blocks": [{"benchmark": b.benchmark, "seed": b.seed} for b in result.blocks],
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
        lambda result, names: pairs.pairs_table(
            result.pairs[result.chosen.protocol], result.derived
        ),
        when=lambda result: False,
    ),
    facts=facts,
    terms=(
        "kendall_tau",
        "tau_b",
        "block",
        "scope",
        "row_order",
        "permutation_p",
        "p_min",
        "t_test",
        "holm",
    ),
)
