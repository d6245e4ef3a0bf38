"""Agreement under both protocols (METHODS 4) against SciPy and limiting cases;
tests/answers/agreement has the printed values."""

import numpy as np
import pytest
from scipy import stats

from components.stats.agreement.tau import agreement
from tests.stats.agreement.cases import BLIP, LLAVA, RESNET, made


def at(result, pair):
    x, y = (result.metrics.index(m) for m in pair.split("|"))
    return result.tau[x, y], int(result.defined[x, y])


def test_benchmarks_weigh_equally_and_missing_values_leave_out_their_pairs():
    result = agreement(RESNET, "published")
    assert at(result, "MIA|JS")[1] == 1
    assert at(result, "FA|RA")[1] == 3
    assert (
        at(agreement(RESNET), "MIA|JS")[1] == 3
    )  # tie-aware uses the three methods that have both
    values = np.full((2, 3, 3, 2), np.nan)
    values[0, :, :, 0] = values[0, :, :, 1] = [1, 2, 3]
    values[1, 0] = np.transpose([[1, 2, 3], [3, 2, 1]])
    assert agreement(made(values)).tau[0, 1] == 0.0  # +1 on three seeds, −1 on one


@pytest.mark.parametrize("panel", [LLAVA, RESNET, BLIP], ids=lambda p: p.id)
def test_tie_aware_equals_scipy_averaged_over_seeds_then_benchmarks(panel):
    result = agreement(panel)
    with np.errstate(all="ignore"):
        for x in range(5):
            for y in range(5):
                means = []
                for b in range(len(panel.benchmarks)):
                    seeds = []
                    for s in range(len(panel.seeds)):
                        pair = panel.aligned[b, s][:, [x, y]]
                        pair = pair[~np.isnan(pair).any(axis=1)]
                        tau = stats.kendalltau(*pair.T).statistic if len(pair) > 1 else np.nan
                        seeds += [tau] if not np.isnan(tau) else []
                    means += [np.mean(seeds)] if seeds else []
                expected = np.mean(means) if means else np.nan
                np.testing.assert_allclose(result.tau[x, y], expected, atol=1e-12)


def test_published_over_pooled_runs_leaves_directions_as_they_are():
    aligned, raw = agreement(LLAVA, "tie-aware", "pooled"), agreement(LLAVA, "published", "pooled")
    assert (aligned.aligned, raw.aligned) == (True, False)
    flipped = np.outer(LLAVA.signs, LLAVA.signs)
    np.testing.assert_allclose(raw.tau, flipped * aligned.tau, atol=1e-12)
    fa, ra = LLAVA.metric("FA"), LLAVA.metric("RA")
    assert raw.counts.concordant[0, fa, ra] == aligned.counts.discordant[0, fa, ra]
    values = LLAVA.values.reshape(-1, 5)
    assert raw.tau[fa, ra] == pytest.approx(
        stats.kendalltau(values[:, fa], values[:, ra]).statistic, abs=1e-12
    )


def test_the_same_metric_twice_agrees_and_its_negative_contradicts():
    x = np.random.default_rng(1).random((2, 3, 6, 1))
    panel = made(np.concatenate([x, x, x], axis=3), ["higher", "higher", "lower"])
    for protocol in ("published", "tie-aware"):
        tau = agreement(panel, protocol).tau
        assert tau[0, 1] == 1.0
        assert tau[0, 2] == -1.0


def test_a_scope_without_runs_one_method_one_metric_and_all_tied_are_undefined():
    for panel, scope in (
        (LLAVA, "benchmark:cifar10"),
        (LLAVA, "runs:cifar10"),
        (made(np.ones((1, 1, 1, 2))), "blocks"),
        (made(np.zeros((1, 1, 0, 2))), "blocks"),
    ):
        for protocol in ("published", "tie-aware"):
            result = agreement(panel, protocol, scope)
            assert np.isnan(result.tau).all()
            assert np.isnan(result.mean_tau)
            assert (result.defined == 0).all()
    assert np.isnan(agreement(made(np.ones((1, 1, 4, 2)))).tau).all()
    assert (
        agreement(made(np.ones((1, 1, 4, 2))), "published").tau[0, 1] == 1.0
    )  # row order agrees with itself
    single = agreement(made(np.random.default_rng(0).random((1, 1, 4, 1))))
    assert single.tau.tolist() == [[1.0]]
    assert np.isnan(single.mean_tau)
