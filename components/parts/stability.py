"""How much of the ranking survives other weights: everywhere on the simplex, and near the current ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.parts.dethrone import dethrone
from components.parts.plain import by_id, number
from components.stats.acceptability import Acceptability, Progress, acceptability, uniform_weights
from components.stats.panel import Floats
from components.stats.perturbation import (
    PUBLISHED_DRAWS,
    Taus,
    baseline_taus,
    global_taus,
    largest_radius,
    local_curve,
    local_stability,
    published_baseline,
    published_stability,
)
from components.stats.utility import method_utilities
from components.stats.weights import preset_weights
from components.view import View

CURVE_POINTS, CURVE_DRAWS = 16, 1_000
"""The curves over the radius: how many points, and weightings at each."""
EXACT_BARS = 12
"""Up to so many different values of τ each has a bar of its own; more are gathered in bins of 0.05."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """What the weights are moved over: the ranked methods, best first, and the metrics all of them have."""

    methods: tuple[str, ...]
    metrics: tuple[str, ...]
    utilities: Floats
    w: Floats

    @property
    def scores(self) -> Floats:
        """(n,) current scores."""
        found: Floats = self.utilities @ self.w
        return found


def ranked(view: View) -> Ranked:
    """The ranked methods of a view in order of their score, ties in row order."""
    rows = view.ranked[np.argsort(-view.scores[view.ranked], kind="stable")]
    return Ranked(
        tuple(view.panel.methods[i] for i in rows),
        tuple(view.panel.metric_ids[k] for k in view.in_play),
        view.utilities[rows][:, view.in_play],
        view.w[view.in_play],
    )


def stability(view: View, progress: Progress | None = None) -> dict[str, Any]:
    """Stability of the ranking over random weights, SMAA-2 indices, and stability near the current weights.

    Methods are in order of their score. `mean_tau`, `sd_tau`, `draws`, `baseline_tau` and `histogram` follow the
    protocol: the published figures (100 draws, whole reference panel, published weights, reciprocal map) or the
    current ranking under `draws` weightings; everything else is tie-aware. `reason` says why there is nothing.
    `progress` is told the share of the work that is done.
    """
    data = ranked(view)
    found: dict[str, Any] = {"methods": list(data.methods), "metrics": list(data.metrics), "reason": ""}
    found |= _taus(view, data, _share(progress, 0.0, 0.4))
    if not data.methods:
        return found | {"reason": "no method is ranked", **_empty(view)}
    smaa = acceptability(
        data.utilities,
        uniform_weights(view.selection.draws, len(data.metrics), view.selection.rng),
        _share(progress, 0.4, 0.9),
    )
    return found | _indices(data, smaa) | {"local": local(view, data), "dethrone": dethrone(view)}


def _taus(view: View, data: Ranked, progress: Progress | None) -> dict[str, Any]:
    if view.selection.protocol == "published":
        taus, baseline = _published(view)
    elif len(data.methods) > 1 and len(data.metrics) > 1:
        weightings = uniform_weights(view.selection.draws, len(data.metrics), view.selection.rng)
        taus = global_taus(data.utilities, data.w, weightings, _share(progress, 0.0, 0.6))
        baseline = baseline_taus(data.utilities, weightings, _share(progress, 0.6, 1.0))
    else:
        taus = baseline = Taus(np.empty(0))
    return {
        "protocol": view.selection.protocol,
        "mean_tau": number(taus.mean),
        "sd_tau": number(taus.sd),
        "se_tau": number(taus.se),
        "undefined": taus.undefined,
        "draws": PUBLISHED_DRAWS if view.selection.protocol == "published" else view.selection.draws,
        "baseline_tau": number(baseline.mean),
        "baseline_sd": number(baseline.sd),
        "baseline_pairs": len(baseline.values),
        "histogram": histogram(taus, baseline),
        "tau_reason": "" if taus.defined.size else tau_reason(data),
    }


def _published(view: View) -> tuple[Taus, Taus]:
    """The paper's figure, always on the whole reference panel; nothing when its weights cannot be derived."""
    utilities = method_utilities(view.reference, "reciprocal", "score-of-means")
    if view.tables.oracle is None or np.isnan(utilities).any():
        return Taus(np.empty(0)), Taus(np.empty(0))
    w = preset_weights("published", view.tables, view.panel, view.reference)
    return published_stability(utilities, w), published_baseline(utilities, view.selection.rng)


