"""The workflows: linted by two programs, and their commands are those of the README.

What a runner alone can show stays open: that its image has what `make test` installs, and what GitHub's actions do.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
FILES = sorted(WORKFLOWS.glob("*.yml"))
BIN = Path(sys.executable).parent
LINTERS = (
    [str(BIN / "zizmor"), "--offline", "--no-progress"],
    [str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.github-workflows"],
)


def read(name: str) -> dict[str, Any]:
    return yaml.safe_load((WORKFLOWS / name).read_text(encoding="utf-8"))


def steps(name: str) -> list[dict[str, Any]]:
    return [s for job in read(name)["jobs"].values() for s in job["steps"]]


def script(workflow: str, name: str) -> str:
    (found,) = [s["run"] for s in steps(f"{workflow}.yml") if s.get("name") == name]
    return found


@pytest.mark.parametrize("linter", LINTERS, ids=["zizmor", "schema"])
def test_linters_find_nothing(linter: list[str]) -> None:
    done = subprocess.run([*linter, *map(str, FILES)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_each_job_may_do_as_little_as_it_needs(path: Path) -> None:
    workflow = read(path.name)
    assert workflow["permissions"] == {}
    assert "concurrency" in workflow
    for job in workflow["jobs"].values():
        assert 0 < job["timeout-minutes"] <= 120
        assert set(job["permissions"].values()) <= {"read", "write"}
        for step in job["steps"]:
            assert "${{" not in step.get("run", ""), "what an event says reaches a shell as a variable only"
            if "uses" in step:
                assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_the_pages_are_written_by_the_command_of_the_readme() -> None:
    """What it writes is opened in tests/browser/test_site.py."""
    (path,) = [s["with"]["path"] for s in steps("pages.yml") if "upload-pages" in s.get("uses", "")]
    assert script("pages", "Write the pages") == f".venv/bin/python -m components.web.site {path}"
    assert "`python -m components.web.site OUT`" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("workflow", "name", "command"),
    [
        ("tests", "Format, lint, types and all tests", "make test"),
        ("pages", "Build the database", "make build"),
    ],
)
def test_long_commands_are_those_of_the_readme(workflow: str, name: str, command: str) -> None:
    assert script(workflow, name) == command
    assert re.search(rf"^{command} |`{command}`", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    target = command.removeprefix("make ")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
