"""The first answer of every page for 150 methods x 21 metrics, and every answer of a suite at the
bounds.

Everything is imported and the tables are loaded, as in a server that runs; of results nothing is
there yet. Beside each page stands a bare one in the same harness, a title and the table of runs. On
a busy machine the time of the processor tells more than the clock."""

import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

# as the app has it, whichever module loads NumPy first
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from streamlit.testing.v1 import AppTest

from components import kept
from components.pages import PAGES, numbers
from components.report import report
from components.resolved import Resolved
from components.selection import default_selection
from components.stats import lazy_scipy
from data import build, store
from data.load import load_suite
from data.registry import Tables
from tests.bench.run import ROOT, figure
from tests.bench.suites import Shape, make

BUDGET, AT_BOUNDS, BUILD = 1.0, 2.0, 10.0
BOUNDS = (Shape(200, 5, 3, 24), Shape(150, 20, 1, 24), Shape(75, 10, 4, 24), Shape(60, 10, 1, 24))
"""3 000 runs with most methods, benchmarks and blocks; runs whose reliability is resampled."""
BARE = """
import streamlit as st

st.title("Runs")
st.dataframe(st.session_state["runs"])
"""


def clocked(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds elapsed, and of the processor."""
    start, busy = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - busy


def pages() -> None:
    """Every page of the largest suite there is."""
    loaded: dict[str, Tables] = {suite.id: store.tables(suite.id) for suite in store.suites()}
    store.tables = lambda suite: replace(loaded[suite])
    bare = AppTest.from_string(BARE, default_timeout=120)
    bare.session_state["runs"] = loaded["tofu"].runs
    bare.run()
    peer = min(clocked(bare.run)[0] for _ in range(5))
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=120)
    app.run()
    for page in PAGES:
        app.switch_page(str(ROOT / "pages" / f"{page.name}.py"))
        app.query_params.clear()
        app.query_params.update({} if page.spans else {"suite": "tofu"})
        taken = []
        for _ in range(3):
            kept._slots.clear()
            kept._tables.cache_clear()
            taken.append(clocked(app.run))
            assert not app.exception, app.exception[0].value
        first = min(elapsed for elapsed, _ in taken)
        title = f"{page.title}, first answer, tofu"
        figure(title, first, budget=BUDGET, peer="bare", peer_value=peer)
        figure(f"{page.title}, of the processor", min(busy for _, busy in taken))


def bounds(shape: Shape) -> None:
    """Build a suite at the bounds and compute every answer of it."""
    what = f"{shape.methods} methods, {shape.benchmarks} benchmarks, {shape.seeds} seeds"
    with tempfile.TemporaryDirectory(prefix="leaderboard-bounds-") as folder_name:
        folder = make(Path(folder_name) / "made", shape)
        os.environ["LEADERBOARD_TABLES"] = str(folder)
        os.environ["LEADERBOARD_DATABASE"] = str(Path(folder_name) / "database")
        figure(f"build with {what}", clocked(build.ensure)[0], budget=BUILD)
        tables = load_suite(folder)
    lazy_scipy.load()
    view = Resolved(tables, default_selection(tables))
    for page in numbers().values():
        for answer in page.answers:
            result = Resolved(tables, view.selection)
            elapsed, busy = clocked(lambda answer=answer, result=result: answer.content(result))
            if busy > 0.5:
                name = f"{answer.name} of {page.title}, {what}, processor {busy:.2f} s"
                figure(name, elapsed, budget=AT_BOUNDS)
    figure(f"the whole report, {what}", clocked(lambda: report(tables, view.selection))[0])
    figure("most memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "MiB")


if __name__ == "__main__":
    if sys.argv[1:] != ["bounds"]:
        pages()
    for shape in BOUNDS:
        bounds(shape)
