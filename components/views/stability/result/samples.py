"""Two methods sample by sample, where the suite brings the values of single samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from components.labels import Labels
from components.plain import aside, where_known
from components.resolved import Resolved, reads
from components.stats.separation.samples import PairedTest, paired_test, sample_differences
from components.text import cleaned
from components.views.stability.result.duel import pair_compared
from components.views.stability.result.ranked import Absent
from data import sample_pairs
from data.per_sample import PerSample
from data.registry import REFERENCE, Metric
from data.sample_pairs import Wanted

SIGN_FLIPS = "sign_flips"
"""The paired test that a reader may ask for."""
PAGE = 15
"""Samples that are listed at a time."""
MOST_SAVED = 200_000
"""Samples that a download holds at most: those that differ most."""
NOTHING_SHARED = "no sample has values of both under one metric"
Better = Literal["higher", "lower", "nearer", ""]


@dataclass(frozen=True, order=True)
class Measured:
    """What was measured of samples: a metric, or with a `field` something beside it."""

    metric: str
    field: str = ""

    @property
    def text(self) -> str:
        """As it stands in the address."""
        return f"{self.metric}:{self.field}" if self.field else self.metric


@dataclass(frozen=True, kw_only=True)
class SamplesResult:
    """Methods `a` and `b` sample by sample; of several seeds of a method, each sample counts with its mean over them.

    `n` samples have values of both; `only_a` and `only_b` more have one of them and are left out. On `ahead` of them a
    is better, on `behind` b, on `level` neither; `mean` is the mean difference, above 0 where a is better. What is
    `better`: "higher", "lower", "nearer" to the `target`, or "" where nothing says so, and higher counts as ahead.
    `carriers` is the smallest number of samples without which the mean would not favour whom it favours, None where it
    favours nobody; if it is one, `carrier` is its benchmark and name. `seeds_a` and `seeds_b` are the most runs of one
    sample.

    Aside: the sorted differences drawn (`ranks` from 1), what else was measured of both (`offered`), and whether the
    reader asked for something that was not (`missed`).
    """

    reason: str = ""
    a: str
    b: str
    metric: str
    field: str
    better: Better
    target: float | None
    n: int
    only_a: int
    only_b: int
    ahead: int
    behind: int
    level: int
    mean: float
    carriers: int | None
    carrier: tuple[str, str] | None
    benchmarks: int
    seeds_a: int
    seeds_b: int
    test: PairedTest | None = where_known()
    ranks: tuple[int, ...] = aside()
    values: tuple[float, ...] = aside()
    offered: tuple[Measured, ...] = aside()
    missed: str = aside()
    labels: Labels = aside()


@dataclass(frozen=True, eq=False)
class SamplesPage:
    """Some of the samples, those that differ most first: benchmark, sample, a, b, difference. `first` counts from 1."""

    rows: pd.DataFrame
    page: int
    pages: int

    @property
    def first(self) -> int:
        """The place of the first row among all samples."""
        return (self.page - 1) * PAGE + 1


def methods_sampled(resolved: Resolved) -> tuple[str, ...]:
    """The methods selected that have values of samples, in registry order."""
    values = resolved.tables.per_sample
    if values is None:
        return ()
    have = sample_pairs.methods(values, resolved.selection.panel)
    return tuple(m for m in resolved.panel.methods if m in have)


def pair_sampled(resolved: Resolved) -> tuple[str, str] | None:
    """The two methods to compare, ranked or not: those chosen, else the two best, else the first two with values."""
    chosen = tuple(m for m in resolved.selection.versus if m in resolved.panel.methods)
    if len(chosen) == 2:
        return chosen[0], chosen[1]
    have, best = methods_sampled(resolved), pair_compared(resolved)
    if best is not None and set(best) <= set(have):
        return best
    return (have[0], have[1]) if len(have) > 1 else best


@reads(view_only=("versus", "samples"))
def samples(resolved: Resolved) -> SamplesResult | Absent:
    """The two methods chosen, sample by sample under the metric chosen; absent where there is nothing to compare."""
    values, pair = resolved.tables.per_sample, pair_sampled(resolved)
    if values is None or pair is None:
        return Absent(reason=NOTHING_SHARED)
    offered = _offered(resolved, values, pair)
    if not offered:
        return Absent(reason=NOTHING_SHARED)
    named = resolved.selection.samples
    measured = next((m for m in offered if m.text == named), offered[0])
    wanted, better = _wanted(resolved, pair, measured)
    rows = sample_pairs.differences(values, wanted)
    both = rows["difference"].dropna().to_numpy()
    if not len(both):
        return Absent(reason=NOTHING_SHARED)
    told = sample_differences(both)
    first = None
    if told.carriers == 1:
        benchmark, name = sample_pairs.foremost(values, wanted, 1 if told.mean > 0 else -1)
        first = (benchmark, cleaned(name))
    return SamplesResult(
        a=wanted.a,
        b=wanted.b,
        metric=measured.metric,
        field=measured.field,
        better=better,
        target=wanted.target,
        n=told.n,
        only_a=int((rows["runs_b"] == 0).sum()),
        only_b=int((rows["runs_a"] == 0).sum()),
        ahead=told.ahead,
        behind=told.behind,
        level=told.level,
        mean=told.mean,
        carriers=told.carriers,
        carrier=first,
        benchmarks=len(resolved.panel.benchmarks),
        seeds_a=int(rows["runs_a"].max()),
        seeds_b=int(rows["runs_b"].max()),
        ranks=tuple(told.ranks.tolist()),
        values=tuple(told.values.tolist()),
        offered=offered,
        missed=named if named not in ("", measured.text) else "",
        labels=resolved.labels,
    )


@reads(view_only=("versus", "samples"))
def samples_tested(resolved: Resolved) -> PairedTest | Absent:
    """The paired test over the same samples; absent where there are none."""
    values, result = resolved.tables.per_sample, samples(resolved)
    if values is None or isinstance(result, Absent):
        return Absent(reason=NOTHING_SHARED)
    rows = sample_pairs.differences(values, _wanted_again(resolved, result))
    return paired_test(rows["difference"].dropna().to_numpy(), resolved.selection.rng)


@reads(view_only=("versus", "samples", "page_number"))
def samples_listed(resolved: Resolved) -> SamplesPage | Absent:
    """The page of samples that is open; beyond the last page the last one."""
    values, result = resolved.tables.per_sample, samples(resolved)
    if values is None or isinstance(result, Absent):
        return Absent(reason=NOTHING_SHARED)
    pages = -(-result.n // PAGE)
    page = min(resolved.selection.page_number, pages)
    rows = sample_pairs.listed(values, _wanted_again(resolved, result), (page - 1) * PAGE, PAGE)
    return SamplesPage(rows, page, pages)


def samples_saved(resolved: Resolved, result: SamplesResult) -> pd.DataFrame:
    """The samples that differ most, as many as a file may hold."""
    assert resolved.tables.per_sample is not None
    return sample_pairs.listed(resolved.tables.per_sample, _wanted_again(resolved, result), 0, MOST_SAVED)


def _offered(resolved: Resolved, values: PerSample, pair: tuple[str, str]) -> tuple[Measured, ...]:
    """What was measured of both, metrics in registry order, each before what stands beside it."""
    pairs = sample_pairs.measured(values, _filtered(resolved, pair, Measured("")))
    place = {m.id: i for i, m in enumerate(resolved.metrics)}
    known = [Measured(metric, field) for metric, field in pairs if metric in place]
    return tuple(sorted(known, key=lambda m: (place[m.metric], m.field)))


def _wanted_again(resolved: Resolved, result: SamplesResult) -> Wanted:
    return _wanted(resolved, (result.a, result.b), Measured(result.metric, result.field))[0]


def _wanted(resolved: Resolved, pair: tuple[str, str], measured: Measured) -> tuple[Wanted, Better]:
    """What is asked of the values, and which of them are better: no target is known of a single sample's reference."""
    metric = next(m for m in resolved.metrics if m.id == measured.metric)
    better, sign, target = _direction(metric) if not measured.field else ("", 1, None)
    return _filtered(resolved, pair, measured, sign, target), better


def _direction(metric: Metric) -> tuple[Better, int, float | None]:
    if not metric.targeted:
        return ("lower" if metric.sign < 0 else "higher"), metric.sign, None
    return ("", 1, None) if metric.target == REFERENCE else ("nearer", 1, float(metric.target))


def _filtered(
    resolved: Resolved, pair: tuple[str, str], measured: Measured, sign: int = 1, target: float | None = None
) -> Wanted:
    chosen = resolved.selection
    return Wanted(chosen.panel, measured.metric, measured.field, *pair, chosen.benchmarks, chosen.seeds, sign, target)
