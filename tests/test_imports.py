"""Who may import what: pages → widgets → report → parts → figures, stats; widgets and report → data."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CODE = [ROOT / "app.py", *sorted(p for top in ("components", "data", "pages") for p in (ROOT / top).rglob("*.py"))]

PURE = ("components/stats/", "components/figures/")
SCREEN = ("components/widgets/", "components/site/", "components/shell.py", "app.py", "pages/")


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
    if not name.startswith(SCREEN):
        assert uses(path, "streamlit") == [], "only widgets, shell, app and pages draw on the screen"
        assert uses(path, "components.widgets", "components.shell", "pages", "app") == []
    if not name.startswith("data/"):
        assert uses(path, "duckdb") == [], "only data/ talks to the database"
    if name.startswith(PURE):
        assert uses(path, "streamlit", "duckdb") == []
        allowed = {"data", "data.registry"}
        assert [i for i in uses(path, "data") if i not in allowed and not i.startswith("data.registry.")] == []
        assert uses(path, "components.report", "components.parts", "components.exports") == []
    if name.startswith("components/stats/"):
        assert uses(path, "components.figures", "plotly") == [], "statistics never draw"
        assert uses(path, "components.resolved") == []
    if name.startswith("components/figures/"):
        assert uses(path, "scipy") == [], "figures never compute"
    if name.startswith("components/parts/"):
        assert uses(path, "components.report", "plotly", "data.store", "data.load") == []
    if name.startswith("data/"):
        above = [i for i in uses(path, "components") if not i.startswith("components.errors") and i != "components"]
        assert above == [], "data stands below everything else"
    if name.startswith("pages/"):
        assert uses(path, "numpy", "scipy", "duckdb") == [], "a page arranges; it does not compute"


@pytest.mark.parametrize("path", [p for p in CODE if name_of(p).startswith("pages/")], ids=name_of)
def test_a_page_holds_no_helpers(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    helpers = [n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    assert helpers == []
    assert ast.get_docstring(tree)


def test_pages_are_no_package() -> None:
    assert not (ROOT / "pages" / "__init__.py").exists()
    assert list((ROOT / "tests").rglob("__init__.py")) == []
