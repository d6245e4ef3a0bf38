"""What the calibration page says in words. Every sentence is computed from the result it describes."""

from __future__ import annotations

from components.sentences import correlation, correlation_label, kind_of_p
from components.text import counted, joined, number
from components.views.calibration.result import CalibrationResult, MetricRow


def lead(result: CalibrationResult) -> list[str]:
    """How many metrics tell retrained models from originals, or why that cannot be said."""
    if result.reason:
        return [result.reason]
    rows = [r for r in result.metrics if r.judged.auc is not None]
    if not rows:
        return ["No metric was measured on both controls here."]
    perfect = [r.metric for r in rows if r.judged.auc == 1]
    on = "canaries, which no retrained model can know" if result.canaries else "these forget sets"
    names = f" ({result.labels.listed_metrics(perfect)})" if perfect else ""
    return [
        f"On {on}, {len(perfect)} of {counted(len(rows), 'metric')} always "
        f"{'tells' if len(perfect) == 1 else 'tell'} a retrained model from the original{names}."
    ]


def alarms(result: CalibrationResult) -> str:
    """Which metrics would accuse genuine retrains."""
    rows = [r for r in result.metrics if r.all.absent]
    wrong = [r for r in rows if r.all.flagged]
    if not rows:
        return ""
    if not wrong:
        return f"No metric flags any of {counted(max(r.all.absent for r in rows), 'genuine retrain')}."
    worst = max((r.all for r in wrong), key=lambda all_: all_.flagged / all_.absent)
    counts = (worst.flagged, worst.absent, worst.benchmarks)
    names = [r.metric for r in wrong if (r.all.flagged, r.all.absent, r.all.benchmarks) == counts]
    return (
        f"{len(wrong)} of {counted(len(rows), 'metric')} {'flags' if len(wrong) == 1 else 'flag'} genuine retrains "
        f"when the threshold catches every original, most of all {result.labels.listed_metrics(names)}: "
        f"{worst.flagged} of {worst.absent} over {counted(worst.benchmarks, 'benchmark')}."
    )


def outranked(result: CalibrationResult) -> str:
    """How often the right answer is not placed first."""
    counts = {r.metric: (r.outranked, r.retrains) for r in result.metrics if r.retrains}
    if not counts:
        return ""
    most, fewest = max(counts.values(), key=_share), min(counts.values(), key=_share)
    names, other_names = (
        result.labels.listed_metrics([m for m, c in counts.items() if c == end]) for end in (most, fewest)
    )
    said = (
        "An approximate method looks better than the genuine retrain in "
        f"{most[0]} of {counted(most[1], 'block')} under {names}"
    )
    if names == other_names:
        return f"{said}."
    return f"{said}, and in {fewest[0]} of {fewest[1]} under {other_names}, the most and the fewest."


def _share(counts: tuple[int, int]) -> float:
    return counts[0] / counts[1]


def rho_sentence(result: CalibrationResult) -> str:
    """Which metrics follow the oracle within benchmarks, with p and the smallest p in reach."""
    known = [(r.rho, r) for r in result.metrics if r.rho is not None]
    if not known:
        return "No metric has a ρ with the oracle distance here."
    best, worst = max(known, key=lambda k: k[0])[1], min(known, key=lambda k: k[0])[1]
    n = counted(best.n_methods, "method")
    if len(known) == 1:
        return f"Within benchmarks and over {n}, {best.label} follows the oracle with {rho_text(best)}."
    return (
        f"Within benchmarks and over {n}, controls left out, {best.label} follows closeness to the retrained "
        f"ensemble most ({rho_text(best)}) and {worst.label} least ({rho_text(worst)})."
    )


def rho_text(row: MetricRow) -> str:
    """ρ with its p for a sentence."""
    return correlation("ρ", row.rho, row.p, row.p_min, kind_of_p(row.exact, row.arrangements))


def rho_label(row: MetricRow) -> str:
    """The same for a figure."""
    return correlation_label("ρ", row.rho, row.p, row.p_min)


def alarm_label(row: MetricRow) -> str:
    """The false alarms of one metric in one line."""
    if row.judged.auc is None:
        return "not measured on both controls"
    return f"flags {row.all.flagged} of {row.all.absent} retrains"


def place_label(row: MetricRow) -> str:
    """The places of the retrains under one metric in one line."""
    if not row.retrains:
        return "not measured"
    mean = number(row.mean_place, 1)
    return f"mean place {mean} of {row.candidates}, outranked in {row.outranked} of {row.retrains}"


def modality_sentence(result: CalibrationResult) -> str:
    """Whether metrics agree less on multimodal than on unimodal tasks made of the same images."""
    known = [r for r in result.modality if r.seeds]
    if not known:
        return (
            "This suite has no pair of benchmarks, one of images alone and one of images with questions, that are made "
            "of the same images and have the same methods and seeds."
        )
    lower, n = sum(r.lower for r in known), sum(r.seeds for r in known)
    label = result.labels.benchmark
    pairs = [
        f"{number(r.mean_multimodal)} on {label(r.multimodal)} against {number(r.mean_unimodal)} on {label(r.unimodal)}"
        for r in known
    ]
    return (
        f"On the same images, multimodal agreement is the lower one in {lower} of {counted(n, 'block')} (mean τ "
        f"{joined(pairs)}). Seeds of one benchmark are near-duplicates, so no p is given."
    )


def resolution_sentence(result: CalibrationResult) -> str:
    """The coarsest step of each metric that is a proportion."""
    steps = [f"{r.label} 1/{round(1 / max(r.resolution.values()))}" for r in result.metrics if r.resolution]
    return f"Coarsest step of the metrics that are proportions: {joined(steps)}." if steps else ""


HOW_PLACES = (
    "Each dot: the place of one genuine retrain among all candidates of its benchmark and seed, 1 = best; larger dots "
    "are several retrains. Line: the mean. A metric that recognises the right answer puts it far left."
)
HOW_SEPARATION = (
    "Filled: area under the curve on canaries, open: on random forget sets; 1 = every retrained model looks better "
    "than every original, 0.5 = no better than a coin, below 0.5 = the wrong way. Flagged are retrains that look no "
    "better than the best-looking original of their benchmark; ties count."
)
HOW_RHO = (
    "Dot: mean over benchmarks of ρ between the metric and closeness to the retrained ensemble, over the approximate "
    "methods; small marks: each benchmark. Right of 0 the metric follows closeness. p beside "
    "the smallest that so many methods can reach."
)
HOW_MODALITY = (
    "One line per seed: mean τ between metrics on images alone (left) and on questions about the same images (right), "
    "over the pairs of metrics that have a τ on both sides."
)
