"""What the calibration page says in words. Every sentence is computed from the result it describes."""

from __future__ import annotations

from components.sentences import LISTED, correlation, kind_of_p
from components.text import cleaned, counted, joined, number
from components.views.calibration.ground_truth import GroundTruthResult, GroundTruthRow
from components.views.calibration.result import CalibrationResult, MetricRow

BLIND = 0.5
"""The AUC of a metric that tells nothing."""


def lead(result: CalibrationResult) -> list[str]:
    """How many metrics tell retrained models from originals; what pools say instead; or why nothing can be said."""
    if result.reason:
        return truth_lead(result.truth) or [result.reason]
    rows = [r for r in result.metrics if r.judged.auc is not None]
    if not rows:
        return ["No metric was measured on both controls here."]
    perfect = [r.metric for r in rows if r.judged.auc == 1]
    on = "canaries" if result.canaries else "these forget sets"
    verdict = (
        f"On {on}, {len(perfect)} of {counted(len(rows), 'metric')} always "
        f"{'tells' if len(perfect) == 1 else 'tell'} a retrained model from the original."
    )
    return [s for s in (verdict, alarms(result)) if s]


def perfect_sentence(result: CalibrationResult) -> str:
    """Which metrics always tell a retrained model from the original, and why canaries can say so."""
    perfect = [r.metric for r in result.metrics if r.judged.auc == 1]
    names = f"Always right: {result.labels.listed_metrics(perfect)}." if perfect else ""
    why = "Canaries are mislabelled samples, whose labels no retrained model can know." if result.canaries else ""
    return " ".join(t for t in (names, why) if t)


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
        f"{len(wrong)} of {counted(len(rows), 'metric')} {'flags' if len(wrong) == 1 else 'flag'} genuine retrains, "
        f"most of all {result.labels.listed_metrics(names)}: {worst.flagged} of {worst.absent}."
    )


