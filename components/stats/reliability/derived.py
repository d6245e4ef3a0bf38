"""How sure weights derived from reliability are: the rules applied to methods resampled within each
benchmark."""

from collections.abc import Callable

import numpy as np

from components.stats.bootstrap import DRAWS, multiplicities
from components.stats.draws import places_by_id
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel, nanmean
from components.stats.ranking.weights import FOLDS, reliability_rule
from components.stats.reliability.intervals import draws_of, weighted_spearman

Times = Floats
"""(draws, B, S, M) how often each run is drawn."""


def drawn_weights(panel: Panel, rule: str, draws: int = DRAWS, seed: int = 0) -> Floats:
    """Return (draws, K) weights of a rule, `pooled`, `within-benchmark` or `cross-validated`, on
    resampled methods.

    Methods with a distance are resampled within each benchmark with all their seeds, the same for
    all metrics, as often as `draws_of` allows; none are drawn of more. Raises KeyError for another
    rule. Source of the rules: arXiv
    2605.02206.
    """
    return memoised(
        panel, ("drawn weights", rule, draws, seed), lambda: _drawn(panel, rule, draws, seed)
    )


def _drawn(panel: Panel, rule: str, draws: int, seed: int) -> Floats:
    draws = draws_of(panel.values.size, draws)
    if not draws or (rule == "cross-validated" and not draws_of(FOLDS * panel.values.size)):
        return np.zeros((0, len(panel.metrics)))
    assert panel.closeness is not None
    order = np.argsort(places_by_id(panel.methods))
    known: Bools = np.asarray(~np.isnan(panel.closeness))
    entered: Bools = np.asarray(known.any(axis=1))
    sizes = {b: int(n) for b, n in zip(panel.benchmarks, entered.sum(axis=1), strict=True)}
    times = np.zeros((draws, *known.shape))
    for b, counts in enumerate(multiplicities(sizes, draws, seed)):
        times[:, b, :, order[entered[b, order]]] = counts.T[:, :, None]
    rules: dict[str, Callable[[Panel, Times], Floats]] = {
        "pooled": _pooled,
        "within-benchmark": _within,
        "cross-validated": _cross_validated,
    }
    return reliability_rule(rules[rule](panel, times * known))


def _pooled(panel: Panel, times: Times) -> Floats:
    assert panel.closeness is not None
    aligned = panel.aligned.reshape(-1, len(panel.metrics))
    return _rho(aligned, panel.closeness.reshape(-1), times.reshape(len(times), -1))


def _within(panel: Panel, times: Times) -> Floats:
    """(draws, K) mean of the ρ inside each benchmark, over its cells."""
    assert panel.oracle_cells is not None
    cells = zip(panel.aligned_cells, panel.oracle_cells, strict=True)
    drawn = times.max(axis=2)  # of a method all seeds are drawn as often
    return nanmean(
        np.array([_rho(own, -far, drawn[:, b]) for b, (own, far) in enumerate(cells)]), axis=0
    )


def _rho(aligned: Floats, closeness: Floats, times: Floats) -> Floats:
    """(draws, K) ρ of each column of `aligned` (N, K) with `closeness` (N,), row i occurring
    times[d, i] times."""
    rho = np.full((len(times), aligned.shape[1]), np.nan)
    for k, values in enumerate(aligned.T):
        both = ~(np.isnan(values) | np.isnan(closeness))
        if both.any():
            rho[:, [k]] = weighted_spearman(values[both][:, None], closeness[both], times[:, both])
    return rho


def _cross_validated(panel: Panel, times: Times) -> Floats:
    """(draws, K) mean ρ of five training parts, folds cut over the runs as in the released code."""
    indices = np.arange(int(panel.present.sum()))
    np.random.RandomState(42).shuffle(indices)
    rho = []
    for held_out in np.array_split(indices, FOLDS):
        kept = np.ones(len(indices))
        kept[held_out] = 0.0
        training = np.zeros(panel.present.shape)
        training[panel.present] = kept
        rho.append(_pooled(panel, times * training))
    return nanmean(np.array(rho), axis=0)
