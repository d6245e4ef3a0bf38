"""The numbers behind each figure of the agreement page as tables."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.text import UNDEFINED, counted, number, p_value
from components.views.agreement.pair import PairResult
from components.views.agreement.pairs import PairTau
from components.views.agreement.result import AgreementResult
from components.views.agreement.words.phrases import basis, pair_name, row_order_range


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


def profile_table(result: AgreementResult) -> pd.DataFrame:
    """One row per method and metric: mean, best and worst rank over blocks."""
    ranks, labels = result.rank_profile, result.labels
    return pd.DataFrame(
        [
            {
                "method": labels.method(method),
                "metric": labels.metric(metric),
                "mean rank": ranks.mean[m][k],
                "best": ranks.best[m][k],
                "worst": ranks.worst[m][k],
                "blocks that rank": ranks.blocks_ranked[k],
                "blocks": ranks.blocks,
            }
            for m, method in enumerate(ranks.methods)
            for k, metric in enumerate(ranks.metrics)
        ]
    )


def concordance_table(result: AgreementResult) -> pd.DataFrame:
    """One row per benchmark: Kendall's W and what entered."""

    def names(metrics: Iterable[str]) -> str:
        return ", ".join(result.labels.metric(m) for m in metrics)

    return pd.DataFrame(
        [
            {
                "benchmark": result.labels.benchmark(r.benchmark),
                "W": r.w,
                "χ²": r.chi2,
                "degrees of freedom": r.df,
                "p (asymptotic)": r.p,
                "methods": r.n_methods,
                "metrics used": names(r.metrics),
                "one value for all methods": names(r.constant),
                "not measured throughout": names(r.incomplete),
                "undefined because": r.reason,
            }
            for r in result.concordance
        ]
    )


def modality_table(result: AgreementResult) -> pd.DataFrame:
    """One row per panel and counting rule."""
    labels = result.labels
    return pd.DataFrame(
        [
            {
                "panel": labels.panels[r.panel],
                "setting": r.setting,
                "rule": r.rule,
                "mean τ": r.mean_tau,
                "pairs with a τ": r.pairs_defined,
                "pairs": r.pairs,
                "runs in a pair": f"{r.runs_fewest} to {r.runs_most} of {r.runs}",
                "blocks in a pair": f"{r.blocks_fewest} to {r.blocks_most} of {r.blocks}",
                "methods": r.methods,
                "missing": ", ".join(f"{labels.metric(m)} in {n} runs" for m, n in r.missing.items()),
                "pairs without a τ": ", ".join(pair_name(labels, x, y) for x, y in r.undefined_pairs),
            }
            for r in result.modality
        ]
    )


def resolution_table(result: AgreementResult) -> pd.DataFrame:
    """One row per metric and benchmark: the smallest step and how many of them the runs span."""
    return pd.DataFrame(
        [
            {
                "metric": result.labels.metric(r.metric),
                "benchmark": result.labels.benchmark(r.benchmark),
                "smallest step": f"1/{r.samples}" if r.samples else UNDEFINED,
                "step": r.step,
                "different values": r.different_values,
                "runs": r.runs,
                "largest − smallest": r.spread,
                "in steps": r.spread_in_steps,
                "basis": r.basis,
            }
            for r in result.resolution
        ]
    ).astype({"in steps": "Int64"})
