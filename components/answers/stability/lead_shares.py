"""How often does each method lead, by three ways of counting, and why do they differ?"""

from dataclasses import replace

from components.answers.record import Answer, Part, Said, silent
from components.results import lead_shares
from components.results.lead_shares import LeadShare, LeadShares
from components.table import Column, Table, count_column, share_column, table
from components.words import Labels

NO_RANK = "no rank with these choices"


def shares_table(shares: LeadShares, labels: Labels) -> Table[LeadShare]:
    """Return one row per method; those that never lead come last, behind a line."""
    leading_first = sorted(shares.rows, key=lambda row: not row.ever_leads)
    n_leading = sum(row.ever_leads for row in shares.rows)
    return replace(
        table(
            leading_first,
            Column("method", kind="method"),
            count_column("ways", place="file"),
            count_column("ways_with_floors", place="file"),
            Column(
                "named_ways",
                lambda row: _named_ways(row, shares),
                "named ways",
                help="In how many it leads alone: every combination of named choices counts once.",
            ),
            share_column(
                "random_metrics",
                head="random weights of metrics",
                why="reason",
                help="Each weight of the metrics in play is as likely as any other; ties split.",
            ),
            share_column(
                "random_groups",
                head="random weights of groups",
                why="reason",
                help="Each split between forgetting, privacy and usefulness is as likely as any"
                " other; metrics of a group share equally.",
            ),
            Column(
                "reason", lambda row: NO_RANK if row.random_metrics is None else "", place="file"
            ),
        ),
        first=n_leading,
    )


def _named_ways(row: LeadShare, shares: LeadShares) -> str:
    of_all = f"{row.ways} of {shares.n_ways}"
    if not shares.n_lifted:
        return of_all
    return f"{of_all}; {row.ways_with_floors} of {shares.n_ways_with_floors} with floors"


LEAD_SHARES = Answer(
    "lead_shares",
    lead_shares.compute,
    silent,
    Part("lead_shares", "How often each method leads", shares_table, shown="open"),
    heading="How often each method leads",
    facts=lambda shares: {
        "named_ways": {"n": shares.n_ways, "with_floors": shares.n_ways_with_floors},
        "metrics_of_group": shares.metrics_of_group,
    },
)
WHY_SHARES_DIFFER = Answer(
    "why_shares_differ",
    lead_shares.compute,
    lambda shares, labels: Said(lead_shares.why_they_differ(shares)),
)
