"""SciPy's packages, loaded when the first statistic asks for one: they take a third of the start of
a server.

They import one another, so two threads that load different ones at once fail; here the first caller
loads all of them."""

import importlib
import threading
from types import ModuleType

_USED = (
    "stats",
    "special",
    "optimize",
    "optimize.elementwise",
    "sparse",
    "cluster.hierarchy",
    "spatial.distance",
)
_loading = threading.Lock()


def load() -> None:
    """Load every package that is used, once."""
    with _loading:
        for name in _USED:
            importlib.import_module(f"scipy.{name}")


def __getattr__(name: str) -> ModuleType:
    if name not in _USED and not any(used.startswith(f"{name}.") for used in _USED):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    load()
    package = importlib.import_module(f"scipy.{name}")
    globals()[name] = package
    return package
