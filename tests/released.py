"""The built-in suites, each read once per process; `TABLES` is the first, of the paper."""

from functools import cache

from data.folders import BUILT_IN
from data.load import load_suite
from data.registry import Tables

FOLDER = BUILT_IN / "unified_unlearning"
NAMES = sorted(f.name for f in BUILT_IN.iterdir() if (f / "suite.toml").is_file())


@cache
def built_in(name: str) -> Tables:
    """A built-in suite."""
    return load_suite(BUILT_IN / name)


TABLES = built_in(FOLDER.name)
