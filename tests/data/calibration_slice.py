"""Computes a slice of the calibration suite and prints it as JSON; run by test_calibration_slice.py.

In a process of its own, so that PyTorch and what it takes stay out of the process of the other tests.
"""

import json
import sys
import tempfile
from pathlib import Path

from data.calibration import config, work
from data.calibration.equivalence import compare


def main(name: str, seed: int, strengths: dict[str, float]) -> None:
    """Rows by method, and what the networks of the reference ensemble tell of one another."""
    work.start()
    first, second = config.REFERENCES[:2]
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as empty:
        rows = {}
        for method, strength in strengths.items():
            row = work.run(name, method, seed, strength, Path(kept))
            rows[method] = {"config": row["config"], "metrics": row["metrics"]}
        one, other = (work.model(name, "retrained", s, Path(kept))[0] for s in (first, second))
        again, _ = work.model(name, "retrained", first, Path(empty))
        parameters = [list(m.parameters()) for m in (one, again, other)]
        prompts = work.data_of(name).forget
        found = {
            "rows": rows,
            "same": all(a.equal(b) for a, b in zip(*parameters[:2], strict=True)),
            "alike": any(a.equal(b) for a, b in zip(*parameters[1:], strict=True)),
            "j_itself": compare(one, one, prompts, 0)[0].j,
            "j_there": compare(one, other, prompts, 0)[0].j,
            "j_back": compare(other, one, prompts, 0)[0].j,
        }
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
