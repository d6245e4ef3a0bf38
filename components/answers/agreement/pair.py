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

PROTOCOL_NAMES = {TIE_AWARE: "ties as ties", PUBLISHED: "published rule"}
FIRST_LINES = ("tau", "concordant", "discordant", "p_holm")
"""The columns that are lines in the open; the others are behind "Details"."""


@dataclass(frozen=True, eq=False)
class OpenPair:
    """The pair of metrics that is open.

    rows  by protocol, in the scope selected, with the p after Holm's correction over all pairs
    taus  all pairs
    """

    rows: Mapping[str, PairTau]
    taus: Taus


def compute(view: Resolved, chosen_pair: tuple[str, ...] | None = None) -> OpenPair | Absent:
    """Return the pair asked for, by default the strongest contradiction."""
    result = view.of(taus.compute)
    if not result.comparable:
        return Absent("")
    selection = view.selection
    x_metric, y_metric = chosen_pair or result.strongest_contradiction
    panel = result.panel.of_metrics([result.panel.metric(x_metric), result.panel.metric(y_metric)])
    rows = {}
    for protocol in PROTOCOLS:
        agreed = tau_of_pairs(panel, protocol, selection.scope)
        (row,) = pair_taus(agreed, [(0, 1)], len(panel.methods), selection.rng)
        listed = next(
            pair_tau
            for pair_tau in result.pairs[protocol]
            if {pair_tau.x, pair_tau.y} == {x_metric, y_metric}
        )
        rows[protocol] = replace(row, p_holm=listed.p_holm)
    return OpenPair(rows, result)


def say(open_pair: OpenPair, labels: Labels) -> Said:
    tie_aware = open_pair.rows[TIE_AWARE]
    published = open_pair.rows[PUBLISHED]
    tau_text = (
        f"no τ ({tie_aware.tau_reason})" if tie_aware.tau is None else f"τ {number(tie_aware.tau)}"
    )
    other_value = "none" if published.tau is None else number(published.tau)
    sentence = (
        f"{labels.metric(tie_aware.x)} and {labels.metric(tie_aware.y)}: {tau_text}, or"
        f" {other_value} by the published rule"
    )
    if number(published.row_order_min) != number(published.row_order_max):
        sentence += f", {row_order_range(published)} in other row orders"
    return Said([f"{sentence}."])


def statements_table(open_pair: OpenPair, labels: Labels) -> Table[PairTau]:
    """Return the pair by both protocols, one row each; the columns of FIRST_LINES first."""
    rows = [open_pair.rows[protocol] for protocol in PROTOCOL_NAMES]
    listed = pairs_table(rows, open_pair.taus.derived).columns

    def protocol_of(pair_tau: PairTau) -> str:
        return TIE_AWARE if pair_tau is open_pair.rows[TIE_AWARE] else PUBLISHED

    columns = [
        Column[PairTau]("rule", lambda row: PROTOCOL_NAMES[protocol_of(row)], place="screen only"),
        Column[PairTau]("protocol", protocol_of, place="file"),
    ]
    first_columns = [column for column in listed if column.id in FIRST_LINES]
    other_columns = [column for column in listed if column.id not in FIRST_LINES]
    columns += [replace(column, head=column.help or column.head) for column in first_columns]
    for column in other_columns:
        columns.append(replace(column, place="file") if column.kind == "metric" else column)
    return replace(table(rows, *columns), first=len(FIRST_LINES))


OPENED = Choice(
    "pair",
    "the pair of metrics that is open",
    parsing.exact_ids(suite_ids.compared_metrics, 2),
    Boxes(
        ("First metric", "Second metric"),
        lambda pair, labels: to_choose(pair.taus.panel.metrics),
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
