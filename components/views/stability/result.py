"""How much of the ranking survives other weights: everywhere on the simplex, and near the current ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from components.errors import NotEnoughData
from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.audits.claims import claims
from components.stats.panel import Floats
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import preset_weights, presets
from components.stats.stability.acceptability import Acceptability, Progress, acceptability, uniform_weights
from components.stats.stability.nearby import largest_radius, local_curve, local_stability
from components.stats.stability.perturbation import (
    PUBLISHED_DRAWS,
    Taus,
    baseline_taus,
    global_taus,
    histogram,
    published_baseline,
    published_stability,
)
from components.views.leaderboard.dethrone import dethrone

CURVE_POINTS, CURVE_DRAWS = 16, 1_000
"""The curves over the radius: how many points, and weightings at each."""
NEAR_DRAWS = 50_000
"""At most so many weightings are drawn near the current ones, so that the slider answers at once."""
LEAST_RADIUS, MOST_RADIUS = 0.01, 1.5


NOBODY = "no method is ranked"
NOT_PUBLISHED = "the published rule needs a complete reference panel with an oracle distance, which this suite lacks"


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


def ranked(resolved: Resolved) -> Ranked:
    """The ranked methods of a view in order of their score, ties in row order."""
    rows = resolved.ranked[np.argsort(-resolved.scores[resolved.ranked], kind="stable")]
    return Ranked(
        tuple(resolved.panel.methods[i] for i in rows),
        tuple(resolved.panel.metric_ids[k] for k in resolved.in_play),
        resolved.utilities[rows][:, resolved.in_play],
        resolved.w[resolved.in_play],
    )


def stability(resolved: Resolved) -> dict[str, Any]:
    """Stability of the ranking over random weights, SMAA-2 indices, stability near the weights, and dethroning.

    Undefined numbers are None; `reason`, `tau_reason` and `local.reason` say why.
    """
    return {**everywhere(resolved), "local": {**near(resolved), **curve(resolved)}, "dethrone": dethrone(resolved)}


def everywhere(resolved: Resolved, progress: Progress | None = None) -> dict[str, Any]:
    """What random weights do to the ranking; it does not depend on the radius.

    Methods are in order of their score. `mean_tau`, `sd_tau`, `draws`, `baseline_tau` and `histogram` follow the
    protocol: the published figures (100 draws, whole reference panel, published weights, reciprocal map) or the
    current ranking under `draws` weightings; everything else, `own_baseline_tau` too, is tie-aware. `progress` is
    told the share of the work done.
    """
    data = ranked(resolved)
    found: dict[str, Any] = {"methods": list(data.methods), "metrics": list(data.metrics), "reason": ""}
    found |= _taus(resolved, data, _share(progress, 0.0, 0.4))
    if not data.methods:
        names = ("rank_acceptability", "winning", "central_weights", "first_draws", "expected_rank")
        nothing: dict[str, Any] = {n: {} for n in (*names, "expected_rank_se")}
        return found | nothing | {"reason": NOBODY, "weightings": 0, "largest_se": None}
    weightings = uniform_weights(resolved.selection.draws, len(data.metrics), resolved.selection.rng)
    smaa = acceptability(data.utilities, weightings, _share(progress, 0.4, 1.0))
    return found | _indices(data, smaa)


def _taus(resolved: Resolved, data: Ranked, progress: Progress | None) -> dict[str, Any]:
    own = taus = baseline = Taus(np.empty(0))
    published = resolved.selection.protocol == "published"
    if len(data.methods) > 1 and len(data.metrics) > 1:
        weightings = uniform_weights(resolved.selection.draws, len(data.metrics), resolved.selection.rng)
        own = baseline = baseline_taus(data.utilities, weightings, _share(progress, 0.0, 0.4))
        if not published:
            taus = global_taus(data.utilities, data.w, weightings, _share(progress, 0.4, 1.0))
    others: list[dict[str, Any]] = []
    if published:
        taus, baseline = _published(resolved)
        others = _other_draws(resolved) if taus.defined.size else []
    return {
        "protocol": resolved.selection.protocol,
        "mean_tau": number(taus.mean),
        "sd_tau": number(taus.sd),
        "se_tau": number(taus.se),
        "undefined": taus.undefined,
        "draws": PUBLISHED_DRAWS if resolved.selection.protocol == "published" else resolved.selection.draws,
        "baseline_tau": number(baseline.mean),
        "other_draws": others,
        "own_baseline_tau": number(own.mean),
        "baseline_sd": number(baseline.sd),
        "baseline_pairs": len(baseline.values),
        "histogram": [
            {"tau": b.tau, "width": b.width, "current": b.ours, "baseline": b.baseline}
            for b in histogram(taus, baseline)
        ],
        "tau_reason": "" if taus.defined.size else NOT_PUBLISHED if published else tau_reason(data),
    }


def _published(resolved: Resolved) -> tuple[Taus, Taus]:
    """The paper's figure, always on the whole reference panel; nothing when its weights cannot be derived."""
    utilities = _reference_utilities(resolved)
    if "published" not in {p.name for p in presets(resolved.tables)} or np.isnan(utilities).any():
        return Taus(np.empty(0)), Taus(np.empty(0))
    return published_stability(utilities, _published_weights(resolved)), published_baseline(
        utilities, resolved.selection.rng
    )


