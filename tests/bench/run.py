"""`make bench`: runs every bench_*.py beside this file in a process of its own and gathers what they print.

A benchmark is a script. Each line it prints that is a JSON object is one figure:
{"what": …, "value": …, "unit": "s", "budget": …, "peer": …, "peer_value": …, "ratio": …}, all but the first three
optional; other lines are shown as they are. Nothing here passes or fails; exit 1 only when a script breaks.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COLUMNS = ("what", "value", "unit", "budget", "peer", "peer_value", "ratio")


def figures(text: str) -> list[dict[str, Any]]:
    """The JSON objects among the lines of an output."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else "" if value is None else str(value)


def markdown(rows: list[dict[str, Any]]) -> str:
    used = [c for c in COLUMNS if any(r.get(c) is not None for r in rows)]
    lines = [" | ".join(used), " | ".join("---" for _ in used)]
    lines += [" | ".join(shown(r.get(c)) for c in used) for r in rows]
    return "\n".join(f"| {line} |" for line in lines)


def main(patterns: list[str]) -> int:
    scripts = sorted(p for p in HERE.glob("bench_*.py") if not patterns or any(x in p.name for x in patterns))
    rows: list[dict[str, Any]] = []
    broken: list[str] = []
    for script in scripts:
        print(f"— {script.name}", flush=True)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, script], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        found = figures(done.stdout)
        rows += [{"script": script.stem, **row} for row in found]
        print("\n".join(line for line in done.stdout.splitlines() if not line.startswith("{")))
        told = [row for row in found if "what" in row]
        if told:
            print(markdown(told), flush=True)
        if done.returncode:
            broken.append(script.name)
    place = ROOT / "build"
    place.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cpus": os.cpu_count()}
    (place / "bench.json").write_text(json.dumps({"machine": machine, "figures": rows}, indent=1), encoding="utf-8")
    if broken:
        print(f"failed: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
