"""What the stability page says of two methods: head to head, and sample by sample."""

from __future__ import annotations

from collections.abc import Sequence

from components.labels import Labels
from components.sentences import givers_and_takers, short
from components.stats.ranking.rank_intervals import ONE_RUN, SEEDS_ONLY, UNPAIRED
from components.stats.separation.samples import PairedTest
from components.stats.separation.sign_flips import LEVEL
from components.stats.stability.head_to_head import AHEAD, DOMINATED, SURE, TIED
from components.text import counted, joined, number, p_value, percent, shortened, thousands
from components.views.stability.result.duel import DuelResult
from components.views.stability.result.ranked import Absent
from components.views.stability.result.samples import MOST_SAVED, Measured, SamplesPage, SamplesResult

UNDRAWN = {
    SEEDS_ONLY: "seeds on one benchmark cannot tell how they compare on others",
    ONE_RUN: "one run each cannot tell how they compare on other data",
    UNPAIRED: "no benchmark and seed has both of them",
}
"""Why the data of two methods cannot be drawn again."""
DUEL_READING = "What each metric adds to the lead: its weight times the difference of the two utilities."


def duel_sentences(result: DuelResult | Absent) -> list[str]:
    """The verdict on two methods, its shares, and the smallest change that swaps them."""
    if isinstance(result, Absent):
        return [f"There is no pair to compare: {result.reason}."]
    labels = short(result.labels)
    a, b = labels.method(result.ahead), labels.method(result.behind)
    return [_verdict(result, a, b), _shares(result, a), _swap(result, labels, a, b)]


def unranked_sentences(labels: Labels, methods: Sequence[str]) -> list[str]:
    """Why two methods are not compared by their scores."""
    return [f"{short(labels).listed_methods(methods)} cannot be ranked here, so there are no two scores to compare."]


def _verdict(result: DuelResult, a: str, b: str) -> str:
    gap = number(result.gap, 3 if result.gap >= 0.0005 else 6)
    data, needed = UNDRAWN.get(result.resampled_reason, "no resample has values of both"), ""
    if result.resampled is not None:
        data = (
            f"it stays ahead in {percent(result.resampled)} of {thousands(result.resampled_draws)} draws of "
            f"{counted(result.benchmarks, 'benchmark')} and their seeds"
        )
        needed = f" ({percent(SURE)} would be needed)"
    if result.verdict == TIED:
        return f"Tied: {a} and {b} have the same UQS at these weights."
    if result.verdict == DOMINATED:
        return f"Dominated: {a} is at least as good as {b} on every metric and better on one; {data}."
    if result.verdict == AHEAD:
        return f"Ahead: {a} leads {b} by {gap}; {data}."
    return f"Too little data to tell {a} from {b}: {a} is {gap} ahead, but {data}{needed}."


def _shares(result: DuelResult, a: str) -> str:
    anywhere = f"{percent(result.anywhere)} of {thousands(result.draws)} random weightings"
    if result.nearby is None:
        return f"{a} is ahead in {anywhere}. Near your weights: {result.nearby_reason}."
    return (
        f"{a} is ahead in {percent(result.nearby)} of perturbations (expected change {number(result.radius, 2)}) and "
        f"in {anywhere}."
    )


def _swap(result: DuelResult, labels: Labels, a: str, b: str) -> str:
    least = result.flips["l1"]
    if least.distance is None:
        return f"No weights make {b} catch {a}: {a} is better on every metric."
    if least.distance == 0:
        return ""
    gives, takes = givers_and_takers(labels, least.moved)
    return (
        f"Moving {number(least.shifted)} of weight from {gives} to {takes} lets {b} catch {a}; beyond that {b} passes. "
        f"Smallest change: L1 {number(least.distance)}, L2 {number(result.flips['l2'].distance)}, "
        f"L∞ {number(result.flips['linf'].distance)}."
    )


TITLE = "Sample by sample"
ASK, CLOSE = "Test the difference over these samples", "Close the test"
NO_SEEDS = "This is about these models on samples like these: samples of one model say nothing about other seeds."


def samples_sentences(result: SamplesResult | Absent) -> list[str]:
    """On how many samples which method is better, the mean, and how few samples make the difference."""
    if isinstance(result, Absent):
        return [f"Nothing can be compared sample by sample: {result.reason}."]
    return [s for s in (_missed(result), _count(result), _mean(result), _carriers(result)) if s]


def samples_notes(result: SamplesResult) -> list[str]:
    """What the numbers are of, and what was left out."""
    a, b = _name(result, result.a), _name(result, result.b)
    left = [f"{thousands(n)} of {m} alone" for n, m in ((result.only_a, a), (result.only_b, b)) if n]
    seeds = f"{a}: {counted(result.seeds_a, 'run')}, {b}: {counted(result.seeds_b, 'run')}"
    told = [f"A sample counts with the mean of a method's values over its seeds ({seeds} of a sample at most)."]
    if left:
        told.append(f"Samples without a value of both are left out: {joined(left)}.")
    if result.field:
        told.append(f"{_measured(result)} is not the metric itself: nothing says which of its values are better.")
    elif not result.better:
        told.append("A value of the reference for each sample is not known, so a higher one is only told as higher.")
    if len(result.ranks) < result.n:
        told.append(f"Drawn are {thousands(len(result.ranks))} of {thousands(result.n)} differences, at even ranks.")
    if result.n > MOST_SAVED:
        told.append(f"A file holds the {thousands(MOST_SAVED)} samples that differ most.")
    return told


