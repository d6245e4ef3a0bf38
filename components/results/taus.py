"""Do the metrics rank the methods alike? Kendall's τ of every pair by both rules, and how sure each
is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np

from components.format import finite
from components.panels import whole_runs
from components.resolved import Resolved, unweighted
from components.selection import Selection
from components.stats.agreement.mean_tau import mean_taus
from components.stats.agreement.pair_taus import SAME, PairTau, all_pairs, pair_taus
from components.stats.agreement.pairs import Block
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE, Agreement
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.clusters.tree import clusterable, distances, tree
from components.stats.memo import memoised
from components.stats.panel import Panel
from components.stats.permutation import LEVEL
from data.registry import Metric

MANY = 10
"""With more metrics than this the map is ordered by cluster, so that blocks of agreement can be
seen."""
RULES = {PUBLISHED: "all runs pooled, directions not aligned", TIE_AWARE: "mean of the pairs shown"}
"""The pairs and runs over which each protocol's mean τ is taken; the published one is the paper's
in every scope."""


@dataclass(frozen=True, eq=False)
class Taus:
    """Kendall's τ of every pair of metrics by both protocols, in the scope selected.

    agreements  the τ matrices by protocol
    pairs       rows by protocol: one for each pair, in registry order
    family      number of pairs of metrics measured in the panel, whatever is filtered: Holm's
                correction is over these
    sharing     groups of benchmarks that share samples
    """

    panel: Panel
    selection: Selection
    agreements: Mapping[str, Agreement]
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
        return self.agreements[self.selection.protocol].blocks

    @property
    def ranks_methods(self) -> bool:
        """Whether methods are compared block by block, not pooled runs."""
        return self.agreements[TIE_AWARE].ranks_rows

    @property
    def comparable(self) -> bool:
        """Whether there are two metrics, two methods and a run."""
        return bool(self.blocks) and len(self.metrics) > 1 and len(self.panel.methods) > 1

    @cached_property
    def derived(self) -> frozenset[frozenset[str]]:
        """Pairs of metrics of which one is computed from the other."""
        return computed_pairs(self.panel.metrics)

    def mean_tau(self, protocol: str) -> float | None:
        """Return the mean τ over pairs, by the rule in RULES."""
        if protocol == PUBLISHED:
            return finite(mean_taus(self.panel)[PUBLISHED].mean_tau)
        return finite(self.agreements[protocol].mean_tau)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Metrics in registry order; of more than MANY by cluster, those that cannot be clustered
        last."""
        tie_aware_tau = self.agreements[TIE_AWARE].tau
        clustered = list(clusterable(tie_aware_tau)) if len(self.metrics) > MANY else []
        if len(clustered) < 2:
            return self.metrics
        leaves = tree(distances(tie_aware_tau[np.ix_(clustered, clustered)])).order
        in_tree = [self.metrics[clustered[leaf]] for leaf in leaves]
        return (*in_tree, *(metric for metric in self.metrics if metric not in in_tree))

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """Metrics that some run shown measured, in that order; all if these are fewer than two."""
        measured = np.flatnonzero(np.any(~np.isnan(self.panel.values), axis=(0, 1, 2)))
        if len(measured) < 2:
            return self.order
        return tuple(metric for metric in self.order if self.panel.metric(metric) in measured)

    @property
    def strongest_contradiction(self) -> tuple[str, ...]:
        """The two metrics with the lowest τ, ties counted as ties: of pairs that contradict each
        other significantly if there are some, else of all. Of equal ones the first; the first
        two metrics without any τ, empty with fewer than two metrics."""
        pair_taus = self.pairs[TIE_AWARE]
        if not pair_taus:
            return ()
        strongest = min(pair_taus, key=_contradiction)
        return strongest.x, strongest.y


def _contradiction(pair_tau: PairTau) -> tuple[bool, float]:
    """Return a key that is smaller the more a pair of metrics contradicts itself."""
    tau = np.inf if pair_tau.tau is None else round(pair_tau.tau, 12)
    is_opposed = tau < -SAME
    is_significant = pair_tau.p_holm is not None and pair_tau.p_holm <= LEVEL
    return not (is_opposed and is_significant), tau


def computed_pairs(metrics: Sequence[Metric]) -> frozenset[frozenset[str]]:
    """Return the pairs of metrics of which one is computed from the other, directly or through
    further metrics."""
    parts_of_metric = {metric.id: set(metric.parts) for metric in metrics}
    for _ in metrics:
        for parts in parts_of_metric.values():
            for part_metric in list(parts):
                parts |= parts_of_metric.get(part_metric, set())
    pairs_computed = set()
    for metric, parts in parts_of_metric.items():
        for part_metric in parts & parts_of_metric.keys() - {metric}:
            pairs_computed.add(frozenset((metric, part_metric)))
    return frozenset(pairs_computed)


@unweighted
def compute(view: Resolved) -> Taus:
    """Return the τ of every pair of metrics of a selection."""
    panel = view.panel.compared
    selection = view.selection
    panel_runs = whole_runs(view.tables, selection.panel)
    family = comb(sum(bool(panel_runs[metric].notna().any()) for metric in panel.metric_ids), 2)
    agreements = {}
    pairs_of_protocol = {}
    for protocol in PROTOCOLS:
        agreed = memoised(
            panel,
            ("agreement", protocol, selection.scope),
            partial(tau_of_pairs, panel, protocol, selection.scope),
        )
        agreements[protocol] = agreed
        pairs_of_protocol[protocol] = pair_taus(
            agreed, all_pairs(agreed), len(panel.methods), selection.rng, family
        )
    return Taus(panel, selection, agreements, pairs_of_protocol, family, view.sharing)
