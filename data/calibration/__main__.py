"""`python -m data.calibration` trains, unlearns, measures and writes the tables; it may be stopped and goes on."""

from __future__ import annotations

import argparse
import os
import sys
import time

# before torch is imported: kernels that give the same digits on processors of different makes, one thread each
for _name, _value in {
    "ATEN_CPU_CAPABILITY": "avx2",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "MKL_CBWR": "AVX2",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}.items():
    os.environ.setdefault(_name, _value)

from data.calibration import assemble, config, stages, work  # noqa: E402


def main(arguments: list[str] | None = None) -> int:
    """0 when done, 1 when a recomputed row disagrees."""
    parser = argparse.ArgumentParser(prog="python -m data.calibration", description=__doc__)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seeds", type=int, default=len(config.SEEDS), help="how many seeds, from the first on")
    parser.add_argument("--check", type=int, metavar="N", help="recompute N rows chosen at random and compare")
    parser.add_argument("--rng", type=int, help="which rows a check chooses (default: others each time)")
    options = parser.parse_args(arguments)
    work.start()
    if options.check is not None:
        return stages.check(options.check, options.rng)
    began = time.perf_counter()
    stages.regenerate(options.processes, config.SEEDS[: options.seeds])
    print(f"done in {(time.perf_counter() - began) / 60:.1f} minutes; tables in {assemble.TABLES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
