"""What the reliability page says in words. Every sentence is computed from the rows it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, p_value

LEVEL = 0.05
"""The level at which p-values are called small; they are not adjusted for the number of metrics."""


def explanation(resolved: Resolved, rows: Sequence[dict[str, Any]]) -> str:
    """Why there is no reliability here, and where there is one; empty when some metric has one."""
    if any(r["rho"] is not None for r in rows):
        return ""
    if not resolved.panel.n_runs:
        return "No run matches these filters."
    if resolved.tables.oracle is None:
        return (
            "This suite has no oracle metric: nothing says how close a run comes to a model retrained without the "
            "forgotten data, so the metrics have nothing to be compared with. Agreement between metrics needs none."
        )
    runs = resolved.tables.runs
    able = set(runs.loc[runs[resolved.tables.oracle.id].notna(), "panel"])
    panels = [p.label for p in resolved.tables.panels if p.id in able and p.id != resolved.selection.panel]
    where = f" It was measured for {joined(panels)}." if panels else ""
    if all(r["reason"] == "these runs have no oracle distance" for r in rows):
        return f"No oracle distance was measured for these runs of {resolved.info.label}, so no reliability follows.{where}"
    reasons = joined([f"{r['label']}: {r['reason']}" for r in rows])
    return f"No metric has a reliability here ({reasons}).{where}"


def lead_sentence(rows: Sequence[dict[str, Any]]) -> str:
    """Which metric follows the oracle most closely, and how much of that benchmark means alone produce."""
    known = [r for r in rows if r["rho"] is not None]
    if not known:
        return ""
    best = max(known, key=lambda r: r["rho"])
    if len(known) > 1:
        verb = f"{best['label']} has the highest ρ with closeness to the retrained model"
    else:
        verb = f"Only {best['label']} has a ρ with closeness to the retrained model"
    return (
        f"{verb}: {number(best['rho'], sign=True)} over {counted(best['n'], 'run')}. With the methods shuffled within "
        f"each benchmark it would be {number(best['rho_no_signal'], sign=True)} on average: that part needs no "
        "relation between metric and methods at all."
    )


def signal_sentence(rows: Sequence[dict[str, Any]]) -> str:
    """How many metrics differ from their no-signal expectation, and how many could have."""
    known = [r for r in rows if r["p_stratified"] is not None]
    if not known:
        return ""
    able = [r for r in known if r["p_min"] <= LEVEL]
    small = [r for r in able if r["p_stratified"] <= LEVEL]
    unable = [r for r in known if r["p_min"] > LEVEL]
    said = f"{len(small)} of {counted(len(known), 'metric')} "
    said += "lies" if len(small) == 1 else "lie"
    said += " farther from that expectation than shuffling explains at the 5 % level"
    said += f" ({_with_p(small)})." if small else "."
    if unable:
        said += f" {joined([r['label'] for r in unable])} could not in any arrangement of these runs: the smallest p "
        said += f"in reach is {_smallest(unable)}."
    return said


def constant_sentences(resolved: Resolved, rows: Sequence[dict[str, Any]]) -> list[str]:
    """Which metrics rank nothing on which benchmarks, metrics with the same benchmarks together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for r in rows:
        if r["constant_on"]:
            groups.setdefault(tuple(r["constant_on"]), []).append(r["label"])
    return [
        f"{joined(labels)} {'ranks' if len(labels) == 1 else 'rank'} nothing on "
        f"{joined([resolved.benchmark_label(b) for b in benchmarks])}: one value for all methods."
        for benchmarks, labels in groups.items()
    ]


def disagreement_sentence(rows: Sequence[dict[str, Any]]) -> str:
    """Metrics whose pooled ρ and mean within-benchmark ρ have opposite signs."""
    turned = [
        r for r in rows if r["rho"] is not None and r["rho_within"] is not None and r["rho"] * r["rho_within"] < 0
    ]
    if not turned:
        return ""
    pairs = joined(
        [f"{r['label']} ({number(r['rho'], sign=True)}, within {number(r['rho_within'], sign=True)})" for r in turned]
    )
    return f"Pooling turns the sign of {pairs}: over all runs ρ points one way, within benchmarks the other."


def p_text(row: Mapping[str, Any]) -> str:
    """The p of one metric: the stratified p with the smallest in reach."""
    if row["p_stratified"] is None:
        return row["reason"] or "no p"
    kind = "exact p" if row["exact"] else f"sampled p ({row['arrangements']} shuffles)"
    return f"{kind} {p_value(row['p_stratified'])}, smallest in reach {p_value(row['p_min'])}"


