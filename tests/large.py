"""A suite of which some blocks are compared, beside one that is whole: the fixtures `folder` and `served`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from components.widgets import cached
from data import build, folders, store
from data.registry import Tables
from tests.bench.suites import Shape, make

SHAPE = Shape(40, 3, 30)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("large") / "many", SHAPE, form="parquet")


@pytest.fixture(scope="module")
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """The suite as pages start from it; its folder is not at hand, as where a lake is served."""
    store.close()
    cached.STORED.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEADERBOARD_DATABASE", str(tmp_path_factory.mktemp("database")))
        patch.setattr(build, "suite_folders", lambda: [folder, folders.BUILT_IN / "calibration"])
        yield store.tables("many")
    store.close()
    cached.STORED.clear()
    cached.PUBLIC.clear()
