"""What a table is proposed to become: methods of the suite and panel it matches best, or a suite of its own."""

from __future__ import annotations

from collections.abc import Sequence

from components.intake.files import Sheet
from components.intake.target import Target
from components.intake.uses import METRIC_USES, Use, propose_uses
from data.registry import Tables


def best_aim(sheet: Sheet, suites: Sequence[Tables]) -> tuple[str, str, tuple[Use, ...]] | None:
    """The ids of the suite and panel that match best, and the uses of the columns there; None when none matches.

    A suite matches when the table holds half of its metrics or more and it knows half of the table's, or when it knows
    every metric and benchmark of the table. The best has most metrics of the table, then most of its benchmarks, then
    is listed first.
    """
    best: tuple[str, str, tuple[Use, ...]] | None = None
    top = (0, 0)
    for suite in suites:
        uses = propose_uses(sheet.header, sheet.rows, suite.metrics)
        metrics = [u.metric for u in uses if u.use in METRIC_USES]
        known = set(metrics) - {""}
        scores = known & {m.id for m in suite.scores}
        benchmarks = _meant(sheet, uses, suite, "benchmark")
        places = benchmarks - {""}
        whole = bool(scores and places) and "" not in metrics and "" not in benchmarks
        half = 2 * len(scores) >= len(suite.scores) and 2 * len(known) >= len(metrics)
        if (whole or half) and (len(known), len(places)) > top:
            top = (len(known), len(places))
            best = (suite.suite.id, _panel(sheet, uses, suite, places), uses)
    return best


def _panel(sheet: Sheet, uses: Sequence[Use], suite: Tables, benchmarks: set[str]) -> str:
    """The panel with most of the benchmarks, then one that the table names, then the reference panel."""
    named = _meant(sheet, uses, suite, "panel")

    def match(panel: str) -> tuple[int, bool, bool]:
        here = benchmarks & set(Target(suite, panel).benchmarks())
        return len(here), panel in named, panel == suite.reference_panel.id

    return max((p.id for p in suite.panels), key=match)


def _meant(sheet: Sheet, uses: Sequence[Use], suite: Tables, use: str) -> set[str]:
    """The benchmarks or panels of the suite that the table names, and "" when it also names others."""
    at = next((i for i, u in enumerate(uses) if u.use == use), None)
    texts = {row[at] for row in sheet.rows} - {""} if at is not None else set()
    return set(Target(suite).meant(use, texts).values())
