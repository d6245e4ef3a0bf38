"""What is wrong with a suite's files: where, what was found, what was expected."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data.errors import LeaderboardError

MOST_QUOTED = 60
"""Longest stretch of a file that a message repeats."""
MOST_PER_FILE = 1_000
"""Problems listed one by one per file; the rest are counted. A hostile file must not fill the
memory."""
MOST_IN_MESSAGE = 20


@dataclass(frozen=True)
class Problem:
    """One problem of one file. `line` counts from 1; None if no single line is meant."""

    file: str
    line: int | None
    column: str | None
    actual: str
    expected: str

    @property
    def place(self) -> str:
        """Return file, line and column in words."""
        line = [] if self.line is None else [f"line {self.line}"]
        return ", ".join(
            [self.file or "the suite", *line, *([f"column {self.column}"] if self.column else [])]
        )

    @property
    def message(self) -> str:
        """Return one sentence: place, what was found, what was expected."""
        return f"{self.place}: found {self.actual}, expected {self.expected}"


class SuiteProblems(LeaderboardError):
    """A suite that cannot be used; `problems` holds every reason."""

    def __init__(self, problems: Sequence[Problem], name: str = "suite") -> None:
        self.problems = tuple(problems)
        lines = [p.message for p in self.problems[:MOST_IN_MESSAGE]]
        if len(self.problems) > MOST_IN_MESSAGE:
            lines.append(f"… and {len(self.problems) - MOST_IN_MESSAGE} more")
        count = "1 problem" if len(self.problems) == 1 else f"{len(self.problems)} problems"
        super().__init__("\n".join([f"{name} has {count}:", *lines]))


class Problems:
    """Collects problems, all of them up to MOST_PER_FILE per file."""

    def __init__(self, known: Iterable[Problem] = ()) -> None:
        self._listed = list(known)
        self._count = Counter(problem.file for problem in self._listed)

    def add(
        self, file: str, line: int | None, column: str | None, found: str, expected: str
    ) -> None:
        """Note one problem."""
        self._count[file] += 1
        if self._count[file] <= MOST_PER_FILE:
            self._listed.append(Problem(file, line, column and _safe(column), found, expected))

    def add_alike(self, file: str, line: int | None, names: Iterable[str]) -> None:
        """Note the columns whose names differ from an earlier one by case alone: SQL takes them for
        one."""
        first: dict[str, str] = {}
        for name in names:
            before = first.setdefault(name.casefold(), name)
            if before != name:
                found = f"a name that differs from {quoted(before)} by case alone"
                self.add(file, line, name, found, "a name of its own")

    def add_more(self, file: str, count: int) -> None:
        """Count further problems of a file that are not listed one by one."""
        self._count[file] += count

    @property
    def count(self) -> int:
        """Return how many there are, listed or not."""
        return self._count.total()

    def noted(self, file: str) -> bool:
        """Return whether a file already has a problem."""
        return file in self._count

    @property
    def all(self) -> list[Problem]:
        """Return every problem by file and line, with a count if a file has too many to list."""
        further = self._count - Counter(p.file for p in self._listed)
        rest = [
            Problem(file, None, None, f"{n} further problems", "none: fix those above first")
            for file, n in further.items()
        ]
        return sorted(self._listed, key=lambda p: (p.file, p.line or 0)) + rest


def quoted(text: str) -> str:
    """Return a text as found, safe to print: quoted, control and direction marks escaped, cut when
    long."""
    if text == "":
        return "nothing"
    cut = text[:MOST_QUOTED]
    return repr(cut) + ("…" if len(text) > MOST_QUOTED else "")


def listed(names: Sequence[str]) -> str:
    """Return `a, b or c` for a message, safe to print and cut after twelve."""
    if len(names) > 12:
        return f"one of {enumerated(names, 12)}"
    safe = [_safe(n) for n in names]
    return (
        " or ".join([", ".join(safe[:-1]), safe[-1]])
        if len(safe) > 1
        else "".join(safe) or "none: there are none"
    )


def enumerated(names: Sequence[str], most: int = 40) -> str:
    """Return `a, b, c` for a message, safe to print and cut after `most`."""
    rest = f" … ({len(names)} in all)" if len(names) > most else ""
    return ", ".join(_safe(n) for n in names[:most]) + rest


def _safe(name: str) -> str:
    return name if name.isprintable() and len(name) <= MOST_QUOTED else quoted(name)
