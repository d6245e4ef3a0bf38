"""What a start loads before it serves, and what only afterwards."""

import subprocess
import sys

from tests.serving import ROOT

RACE = """
import sys, threading
from functools import reduce
from components.stats import lazy_scipy

names = ("stats.spearmanr", "optimize.linprog", "special.expit", "cluster.hierarchy.linkage",
         "spatial.distance.squareform", "optimize.elementwise.find_root")
together, failed = threading.Barrier(len(names)), []

def load(name):
    together.wait()
    try:
        reduce(getattr, name.split("."), lazy_scipy)
    except ImportError as error:
        failed.append(f"{name}: {error}")

sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=load, args=(name,)) for name in names]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit("; ".join(failed) or 0)
"""


def alone(code: str) -> str:
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_server_comes_up_without_what_only_numbers_need() -> None:
    heavy = ("scipy.stats", "scipy.optimize", "scipy.special", "scipy.linalg")
    told = alone(
        "import sys, app\nfrom components.web import service\nservice._prepare()\n"
        f"print([m for m in {heavy} if m in sys.modules])"
    )
    assert told == "[]\n"


def test_no_logger_changes_its_class_when_lines_become_json() -> None:
    told = alone(
        "import logging, app\nlogger = logging.getLogger('streamlit.of_a_later_import')\n"
        "print(type(logger).__name__, type(logging.getLogger('streamlit')).__name__)"
    )
    assert told == "Logger Logger\n"


def test_threads_that_need_different_parts_of_scipy_first_all_get_them() -> None:
    alone(RACE)