def samples_reading(result: SamplesResult) -> str:
    """How the curve is read."""
    a, b = _name(result, result.a), _name(result, result.b)
    if not result.better:
        return f"All samples, sorted by the value of {a} less that of {b}. Above 0 {a} has the higher value."
    return f"All samples, sorted by how much better {a} does. Above 0 {a} is better, below it {b}."


def page_sentence(page: SamplesPage, result: SamplesResult) -> str:
    """Which samples are listed."""
    last = page.first + len(page.rows) - 1
    return (
        f"Samples {thousands(page.first)} to {thousands(last)} of {thousands(result.n)}, largest difference first; "
        f"above 0 {_name(result, result.a)} {'is better' if result.better else 'is higher'}."
    )


def test_sentences(test: PairedTest, n: int) -> list[str]:
    """What the paired test says, and what it cannot say."""
    if test.p_min > LEVEL:
        verdict = f"With {counted(test.n, 'sample')} that differ, no p could reach 0.05, whatever the data."
    elif test.p <= LEVEL:
        verdict = f"Over these {thousands(n)} samples the two differ (p {p_value(test.p)}, sign flips)."
    else:
        verdict = f"These {thousands(n)} samples do not show a difference (p {p_value(test.p)}, sign flips)."
    return [verdict, NO_SEEDS]


def test_notes(test: PairedTest, n: int) -> list[str]:
    """How the p was computed, and the smallest that was possible."""
    how = {
        "exact": "all sign flips are counted",
        "drawn": f"{thousands(test.draws)} sign flips are drawn",
        "normal": "the sum under sign flips is taken as normal",
    }[test.means]
    return [
        "Sign flips: had the two no difference, each sample would as soon favour one as the other. Statistic: the sum "
        "of the differences, two-sided.",
        f"n = {thousands(n)} samples, of which {thousands(test.n)} differ; {how}. p {number(test.p, 6)}.",
        f"Smallest p that is possible here: {_small(test.p_min)}.",
    ]


def measured_label(measured: Measured, label: str) -> str:
    """What was measured of samples, by its label."""
    return shortened(f"{label}, {measured.field}" if measured.field else label)


def _missed(result: SamplesResult) -> str:
    if not result.missed:
        return ""
    return f"No sample has {shortened(result.missed)} of both; shown is {_measured(result)}."


def _count(result: SamplesResult) -> str:
    a, b = _name(result, result.a), _name(result, result.b)
    most, x, other, y = (a, result.ahead, b, result.behind)
    if y > x:
        most, x, other, y = other, y, most, x
    n, level = thousands(result.n), _level(result.level)
    better, under = "is better" if result.better else "has the higher value", f"Under {_measured(result)}"
    if x == y == 0:
        return f"{under}, {a} and {b} have the same value on each of {counted(result.n, 'sample')}."
    if x == y:
        return f"{under}, each {better} on {thousands(x)} of {n} samples{level}."
    return f"{under}, {most} {better} on {thousands(x)} of {n} samples, {other} on {thousands(y)}{level}."


def _level(count: int) -> str:
    return f"; {thousands(count)} {'is' if count == 1 else 'are'} level" if count else ""


def _mean(result: SamplesResult) -> str:
    if not result.level < result.n:
        return ""
    a, b = _name(result, result.a), _name(result, result.b)
    if result.carriers is None:
        return "On average the two are level."
    first, second = (a, b) if result.mean > 0 else (b, a)
    size = number(abs(result.mean), 3 if abs(result.mean) >= 0.0005 else 6)
    against = (result.ahead - result.behind) * result.mean < 0
    all_the_same = "all the same, " if against else ""
    if result.better == "nearer":
        told = f"{first}'s value is {size} nearer to {number(result.target)}"
    else:
        lower = result.better == "lower"
        told = f"{first}'s value is {size} {'lower' if lower else 'higher'}"
    return f"On average, {all_the_same}{told} than {second}'s{', which is better' if result.better else ''}."


def _carriers(result: SamplesResult) -> str:
    if result.carriers is None or result.n == 1:
        return ""
    favours = f"the mean favours {_name(result, result.a if result.mean > 0 else result.b)} no more"
    if result.carrier is not None:
        benchmark, name = result.carrier
        where = f" ({result.labels.benchmark(benchmark)})" if result.benchmarks > 1 else ""
        return f"One sample alone makes that difference: without {shortened(name)}{where} {favours}."
    share = percent(result.carriers / result.n)
    return f"{thousands(result.carriers)} samples ({share}) make that difference: without them {favours}."


def _measured(result: SamplesResult) -> str:
    return measured_label(Measured(result.metric, result.field), result.labels.metric(result.metric))


def _name(result: SamplesResult, method: str) -> str:
    return shortened(result.labels.method(method))


def _small(p: float) -> str:
    return f"{p:.2g}" if p >= 1e-300 else "below 1e-300"
