"""Checks the suite folders that a commit changes: `python .ci/contribution.py BASE HEAD OUT`.

All code is that of BASE; of HEAD only the ordinary files of suite folders are taken, and nothing of it is run.
OUT/comment.md says what was found, in Markdown. The exit status is 1 when a folder is refused.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MOST_BYTES, MOST_FILES, MOST_SUITES = 20_000_000, 40, 5
MOST_CHARACTERS = 20_000
"""Most characters said of one suite."""
SECONDS = 600
SUITE = re.compile(r"data/tables/([A-Za-z][A-Za-z0-9_]*)/")
OURS = re.compile(r"data/(tables|manifests|versions|names)/")
FILE = re.compile(r"[A-Za-z][A-Za-z0-9_]*\.(csv|toml|md|bib|json)")


def git(*arguments: str) -> bytes:
    """What git prints."""
    return subprocess.run(["git", *arguments], capture_output=True, check=True, timeout=SECONDS).stdout


def changed(base: str, head: str) -> list[str]:
    """The files that differ since both parted."""
    return git("diff", "--name-only", "-z", f"{base}...{head}").decode(errors="replace").split("\0")[:-1]


def take(head: str, suite: str, folder: Path) -> list[str]:
    """Write the files of a suite at a commit into a folder; says what was refused."""
    entries = git("ls-tree", "-l", "-z", head, f"data/tables/{suite}/").decode(errors="replace").split("\0")[:-1]
    if not entries:
        return ["The folder is gone."]
    if len(entries) > MOST_FILES:
        return [f"Found {len(entries)} files, expected at most {MOST_FILES}."]
    folder.mkdir(parents=True)
    refused = []
    for entry in entries:
        about, path = entry.split("\t", 1)
        mode, kind, name, size = about.split()
        file = path.rsplit("/", 1)[1]
        if kind != "blob" or mode not in ("100644", "100755") or not FILE.fullmatch(file) or int(size) > MOST_BYTES:
            refused.append(f"Found {file!r} ({kind}, mode {mode}, {size} bytes), expected an ordinary small file.")
        else:
            (folder / file).write_bytes(git("cat-file", "blob", name))
    return refused


def run(code: Path, *arguments: str) -> tuple[bool, str]:
    """Run a module of the code of BASE; whether it went well, and what it said."""
    environment = {**os.environ, "PYTHONPATH": str(code), "LEADERBOARD_DATABASE": str(code / "build")}
    environment.pop("LEADERBOARD_TABLES", None)
    try:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=code,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return False, f"stopped after {SECONDS} seconds"
    text = done.stdout.decode(errors="replace").replace(f"{code}/", "")
    return done.returncode == 0, text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}\n… cut"


def fenced(text: str) -> list[str]:
    """Text that is shown as it stands."""
    return ["````text", text.rstrip().replace("````", "` ` ` `"), "````"]


def examine(code: Path, suite: str, refused: list[str]) -> tuple[bool, list[str]]:
    """Check, build and preview one suite, which stands in `code` already."""
    lines = ["", f"## {suite}", ""]
    if refused:
        return False, [*lines, *fenced("\n".join(refused))]
    folder, before = f"data/tables/{suite}", code / "before" / suite
    fine, told = run(code, "data.check", folder)
    lines += [
        f"`python -m data.check {folder}` {'finds nothing wrong' if fine else 'finds problems'}:",
        "",
        *fenced(told),
    ]
    if not fine:
        return False, lines
    fine, told = run(code, "data.build")
    fine = fine and "is not served" not in told  # a refused suite stops no other
    lines += ["", "The database builds with it."] if fine else ["", "The database does not build:", "", *fenced(told)]
    known = ("--before", str(before)) if before.is_dir() else ()
    previewed, told = run(code, "components.views.changes.command", folder, *known)
    return fine and previewed, [*lines, "", *(told.splitlines() if previewed else fenced(told))]


def main(base: str, head: str, out: str) -> int:
    """Examine every suite that is changed, each on top of BASE."""
    files = changed(base, head)
    suites = sorted({m[1] for f in files if (m := SUITE.match(f))})
    others = [f for f in files if not OURS.match(f)]
    lines, fine = ["# What this contribution changes"], len(suites) <= MOST_SUITES
    if not suites:
        lines += ["", "No suite folder is changed."]
    if not fine:
        lines += ["", f"Found {len(suites)} suite folders, expected at most {MOST_SUITES} in one request."]
    if others:
        lines += ["", f"{len(others)} changed files are no tables; they were not run here."]
    with tempfile.TemporaryDirectory() as temporary:
        code = Path(temporary).resolve() / "code"
        code.mkdir()
        subprocess.run(["tar", "-x", "-C", str(code)], input=git("archive", base), check=True, timeout=SECONDS)
        refused = {}
        for suite in suites[:MOST_SUITES]:
            place = code / "data" / "tables" / suite
            if place.exists():
                (code / "before").mkdir(exist_ok=True)
                place.rename(code / "before" / suite)
            refused[suite] = take(head, suite, place)
        for suite, problems in refused.items():
            well, told = examine(code, suite, problems)
            fine, lines = fine and well, [*lines, *told]
    Path(out).mkdir(parents=True, exist_ok=True)
    (Path(out) / "comment.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return int(not fine)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
