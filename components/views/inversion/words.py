"""What the inversion page says in words. Every number is taken from the result it describes."""

from __future__ import annotations

from collections.abc import Sequence

from components.text import capital, counted, joined, number, p_value, percent, shortened
from components.views.inversion.comparison import called
from components.views.inversion.images import GalleryImage
from components.views.inversion.result import InversionResult, NothingToAudit

ABOVE_STANDARD, BELOW_JUDGE = 0.9, 0.8
"""The published claim: attacks above the first under the standard evaluator, never above the second when judged."""
FEW_IDENTITIES = 30
MOSTLY_AGREED, APART = 0.8, 0.2
"""From which share of equal answers, and by how much, κ below AC1 is worth a sentence."""

SLOPES = (
    "Each line is one attack on one private set: the share of its reconstructions accepted by the standard evaluator "
    "(left) and by the judge (right). A falling line is success that the judge does not see; crossing lines change "
    "order."
)
CONFUSION = (
    "All reconstructions that both answered, by row: accepted by both (TP), by the standard evaluator alone (FP), by "
    "the judge alone (FN), by neither (TN). Numbers in the bars are counts; the judge is taken as right."
)
RATES = (
    "Dots: false-positive rate FP/(FP+TN), false-negative rate FN/(FN+TP), false-discovery rate FP/(FP+TP); lines: "
    "95 % Wilson intervals. A rate with – has nothing to divide by."
)
GALLERY = (
    "Images that the standard evaluator accepts and the judge rejects. Below each: the identity it was made for and, "
    "where the judge names one, an arrow to the class it reads; where both are the same, it reads the class and still "
    "says no. Top rows, where given: the mean real image of each class."
)
NOTHING = (
    "This suite holds no reconstructions, so there is nothing to audit here. A suite that has them brings a table "
    "named inversion, with one row per reconstruction; your own can be audited below."
)


def lead(result: InversionResult | NothingToAudit) -> list[str]:
    """What stands first."""
    return [headline(result), false_positives(result)] if isinstance(result, InversionResult) else []


def sentences(result: InversionResult) -> list[str]:
    """Everything that is said of an audit, in the order of the page; empty ones left out."""
    return [t for t in (*lead(result), *qualifications(result), agreement(result), paradox(result)) if t]


def qualifications(result: InversionResult) -> list[str]:
    """What qualifies the first sentences."""
    return [t(result) for t in (most_deceived, difference, order, mcnemar, clusters, refusals, claim)]


def headline(result: InversionResult) -> str:
    """Which share of the reconstructions each evaluator accepts."""
    row, judge = result.overall, called(result.judge)
    if not row.answered:
        return f"No reconstruction was answered by both the standard evaluator and {judge}: nothing can be compared."
    return (
        f"The standard evaluator accepts {percent(row.accuracy_standard, 0)} of the reconstructions, an independent "
        f"judge {percent(row.accuracy_judge, 0)}."
    )


def difference(result: InversionResult) -> str:
    """How many reconstructions each evaluator accepts, and the difference with its interval."""
    row, judge = result.overall, called(result.judge)
    if not row.answered:
        return ""
    return (
        f"Of {counted(row.answered, 'reconstruction')} that both answered, the standard evaluator accepts "
        f"{row.tp + row.fp} and {judge} {row.tp + row.fn}: a difference of {number(row.difference, sign=True)} "
        f"({_interval(row.difference_low, row.difference_high)})."
    )


def false_positives(result: InversionResult) -> str:
    """Of what the judge rejects, how much the standard evaluator accepts."""
    row, judge = result.overall, called(result.judge)
    if not row.answered:
        return ""
    if row.fpr is None:
        return f"{capital(judge)} rejects none of them, so there is no false-positive rate."
    return (
        f"Of the {row.fp + row.tn} that {judge} rejects, the standard evaluator accepts {row.fp}: "
        f"a false-positive rate of {number(row.fpr)} ({_interval(row.fpr_low, row.fpr_high)})."
    )


def most_deceived(result: InversionResult) -> str:
    """Where the false-positive rate is highest."""
    rated = [(r.fpr, r) for r in result.rows if r.fpr is not None]
    if len(rated) < 2:
        return ""
    highest, where = max(rated, key=lambda pair: pair[0])
    return f"The false-positive rate is highest, {number(highest)}, for {result.label(where)}."


def order(result: InversionResult) -> str:
    """Whether the attacks keep their order."""
    ranking = result.ranking
    if ranking.tau is None:
        why = "fewer than two attacks" if ranking.attacks < 2 else "an evaluator gives all attacks the same accuracy"
        return f"The orders of the attacks under the two cannot be compared: {why}."
    several = ranking.private_sets > 1
    sets = f", mean over {ranking.defined} of {ranking.private_sets} private sets" if several else ""
    return (
        f"The orders of {counted(ranking.attacks, 'attack')} under the two agree with τ-b = "
        f"{number(ranking.tau)}{sets} ({ranking.p_kind} p {p_value(ranking.p)}, smallest "
        f"possible {p_value(ranking.p_min)})."
    )


