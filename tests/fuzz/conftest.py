"""How much is thrown: a bounded share in the usual run, everything with FUZZ=full (`make fuzz`)."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

FULL = os.environ.get("FUZZ") == "full"
FILES = int(os.environ.get("FUZZ_FILES", "1000" if FULL else "10"))
QUERIES = int(os.environ.get("FUZZ_QUERIES", "10000" if FULL else "2"))
PORTIONS = 19


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests with a `portion` run once for each share of the work, so that workers can divide it."""
    if "portion" in metafunc.fixturenames:
        portions = PORTIONS if FULL else 1
        metafunc.parametrize("portion", [(i, portions) for i in range(portions)], ids=str)


def share(total: int, portion: tuple[int, int]) -> range:
    """The numbers of a portion."""
    return range(portion[0], total, portion[1])


@pytest.fixture(autouse=True)
def below_a_gigabyte() -> Iterator[None]:
    """A test takes at most half a gigabyte beside what this process has; the peak is cleared."""
    Path("/proc/self/clear_refs").write_text("5")
    before = memory("VmRSS")
    yield
    assert memory("VmHWM") - before < 2**29


def memory(field: str) -> int:
    """Bytes of this process: resident now (VmRSS), or at most since the peak was cleared."""
    lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    return int(next(line for line in lines if line.startswith(f"{field}:")).split()[1]) * 1024


def unharmed(app: AppTest) -> None:
    """No page ever shows a traceback."""
    assert not app.exception, [e.value for e in app.exception]
    kinds = ("error", "warning", "info", "markdown", "caption")
    assert "Traceback" not in " ".join(str(p.value) for kind in kinds for p in app.get(kind))
