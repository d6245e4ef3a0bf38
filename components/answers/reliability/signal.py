"""How many metrics differ from what shuffled methods give, how many could, and how many would by chance?"""

from collections.abc import Sequence

from components.format import counted, joined, number, p_value
from components.stats.permutation import LEVEL
from components.stats.reliability.metrics import MetricReliability


def signal_sentence(defined: Sequence[MetricReliability]) -> str:
    """How many metrics differ from their no-signal expectation, and how many could have."""
    if not defined:
        return ""
    unable = [r for r in defined if not _small(r.p_min)]
    small = beyond_shuffled(defined)
    parts = [
        f"{len(small)} of {counted(len(defined), 'metric')} {'differs' if len(small) == 1 else 'differ'} "
        "significantly (p ≤ 0.05) from what shuffled methods give"
    ]
    if small:
        parts.append(f": {joined([r.label for r in small])}")
    parts.append(".")
    if unable:
        parts.append(
            f" {joined([r.label for r in unable])} could not: the smallest possible p is {_range_of_p(unable)}."
        )
    return "".join(parts)


def beyond_shuffled(defined: Sequence[MetricReliability]) -> list[MetricReliability]:
    """The metrics that differ significantly from what shuffled methods give."""
    return [r for r in defined if _small(r.p_min) and _small(r.p_stratified)]


def by_chance_sentence(defined: Sequence[MetricReliability]) -> str:
    """How many p the page shows, and how many of them would be small without any signal."""
    able = sum(_small(r.p_min) for r in defined)
    if not able:
        return ""
    tested = "is tested" if able == 1 else "are tested, each p by itself"
    return (
        f"{counted(able, 'metric').capitalize()} {tested}: chance alone would put about {number(LEVEL * able, 1)} of "
        f"them at p ≤ {LEVEL}."
    )


def _small(p: float | None) -> bool:
    return p is not None and p <= LEVEL


def _range_of_p(rows: Sequence[MetricReliability]) -> str:
    texts = sorted({p_value(r.p_min) for r in rows})
    return texts[0] if len(texts) == 1 else f"{texts[0]} to {texts[-1]}"
