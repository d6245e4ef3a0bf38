"""The workflows: linted by two programs, and their commands are those of the README.

What a runner alone can show stays open: that its image has what `make test` installs, and what
GitHub's actions do."""

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


@pytest.mark.parametrize("linter", LINTERS, ids=["zizmor", "schema"])
def test_linters_find_nothing(linter):
    done = subprocess.run([*linter, *map(str, FILES)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_each_job_may_do_as_little_as_it_needs(path):
    workflow = read(path.name)
    assert workflow["permissions"] == {}
    assert "concurrency" in workflow
    for job in workflow["jobs"].values():
        assert 0 < job["timeout-minutes"] <= 120
        assert set(job["permissions"].values()) <= {"read", "write"}
        for step in job["steps"]:
            assert "${{" not in step.get("run", ""), (
                "what an event says reaches a shell as a variable only"
            )
            if "uses" in step:
                assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_the_long_command_is_that_of_the_readme():
    (command,) = [
        s["run"] for s in steps("tests.yml") if s.get("name") == "Format, lint, types and all tests"
    ]
    assert command == "make test"
    assert re.search(
        "^make test |`make test`", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert re.search("^test:", (ROOT / "Makefile").read_text(), re.MULTILINE)
