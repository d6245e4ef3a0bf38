"""A reader's suite of 2 000 runs x 30 metrics on every page: script time of the first run and of a rerun.

40 methods x 10 benchmarks x 5 seeds come in as a CSV file on the page Your results, as a reader would bring them; then
each page is opened and run once more. Beside it the shape of the depth-score results, 150 models x 26 metrics. Nothing
is asserted; the budget is 2 s for each page. On a busy machine the time of the processor tells more.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the app has it, whichever module loads NumPy first

import numpy as np
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from components.views import PAGES  # noqa: E402

BUDGET = 2.0
SIZES = {"2000 runs x 30 metrics": (40, 10, 5, 30), "150 models x 26 metrics": (150, 1, 1, 26)}


def made(methods: int, benchmarks: int, seeds: int, metrics: int) -> bytes:
    """A CSV file of random runs in which methods differ and metrics half agree."""
    rng = np.random.default_rng(11)
    quality = rng.random(methods)
    names = [f"m{k + 1}_accuracy" for k in range(metrics)]
    rows = [",".join(["method", "benchmark", "seed", *names, "oracle_distance"])]
    for b in range(benchmarks):
        for m in range(methods):
            for s in range(seeds):
                values = np.clip(0.5 * quality[m] + 0.5 * rng.random(metrics), 0, 1)
                cells = [f"method{m + 1}", f"benchmark{b + 1}", str(s + 1), *(f"{v:.6f}" for v in values)]
                rows.append(",".join([*cells, f"{1 - quality[m] + 0.1 * rng.random():.6f}"]))
    return "\n".join(rows).encode()


def timed(app: AppTest) -> tuple[float, float]:
    """Seconds of one run, elapsed and of the processor."""
    start, busy = time.perf_counter(), time.process_time()
    app.run(timeout=600)
    taken = time.perf_counter() - start, time.process_time() - busy
    assert not app.exception, app.exception[0].value
    return taken


def tell(what: str, size: str, app: AppTest) -> None:
    """Run the page twice and print both times."""
    for again in ("", ", again"):
        elapsed, busy = timed(app)
        figure = {"what": f"{what}{again}: {size}", "value": elapsed, "unit": "s", "budget": BUDGET, "processor": busy}
        print(f"{what}{again}: {size}: {elapsed:.2f} s, {busy:.2f} s of the processor")
        print(json.dumps(figure), flush=True)


def main() -> None:
    """Print one line of JSON per page and size."""
    for size, shape in SIZES.items():
        content = made(*shape)
        app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=600)
        app.run()
        app.switch_page("../pages/your_results.py")
        app.run()
        app.file_uploader[0].set_value([("made.csv", content, "text/csv")])
        tell("Your results (reading, checks, audit)", size, app)
        for name, title in ((p.name, p.title) for p in PAGES):
            if name != "your_results":
                app.switch_page(f"../pages/{name}.py")
                tell(title, size, app)


if __name__ == "__main__":
    main()
