"""Can any two methods be told apart on similar benchmarks? Over the default view of every public
suite."""

from dataclasses import dataclass

from components.format import counted
from components.results.pair_tests import all_pair_tests
from components.selection import default_selection
from components.served import Served
from data.errors import NotEnoughData


@dataclass(frozen=True)
class Similar:
    """The suites whose benchmarks allow a test, and those of them where some method is ahead of
    another."""

    tested: int
    decided: int


def compute(served: Served) -> Similar:
    """Test every public suite at its default selection over benchmarks."""
    n_tested = 0
    n_decided = 0
    for tables in served.suites:
        if tables.suite.private:
            continue
        try:
            benchmark_tests = served.of_suite(all_pair_tests, default_selection(tables)).benchmarks
        except NotEnoughData:
            continue
        if benchmark_tests.has_tests:
            n_tested += 1
            n_decided += bool(benchmark_tests.ahead.any())
    return Similar(n_tested, n_decided)


def sentence(similar: Similar) -> str:
    """Return whether methods can be told apart on similar benchmarks."""
    if not similar.tested:
        return "No suite has the benchmarks to say what holds on similar ones."
    if not similar.decided:
        return "On similar benchmarks no two methods of any suite can be told apart."
    return (
        f"On similar benchmarks methods can be told apart in {similar.decided} of"
        f" {counted(similar.tested, 'suite')}."
    )
