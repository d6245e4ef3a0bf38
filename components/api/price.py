"""What an answer will cost, told before it is computed: from the draws, methods, runs and metrics it asks for.

Measured on one core of 2026 in all suites; half or twice as much is no surprise, and an answer that turns out dear is
moved among the dear ones (`work`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from components.selection import FEWEST_DRAWS, Selection, panel_tables
from components.views.record import Numbers
from data.registry import Tables

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


def price(tables: Tables, selection: Selection, parts: Iterable[Numbers]) -> Price:
    """The price of these parts of the report of one selection; its runs are estimated from the filters."""
    asked, panel = list(parts), panel_tables(tables, selection.panel)
    of_methods = _share(selection.methods, len(panel.methods))
    seeds = panel.runs["seed"].nunique()
    of_runs = _share(selection.benchmarks, len(panel.benchmarks)) * _share(selection.seeds, seeds)
    return Price(
        fixed=sum(p.per_value for p in asked) * len(panel.runs) * of_methods * of_runs * len(tables.metrics),
        per_draw=sum(p.per_draw for p in asked) * (len(panel.methods) * of_methods + _OVERHEAD),
        draws=selection.draws,
    )


def _share(chosen: Sequence[object], of: int) -> float:
    return min(1.0, len(chosen) / of) if chosen and of else 1.0
