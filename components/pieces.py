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
from components.views.equivalence.result import equivalence, equivalence_summary
from components.views.inversion.result import inversion
from components.views.leaderboard.result import leaderboard, preset_table



RAW: Mapping[str, Callable[[Resolved], Any]] = {
    "summary": summary,
    "presets": preset_table,

    "agreement_pair": agreement_pair,
    "equivalence_prompts": equivalence,
    "stability_everywhere": weightings,
    "leaderboard": leaderboard,
    "agreement": agreement,

    "reproduction": reproduction,
    "calibration": calibration,
    "equivalence": equivalence_summary,
    "inversion": inversion,
}




def _typed(name: str, compute: Callable[[Resolved], Any]) -> Callable[[Resolved], Any]:
    def piece(resolved: Resolved) -> Any:
        return plain(compute(resolved))

    piece.__qualname__ = name
    shown = ("pair",) if name in DETAILS else ()
    return reads(weights=name not in WITHOUT_WEIGHTS, shown=shown)(piece)


PIECES = {name: _typed(name, compute) for name, compute in RAW.items()}
