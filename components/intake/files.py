"""Reading the files of one upload in a process of its own: hostile ones can neither stall nor fill the server."""

import json
import logging
import signal
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from components.intake.limits import MAX_BYTES, MAX_FILES, MEMORY, SECONDS
from components.intake.reading.sheet import FileRefused, Sheet, from_json
from data.disposable import Busy, disposable

ROOT = Path(__file__).resolve().parents[2]
WAIT = 30.0
"""Seconds that files wait for a place."""
_places = threading.Semaphore(2)
"""Uploads that are read at a time."""
log = logging.getLogger("leaderboard.intake")
_CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from components.intake.reading.child import main; main()"


def read(files: Sequence[tuple[str, bytes]], seconds: float = SECONDS, memory: int = MEMORY) -> Sheet:
    """Read files by name as one table, or as the folder of a suite. Nothing is written to disk. Raises FileRefused."""
    size = sum(len(content) for _, content in files)
    if not files:
        raise FileRefused("found no file, expected at least one")
    if len(files) > MAX_FILES:
        raise FileRefused(f"found {len(files)} files, expected at most {MAX_FILES}")
    if size > MAX_BYTES:
        raise FileRefused(f"found {size:,} bytes, expected at most {MAX_BYTES:,}")
    name = files[0][0] if len(files) == 1 else f"{files[0][0]} and {len(files) - 1} more"
    return replace(_ask(files, seconds, memory), name=name)


def _ask(files: Sequence[tuple[str, bytes]], seconds: float, memory: int) -> Sheet:
    """Start a child, send it the files, and return its answer. Raises FileRefused."""
    request = {"files": [(n, len(c)) for n, c in files], "seconds": seconds, "memory": memory}
    message = b"".join([json.dumps(request).encode(), b"\n", *(content for _, content in files)])
    try:
        child = disposable(_places, WAIT, ["-c", _CODE], message, seconds)
        if child.returncode == 0:
            return from_json(child.stdout)
    except Busy:
        raise FileRefused("other files are being read: try again in a moment") from None
    except subprocess.TimeoutExpired:
        raise FileRefused("the server is too busy to read files: try again in a moment") from None
    except (OSError, MemoryError) as error:
        log.warning("an upload could not be read: %s", error or "not enough memory")
        raise FileRefused("the server has no room to read files at the moment: try again shortly") from None
    if child.returncode == -signal.SIGALRM:
        raise FileRefused(f"reading took longer than {seconds:g} s, expected a smaller or plainer file")
    raise FileRefused("found a file that needs more memory than one may have, or is damaged, expected a plain table")
