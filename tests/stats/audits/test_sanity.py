"""NPO on forget05 with Llama-2 as its sources print it, and limits that follow from an AUC of 1."""

import math

import numpy as np
import pytest

from components.stats.audits.sanity import privleak_limit, sanity, spreads

PRINTED = [0.09]
H100 = [0.1420746514551761, 0.7125821300149116, 0.6284308022715471, 0.7125821300149116, 0.7933622419382523]
ADA = [
    1.4275699621532978e-12,
    1.8694649189611297e-09,
    5.951062636424447e-11,
    9.594235055800515e-10,
    1.3850840057169374e-11,
]
NPO = [*PRINTED, *H100, *ADA]
SETUPS = [0] + [1] * 5 + [2] * 5


def test_clusters_are_told_apart_by_set_up() -> None:
    printed, h100, ada = spreads(NPO, SETUPS, log=True)
    assert (printed.n, printed.low, printed.high) == (1, 0.09, 0.09)
    assert (h100.n, round(h100.low, 3), round(h100.median, 3), round(h100.high, 3)) == (5, 0.142, 0.713, 0.793)
    assert (ada.n, f"{ada.low:.1e}", f"{ada.median:.1e}", f"{ada.high:.1e}") == (5, "1.4e-12", "6.0e-11", "1.9e-09")


@pytest.mark.parametrize(
    ("value", "where", "within", "nearest", "distance"),
    [
        (0.3, "within", (1,), 3, math.log10(H100[2] / 0.3)),
        (0.09, "within", (0,), 0, 0.0),
        (1e-10, "within", (2,), 8, math.log10(1e-10 / ADA[2])),
        (1e-5, "between", (), 7, math.log10(1e-5 / ADA[1])),
        (1e-15, "below", (), 6, math.log10(ADA[0] / 1e-15)),
        (0.95, "above", (), 5, math.log10(0.95 / H100[4])),
    ],
)
def test_a_value_among_them(value: float, where: str, within: tuple[int, ...], nearest: int, distance: float) -> None:
    found = sanity(value, NPO, SETUPS, log=True)
    assert found is not None
    assert (found.where, found.within, found.nearest) == (where, within, nearest)
    assert found.distance == pytest.approx(distance)


def test_distances_on_a_linear_scale_and_without_anything_known() -> None:
    found = sanity(0.5, [0.1, 0.2, 0.9], [0, 0, 1])
    assert found is not None
    assert (found.where, found.nearest, found.distance) == ("between", 1, pytest.approx(0.3))
    assert sanity(0.5, [], []) is None
    assert spreads([0.1, 0.3], [0, 0])[0].median == pytest.approx(0.2)
    assert spreads([0.01, 1.0], [0, 0], log=True)[0].median == pytest.approx(0.1)


def test_the_limits_of_muse() -> None:
    # the AUC of the retrained models, Min-40 %, forget against holdout (muse_bench at 9b89f0d9)
    assert privleak_limit(1.0) == 0
    assert np.round([privleak_limit(a) for a in (0.4772, 0.5393)], 1).tolist() == [109.6, 85.4]
