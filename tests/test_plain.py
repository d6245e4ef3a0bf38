"""The code reads plainly: short lines, names that say what they hold, few folded forms.

Density is measured by what folding cannot cheat: tokens a line of code, letters of assigned names,
conditional expressions, comprehensions and assignments of pairs a thousand lines of code. Blank
lines, comments and docstrings are no code; what computed a suite and readers' tables are left out.
"""

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import pytest

from tests.test_imports import CODE, ROOT, name_of

LATER = ("components/intake/", "data/read/")
"""Readers' tables: written anew in a change of their own."""
FOLDERS = (
    "components/answers",
    "components/results",
    "components/stats",
    "components/widgets",
    "components/web",
    "data",
)
VAGUE = {
    "own",
    "found",
    "every",
    "known",
    "said",
    "made",
    "of",
    "dear",
    "there",
    "apart",
    "whence",
    "one",
    "it",
}
"""Whole names that make a reader look up what they hold."""
QUIET = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}
MAX_LENGTH = 100
MAX_TOKENS = 284_000


@dataclass(frozen=True)
class Measured:
    """Counts of one file, or summed over several."""

    lines: int
    tokens: int
    names: int
    letters: int
    short_names: int
    conditionals: int
    comprehensions: int
    pairs: int


@dataclass(frozen=True)
class Density:
    """Tokens a line, mean letters of a name, per cent of short names, forms a thousand lines."""

    tokens: float
    letters: float
    short_names: float
    conditionals: float
    comprehensions: float
    pairs: float


ASKED = Density(8.5, 6.5, 12, 20, 40, 5)
"""The bounds: letters at least, all others at most."""


def code_of(folder: str = "") -> list[Path]:
    """Return the measured files below a folder."""
    return [
        path
        for path in CODE
        if name_of(path).startswith(f"{folder}/" if folder else "")
        and not name_of(path).startswith(LATER)
    ]


def assigned_names(tree: ast.AST) -> Iterator[str]:
    """Yield each name that is assigned, loops and arguments included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg) and node.arg not in ("self", "cls"):
            yield node.arg


def documented_lines(tree: ast.AST) -> set[int]:
    """Return the lines of docstrings."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        constant = node.value if isinstance(node, ast.Expr) else None
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str):
            lines.update(range(constant.lineno, (constant.end_lineno or 0) + 1))
    return lines


def is_pair(node: ast.AST) -> bool:
    """Return whether several values are assigned to several names at once."""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Tuple)
        and isinstance(node.value, ast.Tuple)
    )


@cache
def measured(text: str) -> Measured:
    """Return the counts of the text of a file."""
    tree = ast.parse(text)
    documented = documented_lines(tree)
    lines: set[int] = set()
    n_tokens = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in QUIET or token.start[0] in documented:
            continue
        n_tokens += 1
        lines.update(range(token.start[0], token.end[0] + 1))
    names = [name.strip("_") for name in assigned_names(tree)]
    nodes = list(ast.walk(tree))
    loops = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return Measured(
        lines=len(lines),
        tokens=n_tokens,
        names=len(names),
        letters=sum(map(len, names)),
        short_names=sum(len(name) <= 2 for name in names),
        conditionals=sum(isinstance(node, ast.IfExp) for node in nodes),
        comprehensions=sum(isinstance(node, loops) for node in nodes),
        pairs=sum(map(is_pair, nodes)),
    )


def summed(paths: Iterable[Path]) -> Measured:
    """Return the counts of several files together."""
    parts = [measured(path.read_text(encoding="utf-8")) for path in paths]
    totals = {f.name: sum(getattr(part, f.name) for part in parts) for f in fields(Measured)}
    return Measured(**totals)


def density(counts: Measured) -> Density:
    """Return the ratios of counts."""
    thousands = counts.lines / 1_000
    return Density(
        tokens=counts.tokens / counts.lines,
        letters=counts.letters / counts.names,
        short_names=100 * counts.short_names / counts.names,
        conditionals=counts.conditionals / thousands,
        comprehensions=counts.comprehensions / thousands,
        pairs=counts.pairs / thousands,
    )


def missed(found: Density, slack: float = 0.0) -> list[str]:
    """Return the bounds that a density misses, with this much slack as a share of each."""
    sentences = []
    for bound in fields(Density):
        value = getattr(found, bound.name)
        asked = getattr(ASKED, bound.name)
        is_missed = value > asked * (1 + slack)
        if bound.name == "letters":
            is_missed = value < asked * (1 - slack)
        if is_missed:
            sentences.append(f"{bound.name}: {value:.2f}, asked for {asked:g}")
    return sentences


FOLDED = '''
def f(a, b):
    """A docstring is no code."""
    x, y = a, b
    return [i if i else y for i in (x,)]  # nor is a comment
'''


def test_the_measure_counts_what_it_says() -> None:
    counts = measured(FOLDED)
    assert counts.lines == 3
    assert counts.tokens == 8 + 7 + 15
    assert (counts.names, counts.letters, counts.short_names) == (5, 5, 5)
    assert (counts.conditionals, counts.comprehensions, counts.pairs) == (1, 1, 1)
    assert missed(density(counts), slack=0.1), "folded code is refused"


def test_the_whole_reads_plainly() -> None:
    counts = summed(code_of())
    assert missed(density(counts)) == []
    assert counts.tokens <= MAX_TOKENS


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_folder_reads_plainly(folder: str) -> None:
    assert missed(density(summed(code_of(folder))), slack=0.1) == []


def is_long(line: str) -> bool:
    """Return whether a line is long; one word, and what a linter is told, cannot be wrapped."""
    text = line.partition("  # noqa")[0]
    return len(text) > MAX_LENGTH and " " in text.strip()


def test_no_line_is_long() -> None:
    long_lines = []
    for path in (*code_of(), *sorted((ROOT / "tests").rglob("*.py"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if is_long(line):
                long_lines.append(f"{name_of(path)}:{number}")
    assert long_lines == []


def test_no_name_is_vague() -> None:
    vague = []
    for path in code_of():
        names = set(assigned_names(ast.parse(path.read_text(encoding="utf-8"))))
        vague += [f"{name_of(path)}: {name}" for name in sorted(names & VAGUE)]
    assert vague == []


def test_lines_of_tests_are_few() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    assert sum(len(p.read_text(encoding="utf-8").splitlines()) for p in tests) <= 29_200
