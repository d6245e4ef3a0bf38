"""A copy of the built-in suite to break, and a database for every test that builds one."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from data import build, folders, store
from data.frames import frames_of
from data.problems import Problem
from data.registry import Tables

ROOT = Path(__file__).resolve().parents[2]
BUILT_IN = folders.BUILT_IN / "unified_unlearning"
SECRET = "canary-5b1f"


class Folder:
    """A suite folder with short ways to break it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self, name: str) -> list[str]:
        return (self.path / name).read_text(encoding="utf-8").split("\n")

    def replace(self, name: str, line: int, old: str, new: str) -> None:
        """Replace a text within one line, counted from 1."""
        lines = self.lines(name)
        assert old in lines[line - 1], lines[line - 1]
        lines[line - 1] = lines[line - 1].replace(old, new, 1)
        self.write(name, "\n".join(lines))

    def append(self, name: str, text: str) -> int:
        """Add a line at the end; its number is returned."""
        number = len(self.lines(name))
        self.write(name, "\n".join(self.lines(name)) + text + "\n")
        return number

    def called(self, suite: str) -> Path:
        """Give the suite an id of its own."""
        self.write(
            "suite.toml",
            re.sub(
                '^id = ".*"', f'id = "{suite}"', "\n".join(self.lines("suite.toml")), flags=re.M
            ),
        )
        return self.path

    def write(self, name: str, content: str | bytes) -> None:
        data = content.encode() if isinstance(content, str) else content
        (self.path / name).write_bytes(data)


def only(problems: list[Problem]) -> Problem:
    """The one problem there is."""
    assert len(problems) == 1, [p.message for p in problems]
    return problems[0]


def same(a: Tables, b: Tables) -> None:
    """Whether two suites are equal, their tables to the bit and in order."""
    records = ("suite", "metrics", "methods", "benchmarks", "panels", "families")
    assert [getattr(a, r) for r in records] == [getattr(b, r) for r in records]
    left, right = frames_of(a), frames_of(b)
    assert list(left) == list(right)
    for name in left:
        pd.testing.assert_frame_equal(left[name], right[name], check_exact=True)


def rounds(cases: Mapping[str, tuple[Any, ...]], place: int) -> list[dict[str, tuple[Any, ...]]]:
    """Cases in rounds to be checked at once; the first so many fields of a case are its place."""
    groups: list[dict[str, tuple[Any, ...]]] = []
    for name, case in cases.items():
        free = [r for r in groups if case[:place] not in {other[:place] for other in r.values()}]
        if not free:
            groups.append({})
        (free or groups[-1:])[0][name] = case
    return groups


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """`start(code, *arguments, **environment)`: a process of Python, ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def run(code: str, *arguments: object, **environment: str) -> subprocess.Popen[str]:
        command, env = (
            [sys.executable, "-c", code, *map(str, arguments)],
            {**os.environ, **environment},
        )
        started.append(
            subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True)
        )
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    shutil.copytree(BUILT_IN, tmp_path / "copy")
    return Folder(tmp_path / "copy")


@pytest.fixture(scope="session")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two small suites in the place of the built-in ones."""
    place = tmp_path_factory.mktemp("few") / "tables"
    for name in ("unified_unlearning", "openunlearning"):
        shutil.copytree(folders.BUILT_IN / name, place / name)
    return place


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, few: Path) -> Path:
    """A database of these suites, built once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "BUILT_IN", few)
        patch.setenv("LEADERBOARD_DATABASE", str(tmp_path_factory.mktemp("built")))
        patch.delenv("LEADERBOARD_TABLES", raising=False)
        return build.ensure()


@pytest.fixture
def ready(place: Path, built: Path) -> Path:
    """A place of its own with their database already in it."""
    place.mkdir()
    return Path(shutil.copy(built, place))


@pytest.fixture
def place(tmp_path: Path, few: Path, monkeypatch: pytest.MonkeyPatch):
    """The folder of a database that only this test uses, of two small suites."""
    store.close()
    monkeypatch.setattr(folders, "BUILT_IN", few)
    monkeypatch.setenv("LEADERBOARD_DATABASE", str(tmp_path / "database"))
    monkeypatch.delenv("LEADERBOARD_TABLES", raising=False)
    yield tmp_path / "database"
    store.close()


@pytest.fixture
def secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with readable files of every kind; the environment has the same word."""
    (tmp_path / "secret.csv").write_text(f"word\n{SECRET}\n")
    (tmp_path / "secret.json").write_text(json.dumps([{"word": SECRET}]))
    with duckdb.connect() as con:
        con.execute(f"COPY (SELECT '{SECRET}' AS word) TO '{tmp_path}/secret.parquet'")
    with duckdb.connect(str(tmp_path / "secret.duckdb")) as con:
        con.execute(f"CREATE TABLE secret AS SELECT '{SECRET}' AS word")
    monkeypatch.setenv("SECRET", SECRET)
    monkeypatch.chdir(tmp_path)
    return tmp_path
