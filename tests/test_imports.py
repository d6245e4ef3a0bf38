"""Who may import what: pages, widgets, answers, results, resolved, contest, stats; data apart.

Each layer knows those below; there is no circle, and each layer has one module of a name.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "data/tables/calibration/source"
"""The program that computed a suite: apart from the app, with requirements of its own."""
PROGRAM = sorted((ROOT / "data" / "tables").rglob("*.py"))
CODE = sorted(
    p
    for top in ("components", "data", "pages")
    for p in (ROOT / top).rglob("*.py")
    if p not in PROGRAM
)
CODE = [ROOT / "app.py", *CODE]

SCREEN = ("components/widgets/", "components/board/", "components/shell.py", "app.py", "pages/")
SCIPY = "components/stats/lazy_scipy.py"
"""Loads SciPy for all: threads that load different parts of it at once fail."""
PRIVATE = "components/web/streamlit_private.py"
"""Private names of Streamlit; it draws nothing."""
ABOVE_RESULTS = (
    "components.answers",
    "components.choices",
    "components.links",
    "components.pages",
    "components.report",
    "components.exports",
    "components.web",
)
"""What pages say, choose and pack: results, and what they rest on, know nothing of it."""
LAYERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    # of files that begin so, these modules are not imported
    (
        "components/stats/",
        (
            *ABOVE_RESULTS,
            "components.results",
            "components.resolved",
            "components.contest",
            "components.plotting",
            "data.store",
            "data.load",
            "data.build",
            "plotly",
        ),
    ),
    ("components/contest.py", (*ABOVE_RESULTS, "components.results", "components.resolved")),
    ("components/resolved.py", (*ABOVE_RESULTS, "components.results")),
    ("components/results/", (*ABOVE_RESULTS, "plotly", "components.plotting")),
    ("components/choices/", ("components.answers", "components.links", "components.pages")),
    ("components/links.py", ("components.pages", "components.web")),
    (
        "components/answers/",
        ("components.report", "components.pages", "components.web", "data.store", "data.load"),
    ),
    ("components/plotting/", ("scipy", "components.stats", "components.answers", "data")),
    ("components/table.py", (*ABOVE_RESULTS, "components.resolved", "components.stats", "data")),
    ("components/format.py", (*ABOVE_RESULTS, "components.resolved", "components.stats", "data")),
    ("components/formats/", (*ABOVE_RESULTS, "components.resolved", "components.stats", "data")),
    ("data/", ("components",)),
    ("pages/", ("numpy", "scipy", "duckdb", "streamlit")),
)
UNIQUE_WITHIN = (
    ("components/answers/",),
    ("components/results/",),
    ("components/stats/",),
    ("components/widgets/", "components/web/", "components/board/", "components/exports/"),
    ("data/",),
)
"""A layer has one module of a name."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_of(path: Path) -> str:
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imported(path: Path, at_start: bool = False) -> frozenset[str]:
    """Every module named in an import of a file, also inside functions and as `from package import
    module`.

    `at_start` leaves those that it needs to load: at its top, not for types alone.
    """
    found: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body if at_start else ast.walk(tree):
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
    script.write_text(
        "def f():\n    from data import store\n    import duckdb.typing\n", encoding="utf-8"
    )
    assert uses(script, "data.store", "duckdb") == ["data.store", "duckdb.typing"]


def test_every_layer_knows_only_those_below() -> None:
    for path in CODE:
        name = name_of(path)
        if not name.startswith(SCREEN):
            assert name == PRIVATE or uses(path, "streamlit") == [], f"{name} draws on the screen"
            assert uses(path, "components.widgets", "components.shell", "pages", "app") == [], name
        assert name.startswith("data/") or uses(path, "duckdb") == [], (
            f"{name} talks to the database"
        )
        assert name == SCIPY or uses(path, "scipy") == [], f"{name} loads SciPy by itself"
        assert uses(path, "tests", SOURCE.replace("/", ".")) == [], name
        for beginning, modules in LAYERS:
            assert not name.startswith(beginning) or uses(path, *modules) == [], name


