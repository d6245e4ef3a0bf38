"""What is wrong with a suite's files: where, what was found, what was expected."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from data.errors import LeaderboardError

MAX_QUOTED = 60
"""Longest stretch of a file that a message repeats."""
MAX_PER_FILE = 1_000
"""Problems listed one by one per file; the rest are counted. A hostile file must not fill the
memory."""
MAX_IN_MESSAGE = 20
MAX_ALTERNATIVES = 12


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
        place_parts = [self.file or "the suite"]
        if self.line is not None:
            place_parts.append(f"line {self.line}")
        if self.column:
            place_parts.append(f"column {self.column}")
        return ", ".join(place_parts)

    @property
    def message(self) -> str:
        """Return one sentence: place, what was found, what was expected."""
        return f"{self.place}: found {self.actual}, expected {self.expected}"


class SuiteProblems(LeaderboardError):
    """A suite that cannot be used; `problems` holds every reason."""

    def __init__(self, problems: Sequence[Problem], name: str = "suite") -> None:
        self.problems = tuple(problems)
        n_problems = len(self.problems)
        lines = [f"{name} has {counted(n_problems, 'problem')}:"]
        lines += [problem.message for problem in self.problems[:MAX_IN_MESSAGE]]
        if n_problems > MAX_IN_MESSAGE:
            lines.append(f"… and {n_problems - MAX_IN_MESSAGE} more")
        super().__init__("\n".join(lines))


class Problems:
    """Collects problems, all of them up to MAX_PER_FILE per file."""

    def __init__(self, earlier: Iterable[Problem] = ()) -> None:
        self._listed = list(earlier)
        self._count_of_file = Counter(problem.file for problem in self._listed)

    def add(
        self,
        file: str,
        actual: str,
        expected: str,
        line: int | None = None,
        column: str | None = None,
    ) -> None:
        """Note one problem."""
        self._count_of_file[file] += 1
        if self._count_of_file[file] <= MAX_PER_FILE:
            safe_column = column and _safe(column)
            self._listed.append(Problem(file, line, safe_column, actual, expected))

    def add_unlisted(self, file: str, n_problems: int) -> None:
        """Count further problems of a file that are not listed one by one."""
        self._count_of_file[file] += n_problems

    @property
    def count(self) -> int:
        """Return the number of problems, listed or not."""
        return self._count_of_file.total()

    def noted(self, file: str) -> bool:
        """Return whether a file already has a problem."""
        return file in self._count_of_file

    @property
    def all(self) -> list[Problem]:
        """Return every problem by file and line, with a count if a file has too many to list."""
        problems = sorted(self._listed, key=lambda problem: (problem.file, problem.line or 0))
        unlisted = self._count_of_file - Counter(problem.file for problem in problems)
        for file, n_problems in unlisted.items():
            actual = f"{n_problems} further problems"
            problems.append(Problem(file, None, None, actual, "none: fix those above first"))
        return problems


def counted(count: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def quoted(text: str) -> str:
    """Return a text of a file in quotes, control and direction marks escaped, cut when long."""
    if text == "":
        return "nothing"
    return repr(text[:MAX_QUOTED]) + ("…" if len(text) > MAX_QUOTED else "")


def listed(all_names: Sequence[str]) -> str:
    """Return `a, b or c` for a message, safe to print and cut after MAX_ALTERNATIVES."""
    if not any(all_names):
        return "none: there are none"
    if len(all_names) > MAX_ALTERNATIVES:
        return f"one of {enumerated(all_names, MAX_ALTERNATIVES)}"
    *other_names, last_name = map(_safe, all_names)
    return f"{', '.join(other_names)} or {last_name}" if other_names else last_name


def enumerated(all_names: Sequence[str], max_names: int = 40) -> str:
    """Return `a, b, c` for a message, safe to print and cut after `max_names`."""
    listed_names = ", ".join(map(_safe, all_names[:max_names]))
    if len(all_names) > max_names:
        listed_names += f" … ({len(all_names)} in all)"
    return listed_names


def _safe(unsafe_name: str) -> str:
    if unsafe_name.isprintable() and len(unsafe_name) <= MAX_QUOTED:
        return unsafe_name
    return quoted(unsafe_name)
