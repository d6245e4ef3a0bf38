"""Every pair of metrics as a table."""

from __future__ import annotations

import pandas as pd

from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult


def pairs_table(result: AgreementResult, protocol: str) -> pd.DataFrame:
    """One row per pair of metrics under one protocol."""
    return pd.DataFrame(
        [
            {
                "metric": result.labels.metric(r.x),
                "with": result.labels.metric(r.y),
                "protocol": protocol,
                "τ": r.tau,
                **({} if r.tau_error is None else {"± draw of seeds": r.tau_error}),
                "blocks with a τ": r.blocks_defined,
                "blocks": r.blocks,
                "C": r.concordant,
                "D": r.discordant,
                "tied by first": r.ties_x,
                "tied by second": r.ties_y,
                "p": r.p,
                "smallest possible p": r.p_min,
                "p after Holm": r.p_holm,
                "kind of p": r.p_kind,
                "arrangements": r.p_arrangements,
                "row order min": r.row_order_min,
                "row order max": r.row_order_max,
                "row orders tried": r.row_orders,
                "low": r.low,
                "high": r.high,
                "left out because": _reasons(r),
            }
            for r in result.protocols[protocol].pairs
        ]
    ).astype({"arrangements": "Int64"})


def _reasons(row: PairTau) -> str:
    """Why τ is undefined or, where it is defined, why p or interval are left out."""
    reasons = [row.tau_reason] if row.tau_reason else [row.p_reason, row.interval_reason]
    return "; ".join(dict.fromkeys(r for r in reasons if r))
