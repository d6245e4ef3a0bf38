"""A PostgreSQL server as the catalogue of a lake: started by who needs it, gone with its folder."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = (
    "PostgreSQL's server is not installed: apt-get install postgresql (make test does it where it"
    " may)"
)


def _program(name: str) -> str:
    """Where a program of the server stands; Debian keeps them off the path. Raises RuntimeError."""
    paths = [
        shutil.which(name),
        *map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)),
    ]
    for program in paths:
        if program:
            return program
    raise RuntimeError(MISSING)


@contextmanager
def postgres() -> Iterator[str]:
    """A running server that listens in a folder alone; gives its connection string, with a
    password, as libpq has it.

    It refuses to run as root, so there it runs as the first of two users that every Debian has.
    Raises RuntimeError."""
    initdb, control = _program("initdb"), _program("pg_ctl")
    folder = Path(tempfile.mkdtemp(prefix="lake-", dir="/tmp"))
    users = {entry.pw_name for entry in pwd.getpwall()}
    user = None if os.getuid() else "postgres" if "postgres" in users else "nobody"
    if user is not None:
        shutil.chown(folder, user)
    (folder / "word").write_text("hush-5b1f\n")
    (folder / "word").chmod(0o644)

    def run(*command: str) -> None:
        done = subprocess.run(
            command, cwd=folder, user=user, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")

    try:
        secure = ("--auth", "scram-sha-256", "--pwfile", f"{folder}/word")
        run(*f"{initdb} -D {folder}/data -U keeper -E UTF8 --locale C --no-sync".split(), *secure)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=200"
        run(*f"{control} -D {folder}/data -l {folder}/data/log -w".split(), "-o", options, "start")
        try:
            yield f"host={folder} user=keeper password=hush-5b1f dbname=postgres"
        finally:
            run(control, "-D", f"{folder}/data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
