"""What the page on distributional equivalence says in words. Every sentence is computed from the part it describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.resolved import Resolved
from components.text import counted, joined, number, p_value
from components.views.equivalence.rows import interval_of

Part = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]


def key_of(part: Part) -> str:
    """The J that ranks the models: over the whole forget set where the suite has it, else of the drawn answers."""
    return "j_whole" if part["ranked_by"] == "whole" else "j"


def ranked(part: Part) -> list[Mapping[str, Any]]:
    """The models that are no controls, closest first."""
    return [r for r in part["models"] if not r["control"]]


def lead(resolved: Resolved, part: Part) -> str:
    """Which model answers most like the reference, between floor and ceiling."""
    rows, key = ranked(part), key_of(part)
    basis = "over the whole forget set" if key == "j_whole" else "of the drawn answers"
    ends = [
        f"{name} {number(part[side][key])}"
        for side, name in (("floor", "two independent retrains give"), ("ceiling", "the model before unlearning"))
        if part[side] is not None
    ]
    between = f"; {' and '.join(ends)}" if ends else ""
    if not rows:
        return f"No unlearning method is chosen{between}."
    first = [r for r in rows if r["rank"] == 1]
    verb = "answers" if len(first) == 1 else "answer"
    return (
        f"{joined([r['label'] for r in first])} {verb} most like a model retrained without the forgotten data: J is "
        f"{number(first[0][key])} nats per prompt {basis}{between}."
    )


def farther(part: Part) -> str:
    """The methods that moved away from the reference instead of towards it."""
    known = [r for r in ranked(part) if r["farther"] is not None]
    worse = [r for r in known if r["farther"]]
    if not known:
        return ""
    if not worse:
        n = counted(len(known), "method")
        return f"On average none of {n} is farther from the reference than the model before unlearning."
    said = [r["label"] + (f" (in {r['farther_in']} of {r['blocks']} blocks)" if r["blocks"] else "") for r in worse]
    verb = "is" if len(worse) == 1 else "are"
    return (
        f"{len(worse)} of {counted(len(known), 'method')} {verb} on average farther from the reference than the model "
        f"before unlearning: {joined(said)}."
    )


def at_floor(part: Part) -> str:
    """How many methods the drawn answers cannot tell from an independent retrain."""
    spans = {r["label"]: span for r in ranked(part) if (span := interval_of(r)) is not None}
    floor = None if part["floor"] is None else interval_of(part["floor"])
    if floor is None or not spans:
        return ""
    rows, close = list(spans), [name for name, (low, _) in spans.items() if low <= floor[1]]
    if not close:
        return f"The interval of none of {counted(len(rows), 'method')} reaches that of an independent retrain."
    return (
        f"The interval of {len(close)} of {counted(len(rows), 'method')} reaches that of an independent retrain "
        f"({joined(close)}): these answers do not tell them apart from one."
    )


def runs_sentence(part: Part) -> str:
    """That prompts of one run are not independent, and how much wider that makes the intervals."""
    rows = [r for r in part["models"] if r["low_runs"] is not None and r["high"] > r["low"]]
    if not rows:
        return ""
    wider = sorted((r["high_runs"] - r["low_runs"]) / (r["high"] - r["low"]) for r in rows)
    runs = max(r["runs"] for r in rows)
    return (
        f"The prompts come from {counted(runs, 'run')}, each with models of its own: with runs drawn instead of "
        f"prompts (thin lines) the intervals are {number(wider[0], 1)} to {number(wider[-1], 1)} times as wide, and "
        f"{counted(runs, 'run')} are few for that."
    )


def trust(part: Part) -> list[str]:
    """What the answers themselves say about how they were drawn, and terms that are infinite."""
    rows = [*part["models"]]
    tested = [r for r in rows if r["balance"] is not None]
    biased = [r["label"] for r in tested if r["balance"]["biased"]]
    said = []
    if tested:
        said.append(
            f"{len(tested) - len(biased)} of {counted(len(tested), 'set')} of answers pass the test that they were "
            "drawn at temperature 1 from the models that score them"
            + (
                f"; {joined(biased)} does not."
                if len(biased) == 1
                else f"; {joined(biased)} do not."
                if biased
                else "."
            )
        )
    said += [f"J of {r['label']} is {r['j_reason']}." for r in rows if r["j_reason"]]
    return said


def bounds_sentence(resolved: Resolved, part: Part) -> str:
    """Floor and ceiling over the whole forget set, with the pairs they come from."""
    said = []
    for kind, name in (("floor", "two independent retrains"), ("ceiling", "original and retrain")):
        rows = [b for b in part["bounds"] if b["kind"] == kind]
        texts = [
            f"{number(b['low'])} to {number(b['high'])} on {resolved.benchmark_label(b['benchmark'])}"
            f" ({counted(b['pairs'], 'pair')})"
            for b in rows
        ]
        if texts:
            said.append(f"{kind} ({name}) {joined(texts)}")
    return f"Over the whole forget set, from pair to pair: {'; '.join(said)}." if said else ""


def metrics_sentence(part: Part) -> str:
    """How the other metrics order the methods beside J."""
    known = [r for r in part["metrics"] if r["tau"] is not None]
    if not known:
        return "No other metric can be compared with J here."
    best, worst = max(known, key=lambda r: r["tau"]), min(known, key=lambda r: r["tau"])
    against = sum(r["tau"] < 0 for r in known)
    if len(known) == 1:
        return f"{best['label']} is the only other metric: {tau_text(best)}."
    return (
        f"Of {counted(len(known), 'other metric')}, {best['label']} orders the methods most like J "
        f"({tau_text(best)}) and {worst['label']} least ({tau_text(worst)}); "
        f"{against} {'points' if against == 1 else 'point'} the other way."
    )


NO_TAU = "no τ: one value for all methods, or none"


def tau_text(row: Mapping[str, Any]) -> str:
    """τ with its p and the smallest p in reach."""
    if row["tau"] is None:
        return NO_TAU
    if row["p"] is None:
        return f"τ {number(row['tau'], sign=True)}, no p: {row['reason']}"
    kind = "exact p" if row["p_kind"].startswith("exact") else f"sampled p ({row['arrangements']} shuffles)"
    return f"τ {number(row['tau'], sign=True)}, {kind} {p_value(row['p'])}, smallest in reach {p_value(row['p_min'])}"


def tau_label(row: Mapping[str, Any]) -> str:
    """The same in as few letters as a narrow figure has room for; the sentences say how p was found."""
    if row["tau"] is None:
        return NO_TAU
    tau = f"τ {number(row['tau'], sign=True)}"
    return f"{tau}, no p" if row["p"] is None else f"{tau}, p {p_value(row['p'])}, smallest {p_value(row['p_min'])}"


def metric_sentence(row: Mapping[str, Any]) -> str:
    """One metric beside J."""
    blocks = f"{row['blocks_defined']} of {counted(row['blocks'], 'block')}"
    return f"J and {row['label']} over {counted(row['n_methods'], 'method')} in {blocks}: {tau_text(row)}."


def prompt_sentence(part: Part, row: Mapping[str, Any]) -> str:
    """How the chosen model's J spreads over prompts."""
    values = [p["j"] for p in row["by_prompt"]]
    finite = [v for v in values if v is not None]
    above = ""
    if part["ceiling"] is not None and row["method"] != part["ceiling"]["method"]:
        before = {(p["benchmark"], p["seed"], p["prompt"]): p["j"] for p in part["ceiling"]["by_prompt"]}
        pairs = [
            (p["j"], before.get((p["benchmark"], p["seed"], p["prompt"])))
            for p in row["by_prompt"]
            if p["j"] is not None
        ]
        both = [(a, b) for a, b in pairs if b is not None]
        above = (
            f" On {sum(a > b for a, b in both)} of {counted(len(both), 'prompt')} it lies farther from the reference "
            "than the model before unlearning."
        )
    ends = (
        f"from {number(min(finite))} to {number(max(finite))} over {counted(len(finite), 'prompt')}" if finite else "–"
    )
    return f"J of {row['label']} runs {ends}; a single prompt has few answers and may come out below 0.{above}"


HOW_FOREST = (
    "Dot: J of the drawn answers with its 95 % interval over prompts, thin with whole runs drawn instead. Ring: J over "
    "the whole forget set, where the suite has it: the answers kept are a part of it, so ring and interval may differ. "
    "Small triangles: the two directions apart, pointing right for answers of the unlearned model, "
    "left for answers of the reference. Left is better; dashed lines are the floor (an independent retrain) and the "
    "ceiling (the model before unlearning). A square in place of the dot: farther than before unlearning."
)
HOW_SLOPES = (
    "Left the order by J, right the order by the other metric, best on top, by mean rank over blocks. Level lines: "
    "both agree on a method. Square and dotted: farther from the reference than before unlearning."
)
HOW_TAUS = (
    "Right of 0 a metric orders the methods as J does, left of 0 the other way; the p is for that distance from 0."
)
HOW_PROMPTS = (
    "One column per prompt, sorted by the J of the chosen model; the open marks are the same prompts under the model "
    "before unlearning and under an independent retrain. Zoom with the tools above the figure."
)


def said_first(resolved: Resolved, part: Any) -> list[str]:
    return [part["reason"]] if part["reason"] else [lead(resolved, part)]
