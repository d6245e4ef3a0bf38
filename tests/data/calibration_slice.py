"""Computes a slice of the calibration suite and prints it as JSON; run by
test_calibration_slice.py.

In a process of its own, so that PyTorch and what it takes stay out of the process of the other
tests."""

import json
import sys
import tempfile
from pathlib import Path

from torch import nn

from data.tables.calibration.source import config, units
from data.tables.calibration.source.divergence import compare


def main(name: str, seed: int, strengths: dict[str, float]) -> None:
    """Rows by method, and what the networks of the reference ensemble tell of one another."""
    units.start()
    first, second = config.REFERENCES[:2]
    with tempfile.TemporaryDirectory() as kept, tempfile.TemporaryDirectory() as empty:
        units.MODELS = Path(kept)
        rows = {}
        for method, strength in strengths.items():
            row = units.run(name, method, seed, strength)
            rows[method] = {"config": row["config"], "metrics": row["metrics"]}
        first_model, other = (units.model(name, "retrained", s)[0] for s in (first, second))
        units.MODELS = Path(empty)
        again, _ = units.model(name, "retrained", first)
        parameters = [list(m.parameters()) for m in (first_model, again, other)]
        prompts = units.data_of(name).forget

        def j(model: nn.Module, reference: nn.Module) -> float:
            parts, _, _ = compare(model, reference, prompts, 0)
            return parts["forward"] + parts["backward"]

        results = {
            "rows": rows,
            "same": all(a.equal(b) for a, b in zip(*parameters[:2], strict=True)),
            "alike": any(a.equal(b) for a, b in zip(*parameters[1:], strict=True)),
            "j_itself": j(first_model, first_model),
            "j_there": j(first_model, other),
            "j_back": j(other, first_model),
        }
    print(json.dumps(results))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3]))