def claim(result: InversionResult) -> str:
    """What the published claim on the ceiling of attacks looks like here; empty when no attack is above it."""
    rated = [
        (r.accuracy_standard, r.accuracy_judge)
        for r in result.rows
        if r.accuracy_standard is not None and r.accuracy_judge is not None
    ]
    judged = [judge for standard, judge in rated if standard > ABOVE_STANDARD]
    if not judged:
        return ""
    still = sum(judge > BELOW_JUDGE for judge in judged)
    return (
        f"{len(judged)} of {counted(len(rated), 'row')} (an attack on a private set) {_verb(len(judged))} "
        f"above {ABOVE_STANDARD} under the standard evaluator; {still} of them {_verb(still)} above {BELOW_JUDGE} "
        f"under {called(result.judge)}."
    )


def mcnemar(result: InversionResult) -> str:
    """McNemar's test on the pairs that disagree."""
    row = result.overall
    if not row.answered:
        return ""
    if not row.discordant:
        return "The two never disagree: McNemar's test has nothing to count."
    return (
        f"The two disagree on {counted(row.discordant, 'reconstruction')}: {row.fp} accepted by the standard "
        f"evaluator alone, {row.fn} by the judge alone (McNemar: exact p {p_value(row.mcnemar)}, smallest "
        f"possible {p_value(row.mcnemar_min)}; mid-p {p_value(row.mcnemar_mid)}, smallest possible "
        f"{p_value(row.mcnemar_mid_min)})."
    )


def clusters(result: InversionResult) -> str:
    """The interval that does not take the reconstructions of one identity as independent."""
    row = result.overall
    if row.difference_cluster_low is None:
        return (
            "The intervals and p-values take reconstructions as independent; identities could not be drawn anew: "
            f"{row.cluster_reason}."
        )
    few = " So few identities make such intervals rather too short." if row.identities < FEW_IDENTITIES else ""
    return (
        "The intervals and p-values above take reconstructions as independent. With the "
        f"{row.identities} identities drawn anew instead, the difference lies between "
        f"{number(row.difference_cluster_low)} and {number(row.difference_cluster_high)}.{few}"
    )


def refusals(result: InversionResult) -> str:
    """How many answers are missing; empty when none is."""
    row = result.overall
    if row.n == row.answered:
        return ""
    return (
        f"Refused: {row.refused_standard} by the standard evaluator, {row.refused_judge} by the judge "
        f"({row.refused_both} by both); these {row.n - row.answered} of {row.n} count neither as yes nor as no."
    )


def agreement(result: InversionResult) -> str:
    """How far the judges agree with one another and with the standard evaluator."""
    return " ".join(
        f"{capital(called(r.x))} and {called(r.y)} give the same answer to {r.both_yes + r.both_no} of {r.n} "
        f"({number(r.agreed)}; κ {'undefined' if r.kappa is None else number(r.kappa)}, AC1 {number(r.ac1)})."
        for r in result.agreement
        if r.n
    )


def paradox(result: InversionResult) -> str:
    """Says where κ and AC1 part although evaluators mostly agree; empty where they do not."""
    apart = [
        f"{called(r.x)} and {called(r.y)}"
        for r in result.agreement
        if (r.agreed or 0) >= MOSTLY_AGREED and r.kappa is not None and r.ac1 is not None and r.ac1 - r.kappa > APART
    ]
    if not apart:
        return ""
    return (
        f"κ is much lower than AC1 for {joined(apart)} although they mostly agree: when nearly all answers are the "
        "same, κ calls most of that chance."
    )


def pictures(result: InversionResult, images: Sequence[GalleryImage]) -> str:
    """What the images shown are of all false positives of their attack."""
    if not images:
        wrong = result.overall.fp
        return f"The table keeps no image of the {counted(wrong, 'false positive')}." if wrong else "None was found."
    attack = images[0].attack
    in_gallery = sum(g.attack == attack for g in result.gallery)
    in_table = sum(r.fp for r in result.rows if r.attack == attack)
    return (
        f"{len(images)} of the {counted(in_gallery, 'image')} kept of false positives of "
        f"{shortened(attack or 'the table')}; the table counts {in_table} of them."
    )


def _interval(low: float | None, high: float | None) -> str:
    return f"95 % interval {number(low)} to {number(high)}"


def _verb(n: int) -> str:
    return "is" if n == 1 else "are"
