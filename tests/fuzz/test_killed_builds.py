"""A build killed at any moment never leaves a database that the next start cannot use."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from data import build, store
from data.folders import BUILT_IN
from data.load import load_suite

CODE = "import data.build as b; print('here', flush=True); b.ensure(); print('built', flush=True)"


def start(place: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CODE],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "LEADERBOARD_DATABASE": str(place)},
    )


def taken(place: Path) -> float:
    """Seconds that an undisturbed build takes here."""
    process = start(place)
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    begun = time.monotonic()
    assert process.stdout.readline() == "built\n"
    process.wait()
    return time.monotonic() - begun


def test_killed_at_random_moments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kills: int) -> None:
    rng = random.Random(7)
    whole = taken(tmp_path / "undisturbed")
    place = tmp_path / "killed"
    interrupted = 0
    for _ in range(kills):
        process = start(place)
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        time.sleep(rng.uniform(0, whole))
        process.send_signal(signal.SIGKILL)
        interrupted += process.communicate()[0] != "built\n"
        for path in place.glob("*.duckdb") if rng.random() < 0.5 else ():
            path.unlink()  # so that the next one has to build again
    assert interrupted or kills < 5
    store.close()
    monkeypatch.setenv("LEADERBOARD_DATABASE", str(place))
    monkeypatch.delenv("LEADERBOARD_TABLES", raising=False)
    try:
        assert build.ensure().exists()
        assert (
            store.tables("unified_unlearning").data_version == load_suite(BUILT_IN / "unified_unlearning").data_version
        )
        assert len(store.tables("unified_unlearning").runs) == 50
        assert [p for p in place.iterdir() if ".tmp" in p.name] == []
    finally:
        store.close()
