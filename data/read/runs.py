"""What is read of one format: one run per row. All values are texts."""

import csv
import datetime
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from components.errors import LeaderboardError

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


@dataclass(frozen=True)
class Run:
    """One row. `place` says where it is in the files; `panel` and `benchmark` are "" if not named.

    `recomputed` are the metrics whose value is the mean of values by question in the files.
    """

    place: str
    panel: str
    benchmark: str
    method: str
    settings: Mapping[str, str]
    values: Mapping[str, str]
    recomputed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Point:
    """A value of one metric of a method that is not done: at `at` of `along` (training steps, strength)."""

    panel: str
    benchmark: str
    method: str
    metric: str
    along: str
    at: str
    value: str


@dataclass(frozen=True)
class Brought:
    """All runs of a folder. `like` is the built-in suite that describes metrics, methods and benchmarks.

    `path` are values of checkpoints that are no runs of their own; `upper` are bounds that these runs ask for.
    """

    like: str
    title: str
    runs: tuple[Run, ...]
    path: tuple[Point, ...] = ()
    upper: Mapping[str, float] = field(default_factory=dict)


def decoded(name: str, content: bytes) -> str:
    """Return the text of a file. Raises LeaderboardError."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LeaderboardError(f"{name}: found at byte {error.start:,} no UTF-8, expected UTF-8 text") from None


def parsed(name: str, content: bytes) -> Iterator[tuple[str, Json]]:
    """Yield the value of a JSON file, or of each JSON line, with its place. Raises LeaderboardError."""
    text = decoded(name, content)
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if name.endswith((".jsonl", ".ndjson")) or (len(lines) > 1 and all(line[0] == "{" for _, line in lines)):
        for number, line in lines:
            yield f"{name}, line {number}", _value(f"{name}, line {number}", line)
    else:
        yield name, _value(name, text)


def _value(place: str, text: str) -> Json:
    def refused(constant: str) -> NoReturn:
        raise LeaderboardError(f"{place}: found {constant}, expected finite numbers")

    try:
        value: Json = json.loads(text, parse_constant=refused, parse_int=_whole)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise LeaderboardError(f"{place}: found in {at} no JSON ({error.msg}), expected JSON") from None
    except RecursionError:
        raise LeaderboardError(f"{place}: found JSON that is nested without end, expected results") from None
    return value


def _whole(digits: str) -> int | float:
    """Return a whole number, as a float if it has more digits than Python reads."""
    return int(digits) if len(digits) < 16 else float(digits)


def table(name: str, content: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a CSV file by column, each with its place. Raises LeaderboardError."""
    reader = csv.DictReader(io.StringIO(decoded(name, content), newline=""), restval="", restkey="\0", strict=True)
    try:
        for row in reader:
            place = f"{name}, line {reader.line_num}"
            if "\0" in row:
                raise LeaderboardError(f"{place}: found more cells than columns, expected as many")
            yield place, row
    except csv.Error as error:
        raise LeaderboardError(f"{name}, line {reader.line_num}: found no CSV ({error}), expected a table") from None


def share(place: str, name: str, value: Json) -> float:
    """Return a number from 0 to 1. Raises LeaderboardError."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise LeaderboardError(f"{place}: found as {name} {json.dumps(value)[:60]}, expected a number from 0 to 1")
    return float(value)


def suite_record(name: str, title: str, description: str) -> dict[str, str | int]:
    """Return the keys of suite.toml for results without further facts."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return {
        "id": name,
        "title": title,
        "description": description,
        "paper": "not stated",
        "url": "",
        "authors": "not stated",
        "year": today.year,
        "source_url": "",
        "licence": "not stated",
        "retrieved": today.isoformat(),
    }
