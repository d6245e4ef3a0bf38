"""The pair of metrics that is open as tables: what is known of it, its blocks and its runs."""

from __future__ import annotations

import pandas as pd

from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.text import UNDEFINED, counted, number, p_value
from components.views.agreement.pair import PairResult
from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult
from components.views.agreement.words.phrases import basis, row_order_range


def statements_table(result: AgreementResult, pair: PairResult) -> pd.DataFrame:
    """The pair under both protocols, one line per statement, as text."""
    published, ours = (_statements(result, pair, p) for p in (PUBLISHED, TIE_AWARE))
    return pd.DataFrame(
        {"statement": list(published), "as published": list(published.values()), "tie-aware": list(ours.values())}
    )


def _statements(result: AgreementResult, pair: PairResult, protocol: str) -> dict[str, str]:
    row, labels = pair.protocols[protocol], pair.labels
    decided = protocol == PUBLISHED and result.ranks_methods and (row.ties_x or row.ties_y)
    kind = f"{row.p_kind}, {row.p_arrangements} arrangements" if row.p_arrangements else row.p_kind
    return {
        "τ": f"{UNDEFINED} {row.tau_reason}" if row.tau is None else number(row.tau),
        "τ rests on": basis(result, row),
        "concordant, discordant": f"{row.concordant}, {row.discordant}",
        f"tied by {labels.metric(row.x)}, by {labels.metric(row.y)}": f"{row.ties_x}, {row.ties_y}"
        + (" (decided by row order)" if decided else ""),
        "range over row orders": f"{row_order_range(row)}, {row.row_orders} orders"
        if row.row_order_width
        else "does not depend on it",
        "p": f"{UNDEFINED} {row.p_reason}" if row.p is None else f"{p_value(row.p)} ({kind})",
        "smallest possible p": p_value(row.p_min),
        "p after Holm": _holm(result, pair, protocol),
        "95 % interval": _interval(row),
    }


def _holm(result: AgreementResult, pair: PairResult, protocol: str) -> str:
    rows = result.protocols[protocol].pairs
    p = next(r.p_holm for r in rows if {r.x, r.y} == {pair.x, pair.y})
    tested = counted(sum(r.p_holm is not None for r in rows), "pair")
    return p_value(p) if p is None else f"{p_value(p)} (over {tested})"


def _interval(row: PairTau) -> str:
    if row.low is not None:
        return f"{number(row.low)} to {number(row.high)}"
    return f"{'not estimable:' if row.interval_draws else UNDEFINED} {row.interval_reason}"


def blocks_table(pair: PairResult) -> pd.DataFrame:
    """One row per block of the pair that is open, both protocols beside one another."""
    rows = []
    for block in pair.blocks:
        theirs, ours = block.protocols[PUBLISHED], block.protocols[TIE_AWARE]
        rows.append(
            {
                "benchmark": pair.labels.benchmark(block.benchmark),
                "seed": str(block.seed),
                "τ published": theirs.tau,
                "C published": theirs.concordant,
                "D published": theirs.discordant,
                "τ tie-aware": ours.tau,
                "C tie-aware": ours.concordant,
                "D tie-aware": ours.discordant,
                "pairs": ours.pairs,
                "tied by first": ours.ties_x,
                "tied by second": ours.ties_y,
            }
        )
    return pd.DataFrame(rows).astype({"τ published": float, "τ tie-aware": float}) if rows else pd.DataFrame()


def runs_table(pair: PairResult) -> pd.DataFrame:
    """One row per run with both values of the pair that is open."""
    labels = pair.labels
    x, y = labels.metric(pair.x), labels.metric(pair.y)
    own = {b.benchmark: b for b in pair.by_benchmark}
    return pd.DataFrame(
        [
            {
                "benchmark": labels.benchmark(r.benchmark),
                "method": labels.method(r.method),
                "seed": str(r.seed),
                x: r.x,
                y if y != x else f"{y} (second)": r.y,
                "τ_b of the benchmark, blocks": own[r.benchmark].within_blocks.tau,
                "τ_b of the benchmark, all runs": own[r.benchmark].runs.tau,
                "τ_b pooled": pair.pooled.tau,
            }
            for r in pair.runs
        ]
    )
