"""Who may import what: pages → widgets → answers → stats; web → answers, formats; data apart."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = [ROOT / "app.py", *sorted(p for top in ("components", "data", "pages") for p in (ROOT / top).rglob("*.py"))]

SCREEN = ("components/widgets/", "components/board/", "components/web/site/", "components/shell.py", "app.py", "pages/")
SCIPY = "components/stats/scipy.py"
"""Loads SciPy for all."""
PRIVATE = "components/web/streamlit_private.py"
"""Private names of Streamlit; it draws nothing."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module named in an import anywhere in a file, also inside functions and as `from package import module`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def uses(path: Path, *modules: str) -> list[str]:
    return sorted({i for i in imported(path) for m in modules if i == m or i.startswith(f"{m}.")})


def test_the_contract_sees_imports_inside_functions(tmp_path: Path) -> None:
    script = tmp_path / "x.py"
    script.write_text("def f():\n    from data import store\n    import duckdb.typing\n", encoding="utf-8")
    assert uses(script, "data.store", "duckdb") == ["data.store", "duckdb.typing"]


def test_imports() -> None:
    for path in CODE:
        allowed(path)


def allowed(path: Path) -> None:
    name = name_of(path)
    if not name.startswith(SCREEN):
        assert name == PRIVATE or uses(path, "streamlit") == [], (
            "only screens, widgets, shell, app and pages draw on the screen"
        )
        assert uses(path, "components.widgets", "components.shell", "pages", "app") == []
    if not name.startswith("data/"):
        assert uses(path, "duckdb") == [], "only data/ talks to the database"
    if name.startswith("components/stats/"):
        assert uses(path, "plotly", "components.plotting") == [], "statistics never draw"
        assert uses(path, "components.resolved", "components.answers", "components.report", "components.exports") == []
        assert uses(path, "data.store", "data.load", "data.build") == []
    if not name.startswith("data/calibration/") and name != SCIPY:
        assert uses(path, "scipy") == [], "threads that load different parts of it at once fail"
    if name.startswith("components/plotting/"):
        assert uses(path, "scipy", "components.stats", "components.answers", "data") == [], "plotting never computes"
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


def test_a_page_is_one_call_and_pages_are_no_package() -> None:
    for path in (p for p in CODE if name_of(p).startswith("pages/")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [n for n in tree.body if not isinstance(n, ast.ImportFrom)]
        assert len(calls) == 2, f"{path.name}: a docstring and a call"
        assert ast.get_docstring(tree)
    assert not (ROOT / "pages" / "__init__.py").exists()
    assert list((ROOT / "tests").rglob("__init__.py")) == []
