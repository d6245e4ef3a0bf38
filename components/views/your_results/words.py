"""The audit in words. Every sentence is computed from the audit it is given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.text import counted, joined, number, thousands
from components.views.your_results.result import ALIKE, SIGNIFICANT

Audit = Mapping[str, Any]
_MOST = 4


def size_sentence(resolved: Resolved, found: Audit) -> str:
    """How much there is: the units that count and those that do not."""
    oracle = f" and an oracle distance for {counted(found['oracle_runs'], 'run')}" if found["oracle_runs"] else ""
    return (
        f"{counted(found['runs'], 'run')}: {counted(found['methods'], 'method')} on "
        f"{counted(found['benchmarks'], 'benchmark')}, {counted(found['seeds'], 'seed')} in all; "
        f"{counted(found['blocks'], 'block')} of methods compared under the same conditions, "
        f"{counted(found['metrics'], 'metric')}{oracle}. Seeds of one method on one benchmark count as one observation "
        f"({counted(found['cells'], 'cell')})."
    )


def reach_sentence(found: Audit) -> str:
    """What the design can show at all about the agreement of metrics."""
    if found["metrics"] < 2:
        return "With one metric there is no agreement to test."
    if found["p_min"] is None:
        return f"None of the {counted(found['pairs'], 'pair')} of metrics has a τ: nothing can be said about agreement."
    after = found["p_min_holm"]
    said = (
        f"Over {counted(found['pairs_defined'], 'pair')} of metrics the smallest p this design can reach is "
        f"{_p(found['p_min'])}, {_p(after)} after Holm's correction (from {found['p_min_rule']})"
    )
    if after > SIGNIFICANT:
        return f"{said}: no agreement between two metrics can be shown at .05 here, whatever the values."
    if found["p_known"] < found["pairs_defined"]:
        return f"{said}: agreement can be shown at .05; the p of each pair stands on the Agreement page."
    n = found["significant"]
    return f"{said}: {n or 'none'} of them {'reaches' if n in (0, 1) else 'reach'} .05."


def constant_sentences(resolved: Resolved, found: Audit) -> list[str]:
    """Which metrics rank nothing, and where."""
    flat = [c["metric"] for c in found["constant"] if c["everywhere"]]
    said = []
    if flat:
        verb = "has" if len(flat) == 1 else "have"
        said.append(f"{_metrics(resolved, flat)} {verb} one value for all methods everywhere and cannot rank them.")
    by_place: dict[tuple[str, ...], list[str]] = {}
    for c in found["constant"]:
        if not c["everywhere"]:
            by_place.setdefault(tuple(c["benchmarks"]), []).append(c["metric"])
    for places, metrics in list(by_place.items())[:_MOST]:
        where = joined([resolved.benchmark_label(b) for b in places[:_MOST]])
        verb = "has" if len(metrics) == 1 else "have"
        said.append(
            f"{_metrics(resolved, metrics)} {verb} one value for all methods on {where} and cannot rank them there."
        )
    return said


def missing_sentence(found: Audit) -> str:
    """How much was not measured."""
    parts = []
    if found["missing_values"]:
        verb = "has" if found["missing_values"] == 1 else "have"
        parts.append(
            f"{found['missing_values']} of {counted(found['values'], 'cell')} of method, benchmark and metric {verb} "
            "no value"
        )
    if found["holes"]:
        what = "combination" if found["holes"] == 1 else "combinations"
        parts.append(
            f"{found['holes']} {what} of method and benchmark {'has' if found['holes'] == 1 else 'have'} no run"
        )
    unranked = sum(s["rank"] is None for s in found["standings"])
    if parts and unranked:
        verb = "is" if unranked == 1 else "are"
        parts.append(f"{counted(unranked, 'method')} {verb} listed without a rank")
    return f"{'; '.join(parts)}." if parts else "Every method has a value of every metric on every benchmark."


def agreement_sentences(resolved: Resolved, found: Audit) -> list[str]:
    """Which metrics agree, which contradict each other, which are nearly one metric."""
    said = []
    if found["agree"]:
        said.append(f"Metrics that agree most (τ-b): {_pairs(resolved, found['agree'])}.")
    if found["against"]:
        said.append(f"Metrics that contradict each other most: {_pairs(resolved, found['against'])}.")
    elif found["agree"] and found["pairs_defined"] > 1:
        said.append("No two metrics contradict each other on average.")
    if found["alike"]:
        more = f", and {len(found['alike']) - _MOST} more" if len(found["alike"]) > _MOST else ""
        said.append(
            f"τ of at least {ALIKE:g}: {_pairs(resolved, found['alike'][:_MOST])}{more}. Weighing both of such a pair "
            "counts one opinion twice."
        )
    return said


def turned_sentences(resolved: Resolved, found: Audit) -> list[str]:
    """Metrics whose direction looks wrong against the oracle."""
    return [
        f"{resolved.metric_label(t['metric'])} runs against the oracle distance (ρ {number(t['rho'], sign=True)} over "
        f"{counted(t['n'], 'run')}): if its direction was declared the wrong way round, change it above."
        for t in found["turned"]
    ]


def dominated_sentence(resolved: Resolved, found: Audit) -> str:
    """Which methods no weights can put first, because another is at least as good everywhere."""
    rows = found["dominated"]
    if not rows:
        return ""
    if len(rows) > _MOST:
        return (
            f"{len(rows)} of {counted(found['methods'], 'method')} are dominated: another method is at least as good "
            "on every metric and better on one."
        )
    names = [f"{resolved.method_label(r['method'])} (by {resolved.method_label(r['by'][0])})" for r in rows]
    verb = "is" if len(rows) == 1 else "are"
    return f"{joined(names)} {verb} dominated: the other is at least as good on every metric and better on one."


def standing_sentences(resolved: Resolved, found: Audit) -> list[str]:
    """The rank of each of your methods with its interval, and the share of weightings under which it would lead."""
    mine = [s for s in found["standings"] if s["yours"]]
    shown = mine or [s for s in found["standings"] if s["rank"] == 1]
    said = [_standing(resolved, found, s) for s in shown[:_MOST]]
    if len(shown) > _MOST:
        said.append(f"The table below holds all {len(shown)}.")
    return said


def _standing(resolved: Resolved, found: Audit, s: Mapping[str, Any]) -> str:
    ranked = sum(x["rank"] is not None for x in found["standings"])
    if s["rank"] is None:
        lacks = [
            f"{resolved.metric_label(m)} on {joined([resolved.benchmark_label(b) for b in bs])}"
            for m, bs in s["missing"].items()
        ]
        return f"{s['label']} has no rank: {joined(lacks[:_MOST]) or 'a weighted metric'} was not measured."
    said = f"{s['label']} ranks {s['rank']} of {ranked} ({_span(found, s)}) with UQS {number(s['uqs'])}"
    if s["share_first"] is None:
        return f"{said}."
    share, error = f"{100 * s['share_first']:.1f} %", f"{100 * found['largest_se']:.1f} points"
    return f"{said}; it leads under {share} of {thousands(found['weightings'])} random weightings (SE at most {error})."


def _span(found: Audit, s: Mapping[str, Any]) -> str:
    """The rank interval, with what it is drawn from."""
    if s["rank_low"] is None:
        single = found["benchmarks"] < 2 and found["seeds"] < 2
        return f"no interval: {'one benchmark and one seed' if single else 'no resample has all values'}"
    alone = "" if found["benchmarks"] > 1 else ", from seeds alone"
    return f"95 % interval {s['rank_low']} to {s['rank_high']}{alone}"


def standings_table(found: Audit) -> pd.DataFrame:
    """All methods with rank, interval, score and the share of weightings they lead under."""
    table = pd.DataFrame(
        [
            {
                "method": s["label"],
                "rank": s["rank"],
                "95 % from": s["rank_low"],
                "95 % to": s["rank_high"],
                "UQS": s["uqs"],
                "leads under (share)": s["share_first"],
                "runs": s["runs"],
            }
            for s in found["standings"]
        ]
    )
    return table.astype({"rank": "Int64", "95 % from": "Int64", "95 % to": "Int64"}) if len(table) else table


def _pairs(resolved: Resolved, pairs: Sequence[Mapping[str, Any]]) -> str:
    """Pairs with their τ and the blocks it rests on; the blocks are said once where they are the same for all."""
    rests = [f"{p['blocks_defined']} of {counted(p['blocks'], 'block')}" for p in pairs]
    each = rests if len(set(rests)) > 1 else [""] * len(pairs)
    names = [
        f"{resolved.metric_label(p['x'])}–{resolved.metric_label(p['y'])} {number(p['tau'], sign=True)}{f' ({r})' if r else ''}"
        for p, r in zip(pairs, each, strict=True)
    ]
    return joined(names) if each == rests else f"{joined(names)} ({rests[0]}{' each' if len(pairs) > 1 else ''})"


def _metrics(resolved: Resolved, ids: Sequence[str]) -> str:
    shown = [resolved.metric_label(m) for m in ids[:8]]
    return joined(shown if len(ids) <= 8 else [*shown, f"{len(ids) - 8} more"])


def _p(value: float) -> str:
    """Three decimals, or two digits where that would show nothing."""
    if value < 1e-6:
        return "below one in a million"
    return f"{value:.3f}" if value >= 0.0005 else f"{value:.1e}"
