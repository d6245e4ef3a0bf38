"""What the calibration page says in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, p_value

Part = Mapping[str, Any]
Row = Mapping[str, Any]
Rows = Sequence[Row]


def judged(row: Row) -> Row:
    """The separation that counts: on canaries where there are some, else on all benchmarks."""
    found: Row = row["canary"] if row["canary"]["benchmarks"] else row["all"]
    return found


def lead(resolved: Resolved, part: Part) -> str:
    """How many metrics tell retrained models from originals, and how many also put them first."""
    rows = [r for r in part["metrics"] if judged(r)["auc"] is not None]
    if not rows:
        return "No metric was measured on both controls here."
    perfect = [r for r in rows if judged(r)["auc"] == 1]
    on = "canaries, which no retrained model can know" if part["canaries"] else "these forget sets"
    said = (
        f"On {on}, {len(perfect)} of {counted(len(rows), 'metric')} always "
        f"{'tells' if len(perfect) == 1 else 'tell'} a retrained model from the original"
    )
    return f"{said} ({joined([r['label'] for r in perfect])})." if perfect else f"{said}."


def alarms(part: Part) -> str:
    """Which metrics would accuse genuine retrains."""
    rows = [r for r in part["metrics"] if r["all"]["absent"]]
    wrong = [r for r in rows if r["all"]["flagged"]]
    if not rows:
        return ""
    most = max(r["all"]["absent"] for r in rows)
    if not wrong:
        return f"No metric flags any of {counted(most, 'genuine retrain')}."
    worst = max(wrong, key=lambda r: r["all"]["flagged"] / r["all"]["absent"])
    all_worst = [r["label"] for r in wrong if _counts(r["all"]) == _counts(worst["all"])]
    return (
        f"{len(wrong)} of {counted(len(rows), 'metric')} {'flags' if len(wrong) == 1 else 'flag'} genuine retrains "
        f"when the threshold catches every original, most of all {joined(all_worst)}: {worst['all']['flagged']} of "
        f"{worst['all']['absent']} over {counted(worst['all']['benchmarks'], 'benchmark')}."
    )


def outranked(part: Part) -> str:
    """How often the right answer is not placed first."""
    rows = [r for r in part["metrics"] if r["retrains"]]
    if not rows:
        return ""
    worst = max(rows, key=lambda r: r["outranked"] / r["retrains"])
    best = min(rows, key=lambda r: r["outranked"] / r["retrains"])
    most, fewest = (
        joined([r["label"] for r in rows if (r["outranked"], r["retrains"]) == (end["outranked"], end["retrains"])])
        for end in (worst, best)
    )
    start = "An approximate method looks better than the genuine retrain in"
    if most == fewest:
        return f"{start} {worst['outranked']} of {counted(worst['retrains'], 'block')} under {most}."
    return (
        f"{start} {worst['outranked']} of {counted(worst['retrains'], 'block')} under {most}, and in "
        f"{best['outranked']} of {best['retrains']} under {fewest}, the most and the fewest."
    )


def _counts(separation: Row) -> tuple[int, int, int]:
    return separation["flagged"], separation["absent"], separation["benchmarks"]


def rho_sentence(part: Part) -> str:
    """Which metrics follow the oracle within benchmarks, with p and the smallest p in reach."""
    rows = [r for r in part["metrics"] if r["rho"] is not None]
    if not rows:
        return "No metric has a ρ with the oracle distance here."
    best, worst = max(rows, key=lambda r: r["rho"]), min(rows, key=lambda r: r["rho"])
    n = counted(best["n_methods"], "method")
    if len(rows) == 1:
        return f"Within benchmarks and over {n}, {best['label']} follows the oracle with {rho_text(best)}."
    return (
        f"Within benchmarks and over {n}, controls left out, {best['label']} follows closeness to the retrained "
        f"ensemble most ({rho_text(best)}) and {worst['label']} least ({rho_text(worst)})."
    )


def rho_text(row: Row) -> str:
    """ρ with its p for a sentence."""
    if row["rho"] is None:
        return NO_RHO
    kind = "exact p" if row["exact"] else f"sampled p ({row['arrangements']} shuffles)"
    return f"ρ {number(row['rho'], sign=True)}, {kind} {p_value(row['p'])}, smallest in reach {p_value(row['p_min'])}"


def rho_label(row: Row) -> str:
    """The same in as few letters as a narrow figure has room for; the sentence says how p was found."""
    if row["rho"] is None:
        return NO_RHO
    return f"ρ {number(row['rho'], sign=True)}, p {p_value(row['p'])}, smallest {p_value(row['p_min'])}"


def alarm_text(row: Row) -> str:
    """The area and the false alarms of one metric in one line."""
    found = judged(row)
    if found["auc"] is None:
        return "not measured on both controls"
    return f"flags {row['all']['flagged']} of {row['all']['absent']} retrains"


def place_text(row: Row) -> str:
    """The places of the retrains under one metric in one line."""
    if not row["retrains"]:
        return "not measured"
    mean = number(row["mean_place"], 1)
    return f"mean place {mean} of {row['candidates']}, outranked in {row['outranked']} of {row['retrains']}"


def modality_sentence(resolved: Resolved, rows: Rows) -> str:
    """Whether metrics agree less on multimodal than on unimodal tasks made of the same images."""
    known = [r for r in rows if r["seeds"]]
    if not known:
        return (
            "This suite has no pair of benchmarks, one of images alone and one of images with questions, that are made "
            "of the same images and have the same methods and seeds."
        )
    lower, n = sum(r["lower"] for r in known), sum(r["seeds"] for r in known)
    pairs = [
        f"{number(r['mean_multimodal'])} on {resolved.benchmark_label(r['multimodal'])} against "
        f"{number(r['mean_unimodal'])} on {resolved.benchmark_label(r['unimodal'])}"
        for r in known
    ]
    return (
        f"On the same images, multimodal agreement is the lower one in {lower} of {counted(n, 'block')} (mean τ "
        f"{joined(pairs)}). Seeds of one benchmark are near-duplicates, so no p is given."
    )


def resolution_sentence(resolved: Resolved, part: Part) -> str:
    """The coarsest step of each metric that is a proportion."""
    said = [f"{r['label']} 1/{round(1 / max(r['resolution'].values()))}" for r in part["metrics"] if r["resolution"]]
    return f"Coarsest step of the metrics that are proportions: {joined(said)}." if said else ""


HOW_PLACES = (
    "Each dot: the place of one genuine retrain among all candidates of its benchmark and seed, 1 = best; larger dots "
    "are several retrains. Line: the mean. A metric that recognises the right answer puts it far left."
)
HOW_SEPARATION = (
    "Filled: area under the curve on canaries, open: on random forget sets; 1 = every retrained model looks better "
    "than every original, 0.5 = no better than a coin, below 0.5 = the wrong way. Flagged are retrains that look no "
    "better than the best-looking original of their benchmark; ties count."
)
NO_RHO = "no ρ: one value for all methods, or none"
HOW_RHO = (
    "Dot: mean over benchmarks of ρ between the metric and closeness to the retrained ensemble, over the approximate "
    "methods; small marks: each benchmark. Right of 0 the metric follows closeness. p beside "
    "the smallest that so many methods can reach."
)
HOW_MODALITY = (
    "One line per seed: mean τ between metrics on images alone (left) and on questions about the same images (right), "
    "over the pairs of metrics that have a τ on both sides."
)


def said_first(resolved: Resolved, part: Any) -> list[str]:
    return [part["reason"]] if part["reason"] else [lead(resolved, part)]
