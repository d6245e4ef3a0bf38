"""How sure weights derived from reliability are: the rules applied to methods resampled within each
benchmark."""

import numpy as np

from components.stats.draws import places_by_id
from components.stats.memo import memoised
from components.stats.panel import Floats, Panel, nanmean
from components.stats.ranking.weights import FOLDS, reliability_rule
from components.stats.reliability.rho_intervals import drawn_times, draws_of, weighted_spearman


def drawn_weights(panel: Panel, rule: str) -> Floats:
    """Return (draws, K) weights of a rule on resampled methods, sum 1.

    Metrics that are weighted by hand get 0. The rule is `pooled`, `within-benchmark` or
    `cross-validated` (arXiv 2605.02206). Methods with a distance are resampled within each
    benchmark with all their seeds, the same for all metrics, as often as `draws_of` allows; none
    are drawn of more. Raises KeyError for another rule.
    """
    key = ("drawn weights", rule)
    return memoised(panel, key, lambda: _drawn_weights(panel, rule))


def _drawn_weights(panel: Panel, rule: str) -> Floats:
    rho_of_times = {
        "pooled": _pooled_rho,
        "within-benchmark": _mean_rho_within,
        "cross-validated": _cross_validated_rho,
    }[rule]
    n_values = panel.values.size
    draws = draws_of(n_values)
    if not draws or (rule == "cross-validated" and not draws_of(FOLDS * n_values)):
        return np.zeros((0, len(panel.metrics)))
    assert panel.closeness is not None
    has_distance = ~np.isnan(panel.closeness)
    is_drawn = np.asarray(has_distance.any(axis=1))
    by_id = np.argsort(places_by_id(panel.methods))
    times = drawn_times(panel.benchmarks, is_drawn, by_id, draws)
    weights = reliability_rule(rho_of_times(panel, times[:, :, None] * has_distance))
    is_by_hand = [metric.by_hand for metric in panel.metrics]
    weights[:, is_by_hand] = 0.0
    sums = weights.sum(axis=1, keepdims=True)
    return np.asarray(weights / sums)


def _pooled_rho(panel: Panel, times: Floats) -> Floats:
    """(draws, K) ρ over all runs, drawn times (draws, B, S, M)."""
    assert panel.closeness is not None
    aligned = panel.aligned.reshape(-1, len(panel.metrics))
    closeness = panel.closeness.reshape(-1)
    return _rho(aligned, closeness, times.reshape(len(times), -1))


def _mean_rho_within(panel: Panel, times: Floats) -> Floats:
    """(draws, K) mean of the ρ inside each benchmark, over its cells."""
    assert panel.oracle_cells is not None
    closeness = -panel.oracle_cells
    cell_times = times.max(axis=2)  # of a method all seeds are drawn as often
    rho = []
    for benchmark, cells in enumerate(panel.aligned_cells):
        times_here = cell_times[:, benchmark]
        rho.append(_rho(cells, closeness[benchmark], times_here))
    return nanmean(np.array(rho), axis=0)


def _rho(aligned: Floats, closeness: Floats, times: Floats) -> Floats:
    """(draws, K) ρ of each column of `aligned` (N, K) with `closeness` (N,), row i occurring
    times[d, i] times."""
    n_metrics = aligned.shape[1]
    rho = np.full((len(times), n_metrics), np.nan)
    for metric, values in enumerate(aligned.T):
        has_both = ~(np.isnan(values) | np.isnan(closeness))
        x = values[has_both][:, None]
        y = closeness[has_both]
        rho[:, [metric]] = weighted_spearman(x, y, times[:, has_both])
    return rho


def _cross_validated_rho(panel: Panel, times: Floats) -> Floats:
    """(draws, K) mean ρ of five training parts, folds cut over the runs as in the released code."""
    run_indices = np.arange(panel.n_runs)
    np.random.RandomState(42).shuffle(run_indices)
    rho = []
    for held_out in np.array_split(run_indices, FOLDS):
        is_kept = np.ones(panel.n_runs)
        is_kept[held_out] = 0.0
        training = np.zeros(panel.has_run.shape)
        training[panel.has_run] = is_kept
        rho.append(_pooled_rho(panel, times * training))
    return nanmean(np.array(rho), axis=0)
