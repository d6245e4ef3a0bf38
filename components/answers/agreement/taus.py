"""Do the metrics rank the methods alike? Kendall's τ of every pair by both rules, and how sure each
is."""

from collections.abc import Mapping, Sequence

from components.answers.agreement import pairs
from components.answers.record import Answer, Part, Said
from components.format import counted, number
from components.results.taus import RULES, Taus, compute
from components.stats.agreement.pair_taus import SAME, PairTau
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.stats.bootstrap import DRAWS
from components.stats.permutation import LEVEL
from components.table import Table
from components.words import Labels


def say(result: Taus, labels: Labels) -> Said:
    if not result.blocks:
        return Said(["No run matches these filters."])
    for identifiers, noun in ((result.metrics, "metric"), (result.panel.methods, "method")):
        if len(identifiers) < 2:
            return Said(["No pair of metrics has a τ.", f"Only one {noun} is shown."])
    pair_taus = [pair_tau for pair_tau in result.pairs[TIE_AWARE] if pair_tau.tau is not None]
    row_order = pairs.row_order(result.pairs[PUBLISHED])
    return Said([finding(result), row_order, *_limits(result, pair_taus)])


def finding(result: Taus) -> str:
    """Return how many pairs with a τ disagree more than they agree once ties count as ties, and how
    surely."""
    pair_taus = [pair_tau for pair_tau in result.pairs[TIE_AWARE] if pair_tau.tau is not None]
    if not pair_taus:
        return "No pair of metrics has a τ."
    opposed = [pair_tau for pair_tau in pair_taus if _tau(pair_tau) < -SAME]
    is_tested = any(pair_tau.p_holm is not None for pair_tau in pair_taus)
    decided = [
        pair_tau
        for pair_tau in pair_taus
        if pair_tau.p_holm is not None and pair_tau.p_holm <= LEVEL
    ]
    if opposed:
        verdict = _opposed(len(opposed), len(pair_taus))
        surely = _significantly(sum(_tau(pair_tau) < -SAME for pair_tau in decided), len(opposed))
    else:
        verdict = "No pair disagrees more than it agrees"
        surely = _agreeing(sum(_tau(pair_tau) > SAME for pair_tau in decided), len(pair_taus))
    return f"{verdict}{surely}." if is_tested else f"{verdict}."


def _tau(pair_tau: PairTau) -> float:
    return pair_tau.tau or 0.0


def _opposed(n_opposed: int, n_pairs: int) -> str:
    how_many = f"{n_opposed} of {n_pairs} pairs"
    if n_pairs == 1:
        how_many = "The one pair"
    elif n_opposed == n_pairs:
        how_many = f"All {n_pairs} pairs"
    if n_opposed == 1:
        return f"{how_many} of metrics disagrees more than it agrees"
    return f"{how_many} of metrics disagree more than they agree"


def _significantly(n_sure: int, n_opposed: int) -> str:
    how_many = f"{n_sure or 'none'} "
    if n_opposed == 1:
        how_many = "" if n_sure else "not "
    elif n_sure == n_opposed:
        how_many = "all "
    return f", {how_many}significantly"


def _agreeing(n_sure: int, n_pairs: int) -> str:
    if n_pairs == 1:
        return f"; it {'agrees' if n_sure else 'does not agree'} significantly"
    if n_sure == n_pairs:
        return f"; all {n_pairs} agree significantly"
    verb = "agree" if n_sure > 1 else "agrees"
    return f"; {n_sure or 'none'} of {n_pairs} {verb} significantly"


def _limits(result: Taus, pair_taus: Sequence[PairTau]) -> list[str]:
    """Return what qualifies the verdict."""
    limits = []
    if result.derived:
        pairs_marked = counted(len(result.derived), "pair")
        limits.append(f"In {pairs_marked} (◇) one metric is computed from the other.")
    if result.panel.family_of_method is not None:
        limits.append("Checkpoints of one method are not independent, so there is no p.")
    smallest = [pair_tau.test.p_min for pair_tau in pair_taus if pair_tau.test.p_min is not None]
    if smallest and min(smallest) > LEVEL:
        n_methods = len(result.panel.methods)
        limits.append(f"With {n_methods} methods no p can be below {number(min(smallest))}.")
    return limits


def facts(result: Taus) -> Mapping[str, object]:
    """Return what the τ are taken over, and the matrices of both protocols."""
    protocol = result.selection.protocol
    return {
        "scope": result.selection.scope,
        "protocol": protocol,
        "metrics": result.metrics,
        "order": result.order,
        "n_methods": len(result.panel.methods),
        "n_runs": sum(len(block.values) for block in result.blocks),
        "blocks": [{"benchmark": b.benchmark, "seed": b.seed} for b in result.blocks],
        "blocks_constant": result.agreements[TIE_AWARE].constant_blocks,
        "mean_tau": result.mean_tau(protocol),
        "mean_tau_rule": RULES[protocol],
        "bootstrap_draws": DRAWS,
        "rng": result.selection.rng,
        "family": result.family,
        "opened": result.strongest_contradiction,
        "protocols": {name: _matrices(result, name) for name in result.agreements},
    }


def _matrices(result: Taus, protocol: str) -> Mapping[str, object]:
    agreed = result.agreements[protocol]
    return {
        "tau": agreed.tau,
        "blocks_defined": agreed.defined,
        "directions_aligned": agreed.aligned,
        "mean_tau": result.mean_tau(protocol),
        "mean_tau_rule": RULES[protocol],
        "mean_of_shown": agreed.mean_tau,
    }


def pairs_table(result: Taus, labels: Labels) -> Table[PairTau]:
    """Return one row per pair by the protocol selected."""
    return pairs.pairs_table(result.pairs[result.selection.protocol], result.derived)


TAUS = Answer(
    "taus",
    compute,
    say,
    Part("pairs", "τ of every pair of metrics", pairs_table, when=lambda result: False),
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