def alarm_rule(result: CalibrationResult) -> str:
    """When a retrain is flagged, and over how many benchmarks this was counted."""
    benchmarks = max((r.all.benchmarks for r in result.metrics), default=0)
    if not benchmarks:
        return ""
    return (
        "A retrain is flagged where a threshold that catches every original catches it too, counted over "
        f"{counted(benchmarks, 'benchmark')}."
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
    sentence = (
        "An approximate method looks better than the genuine retrain in "
        f"{most[0]} of {counted(most[1], 'block')} under {names}"
    )
    if names == other_names:
        return f"{sentence}."
    return f"{sentence}, and in {fewest[0]} of {fewest[1]} under {other_names}, the most and the fewest."


def _share(counts: tuple[int, int]) -> float:
    return counts[0] / counts[1]


def rho_sentence(result: CalibrationResult) -> str:
    """Which metrics follow the oracle within benchmarks, with p and the smallest possible p."""
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


def truth_lead(result: GroundTruthResult) -> list[str]:
    """Which metric separates models that know from models that never did best, which least; empty without pools."""
    rows = result.best_first
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    first = [r for r in rows if r.auc == best.auc]
    if best.auc <= BLIND:
        return [
            f"No metric separates models that know from models that never did: the highest AUC is "
            f"{number(best.auc, 2)}, and {BLIND} is blind."
        ]
    names = joined([_named(r) for r in first]) if len(first) <= LISTED else counted(len(first), "metric")
    verb = "separates" if len(first) == 1 else "separate"
    sentences = [
        f"{names} best {verb} models that know from models that never did: AUC {number(best.auc, 2)}, where "
        f"{BLIND} is blind."
    ]
    if worst.auc < best.auc:
        sentences.append(f"{_named(worst)} does so least, with {number(worst.auc, 2)}.")
    return sentences


def truth_rests(result: GroundTruthResult) -> str:
    """How many metrics are better than blind whatever training variants are compared."""
    rows = result.rows
    if not rows:
        return ""
    sure = [r for r in rows if r.low > BLIND]
    where = "in every pair of training variants" if any(r.is_range for r in rows) else "with their whole interval"
    known, unknown = max(r.known for r in rows), max(r.unknown for r in rows)
    stays = "stays" if len(sure) == 1 else "stay"
    return (
        f"This rests on {counted(known, 'model')} that know and {unknown} that never did; {len(sure)} of "
        f"{counted(len(rows), 'metric')} {stays} above {BLIND} {where}."
    )


def truth_interval(result: GroundTruthResult) -> str:
    """What the lines beside the areas are: an interval, or a range over few training variants."""
    ranges = [r for r in result.rows if r.is_range]
    if not ranges:
        return ""
    few = min(min(r.variants_known, r.variants_unknown) for r in ranges)
    return (
        f"Each line is a range over {counted(few, 'training variant')} of either pool, no interval: models of one "
        "variant are no independent cases."
    )


def truth_printed(result: GroundTruthResult) -> str:
    """How far the recomputed areas lie from the printed ones."""
    gaps = [(abs(r.auc - r.printed), r) for r in result.rows if r.printed is not None]
    if not gaps:
        return ""
    widest, row = max(gaps, key=lambda gap: gap[0])
    return (
        f"The study prints an AUC for {counted(len(gaps), 'metric')}; recomputed from its rounded values, none is "
        f"farther from it than {number(widest, 4)} ({row.label})."
    )


def truth_reference(result: GroundTruthResult) -> str:
    """Under which metrics models that know pass for the model trained without the knowledge."""
    counts = [(r.known_within, r) for r in result.rows if r.known_within is not None]
    if not counts:
        return ""
    most, fewest = max(n for n, _ in counts), min(n for n, _ in counts)
    name = cleaned(joined(result.references))
    sentence = (
        f"{name} never saw the knowledge: under {_labels(counts, most)} {most or 'none'} of "
        f"{counted(max(r.known for _, r in counts), 'model')} that know show no more of it than {name}"
    )
    if most == fewest:
        return f"{sentence}."
    return f"{sentence}, under {_labels(counts, fewest)} {fewest or 'none'}."


def area_label(row: GroundTruthRow) -> str:
    """The area of one metric with its bounds and the printed value in one line."""
    printed = "" if row.printed is None else f", printed {number(row.printed)}"
    return f"{number(row.auc)} ({number(row.low, 2)} to {number(row.high, 2)}){printed}"


def pool_label(row: GroundTruthRow, lowest: float, highest: float) -> str:
    """Between which values the pools of one metric lie, from least to most knowledge."""
    left, right = (lowest, highest) if row.sign < 0 else (highest, lowest)
    return f"from {number(left)} to {number(right)}"


def _named(row: GroundTruthRow) -> str:
    return row.name if row.name == row.label else f"{row.name} ({row.label})"


def _labels(counts: list[tuple[int, GroundTruthRow]], count: int) -> str:
    names = [r.label for n, r in counts if n == count]
    return joined(names) if len(names) <= LISTED else counted(len(names), "metric")


TRUTH_READING = (
    "Dot: the share of pairs of one model that knows and one that never did in which the metric sees more knowledge in "
    "the first; 1 always, 0.5 (dashed) blind, 0 the wrong way. In brackets: the line."
)
POOLS_READING = (
    "Each row runs from the value that says least knowledge is left to the one that says most. Filled: models that "
    "know; open: models that never did; line: the model trained without the knowledge. The less the two overlap, the "
    "better the metric."
)
PLACES_READING = (
    "Each dot: the place of one genuine retrain among the methods and controls of its benchmark and seed, 1 = best; "
    "larger dots are several retrains. Line: the mean. A metric that recognises the right answer puts it far left."
)
SEPARATION_READING = (
    "Filled: area under the curve on canaries, open: on random forget sets; 1 = every retrained model looks better "
    "than every original, 0.5 = no better than a coin, below 0.5 = the wrong way. Flagged are retrains that look no "
    "better than the best-looking original of their benchmark; ties count."
)
RHO_READING = (
    "Dot: mean over benchmarks of ρ between the metric and closeness to the retrained ensemble, over the approximate "
    "methods; small marks: each benchmark. Right of 0 the metric follows closeness. p beside "
    "the smallest that so many methods can reach."
)
MODALITY_READING = (
    "One line per seed: mean τ between metrics on images alone (left) and on questions about the same images (right), "
    "over the pairs of metrics that have a τ on both sides."
)
