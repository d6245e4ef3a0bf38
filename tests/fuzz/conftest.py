"""How much is thrown: a bounded share in the usual run, everything with FUZZ=full (`make fuzz`)."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

FULL = os.environ.get("FUZZ") == "full"
FILES = int(os.environ.get("FUZZ_FILES", "1000" if FULL else "40"))
QUERIES = int(os.environ.get("FUZZ_QUERIES", "10000" if FULL else "12"))
PORTIONS = 19
GIGABYTE = 2**30
CLEAR_PEAK = Path("/proc/self/clear_refs")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests with a `portion` run once for each share of the work, so that workers can divide it."""
    if "portion" in metafunc.fixturenames:
        portions = PORTIONS if FULL else 2
        metafunc.parametrize("portion", [(i, portions) for i in range(portions)], ids=str)


@pytest.fixture
def share() -> Callable[[int, tuple[int, int]], range]:
    """`share(1000, portion)`: the numbers of a portion."""
    return lambda total, portion: range(portion[0], total, portion[1])


@pytest.fixture
def files() -> int:
    return FILES


@pytest.fixture
def queries() -> int:
    return QUERIES


@pytest.fixture(autouse=True)
def below_a_gigabyte() -> Iterator[None]:
    """A test takes at most half a gigabyte beside what this process has anyway, any process it starts at most one.

    A server has less than half a gigabyte at rest; what else this process has comes from other tests and their imports.
    """
    CLEAR_PEAK.write_text("5")
    before, children = memory("VmRSS"), largest_child()
    yield
    assert memory("VmHWM") - before < GIGABYTE / 2
    assert largest_child() < GIGABYTE or largest_child() == children, "a process started here took too much"


def largest_child() -> int:
    """Bytes of the largest process that this one ever started and waited for."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


def memory(field: str) -> int:
    """Bytes of this process: resident now (VmRSS), or at most since the peak was cleared (VmHWM)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    return int(next(line for line in lines if line.startswith(f"{field}:")).split()[1]) * 1024


@pytest.fixture
def unharmed() -> Callable[[AppTest], str]:
    """No page ever shows a traceback; what it says is given back as text."""

    def check(app: AppTest) -> str:
        assert not app.exception, [e.value for e in app.exception]
        said = " ".join(
            str(p.value) for kind in ("error", "warning", "info", "markdown", "caption") for p in app.get(kind)
        )
        assert "Traceback" not in said
        return said

    return check
