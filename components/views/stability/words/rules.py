"""What the stability page says of other rules."""

from __future__ import annotations

from components.labels import Labels
from components.text import joined, number, thousands
from components.views.stability.result.rules import KemenyOrders, RulesResult
from components.views.stability.words.phrases import short, some

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
