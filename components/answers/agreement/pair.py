"""What lies behind one pair of metrics? Both values of the pair that is open, and what each rests on."""

from collections.abc import Mapping
from dataclasses import dataclass

from components import choice_text as reading
from components.answers.agreement import taus
from components.answers.agreement.pairs import basis, row_order_range
from components.answers.agreement.taus import Taus
from components.answers.record import Absent, Answer, Ask, Part, Said
from components.format import UNDEFINED, counted, number, p_value
from components.resolved import Resolved
from components.stats.agreement.pair import (
    BenchmarkTau,
    PairBlock,
    by_benchmark,
    in_scope,
    pair_blocks,
)
from components.stats.agreement.pair_taus import SAME, PairTau, ScopeTau, pair_taus
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.stats.panel import PairRun, Panel, runs_with_both
from components.table import Column, Table, table
from components.words import Labels, to_choose


@dataclass(frozen=True, eq=False)
class OpenPair:
    """The pair of metrics that is open, whether or not it was `chosen`; `panel` holds its two metrics x and y.

    `protocols` are in the scope selected, without Holm's correction, which belongs to all pairs together: `every`.
    `pooled` are all runs as one block.
    """

    panel: Panel
    protocols: Mapping[str, PairTau]
    blocks: tuple[PairBlock, ...]
    runs: tuple[PairRun, ...]
    pooled: ScopeTau
    by_benchmark: tuple[BenchmarkTau, ...]
    chosen: bool
    every: Taus

    @property
    def x(self) -> str:
        """The first metric."""
        return self.panel.metric_ids[0]

    @property
    def y(self) -> str:
        """The second metric."""
        return self.panel.metric_ids[1]

    @property
    def numbered(self) -> dict[str, int]:
        """The methods of the blocks, each with its number from 1 on."""
        return {m: n for n, m in enumerate(dict.fromkeys(m for b in self.blocks for m in b.rows), start=1)}

    @property
    def many(self) -> bool:
        """Whether there are too many methods to read without zoom."""
        return len(self.every.panel.methods) > 12


def compute(view: Resolved, pair: tuple[str, ...] | None = None) -> OpenPair | Absent:
    """Return the pair asked for or, without one, the pair on which the protocols differ most."""
    every, chosen = view.of(taus.compute), view.selection
    ids = pair or every.differing_most
    if not ids:
        return Absent("A pair needs two metrics.")
    if not every.comparable:
        return Absent("")
    panel = view.panel.of_metrics([view.panel.metric(ids[0]), view.panel.metric(ids[1])])
    results = {p: tau_of_pairs(panel, p, chosen.scope) for p in PROTOCOLS}
    return OpenPair(
        panel=panel,
        protocols={p: pair_taus(r, [(0, 1)], len(panel.methods), chosen.rng)[0] for p, r in results.items()},
        blocks=pair_blocks(panel, chosen.scope.partition(":")[2]),
        runs=runs_with_both(panel, panel.values[..., 0], panel.values[..., 1]),
        pooled=in_scope(panel, "pooled"),
        by_benchmark=by_benchmark(panel),
        chosen=bool(pair),
        every=every,
    )


def opened(pair: OpenPair) -> str:
    """Both values of the pair that is open, and why it is open when nobody chose it."""
    ours, theirs = pair.protocols[TIE_AWARE], pair.protocols[PUBLISHED]
    differ = ours.tau is not None and theirs.tau is not None and abs(ours.tau - theirs.tau) > SAME
    why = "The two protocols differ most on this pair. " if differ and not pair.chosen else ""
    if not pair.every.ranks_methods:
        runs = counted(sum(len(b.values) for b in pair.every.blocks), "run")
        return f"{why}Over {runs}, aligned: {_pooled(ours, theirs)}."
    aware = (
        f"no τ ({ours.tau_reason})"
        if ours.tau is None
        else f"{number(ours.tau)}, from {ours.blocks_defined} of {counted(ours.blocks, 'block')}"
    )
    return f"{why}As published: {_published(theirs)}; tie-aware: {aware}."