def test_no_folder_of_answers_imports_another() -> None:
    for path in CODE:
        parts = path.relative_to(ROOT).parts
        if parts[:2] != ("components", "answers") or len(parts) < 4:
            continue
        ours = ("components.answers.record", f"components.answers.{parts[2]}")
        others = [i for i in uses(path, "components.answers") if not i.startswith(ours)]
        assert [i for i in others if i != "components.answers"] == [], name_of(path)


@pytest.mark.parametrize("folders", UNIQUE_WITHIN, ids=str)
def test_module_names_are_unique_within_a_layer(folders: tuple[str, ...]) -> None:
    paths = [path for path in CODE if name_of(path).startswith(folders)]
    stems = [path.stem for path in paths if not path.stem.startswith("__")]
    assert sorted(stem for stem in set(stems) if stems.count(stem) > 1) == []


def test_links_are_made_in_one_place_and_few_files_know_of_grids() -> None:
    encoders = [name_of(path) for path in CODE if uses(path, "urllib.parse.urlencode")]
    assert encoders == ["components/links.py"]
    knowing = [path for path in CODE if "grids" in path.read_text(encoding="utf-8")]
    assert len(knowing) <= 10, [name_of(path) for path in knowing]


def test_no_module_needs_itself_to_load() -> None:
    modules = {module_of(p): p for p in CODE}
    needs = {
        m: {
            i
            for i in imported(p, at_start=True)
            if i in modules and not f"{m}.".startswith(f"{i}.")
        }
        for m, p in modules.items()
    }
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " → ".join([*way[way.index(module) :], module])
        if module not in done:
            for other in sorted(needs[module]):
                visit(other, (*way, module))
            done.add(module)

    for module in modules:
        visit(module, ())
    assert done == set(modules)


CLOSED = (
    "streamlit.runtime",
    "streamlit.web",
    "streamlit.proto",
    "streamlit.elements",
    "streamlit.navigation",
)
KNOWN = {
    "_asdict",
    "_fields",
    "_replace",
    "_get_source",
    "_shared_strings",
    "_date_formats",
    "_timedelta_formats",
    "_exit",
}
"""Of named tuples, of openpyxl's sheets, and of `os`."""


def test_private_names_of_libraries_stand_in_one_file_and_are_few() -> None:
    """What a library does not offer is not imported, and no attribute `_x` is used that no file of
    ours defines."""
    own, used = {*KNOWN}, []
    for path in (p for p in CODE if name_of(p) != PRIVATE):
        ours = ("components", "data", "pages", "app", "__future__", "_typeshed")
        foreign = [i for i in imported(path) if not i.startswith(ours)]
        assert [i for i in foreign if i.startswith(CLOSED) or "._" in f".{i}"] == [], name_of(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                own.add(node.name)
            elif isinstance(node, ast.Name):
                own.add(node.id)
            elif isinstance(node, ast.Attribute) and re.fullmatch("_[a-z]\\w*", node.attr):
                mine = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
                own.update([node.attr] if mine else [])
                used += [] if mine else [(name_of(path), node.attr)]
    assert [(name, attribute) for name, attribute in used if attribute not in own] == []
    told = (ROOT / PRIVATE).read_text(encoding="utf-8")
    assert len(re.findall(r"^# \d\. ", told, re.MULTILINE)) <= 3, "each with what it waits for"


def test_a_suite_holds_no_code_but_the_program_that_computed_it() -> None:
    assert {name_of(p).rpartition("/")[0].removesuffix("/tests") for p in PROGRAM} <= {
        SOURCE,
        *_below(SOURCE),
    }


def _below(folder: str) -> set[str]:
    return {name_of(p) for p in (ROOT / folder).rglob("*") if p.is_dir()}


def test_a_page_is_one_call_and_pages_are_no_package() -> None:
    for path in (p for p in CODE if name_of(p).startswith("pages/")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [n for n in tree.body if not isinstance(n, ast.ImportFrom)]
        assert len(calls) == 2, f"{path.name}: a docstring and a call"
        assert ast.get_docstring(tree)
    assert not (ROOT / "pages" / "__init__.py").exists()
    assert list((ROOT / "tests").rglob("__init__.py")) == []
