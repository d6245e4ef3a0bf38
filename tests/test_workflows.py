"""The workflows: linted by two programs, and every step of theirs tried here, in a repository of its own.

What a runner alone can show stays open: that its image has what `make test` installs, and what GitHub's actions do.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.released import FOLDER

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = ROOT / ".github" / "workflows"
FILES = sorted(WORKFLOWS.glob("*.yml"))
CODE = ("app.py", "components", "data", "pages", ".ci", ".github", "Makefile", "pyproject.toml", "README.md")
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


def shell(text: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a step as a runner does: bash that ends at the first failure, also inside a pipe."""
    kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text],
        cwd=folder,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *who, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("linter", LINTERS, ids=["zizmor", "schema"])
def test_linters_find_nothing(linter: list[str]) -> None:
    done = subprocess.run([*linter, *map(str, FILES)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("linter", LINTERS, ids=["zizmor", "schema"])
def test_linters_would_find_something(linter: list[str], tmp_path: Path) -> None:
    place = tmp_path / ".github" / "workflows" / "bad.yml"
    place.parent.mkdir(parents=True)
    bad = "name: Bad\non: pull_request_target\njobs:\n  x:\n    runs-on: 5.5\n    steps:\n"
    bad += "      - uses: actions/checkout@v4\n"
    place.write_text(f"{bad}      - run: echo ${{{{ github.event.pull_request.title }}}}\n        shel: bash\n")
    assert subprocess.run([*linter, str(place)], capture_output=True).returncode != 0


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


def test_what_may_write_neither_checks_out_nor_runs_code() -> None:
    assert all("uses" not in s for s in steps("contribution-comment.yml"))
    for path in FILES:
        for job in read(path.name)["jobs"].values():
            if "write" in job["permissions"].values():
                assert not any("python" in s.get("run", "") or "make" in s.get("run", "") for s in job["steps"])


def test_the_check_runs_for_forks_with_the_code_of_the_base() -> None:
    workflow = read("contribution.yml")
    assert "pull_request" in workflow[True]  # YAML reads `on` as yes
    assert workflow["jobs"]["check"]["permissions"] == {"contents": "read"}
    (checkout,) = [s for s in steps("contribution.yml") if "checkout@" in s.get("uses", "")]
    assert checkout["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    assert "secrets." not in (WORKFLOWS / "contribution.yml").read_text()
    assert read("contribution-comment.yml")[True]["workflow_run"]["workflows"] == [workflow["name"]]


def test_every_step_is_tried_below() -> None:
    tried = {
        ("tests", "Format, lint, types and all tests"),
        ("pages", "Build the database"),
        ("pages", "Write the pages"),
        ("contribution", "Fetch the contribution without checking it out"),
        ("contribution", "Build the database"),
        ("contribution", "Check, build and preview"),
        ("contribution", "Say what was found"),
        ("contribution-comment", "Take what the check found"),
        ("contribution-comment", "Comment on the request that the check was about"),
    }
    assert {(p.stem, s.get("name")) for p in FILES for s in steps(p.name) if "run" in s} == tried


def test_the_pages_are_written_by_the_command_of_the_readme() -> None:
    """What it writes is opened in tests/browser/test_site.py."""
    (path,) = [s["with"]["path"] for s in steps("pages.yml") if "upload-pages" in s.get("uses", "")]
    assert script("pages", "Write the pages") == f".venv/bin/python -m components.site {path}"
    assert "`python -m components.site OUT`" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("workflow", "name", "command"),
    [
        ("tests", "Format, lint, types and all tests", "make test"),
        ("pages", "Build the database", "make build"),
        ("contribution", "Build the database", "make build"),
    ],
)
def test_long_commands_are_those_of_the_readme(workflow: str, name: str, command: str) -> None:
    assert script(workflow, name) == command
    assert re.search(rf"^{command} |`{command}`", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    target = command.removeprefix("make ")
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the files as they stand here, less the largest suite; `main` is its branch."""
    folder = tmp_path_factory.mktemp("origin")
    for name in CODE:
        source = ROOT / name
        ignored = shutil.ignore_patterns("__pycache__")
        (shutil.copytree(source, folder / name, ignore=ignored) if source.is_dir() else shutil.copy(source, folder))
    shutil.rmtree(folder / "data" / "tables" / "calibration")  # most of what a build takes, and nothing here is of it
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "As it stands")
    return folder


@pytest.fixture
def runner(origin: Path, tmp_path: Path) -> Path:
    """A clone, as a runner has one, with the environment that `make build` makes."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(origin), str(clone))
    (clone / ".venv").symlink_to(BIN.parent)
    return clone


@pytest.fixture
def contributed(origin: Path, tmp_path: Path) -> Callable[[int, Callable[[Path], None]], None]:
    """`contributed(7, change)` opens request 7 of a fork in which `change` was made."""

    def contribute(number: int, change: Callable[[Path], None]) -> None:
        fork = tmp_path / f"fork{number}"
        git(tmp_path, "clone", "-q", str(origin), str(fork))
        change(fork)
        git(fork, "add", "-A")
        git(fork, "commit", "-qm", "Mine")
        git(fork, "push", "-q", "-f", str(origin), f"HEAD:refs/pull/{number}/head")

    return contribute


def checked(runner: Path, number: int) -> tuple[int, str, str]:
    """The steps of the check for a request: the status of the check, what it says, and the job's summary."""
    event = {"NUMBER": str(number), "BASE": git(runner, "rev-parse", "HEAD")}
    summary = runner / "summary"
    summary.touch()
    fetched = shell(script("contribution", "Fetch the contribution without checking it out"), runner, **event)
    assert fetched.returncode == 0, fetched.stderr
    done = shell(script("contribution", "Check, build and preview"), runner, **event)
    told = script("contribution", "Say what was found")
    assert shell(told, runner, GITHUB_STEP_SUMMARY=str(summary), **event).returncode == 0
    assert (runner / "found" / "number").read_text() == f"{number}\n"
    assert git(runner, "status", "--porcelain", "--", "data", "components", ".ci") == ""
    return done.returncode, (runner / "found" / "comment.md").read_text(encoding="utf-8"), summary.read_text()


def test_a_contribution_is_checked_built_and_previewed(runner: Path, contributed: Callable[..., None]) -> None:
    def change(fork: Path) -> None:
        runs = fork / "data" / "tables" / "muse_seeds" / "runs.csv"
        lines = runs.read_text().splitlines()
        runs.write_text("\n".join([lines[0], *lines[2:]]) + "\n")
        new = fork / "data" / "tables" / "second"
        shutil.copytree(FOLDER, new)
        record = (new / "suite.toml").read_text().replace('id = "unified_unlearning"', 'id = "second"')
        (new / "suite.toml").write_text(record)
        (fork / "components" / "errors.py").write_text("raise SystemExit('the code of the fork was run')\n")

    contributed(7, change)
    status, comment, summary = checked(runner, 7)
    assert status == 0, comment
    assert "1 changed files are no tables; they were not run here." in comment
    assert "`python -m data.check data/tables/muse_seeds` finds nothing wrong" in comment
    assert comment.count("The database builds with it.") == 2
    assert "### MUSE with seeds, against the suite as it is\n\n- Gone: 1 run." in comment
    assert "## second" in comment
    assert summary == comment


def test_a_folder_with_problems_or_tricks_is_refused_in_words(
    runner: Path, contributed: Callable[..., None], tmp_path: Path
) -> None:
    (tmp_path / "secret.csv").write_text("secret")

    def change(fork: Path) -> None:
        (fork / "data" / "tables" / "tofu_seeds" / "runs.csv").write_text("panel\n````\n# hello @all\n")
        (fork / "data" / "tables" / "muse_seeds" / "extra.csv").symlink_to(tmp_path / "secret.csv")
        shutil.rmtree(fork / "data" / "tables" / "openunlearning")
        shutil.copytree(FOLDER, fork / "data" / "tables" / "twice")

    contributed(8, change)
    status, comment, _ = checked(runner, 8)
    assert status == 1
    assert "runs.csv, line" in comment
    assert "Found 'extra.csv' (blob, mode 120000" in comment
    assert "secret\n" not in comment
    assert "The folder is gone." in comment
    assert "The folder 'twice' is not served: suite.toml, column id: found the id" in comment
    inside = False
    for line in comment.splitlines():
        inside ^= line.startswith("````")
        assert inside or "@all" not in line
    assert not inside


def test_a_check_that_falls_over_still_says_so(runner: Path, contributed: Callable[..., None]) -> None:
    contributed(9, lambda fork: (fork / "data" / "tables" / "tofu_seeds" / "LICENSE.md").write_text("x"))
    (runner / ".ci" / "contribution.py").write_text("raise SystemExit(3)\n")
    event = {"NUMBER": "9", "GITHUB_STEP_SUMMARY": str(runner / "summary")}
    assert shell(script("contribution", "Check, build and preview"), runner, BASE="x").returncode == 3
    assert shell(script("contribution", "Say what was found"), runner, **event).returncode == 0
    assert (runner / "summary").read_text() == "The check itself failed; its log says where.\n"


GH = """#!/bin/bash
case "$1 $2" in
  "run download") test "$3 $4 $5 $6" = "$RUN --name contribution --dir" && cp -r "$ARTIFACT" "$7" ;;
  "api repos/$GH_REPO/pulls/7") echo "$NOW" ;;
  "pr comment") echo "$@" > "$CALLED"; cp "${@: -1}" "$CALLED.md" ;;
  *) echo "unexpected: $*" >&2; exit 9 ;;
esac
"""


def commented(tmp_path: Path, number: str, comment: bytes, now: str = "abc") -> tuple[int, Path]:
    """The steps of the comment with a `gh` that notes what it is asked for."""
    binary, artifact, work = (tmp_path / n for n in ("bin", "artifact", "work"))
    for folder in (binary, artifact, work):
        folder.mkdir()
    (binary / "gh").write_text(GH)
    (binary / "gh").chmod(0o755)
    (artifact / "number").write_text(number)
    (artifact / "comment.md").write_bytes(comment)
    called = tmp_path / "called"
    event = {
        "RUN": "42",
        "HEAD": "abc",
        "GH_REPO": "o/r",
        "GH_TOKEN": "t",
        "NOW": now,
        "ARTIFACT": str(artifact),
        "CALLED": str(called),
        "PATH": f"{binary}:{os.environ['PATH']}",
    }
    for name in ("Take what the check found", "Comment on the request that the check was about"):
        done = shell(script("contribution-comment", name), work, **event)
        if done.returncode:
            break
    return done.returncode, called


def test_a_comment_says_what_was_found(tmp_path: Path) -> None:
    status, called = commented(tmp_path, "7\n", "# Fine τ\n| a |\n".encode())
    assert status == 0
    assert called.read_text() == "pr comment 7 --edit-last --create-if-none --body-file comment.md\n"
    lines = called.with_suffix(".md").read_text(encoding="utf-8").splitlines()
    assert lines[2] == lines[-1].rstrip() + "text" == "````````text"
    assert "# Fine τ" in lines


def test_made_up_text_cannot_leave_its_frame(tmp_path: Path) -> None:
    hostile = b"````````\n@all ![x](https://evil.example/x.png)\n`````````\n\xff\x00\x1b[31m" + b"x" * 100_000
    status, called = commented(tmp_path, "7", hostile)
    assert status == 0
    text = called.with_suffix(".md").read_bytes()
    assert len(text) < 61_000
    assert len(re.findall(rb"^`{3,}", text, re.MULTILINE)) == 2
    assert not set(text) & {0x00, 0x1B, 0xFF}


@pytest.mark.parametrize("number", ["", "7; echo x", "$(id)", "07", "-7", "7\n8", "٧", "12345678901"])
def test_only_a_number_names_a_request(number: str, tmp_path: Path) -> None:
    status, called = commented(tmp_path, number, b"x")
    assert status != 0
    assert not called.exists()


def test_a_request_that_moved_on_is_not_commented(tmp_path: Path) -> None:
    status, called = commented(tmp_path, "7", b"x", now="def")
    assert (status, called.exists()) == (1, False)