def _pooled(ours: PairTau, theirs: PairTau) -> str:
    raw = f" (directions as they are: {number(theirs.tau)})" if theirs.tau is not None else ""
    return f"τ_b {number(ours.tau)}{raw}" if ours.tau is not None else f"no τ: {ours.tau_reason}"


def _published(row: PairTau) -> str:
    if row.tau is None:
        return f"no τ ({row.tau_reason})"
    order = f", {row_order_range(row, 'from ')} with the order of rows" if row.row_order_width else ""
    return f"{number(row.tau)}{order}"


def statements_table(pair: OpenPair, names: Labels) -> Table[str]:
    """The pair under both protocols, as text."""
    column, first = Column[str], pair.protocols[TIE_AWARE]

    def of(protocol: str) -> PairTau:
        return pair.protocols[protocol]

    def tau(protocol: str) -> str:
        row = of(protocol)
        return f"{UNDEFINED} {row.tau_reason}" if row.tau is None else number(row.tau)

    def ties(protocol: str) -> str:
        row = of(protocol)
        decided = protocol == PUBLISHED and pair.every.ranks_methods and (row.ties_x or row.ties_y)
        return f"{row.ties_x}, {row.ties_y}" + (" (decided by row order)" if decided else "")

    def orders(protocol: str) -> str:
        row = of(protocol)
        return f"{row_order_range(row)}, {row.row_orders} orders" if row.row_order_width else "does not depend on it"

    def p(protocol: str) -> str:
        row = of(protocol)
        kind = f"{row.test.kind}, {row.test.arrangements} arrangements" if row.test.arrangements else row.test.kind
        return f"{UNDEFINED} {row.test.reason}" if row.test.p is None else f"{p_value(row.test.p)} ({kind})"

    columns = (
        column("protocol", lambda protocol: "as published" if protocol == PUBLISHED else protocol),
        column("tau", tau, "τ"),
        column("basis", lambda protocol: basis(of(protocol), pair.every.ranks_methods), "τ rests on"),
        column("counts", lambda n: f"{of(n).concordant}, {of(n).discordant}", "concordant, discordant"),
        column("ties", ties, f"tied by {names.metric(first.x)}, by {names.metric(first.y)}"),
        column("row_order", orders, "range over row orders"),
        column("p", p),
        column("p_min", lambda protocol: p_value(of(protocol).test.p_min), "smallest possible p"),
        column("p_holm", lambda protocol: _holm(pair, protocol), "p after Holm"),
        column("interval", lambda protocol: _interval(of(protocol)), "95 % interval"),
    )
    return table(columns, (PUBLISHED, TIE_AWARE))


def _holm(pair: OpenPair, protocol: str) -> str:
    rows = pair.every.pairs[protocol]
    p = next(r.p_holm for r in rows if {r.x, r.y} == {pair.x, pair.y})
    return p_value(p) if p is None else f"{p_value(p)} (over {counted(pair.every.family, 'pair')})"


def _interval(row: PairTau) -> str:
    if row.interval.low is not None:
        return f"{number(row.interval.low)} to {number(row.interval.high)}"
    return f"{'not estimable:' if row.interval.draws else UNDEFINED} {row.interval.reason}"


PAIR = Answer(
    "pair",
    compute,
    lambda pair, names: Said([opened(pair)]),
    Part("statements", "The pair under both protocols", statements_table, shown="turned"),
    heading="One pair of metrics",
    asks=(
        Ask(
            "pair",
            "the pair of metrics that is open",
            reading.ids(reading.scores, exactly=2),
            ("First metric", "Second metric"),
            lambda pair, names: to_choose(pair.every.panel.metrics),
            lambda pair: (pair.x, pair.y),
        ),
    ),
)
