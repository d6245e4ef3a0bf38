"""Temporary: results by name, until every page passes functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from components.plain import plain
from components.resolved import Resolved, reads
from components.summary import summary
from components.views.agreement.pair import agreement_pair
from components.views.agreement.result import agreement
from components.views.calibration.result import calibration
from components.views.clusters.result import clusters
from components.views.equivalence.result import equivalence, equivalence_summary
from components.views.inversion.result import inversion, inversion_summary
from components.views.leaderboard.result import leaderboard, presets
from components.views.reliability.result import reliability
from components.views.reliability.weight_rules import weight_rules
from components.views.reproduction.result import recoverability, reproduction
from components.views.stability.open import map_of_weights, versus
from components.views.stability.pieces import other_choices, other_rules, seeds, who_can_lead
from components.views.stability.result import curve, everywhere, near, stability

RAW: Mapping[str, Callable[[Resolved], Any]] = {
    "summary": summary,
    "presets": presets,
    "weight_rules": weight_rules,
    "recoverability": recoverability,
    "agreement_pair": agreement_pair,
    "equivalence_prompts": equivalence,
    "stability_everywhere": everywhere,
    "stability_near": near,
    "stability_curve": curve,
    "stability_leaders": who_can_lead,
    "stability_choices": other_choices,
    "stability_seeds": seeds,
    "stability_rules": other_rules,
    "stability_versus": versus,
    "stability_map": map_of_weights,
    "inversion_images": inversion,
    "leaderboard": leaderboard,
    "agreement": agreement,
    "clusters": clusters,
    "reliability": reliability,
    "stability": stability,
    "reproduction": reproduction,
    "calibration": calibration,
    "equivalence": equivalence_summary,
    "inversion": inversion_summary,
}
DETAILS = frozenset({"agreement_pair", "stability_versus", "stability_map"})
WITHOUT_WEIGHTS = frozenset(
    {"presets", "agreement", "agreement_pair", "clusters", "reliability", "reproduction", "recoverability"}
)


def _typed(name: str, compute: Callable[[Resolved], Any]) -> Callable[[Resolved], Any]:
    def piece(resolved: Resolved) -> Any:
        return plain(compute(resolved))

    piece.__qualname__ = name
    shown = ("pair", "versus", "corners") if name in DETAILS else ()
    return reads(weights=name not in WITHOUT_WEIGHTS, shown=shown)(piece)


PIECES = {name: _typed(name, compute) for name, compute in RAW.items()}