def _other_draws(resolved: Resolved) -> list[dict[str, Any]]:
    """The same rule with the other numbers of draws that figures in print name."""
    named = {
        int(c.subject[0].split()[0])
        for c in claims(resolved.tables)
        if c.statistic.startswith("stability_") and c.panel == resolved.tables.reference_panel.id
    }
    rows = []
    for draws in sorted(named - {PUBLISHED_DRAWS}):
        found = published_stability(_reference_utilities(resolved), _published_weights(resolved), draws)
        rows.append({"draws": draws, "mean_tau": number(found.mean), "sd_tau": number(found.sd)})
    return rows


def _reference_utilities(resolved: Resolved) -> Floats:
    return method_utilities(resolved.reference, "reciprocal", "score-of-means")


def _published_weights(resolved: Resolved) -> Floats:
    return preset_weights("published", resolved.tables, resolved.panel, resolved.reference)


def tau_reason(data: Ranked) -> str:
    """Why no τ between rankings is defined."""
    if len(data.methods) < 2:
        return "fewer than two methods are ranked"
    if len(data.metrics) < 2:
        return "there is one metric only: no weight can be moved"
    return "all methods are tied"


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


def near(resolved: Resolved) -> dict[str, Any]:
    """Stability at the chosen radius around the current weights; `reason` says why there is none."""
    data, chosen = ranked(resolved), resolved.selection
    draws = min(chosen.draws, NEAR_DRAWS)
    found: dict[str, Any] = {"radius": chosen.radius, "draws": draws, "largest_radius": None, "reason": NOBODY}
    found |= dict.fromkeys(("kappa", "p_leader_stays", "se", "mean_tau", "sd_tau"))
    if not data.methods:
        return found
    found["largest_radius"] = largest_radius(data.w)
    try:
        here = local_stability(data.utilities, data.w, chosen.radius, draws, chosen.rng)
    except NotEnoughData as error:
        return {**found, "reason": str(error)}
    return found | {
        "kappa": here.kappa,
        "p_leader_stays": here.leader_stays,
        "se": here.leader_se,
        "mean_tau": number(here.taus.mean),
        "sd_tau": number(here.taus.sd),
        "reason": "",
    }


def curve(resolved: Resolved) -> dict[str, Any]:
    """Stability over the radius, from no change to the largest in reach; empty when nothing can change."""
    data, draws = ranked(resolved), min(CURVE_DRAWS, resolved.selection.draws)
    reach = min(MOST_RADIUS, largest_radius(data.w)) if data.methods else 0.0
    radii = np.linspace(0.0, reach, CURVE_POINTS + 1)[1:-1].tolist() if reach > LEAST_RADIUS else []
    points = [
        {"radius": c.radius, "p_leader_stays": c.leader_stays, "se": c.leader_se, "mean_tau": number(c.taus.mean)}
        for c in (local_curve(data.utilities, data.w, radii, draws, resolved.selection.rng) if radii else ())
    ]
    start = {"radius": 0.0, "p_leader_stays": 1.0, "se": 0.0, "mean_tau": 1.0}
    return {"curve": [start, *points] if points else [], "curve_draws": draws}


def _share(progress: Progress | None, start: float, end: float) -> Progress | None:
    """The progress of a part of the work, as a share of the whole."""
    if progress is None:
        return None
    return lambda done: progress(start + (end - start) * done)
