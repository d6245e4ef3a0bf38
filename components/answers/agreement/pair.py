"""What lies behind one pair of metrics? Its τ by both rules, and what each rests on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from components import suite_ids
from components.answers.agreement.pairs import pairs_table, row_order_range
from components.answers.record import Absent, Answer, Part, Said
from components.choices import parsing
from components.choices.controls import Boxes
from components.choices.record import Choice
from components.format import number
from components.resolved import Resolved
from components.results import taus
from components.results.taus import Taus
from components.stats.agreement.pair_taus import PairTau, pair_taus
from components.stats.agreement.tau import PROTOCOLS, PUBLISHED, TIE_AWARE
from components.stats.agreement.tau import agreement as tau_of_pairs
from components.table import Column, Table, table
from components.words import Labels, to_choose

RULES = {TIE_AWARE: "ties as ties", PUBLISHED: "published rule"}
"""Names of the protocols."""


@dataclass(frozen=True, eq=False)
class OpenPair:
    """The pair of metrics that is open.

    rows   by protocol, in the scope selected, with the p after Holm's correction over all pairs
    every  all pairs
    """

    rows: Mapping[str, PairTau]
    every: Taus


def compute(view: Resolved, pair: tuple[str, ...] | None = None) -> OpenPair | Absent:
    """Return the pair asked for, by default the one whose τ differs most between the protocols."""
    every, chosen = view.of(taus.compute), view.selection
    if not every.comparable:
        return Absent("")
    x, y = pair or every.differing_most
    panel = every.panel.of_metrics([every.panel.metric(x), every.panel.metric(y)])
    rows = {}
    for protocol in PROTOCOLS:
        agreed = tau_of_pairs(panel, protocol, chosen.scope)
        (row,) = pair_taus(agreed, [(0, 1)], len(panel.methods), chosen.rng)
        listed = next(r for r in every.pairs[protocol] if {r.x, r.y} == {x, y})
        rows[protocol] = replace(row, p_holm=listed.p_holm)
    return OpenPair(rows, every)


def say(pair: OpenPair, names: Labels) -> Said:
    ours, theirs = pair.rows[TIE_AWARE], pair.rows[PUBLISHED]
    aware = f"no τ ({ours.tau_reason})" if ours.tau is None else f"τ {number(ours.tau)}"
    published = "none" if theirs.tau is None else number(theirs.tau)
    orders = f", {row_order_range(theirs)} in other row orders" if theirs.row_order_width else ""
    return Said(
        [
            f"{names.metric(ours.x)} and {names.metric(ours.y)}: {aware}, or {published} by the"
            f" published rule{orders}."
        ]
    )


def statements_table(pair: OpenPair, names: Labels) -> Table[PairTau]:
    """Return the pair by both protocols, one row each."""
    listed = pairs_table([pair.rows[p] for p in RULES], pair.every.derived)

    def protocol(row: PairTau) -> str:
        return next(p for p, own in pair.rows.items() if own is row)

    column = Column[PairTau]
    columns = (
        column("rule", lambda row: RULES[protocol(row)], place="screen only"),
        column("protocol", protocol, place="file"),
        *(replace(c, place="file") if c.kind == "metric" else c for c in listed.columns),
    )
    return table(columns, listed.rows)


OPENED = Choice(
    "pair",
    "the pair of metrics that is open",
    parsing.exact_ids(suite_ids.compared_metrics, 2),
    Boxes(
        ("First metric", "Second metric"),
        lambda pair, names: to_choose(pair.every.panel.metrics),
        chosen=lambda pair: (pair.rows[TIE_AWARE].x, pair.rows[TIE_AWARE].y),
    ),
)
PAIR = Answer(
    "pair",
    compute,
    say,
    Part("statements", "The pair by both rules", statements_table, shown="turned"),
    asks=(OPENED,),
)
