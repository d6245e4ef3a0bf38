"""Who is first by other rules that make one order out of the metrics?"""

from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.record import Absent, Answer, Part, Said
from components.answers.stability.ranked import CHECKPOINTS_ONLY, NOBODY, ranked
from components.labels import Labels
from components.resolved import Resolved, reads
from components.sentences import short, some
from components.stats.panel import Floats
from components.stats.ranking.ranks import competition_ranks
from components.stats.stability.aggregation import RULES, Kemeny, kemeny
from components.table import Column, Table, table
from components.text import capital, joined, number, thousands

NAMES = {
    "uqs": "UQS",
    "borda": "Borda",
    "copeland": "Copeland",
    "mean_reciprocal_rank": "mean reciprocal rank",
    "topsis": "TOPSIS",
}
"""What each rule is called in a sentence."""
NOTE = (
    "Borda: methods beaten on average. Copeland: duels won. Kemeny: the order that contradicts the fewest metrics, "
    "pair by pair. Mean reciprocal rank (MRR): rewards first places. These four see ranks only; TOPSIS and UQS see "
    "distances."
)
PLACES = 8
"""An order is written out up to this place."""


@dataclass(frozen=True, eq=False)
class Rules:
    """Scores (n,) of the methods by rule, UQS first, every metric voting with its weight, and Kemeny's orders."""

    methods: tuple[str, ...]
    scores: Mapping[str, Floats]
    best: Kemeny

    def ranks(self, rule: str) -> list[int | None]:
        """(n,) ranks under a rule, ties sharing the best; None where undefined."""
        return [rank or None for rank in competition_ranks(self.scores[rule]).tolist()]

    @property
    def orders(self) -> list[tuple[str, ...]]:
        """Kemeny's orders, best method first; at most 100."""
        return [tuple(self.methods[i] for i in order) for order in self.best.orders]


@reads(rows=True)
def compute(view: Resolved) -> Rules | Absent:
    """The methods under every other rule, beside UQS."""
    if view.grids is not None:
        return Absent(CHECKPOINTS_ONLY)
    data = ranked(view)
    if not data.methods:
        return Absent(f"{capital(NOBODY)}.")
    scores = {"uqs": data.scores} | {n: rule(data.utilities, data.w) for n, rule in RULES.items()}
    return Rules(data.methods, scores, kemeny(data.utilities, data.w))


def say(result: Rules, names: Labels) -> Said:
    """Which rule puts whom first, and what Kemeny's order costs."""
    if len(result.methods) < 2:
        return Said((), [NOTE])
    labels = short(names)
    first: dict[str, list[str]] = {}
    for rule in result.scores:
        leaders = [m for m, r in zip(result.methods, result.ranks(rule), strict=True) if r == 1]
        if leaders:
            first.setdefault(some(labels, leaders), []).append(NAMES[rule])
    firsts = "; ".join(f"{joined(rules)}: {who}" for who, rules in first.items())
    leads = f"First by rule, every metric voting with its weight – {firsts}."
    return Said([leads, _kemeny(result, labels)], [NOTE])


def _kemeny(result: Rules, labels: Labels) -> str:
    """Kemeny's orders, how many there are, and how many votes they contradict."""
    best, places = result.best, result.orders[0]
    order = " › ".join([*(labels.method(m) for m in places[:PLACES]), *(["…"] if len(places) > PLACES else [])])
    cost = f"{number(best.cost)} pair votes contradicted"
    if not best.exact:
        least = number(best.bound)
        return f"Kemeny (searched, not proven best): {order}; {cost}, and no order contradicts fewer than {least}."
    if best.count is None or best.count == 1:
        only = "the only optimum" if best.count == 1 else "the least possible"
        return f"Kemeny's order: {order}; {cost}, {only}."
    listed = "all" if len(best.orders) == best.count else str(len(best.orders))
    return (
        f"Kemeny has {thousands(best.count)} orders that contradict as few votes ({cost}), {listed} listed in the "
        f"table: {order} is one."
    )


def rules_table(result: Rules, names: Labels) -> Table[int]:
    """One row per method: rank and score under each rule."""
    column = Column[int]
    columns = [column("method", lambda i: result.methods[i], kind="method")]
    for rule, scores in result.scores.items():
        head, ranks = "MRR" if rule == "mean_reciprocal_rank" else NAMES[rule], result.ranks(rule)
        columns += [
            column(f"{rule}.rank", ranks.__getitem__, f"{head} rank", kind="count"),
            column(f"{rule}.score", scores.__getitem__, f"{head} score", kind="number"),
        ]
    return table(columns, range(len(result.methods)))


def orders_table(result: Rules, names: Labels) -> Table[tuple[str, ...]]:
    """One row per optimal order, best method first."""
    columns = (Column[tuple[str, ...]]("order", lambda order: order, kind="method"),)
    return table(columns, result.orders)


def facts(result: Rules) -> Mapping[str, object]:
    """Kemeny's orders and what they cost; `count` is None when the search was not exact."""
    best = result.best
    kemeny_facts = {
        "orders": result.orders,
        "count": best.count,
        "exact": best.exact,
        "cost": best.cost,
        "bound": best.bound,
    }
    return {"kemeny": kemeny_facts}


RULES_OF_ORDER = Answer(
    "rules",
    compute,
    say,
    [
        Part("rules", "Ranks and scores under other rules", rules_table, open=True),
        Part("kemeny", "Kemeny's optimal orders", orders_table, when=lambda result: len(result.orders) > 1),
    ],
    heading="Orders by other rules",
    facts=facts,
    terms=("borda", "copeland", "kemeny", "mrr", "topsis"),
)
