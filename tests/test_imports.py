"""Who may import what: pages → widgets → answers → stats; web → answers, formats; data apart."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = [ROOT / "app.py", *sorted(p for top in ("components", "data", "pages") for p in (ROOT / top).rglob("*.py"))]

VIEW = re.compile(r"components/views/(?P<view>\w+)/(?P<role>\w+)[/.]")
"""A file of a view: the view, and its part in it (result, words, tables, figures, screen, command, board, …)."""
LIVE = ("screen", "board", "standings", "live")
"""What of a view draws on the screen."""
BORROWED = {
    ("overview", "leaderboard"),  # what stands behind its doors
    ("overview", "calibration"),
    ("overview", "reproduction"),
    ("trust", "calibration"),  # findings are put together from what these pages show
    ("trust", "reliability"),
    ("metric", "trust"),
    ("reliability", "trust"),
    ("leaderboard", "reliability"),  # whether each weighted metric can be trusted, in short
    ("metric", "noise"),  # how much of a metric is noise, by panel and of the view
    ("reliability", "noise"),
    ("method", "leaderboard"),  # ranks, grids and references as the leaderboard has them
    ("changes", "leaderboard"),  # what of each version is compared
    ("changes", "reproduction"),
    ("calibration", "equivalence"),  # which panels have drawn answers, for a link
}
"""Which view may import which other one."""
SCREEN = ("components/widgets/", "components/board/", "components/web/site/", "components/shell.py", "app.py", "pages/")
SCIPY = "components/stats/scipy.py"
"""Loads SciPy for all."""
PRIVATE = "components/web/streamlit_private.py"
"""Private names of Streamlit; it draws nothing."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """Every module named in an import anywhere in a file, also inside functions and as `from package import module`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def uses(path: Path, *modules: str) -> list[str]:
    return sorted({i for i in imported(path) for m in modules if i == m or i.startswith(f"{m}.")})


def test_the_contract_sees_imports_inside_functions(tmp_path: Path) -> None:
    script = tmp_path / "x.py"
    script.write_text("def f():\n    from data import store\n    import duckdb.typing\n", encoding="utf-8")
    assert uses(script, "data.store", "duckdb") == ["data.store", "duckdb.typing"]


@pytest.mark.parametrize("path", CODE, ids=name_of)
def test_imports(path: Path) -> None:
    name = name_of(path)
    view = VIEW.match(name)
    draws = name.startswith(SCREEN) or (view is not None and view["role"] in LIVE)
    if not draws:
        assert name == PRIVATE or uses(path, "streamlit") == [], (
            "only screens, widgets, shell, app and pages draw on the screen"
        )
        assert uses(path, "components.widgets", "components.shell", "pages", "app") == []
    if not name.startswith("data/"):
        assert uses(path, "duckdb") == [], "only data/ talks to the database"
    if name.startswith("components/stats/"):
        assert uses(path, "plotly", "components.plotting") == [], "statistics never draw"
        assert uses(path, "components.resolved", "components.views", "components.report", "components.exports") == []
        assert uses(path, "data.store", "data.load", "data.build") == []
    if not name.startswith("data/calibration/") and name != SCIPY:
        assert uses(path, "scipy") == [], "threads that load different parts of it at once fail"
    if name.startswith("components/plotting/"):
        assert uses(path, "scipy", "components.stats", "components.views", "data") == [], "plotting never computes"
    if name.startswith("components/answers/"):
        assert uses(path, "components.report", "components.pages", "components.web", "data.store") == []
        command = name.endswith("/command.py")
        assert command or uses(path, "data.load") == [], "a command reads the folder it is given"
    if name in ("components/table.py", "components/formats.py"):
        assert uses(path, "components.resolved", "components.answers", "components.stats", "data") == []
    if name.startswith("data/"):
        above = [i for i in uses(path, "components") if not i.startswith("components.errors") and i != "components"]
        assert above == [], "data stands below everything else"
    if name.startswith("pages/"):
        assert uses(path, "numpy", "scipy", "duckdb") == [], "a page arranges; it does not compute"


@pytest.mark.parametrize("path", [p for p in CODE if VIEW.match(name_of(p))], ids=name_of)
def test_the_files_of_a_view(path: Path) -> None:
    view = VIEW.match(name_of(path))
    assert view is not None
    if view["role"] not in LIVE:
        assert uses(path, "components.report", "data.store") == []
        assert view["role"] == "command" or uses(path, "data.load") == [], "a command reads the folder it is given"
    if view["role"] == "result":
        assert uses(path, "plotly", "components.plotting") == [], "results are numbers"
    if view["role"] in ("words", "tables", "figures"):
        assert uses(path, "components.resolved", "data", "scipy") == [], "the result is all they get"
    if view["role"] in ("words", "tables"):
        assert uses(path, "plotly", "components.plotting") == []
    others = {m[1] for i in imported(path) if (m := re.match(r"components\.views\.(\w+)", i))}
    others -= {view["view"], "record"} | {name.upper() for name in others}
    strange = {(view["view"], other) for other in others if other.islower()} - BORROWED
    assert strange == set(), "views stand side by side"


def test_no_view_has_untyped_results() -> None:
    files = [p for p in CODE if VIEW.match(name_of(p))]
    untyped = [name_of(p) for p in files if re.search(r"\bAny\b", p.read_text(encoding="utf-8"))]
    assert untyped == []


@pytest.mark.parametrize("path", [p for p in CODE if name_of(p).startswith("pages/")], ids=name_of)
def test_a_page_holds_no_helpers_but_what_stands_below_its_first_screen(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    helpers = [n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    assert helpers == ["rest"] * ("below(rest)" in ast.unparse(tree))
    assert ast.get_docstring(tree)


def test_pages_are_no_package() -> None:
    assert not (ROOT / "pages" / "__init__.py").exists()
    assert list((ROOT / "tests").rglob("__init__.py")) == []
