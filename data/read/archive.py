"""Archives: their directory is read before anything is unpacked, so that a few bytes cannot become
gigabytes."""

import io
import re
import zipfile
import zlib

from data.read import saves
from data.read.limits import MAX_FILES, MAX_UNPACKED
from data.read.sheet import FileRefused

ZIP = b"PK\x03\x04"
_ENTRIES = 20_000
"""A folder of checkpoints has thousands of files; few are read."""
_HIDDEN = re.compile(r"(?:\A|/)(?:\.[^/]*\Z|__MACOSX/)")
_NO_TABLE = re.compile(
    r"\.(?:safetensors|bin|pt|pth|ckpt|gguf|onnx|npy|npz|pkl|pickle|h5|msgpack|png|jpe?g|gif|svg|pdf|log|lock|zip)\Z"
    r"|(?:\A|/)events\.out\.tfevents\.[^/]*\Z",
    re.I,
)
"""Files that hold no table: weights, pictures, logs."""


def unpacked(content: bytes, notices: list[str]) -> list[tuple[str, bytes]]:
    """Return the files inside a zip that can hold tables, by path; none for any other file,
    workbooks too.

    A zip member is never read beyond the size that the directory declares. Raises FileRefused.
    """
    if not content.startswith(ZIP):
        return []
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = archive.infolist()
        if len(entries) > _ENTRIES:
            raise FileRefused(
                f"found {len(entries):,} files in the archive, expected at most {_ENTRIES:,}"
            )
        if any(e.filename.startswith("xl/") for e in entries):
            _check_unpacked(sum(e.file_size for e in entries))
            return []
        paths = {e.filename.replace("\\", "/"): e for e in entries if not e.is_dir()}
        sizes = {path: e.file_size for path, e in paths.items() if not _HIDDEN.search(path)}
        return [(path, archive.read(paths[path])) for path in _chosen(sizes, notices)]
    except FileRefused:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, RuntimeError) as error:
        raise FileRefused(
            f"found a damaged or locked archive ({str(error)[:100]}), expected a whole file"
        ) from None


def _chosen(sizes: dict[str, int], notices: list[str]) -> list[str]:
    """Return the paths to unpack: of a folder of results these, of any other archive all but
    weights and pictures."""
    if any(saves.is_result(path) for path in sizes):
        chosen = saves.chosen(sizes)
    else:
        chosen = [path for path in sizes if not _NO_TABLE.search(path)]
    if not chosen:
        raise FileRefused("found no file in the archive, expected tables or result files")
    if len(chosen) > MAX_FILES:
        raise FileRefused(
            f"found more than {MAX_FILES} files in the archive, expected at most {MAX_FILES}"
        )
    _check_unpacked(sum(sizes[path] for path in chosen))
    if rest := len(sizes) - len(chosen):
        notices.append(
            f"{rest} other files were passed over without being unpacked: weights, logs and the"
            " like"
        )
    return chosen


def _check_unpacked(size: int) -> None:
    if size > MAX_UNPACKED:
        raise FileRefused(
            f"found an archive that unpacks to {size:,} bytes, expected at most {MAX_UNPACKED:,}"
        )
