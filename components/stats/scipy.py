"""SciPy under its own names, loaded when the first statistic asks for it: it takes a third of the start of a server.

Its packages import one another: two threads that load different ones at the same time find half of each other and fail.
Here the first caller loads all that is used, and others wait.
"""

import importlib
import threading
from types import ModuleType

_USED = ("stats", "special", "optimize", "optimize.elementwise", "cluster.hierarchy", "spatial.distance")
_loading = threading.Lock()


def load() -> None:
    """Load what is used, unless it is there."""
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
