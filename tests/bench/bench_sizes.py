"""Check, build and every page from 50 to ten million runs: seconds and peak memory, each in a process of its own.

`bench_sizes.py [--runs N …] [--limit SECONDS] [--forms csv parquet] [--pages NAME …]`. Times are without imports. A
page is its first sentences ("first") and all numbers it adds to the report ("whole"), from opening the database on.
Beside them stands a loop of `scipy.stats.kendalltau`. Then ten million values of single samples are checked and built,
and two methods of them compared: "first" is the verdict, "whole" adds the rows listed and the paired test. What takes
longer than the limit is ended and shown as such.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from subprocess import DEVNULL

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.bench.suites import SHAPES  # noqa: E402

BEGIN = "import resource, sys, time\nbusy = 0\n"
END = (
    "\nmemory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024"
    "\nprint(time.perf_counter() - begun, time.process_time() - busy, first, memory)"
    "\nimport os; sys.stdout.flush(); os._exit(0)"
)
CHECK = BEGIN + (
    "from pathlib import Path\nfrom data.load import examine\n"
    "begun, busy, first = time.perf_counter(), time.process_time(), 0\n"
    "problems = examine(Path(sys.argv[1]))[1]\nassert not problems, problems[:3]"
)
BUILD = BEGIN + (
    "from data import build\nbegun, busy, first = time.perf_counter(), time.process_time(), 0\nbuild.ensure()\n"
    "from data import store\nassert sys.argv[2] in [s.id for s in store.suites()], store.not_served()"
)
START = (
    BEGIN + "from data import build\nbegun, busy, first = time.perf_counter(), time.process_time(), 0\nbuild.ensure()"
)
PAGE = BEGIN + (
    "from components import pages\nfrom components.resolved import Resolved\n"
    "from components.selection import default_selection\nfrom data import store\nimport scipy.stats\n"
    "store.suites()\nbegun, busy = time.perf_counter(), time.process_time()\n"
    "page = next(p for p in pages.PAGES if p.name == sys.argv[3])\ntables = store.tables(sys.argv[2])\n"
    "resolved = Resolved(tables, default_selection(tables))\npage.leads(resolved)\n"
    "first = time.perf_counter() - begun\n"
    "page.content(resolved)"
)
SAMPLES = BEGIN + (
    "from components.resolved import Resolved\nfrom components.selection import default_selection\n"
    "from components.answers.stability.samples import compute as samples\n"
    "from components.answers.stability.single_samples import listed, paired\n"
    "from data import store\nimport scipy.stats\n"
    "store.suites()\nbegun, busy = time.perf_counter(), time.process_time()\ntables = store.tables(sys.argv[2])\n"
    "resolved = Resolved(tables, default_selection(tables))\n"
    "assert samples(resolved).differences.n == int(sys.argv[3])\n"
    "first = time.perf_counter() - begun\nassert len(listed(resolved).rows)\nassert paired(resolved).n"
)
SAMPLED = (100, 50_000)
"""Runs, and samples of each of their two benchmarks; two metrics make ten million values."""
PAGES = ("leaderboard", "tradeoff", "stability", "reliability", "agreement", "clusters", "calibration", "data")
PEER = BEGIN + (
    "import numpy as np\nfrom scipy.stats import kendalltau\nx = np.random.default_rng(1).random((2, 1000, 200))\n"
    "begun, busy, first = time.perf_counter(), time.process_time(), 0\n[kendalltau(a, b) for a, b in zip(*x)]"
)


def measured(script: str, arguments: list[str], place: Path, limit: float) -> tuple[float, float, float, float] | str:
    """Seconds in all, of the processor and to the first answer, and MiB, of a script in its own process, or why not."""
    environment = {
        **os.environ,
        "LEADERBOARD_TABLES": arguments[0] if arguments else "",
        "LEADERBOARD_DATABASE": str(place),
        "PYTHONPATH": str(ROOT),
        "OPENBLAS_NUM_THREADS": "1",
    }
    try:
        done = subprocess.run(
            [sys.executable, "-c", script + END, *arguments],
            cwd=ROOT, env=environment, capture_output=True, text=True, timeout=limit,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"> {limit:.0f} s"
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"ended by {-done.returncode}"])[-1][:90]
    seconds, busy, first, memory = (float(x) for x in done.stdout.split()[-4:])
    return seconds, busy, first, memory


def tell(what: str, size: str, found: tuple[float, float, float, float] | str) -> None:
    """One line of the table and one of JSON."""
    if isinstance(found, str):
        print(f"| {size} | {what} | {found} | | | |", flush=True)
        print(json.dumps({"what": f"{what}, {size}", "value": found, "unit": ""}), flush=True)
        return
    seconds, busy, first, memory = found
    early = f"{first:.2f} s" if first else ""
    print(f"| {size} | {what} | {seconds:.2f} s | {busy:.2f} s | {early} | {memory:.0f} MiB |", flush=True)
    for name, value, unit in ((what, seconds, "s"), (f"{what}, first", first, "s"), (f"{what}, memory", memory, "MiB")):
        if value:
            print(json.dumps({"what": f"{name}, {size}", "value": round(value, 3), "unit": unit}), flush=True)


def main() -> int:
    """Measure and print; nothing is asserted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, nargs="+", choices=SHAPES, default=list(SHAPES))
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--forms", nargs="+", choices=("csv", "parquet"), default=["parquet"])
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES))
    chosen = parser.parse_args()
    print("| runs | what | whole | processor | first | memory |\n| --- | --- | ---: | ---: | ---: | ---: |")
    tell("scipy.stats.kendalltau, 1000 pairs of 200", "–", measured(PEER, [], ROOT, 60))
    for runs in chosen.runs:
        for form in chosen.forms:
            with tempfile.TemporaryDirectory(prefix="leaderboard-sizes-") as made:
                place, size = Path(made) / "database", f"{runs:,} {form}"
                folder = Path(made) / "made"  # made by a process of its own: the memory of this one would count below
                maker = [sys.executable, "tests/bench/suites.py", folder, "--runs", str(runs), "--form", form]
                subprocess.run(maker, cwd=ROOT, check=True, stdout=DEVNULL)
                given = [str(folder), folder.name]
                tell("check", size, measured(CHECK, given, place, chosen.limit * 5))
                built = measured(BUILD, given, place, chosen.limit * 5)
                tell("build", size, built)
                if isinstance(built, str):
                    continue
                tell("start again", size, measured(START, given, place, chosen.limit))
                for page in chosen.pages:
                    tell(page, size, measured(PAGE, [*given, page], place, chosen.limit))
    with tempfile.TemporaryDirectory(prefix="leaderboard-sizes-") as made:
        folder, (runs, samples) = Path(made) / "made", SAMPLED
        count, size = ["--runs", str(runs), "--samples", str(samples)], f"{2 * runs * samples:,} values of samples"
        subprocess.run([sys.executable, "tests/bench/suites.py", folder, *count], cwd=ROOT, check=True, stdout=DEVNULL)
        given, place = [str(folder), folder.name], Path(made) / "database"
        tell("check and build", size, measured(BUILD, given, place, chosen.limit * 5))
        tell("two methods", size, measured(SAMPLES, [*given, str(2 * samples)], place, chosen.limit))
    return 0


if __name__ == "__main__":
    sys.exit(main())
