"""A slice of the calibration suite computed again: one benchmark's networks, one row of each kind, one exact J of 0.

On the make of processor that computed them the committed rows agree to the last digit, and `make calibration-check`
holds any row to 1e-5. Other processors round otherwise and training amplifies that, so here a share may differ by a
twentieth and a divergence by a quarter; what is known about retrained and original models must hold anywhere.
"""

import csv
from pathlib import Path

import pytest

from data.calibration import assemble, config, work
from data.calibration.equivalence import compare

NAME, SEED = "digits_canary", 1
SHARES, DIVERGENCES = ("FA", "RA", "TA", "MIA", "MIAc", "KR"), ("JS", "FADE", "oracle_distance")


def rows(table: str, *keys: str) -> dict[tuple[str, ...], dict[str, str]]:
    with (assemble.TABLES / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return {tuple(r[k] for k in keys): r for r in csv.DictReader(file)}


@pytest.fixture(scope="module")
def networks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the networks of the slice are kept: the first row trains them, the others find them."""
    return tmp_path_factory.mktemp("networks")


@pytest.mark.parametrize("method", ["original", "retrain", "neggrad_plus", "ssd"])
def test_a_row_computed_again_is_the_committed_one(networks: Path, method: str) -> None:
    settings = rows("settings", "benchmark", "method")[NAME, method]
    again = work.run(NAME, method, SEED, float(settings["strength"]), networks)
    assert again["config"] == settings["config"]
    kept = rows("runs", "benchmark", "method", "seed")[NAME, method, str(SEED)]
    for metric in SHARES:
        assert again["metrics"][metric] == pytest.approx(float(kept[metric]), abs=0.05), metric
    for metric in DIVERGENCES:
        assert again["metrics"][metric] == pytest.approx(float(kept[metric]), rel=0.25, abs=0.05), metric
    known = {"original": (0.7, 1.0), "retrain": (0.0, 0.15)}
    low, high = known.get(method, (0.0, 1.0))
    assert low <= again["metrics"]["FA"] <= high


def test_a_network_is_the_same_twice_and_another_for_another_seed(networks: Path, tmp_path: Path) -> None:
    work.start()
    kept, _ = work.model(NAME, "retrained", config.REFERENCES[0], networks)
    again, _ = work.model(NAME, "retrained", config.REFERENCES[0], tmp_path)
    other, _ = work.model(NAME, "retrained", config.REFERENCES[1], networks)
    pairs = list(zip(kept.parameters(), again.parameters(), other.parameters(), strict=True))
    assert all(a.equal(b) for a, b, _ in pairs)
    assert not any(a.equal(c) for a, _, c in pairs)


def test_a_network_is_equivalent_to_itself_and_not_to_another(networks: Path) -> None:
    one, two = (work.model(NAME, "retrained", s, networks)[0] for s in config.REFERENCES[:2])
    prompts = work.data_of(NAME).forget
    assert compare(one, one, prompts, 0)[0].j == pytest.approx(0, abs=1e-9)
    there, back = compare(one, two, prompts, 0)[0], compare(two, one, prompts, 0)[0]
    assert there.j > 0
    assert there.j == pytest.approx(back.j, rel=1e-6)
