"""Fixtures every test may use."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from components.widgets import later

ROOT = Path(__file__).resolve().parent.parent
PLACE = "LEADERBOARD_DATABASE"

# a busy machine is no failure: examples are counted, never timed
settings.register_profile(
    "untimed", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")
_made: list[str] = []
# jsonschema compiles a grammar of addresses with it for seconds, which no schema here asks for
sys.modules["rfc3987_syntax"] = None
# every AppTest would read the metadata of all installed packages, of which none brings a component
manifest_scanner.scan_component_manifests = lambda max_workers=None: []


def pytest_configure() -> None:
    """Build and read a database of the tests, which parallel workers share, not a running app's."""
    if PLACE not in os.environ:
        _made.append(tempfile.mkdtemp(prefix="leaderboard-tests-"))
        os.environ[PLACE] = _made[0]


def pytest_unconfigure() -> None:
    for folder in _made:
        shutil.rmtree(folder)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: where a browser was driven, no event loop of one's own can run."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    """Leave what is loaded by now out of the garbage collections that each run of a page makes."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw figures and what lines hold at once: no browser comes near them or opens them."""
    monkeypatch.setattr(later, "EAGER", True)


@pytest.fixture
def app_test() -> Callable[..., AppTest]:
    """`app_test("agreement", {"panel": "…"})`: the app, run once on a page with a query, without a
    browser.

    The path is that of the address. The page must have run without an exception.
    """

    def run(
        path: str = "leaderboard", query: Mapping[str, str] | None = None, theme: str = "light"
    ) -> AppTest:
        app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
        app.query_params.update(query or {})
        app.context["theme"] = theme
        if "-" in path:
            app.run()  # a script of another name than its address is known to what ran before
        if path:
            app.switch_page(str(ROOT / "pages" / f"{path.replace('-', '_')}.py"))
        app.run()
        assert not app.exception, app.exception[0].value
        return app

    return run
