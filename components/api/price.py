"""What an answer will cost, told before it is computed: from the draws, methods, runs and metrics it asks for.

Measured on one core of 2026 in all suites; half or twice as much is no surprise, and an answer that turns out dear is
moved among the dear ones (`work`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from components.resolved import Resolved
from components.selection import FEWEST_DRAWS
from components.views.record import Numbers

_OVERHEAD = 6
"""Methods that the handling of one draw costs as much as."""


@dataclass(frozen=True)
class Price:
    """Seconds of one processor: `fixed` ones, and `per_draw` for each of the `draws` asked for."""

    fixed: float
    per_draw: float
    draws: int

    @property
    def seconds(self) -> float:
        """What the answer costs in all."""
        return self.fixed + self.per_draw * self.draws

    def most_draws(self, seconds: float) -> int | None:
        """The most draws that end in this time, in whole hundreds; None where the draws are not what is too dear."""
        if self.seconds <= seconds:
            return None
        most = int((seconds - self.fixed) / self.per_draw) // 100 * 100 if self.per_draw else 0
        return most if most >= FEWEST_DRAWS else None


def price(resolved: Resolved, parts: Iterable[Numbers]) -> Price:
    """The price of these parts of the report of one selection."""
    runs, metrics = resolved.selected_runs, len(resolved.tables.metrics)
    asked = list(parts)
    return Price(
        fixed=sum(p.per_value for p in asked) * len(runs) * metrics,
        per_draw=sum(p.per_draw for p in asked) * (runs["method"].nunique() + _OVERHEAD),
        draws=resolved.selection.draws,
    )
