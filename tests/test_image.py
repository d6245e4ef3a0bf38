"""What the container image holds, without a container: it runs on its own and writes nothing."""

import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.serving import ROOT, Server


def let_through() -> list[str]:
    """The names that .dockerignore lets into the image."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    return [line[1:] for line in lines if line.startswith("!")]


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    return {
        str(p.relative_to(folder)): (p.stat().st_size, p.stat().st_mtime_ns)
        for p in sorted(folder.rglob("*"))
        if not p.is_dir()
    }


def commands() -> list[list[str]]:
    """The commands of the recipe: how health is checked, and how it is served."""
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    return [json.loads(command) for command in re.findall(r"CMD (\[.*\])$", recipe, re.MULTILINE)]


def health() -> list[str]:
    return commands()[0][1:]


def served_by() -> list[str]:
    _, line = commands()[1][-1].split("exec ")
    return line.replace("$PORT", "{port}").replace("0.0.0.0", "127.0.0.1").split()[1:]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("image") / "srv"
    folder.mkdir()
    for name in let_through():
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(source, folder / name)
    environment = {"PATH": os.environ["PATH"], "LEADERBOARD_DATABASE": str(folder / "build")}
    subprocess.run(
        [sys.executable, "-m", "data.build"],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
    )
    subprocess.run(["chmod", "-R", "a=rX", str(folder)], check=True)
    yield folder
    subprocess.run(["chmod", "-R", "u+w", str(folder)], check=True)


@pytest.mark.long
def test_what_is_copied_runs_and_writes_nothing_beside_tmp(image, tmp_path):
    before = snapshot(image)
    home = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    database = {"LEADERBOARD_DATABASE": str(image / "build")}
    server = Server(image, *served_by(), PYTHONPATH=str(image), **home, **database)
    for path in (
        "/",
        "/api/v1/report",
        "/share.png",
        "/api/v1/suites/unified_unlearning.zip",
        "/_stcore/health",
    ):
        with urllib.request.urlopen(server.url + path, timeout=60) as answer:
            assert answer.status == 200
    healthy = [
        subprocess.run([sys.executable, *health()], env={"PORT": p}).returncode
        for p in (str(server.port), "1")
    ]
    assert healthy == [0, 1]
    server.stop()
    assert snapshot(image) == before
    assert [
        p for p in tmp_path.rglob("*") if p.is_file() and p.suffix in (".duckdb", ".csv", ".log")
    ] == []


def test_the_recipes_name_what_exists():
    assert all((ROOT / name).exists() for name in let_through())
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER \d+:\d+$", recipe, re.MULTILINE)
    assert "HEALTHCHECK" in recipe
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    template = (ROOT / ".docker" / "nginx.conf.template").read_text(encoding="utf-8")
    for name in re.findall(r"\$\{([A-Z]+)\}", template.replace("# Placeholders", "")):
        assert f"{name}:" in compose
    for word in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "service_healthy"):
        assert word in compose
    ignored = [p for p in let_through() if fnmatch.fnmatch(p, "*test*") or p.startswith(".venv")]
    assert ignored == []
