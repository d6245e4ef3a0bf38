"""A copy of the built-in suite to break, and a database of its own for every test that builds one."""

import shutil
from pathlib import Path

import pytest

from data import build, folders, store

BUILT_IN = folders.BUILT_IN / "unified_unlearning"


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

    def write(self, name: str, content: str | bytes) -> None:
        data = content.encode() if isinstance(content, str) else content
        (self.path / name).write_bytes(data)


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
