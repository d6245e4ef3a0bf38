"""The first answer of every page for 150 methods x 21 metrics (the suite `tofu`): script time with nothing held.

Everything is imported and the tables are loaded, as in a server that runs; of results nothing is there yet, since each
round starts from copies of the tables and without what was held. Beside each page stands a bare one in the same
harness, a title and the table of runs. Nothing is asserted; the budget is 1 s. On a busy machine the time of the
processor tells more.
"""

import json
import os
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the app has it, whichever module loads NumPy first

from streamlit.testing.v1 import AppTest

from components.pages import PAGES
from components.widgets import cached
from data import store
from data.registry import Tables

ROOT = Path(__file__).resolve().parents[2]
BUDGET, ROUNDS = 1.0, 3
LOADED: dict[str, Tables] = {suite.id: store.tables(suite.id) for suite in store.suites()}
BARE = """
import streamlit as st

st.title("Runs")
st.dataframe(st.session_state["runs"])
"""


def seconds(app: AppTest) -> tuple[float, float]:
    """One run: elapsed, and of the processor."""
    start, busy = time.perf_counter(), time.process_time()
    app.run()
    taken = time.perf_counter() - start, time.process_time() - busy
    assert not app.exception, app.exception[0].value
    return taken


def first_answer(app: AppTest) -> tuple[float, float]:
    """The page that is open, with nothing held."""
    cached.PUBLIC.clear()
    cached.STORED.clear()
    return seconds(app)


def main() -> None:
    store.tables = lambda suite, version="": replace(LOADED[suite])
    bare = AppTest.from_string(BARE, default_timeout=120)
    bare.session_state["runs"] = LOADED["tofu"].runs
    bare.run()
    peer = min(seconds(bare)[0] for _ in range(ROUNDS + 2))
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=120)
    app.run()
    for page in PAGES:
        app.switch_page(str(ROOT / "pages" / f"{page.name}.py"))
        app.query_params["suite"] = "tofu"
        first_answer(app)  # imports
        elapsed, busy = map(min, zip(*(first_answer(app) for _ in range(ROUNDS)), strict=True))
        again, _ = seconds(app)
        row = {"value": elapsed, "unit": "s", "budget": BUDGET, "peer": "bare page", "peer_value": peer}
        row |= {"ratio": peer / elapsed, "processor": busy, "again": again}
        print(f"{page.title:16}{elapsed:7.2f} s first, {busy:.2f} s of the processor, {again:.2f} s again")
        print(json.dumps({"what": f"{page.title}, first answer, 150 x 21", **row}), flush=True)


if __name__ == "__main__":
    main()
