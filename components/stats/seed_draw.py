"""How far another draw of seeds would move a number, where a panel holds seeds drawn at random of those there are.

All benchmarks take the same seeds, so a seed with all its runs is the unit that was drawn: simple random sampling
without replacement of s of S. A number that is about linear in the runs has the standard error
√((1 − s/S) s/(s−1) Σ z_s²), z_s being what the runs of a seed move it by (Särndal, Swensson & Wretman 1992, section
5.5). For a mean over seeds that is √((1 − s/S) sd²/s) (Cochran 1977, equation 2.20).
"""

from __future__ import annotations

import numpy as np

from components.stats.agreement.pairs import metric_pairs, tau_b_without
from components.stats.agreement.tau import TIE_AWARE, Agreement
from components.stats.memo import memoised
from components.stats.panel import Floats, Panel, nanmean
from components.stats.reliability.intervals import moves
from components.stats.reliability.spearman import spearman_pooled


def drawn_error(moved: Floats, total: int) -> Floats:
    """(…) standard error of numbers that each of s seeds, drawn of `total`, moves by `moved` (s, …).

    The sums over the seeds must be 0. NaN for fewer than two seeds.
    """
    drawn = len(moved)
    if drawn < 2:
        return np.full(moved.shape[1:], np.nan)
    error: Floats = np.sqrt((1 - drawn / total) * drawn / (drawn - 1) * (moved**2).sum(axis=0))
    return error


def tau_errors(panel: Panel, result: Agreement) -> Floats | None:
    """(K, K) standard error of each τ from the draw of seeds; None where all are there."""
    if panel.drawn is None:
        return None
    moved = _averaged(panel, result) if result.ranks_rows else _pooled(panel, result)
    return np.where(np.isnan(result.tau), np.nan, drawn_error(moved, panel.drawn[1]))


def _averaged(panel: Panel, result: Agreement) -> Floats:
    """(S, K, K) what each seed moves a mean over blocks by."""
    names = np.array([b.benchmark if result.protocol == TIE_AWARE else "" for b in result.blocks])
    groups = [result.block_tau[names == name] for name in dict.fromkeys(names.tolist())]
    used = sum(~np.isnan(g).all(axis=0) for g in groups)
    moved = np.zeros((len(panel.seeds), *result.tau.shape))
    for name, group in zip(dict.fromkeys(names.tolist()), groups, strict=True):
        size = (~np.isnan(group)).sum(axis=0) * used
        off = np.divide(group - nanmean(group, axis=0), size, out=np.zeros(group.shape), where=size > 0)
        for block, own in zip(np.flatnonzero(names == name), np.nan_to_num(off), strict=True):
            moved[panel.seeds.index(result.blocks[block].seed)] += own
    return moved


def _pooled(panel: Panel, result: Agreement) -> Floats:
    """(S, K, K) what each seed moves the τ of pooled runs by, but for its sign: how far τ is off without it.

    The jackknife by groups (Särndal, Swensson & Wretman 1992, section 11.5), which errs on the wide side (Efron & Stein
    1981). NaN where a τ is undefined.
    """
    n = len(panel.seeds)
    if not result.blocks:
        return np.full((n, *result.tau.shape), np.nan)
    (block,) = result.blocks
    without = memoised(panel, ("without a seed", result.scope), lambda: tau_b_without(block.values, block.seeds, n))
    moved: Floats = (n - 1) / n * (without - without.mean(axis=0))
    return moved


def typical_error(errors: Floats | None) -> float | None:
    """The root mean square over the pairs of metrics that have one, steadier than each alone; None without any."""
    if errors is None:
        return None
    own = errors[metric_pairs(len(errors))]
    own = own[~np.isnan(own)]
    return float(np.sqrt((own**2).mean())) if own.size else None


def rho_errors(panel: Panel) -> Floats | None:
    """(K,) standard error of each pooled ρ from the draw of seeds, NaN without ρ; None where all seeds are there."""
    if panel.drawn is None:
        return None
    errors = np.full(len(panel.metrics), np.nan)
    for k in np.flatnonzero(~np.isnan(spearman_pooled(panel).rho)):
        errors[k] = drawn_error(moves(panel, int(k)).sum(axis=(0, 2)), panel.drawn[1])
    return errors
