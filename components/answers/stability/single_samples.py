"""On which samples do two methods differ most, and is the difference more than chance gives?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd

from components.answers.record import Absent
from components.answers.stability import samples
from components.answers.stability.samples import MOST_SAVED, NOTHING_SHARED, Samples
from components.labels import Labels
from components.resolved import Resolved, reads
from components.stats.separation.samples import PairedTest, paired_test
from components.stats.separation.sign_flips import LEVEL
from components.table import Column, Table, table
from components.text import counted, joined, number, p_value, shortened, thousands
from data import sample_pairs
from data.sample_pairs import Wanted

SIGN_FLIPS = "sign_flips"
"""The paired test that a reader may ask for."""
PAGE = 15
"""Samples that are listed at a time."""
LONGEST = 200
"""Letters of a sample's name that a page shows."""
NO_SEEDS = (
    "This is about these two models on samples like these: one model says nothing about other seeds of its method."
)


@dataclass(frozen=True, eq=False)
class SamplesPage:
    """Some of the samples, the ones that differ most first: benchmark, sample, a, b, difference."""

    rows: pd.DataFrame
    page: int
    pages: int


@dataclass(frozen=True, eq=False)
class Paired:
    """The paired test of two methods over n samples, and the same between two seeds of either method, by its id.

    The latter is empty unless both methods have two seeds.
    """

    n: int
    test: PairedTest
    seeds: Mapping[str, PairedTest]


@reads(view_only=("versus", "samples"))
def paired(view: Resolved) -> Paired | Absent:
    """The paired test over the same samples; the two seeds of a method are its first two."""
    values, result = view.tables.per_sample, view.of(samples.compute)
    if values is None or isinstance(result, Absent):
        return Absent(NOTHING_SHARED)

    def test(wanted: Wanted) -> PairedTest:
        return paired_test(
            sample_pairs.differences(values, wanted)["difference"].dropna().to_numpy(), view.selection.rng
        )

    wanted, own = result.wanted, sample_pairs.seeds(values, result.wanted)
    several = {m: (s[0], s[1]) for m, s in own.items() if len(s) > 1}
    seeds = several if {*several} == {wanted.a, wanted.b} else {}
    between = {m: test(replace(wanted, a=m, b=m, of_seeds=seeds[m])) for m in (wanted.a, wanted.b) if m in seeds}
    return Paired(result.differences.n, test(wanted), between)


@reads(view_only=("versus", "samples", "page_number"))
def listed(view: Resolved) -> SamplesPage | Absent:
    """The page of samples that is open; beyond the last page the last one."""
    values, result = view.tables.per_sample, view.of(samples.compute)
    if values is None or isinstance(result, Absent):
        return Absent(NOTHING_SHARED)
    pages = -(-result.differences.n // PAGE)
    page = min(view.selection.page_number, pages)
    return SamplesPage(sample_pairs.listed(values, result.wanted, (page - 1) * PAGE, PAGE), page, pages)


def saved(view: Resolved, result: Samples) -> pd.DataFrame:
    """The samples that differ most, as many as a file may hold."""
    assert view.tables.per_sample is not None
    return sample_pairs.listed(view.tables.per_sample, result.wanted, 0, MOST_SAVED)


def samples_table(rows: pd.DataFrame, result: Samples, names: Labels, longest: int | None = None) -> Table[Any]:
    """One row per sample; `longest` cuts names, for the screen."""
    column = Column[Any]
    a, b = names.method(result.wanted.a), names.method(result.wanted.b)
    name: Callable[[str], str] = str if longest is None else partial(shortened, most=longest)
    columns = (
        column("benchmark", lambda r: r.benchmark, kind="benchmark"),
        column("sample", lambda r: name(r.sample)),
        column("a", lambda r: r.a, a, kind="number", digits=None),
        column("b", lambda r: r.b, b if b != a else f"{b} (2)", kind="number", digits=None),
        column("difference", lambda r: r.difference, kind="number", digits=None),
    )
    return table(columns, rows.itertuples(index=False))


def page_sentence(page: SamplesPage, result: Samples, names: Labels) -> str:
    """Which samples are listed."""
    first = (page.page - 1) * PAGE + 1
    better = "is better" if result.better else "is higher"
    return (
        f"Samples {thousands(first)} to {thousands(first + len(page.rows) - 1)} of {thousands(result.differences.n)}, "
        f"largest difference first; above 0 {shortened(names.method(result.wanted.a))} {better}."
    )


def paired_sentences(result: Paired, names: Labels) -> list[str]:
    """What the paired test says, beside what it says of two seeds of one method, or what it cannot say."""
    test, n = result.test, thousands(result.n)
    two = "the two" if result.seeds else "these two models"
    if test.p_min > LEVEL:
        verdict = f"With {counted(test.n, 'sample')} that differ, no p can reach 0.05 here."
    elif test.p <= LEVEL:
        verdict = f"Over these {n} samples {two} differ (p {p_value(test.p)}, sign flips)."
    else:
        verdict = f"These {n} samples do not show that {two} differ (p {p_value(test.p)}, sign flips)."
    if not result.seeds:
        return [verdict, NO_SEEDS]
    each = [f"of {shortened(names.method(m))} p {p_value(t.p)}" for m, t in result.seeds.items()]
    alike = test.p <= LEVEL and any(t.p <= LEVEL for t in result.seeds.values())
    meaning = ": seeds alone make such differences, so this says little about the methods" if alike else ""
    return [verdict, f"The same test between two seeds {joined(each)}{meaning}."]


def paired_notes(result: Paired) -> list[str]:
    """How the p was computed, and the smallest that was possible."""
    test, n = result.test, result.n
    how = {
        "exact": "all sign flips are counted",
        "drawn": f"{thousands(test.draws)} sign flips are drawn",
        "normal": "the sum under sign flips is taken as normal",
    }[test.means]
    least = f"{test.p_min:.2g}" if test.p_min >= 1e-300 else "below 1e-300"
    return [
        "Sign flips: had the two no difference, each sample would as soon favour one as the other. Statistic: the sum "
        "of the differences, two-sided.",
        f"n = {thousands(n)} samples, {thousands(test.n)} of them differ; {how}. p {number(test.p, 6)}.",
        f"Smallest p that is possible here: {least}.",
    ]
