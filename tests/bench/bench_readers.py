"""Reading muse_bench's folder with the 15 660 questions that MUSE left, prompts and answers as long as there.

Seconds of the whole command (`python -m data.read`, imports, checks and writing included), by the clock and of a
processor, of reading alone, and of an upload as a zip in a process of its own.
"""

import io
import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from components.intake.files import read  # noqa: E402
from data.read import muse_bench  # noqa: E402
from data.read.__main__ import files_of  # noqa: E402

QUESTIONS, OF_ONE = 15_660, 90
LENGTHS = {"knowmem": 1_500, "verbmem": 4_800}
"""Characters of a prompt."""
BUDGET = 5.0


def made(folder: Path) -> int:
    """Files of models in that layout until there are so many questions; returns how many bytes."""
    left, size, model = QUESTIONS, 0, 0
    while left > 0:
        name = ("target", "retrain")[model] if model < 2 else f"method{model // 3}/step={102 * (1 + model % 3)}"
        for test, split in (("verbmem", "forget"), ("knowmem", "forget"), ("knowmem", "retain")):
            n = min(OF_ONE, left)
            left -= n
            if not n:
                break
            values = [((7 * i + model) % 100) / 100 for i in range(n)]
            history = [
                {
                    "prompt": f"{i} ".ljust(LENGTHS[test], "x"),
                    "gt": "y" * 400,
                    "response": "z" * 500,
                    **dict.fromkeys(("rougeL", "rougeL_recall", "rouge1", "rouge1_recall"), v),
                    "question": f"question {i}",
                }
                for i, v in enumerate(values)
            ]
            place = folder / test / "out" / "bbc" / name / split
            place.mkdir(parents=True)
            for file, held in (("history", history), ("out", {"mean_rougeL": sum(values) / n})):
                size += (place / f"{file}.json").write_text(json.dumps(held), encoding="utf-8")
        model += 1
    return size


def zipped(folder: Path) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*.json")):
            archive.write(path, path.relative_to(folder))
    return out.getvalue()


def figure(what: str, seconds: float) -> None:
    print(json.dumps({"what": what, "value": seconds, "unit": "s", "budget": BUDGET}), flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder, out = Path(place) / "muse_bench", Path(place) / "out"
        size = made(folder)
        told = f"{QUESTIONS} questions of muse_bench ({size / 1e6:.0f} MB)"
        begun = time.perf_counter()
        command = [sys.executable, "-m", "data.read", "muse_bench", folder, out]
        print(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip())
        figure(f"{told}, command", time.perf_counter() - begun)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        figure(f"{told}, command, of a processor", used.ru_utime + used.ru_stime)
        begun = time.perf_counter()
        assert muse_bench.read(files_of(folder, muse_bench.is_result)).runs
        figure(f"{told}, reading alone", time.perf_counter() - begun)
        content = zipped(folder)
        begun = time.perf_counter()
        sheet = read([("muse_bench.zip", content)])
        figure(f"{told}, upload of {len(content) / 1e6:.1f} MB", time.perf_counter() - begun)
        assert sum(s.count for s in sheet.samples) == 2 * QUESTIONS, sheet.notices


if __name__ == "__main__":
    main()