def p_label(row: Mapping[str, Any]) -> str:
    """The same in as few letters as a narrow figure has room for."""
    if row["p_stratified"] is None:
        return row["reason"] or "no p"
    kind = "exact" if row["exact"] else "sampled"
    return f"{kind} p {p_value(row['p_stratified'])}, smallest {p_value(row['p_min'])}"


def interval_text(row: Mapping[str, Any]) -> str:
    """The interval of one metric in words."""
    if row["low"] is None:
        return f"interval not estimable: {row['interval_reason']}"
    return f"95 % interval {number(row['low'])} to {number(row['high'])}"


def _with_p(rows: Sequence[dict[str, Any]]) -> str:
    return joined(
        [f"{r['label']}: p {p_value(r['p_stratified'])}, smallest in reach {p_value(r['p_min'])}" for r in rows]
    )


def _smallest(rows: Sequence[dict[str, Any]]) -> str:
    values = sorted({p_value(r["p_min"]) for r in rows})
    return values[0] if len(values) == 1 else f"{values[0]} to {values[-1]}"


HOW_FOREST = (
    "Filled dot: ρ over all runs. Open ring: what shuffling the methods within benchmarks gives on average. Only the "
    "distance between dot and ring can say something about methods; the p above each line is for that distance. Line: "
    "95 % interval. Small marks: ρ within one benchmark. Right of 0 the metric follows closeness to the oracle."
)
HOW_SCATTER = (
    "Each mark is one run: shape and colour name its benchmark. Better values are higher, closer runs further right: "
    "a reliable metric rises to the right within every benchmark, not only from one benchmark to the next."
)


def threshold_sentence(resolved: Resolved, found: dict[str, Any], minimum: float | None) -> str:
    """What is left when only the metrics above a ρ are used."""
    if minimum is None:
        return "All metrics are used at the weights chosen now. Move the slider to leave out the less reliable ones."
    dropped = joined([resolved.metric_label(m) for m in found["dropped"]])
    if found["weights"] is None:
        return f"No weighted metric has a ρ of at least {number(minimum, 2)}: nothing is left to rank by."
    if not found["dropped"]:
        return f"Every metric has a ρ of at least {number(minimum, 2)}: nothing changes."
    order = {True: "The ranking stays as it is.", False: "The ranking changes.", None: "Nothing is ranked."}
    return f"Without {dropped} (ρ below {number(minimum, 2)} or undefined). {order[found['same']]}"


def rules_sentence(rules: Sequence[dict[str, Any]]) -> str:
    """How many rules agree with the ranking shown now, and who leads under the others."""
    able = [r for r in rules if r["same"] is not None]
    if not able:
        return ""
    same = sum(r["same"] for r in able)
    leaders = {tuple(m["label"] for m in r["ranking"] if m["rank"] == 1) for r in able}
    said = f"{same} of {counted(len(able), 'rule')} {'gives' if same == 1 else 'give'} the ranking of the weights now."
    if len(leaders) == 1:
        return f"{said} All of them have the same lead." if len(able) > 1 else said
    return f"{said} {len(leaders)} different leads occur among them."


def metric_sentence(resolved: Resolved, row: Mapping[str, Any]) -> str:
    """Everything about one metric in one paragraph."""
    if row["rho"] is None:
        return f"{row['label']} has no ρ here: {row['reason']}."
    within = [
        f"{number(rho, sign=True)} on {resolved.benchmark_label(b)}"
        for b, rho in row["rho_by_benchmark"].items()
        if rho is not None
    ]
    p = "no asymptotic p" if row["p"] is None else f"asymptotic p {p_value(row['p'])}, which takes runs for independent"
    said = [
        f"ρ is {number(row['rho'], sign=True)} over {counted(row['n'], 'run')} ({p}) and "
        f"{number(row['rho_no_signal'], sign=True)} with the methods shuffled; {p_text(row)}; {interval_text(row)}.",
        f"Within benchmarks ρ is {joined(within)}." if within else "",
    ]
    steps = [f"1/{round(1 / s)} on {resolved.benchmark_label(b)}" for b, s in row["resolution"].items()]
    said.append(f"{row['label']} moves in steps of {joined(steps)}." if steps else "")
    return " ".join(s for s in said if s)
