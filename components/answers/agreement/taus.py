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
from components.words import Labels


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