def tau_reason(data: Ranked) -> str:
    """Why no τ between rankings is defined."""
    if len(data.methods) < 2:
        return "fewer than two methods are ranked"
    if len(data.metrics) < 2:
        return "there is one metric only: no weight can be moved"
    return "all methods are tied"


def histogram(taus: Taus, baseline: Taus) -> list[dict[str, float]]:
    """Shares of the defined values of τ, current and baseline, over the same bars: centre, width, shares."""
    both = np.unique(np.round(np.concatenate([taus.defined, baseline.defined]), 9))
    if not taus.defined.size:
        return []
    if len(both) <= EXACT_BARS:
        gaps = np.diff(both)
        centres, width = both, min(0.1, float(gaps.min(initial=0.1)) * 0.8)
        edges = np.r_[-np.inf, (both[1:] + both[:-1]) / 2.0, np.inf]
    else:
        centres, width = np.linspace(-1.0, 1.0, 41), 0.05
        edges = np.r_[centres - width / 2.0, np.inf]
    shares = [np.histogram(t.defined, edges)[0] / max(1, t.defined.size) for t in (taus, baseline)]
    return [
        {"tau": float(c), "width": width, "current": float(a), "baseline": float(b)}
        for c, a, b in zip(centres, *shares, strict=True)
    ]


def _indices(data: Ranked, smaa: Acceptability) -> dict[str, Any]:
    ids = data.methods
    return {
        "rank_acceptability": {m: row.tolist() for m, row in zip(ids, smaa.ranks, strict=True)},
        "winning": {m: by_id(ids, row) for m, row in zip(ids, smaa.winning, strict=True)},
        "central_weights": {
            m: None if np.isnan(row).any() else by_id(data.metrics, row)
            for m, row in zip(ids, smaa.central, strict=True)
        },
        "first_draws": by_id(ids, smaa.first),
        "expected_rank": by_id(ids, smaa.expected),
        "expected_rank_se": by_id(ids, smaa.expected_se),
        "weightings": smaa.draws,
        "largest_se": smaa.largest_se,
    }


def local(view: View, data: Ranked) -> dict[str, Any]:
    """Stability near the current weights, and its curves over the radius. `reason` when the radius is out of reach."""
    reach, chosen = largest_radius(data.w), view.selection
    try:
        here = local_stability(data.utilities, data.w, chosen.radius, chosen.draws, chosen.rng)
    except NotEnoughData as error:
        found: dict[str, Any] = dict.fromkeys(("kappa", "p_leader_stays", "se", "mean_tau", "sd_tau"))
        found["reason"] = str(error)
    else:
        found = {
            "kappa": here.kappa,
            "p_leader_stays": here.leader_stays,
            "se": here.leader_se,
            "mean_tau": number(here.taus.mean),
            "sd_tau": number(here.taus.sd),
            "reason": "",
        }
    radii = np.linspace(0.0, min(1.5, reach), CURVE_POINTS + 1)[1:-1].tolist() if reach > 0.01 else []
    curve = local_curve(data.utilities, data.w, radii, min(CURVE_DRAWS, chosen.draws), chosen.rng)
    start = {"radius": 0.0, "p_leader_stays": 1.0, "se": 0.0, "mean_tau": 1.0}
    points: list[dict[str, float | None]] = [{**start}] if curve else []
    points += [
        {
            "radius": c.radius,
            "p_leader_stays": c.leader_stays,
            "se": c.leader_se,
            "mean_tau": number(c.taus.mean),
        }
        for c in curve
    ]
    return {
        "radius": chosen.radius,
        "largest_radius": reach,
        "draws": chosen.draws,
        **found,
        "curve": points,
        "curve_draws": min(CURVE_DRAWS, chosen.draws),
    }


def _empty(view: View) -> dict[str, Any]:
    names = ("rank_acceptability", "winning", "central_weights", "first_draws", "expected_rank", "expected_rank_se")
    nothing = dict.fromkeys(("kappa", "p_leader_stays", "se", "mean_tau", "sd_tau", "largest_radius"))
    return {
        **{n: {} for n in names},
        "weightings": 0,
        "largest_se": None,
        "local": {"radius": view.selection.radius, **nothing, "reason": "no method is ranked", "curve": []},
        "dethrone": dethrone(view),
    }


def _share(progress: Progress | None, start: float, end: float) -> Progress | None:
    """The progress of a part of the work, as a share of the whole."""
    if progress is None:
        return None
    return lambda done: progress(start + (end - start) * done)
