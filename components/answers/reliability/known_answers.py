"""Do metrics tell models apart where the right answer is known? Tables of the report: controls, and
pools of models with and without the knowledge."""

from collections.abc import Mapping

from components.answers.record import Answer, Part, silent
from components.results import calibration, ground_truth
from components.results.calibration import Judged
from components.results.ground_truth import PoolArea
from components.stats.audits.recognition import Recognition
from components.table import Column, Table, table
from components.words import Labels

Separation = tuple[str, str, Recognition]
"""A metric, the benchmarks that it is judged on, and how it separates the controls."""


def separation_table(result: Judged, labels: Labels) -> Table[Separation]:
    """Return one row per metric and benchmark, and one for all and for the canaries together."""
    column = Column[Separation]
    columns = (
        column("metric", lambda separation: separation[0], kind="metric", place="print"),
        column("on", lambda separation: separation[1], kind="benchmark", place="print"),
        column("auc", lambda separation: separation[2].auc, "AUC", kind="number", place="print"),
        column(
            "flagged",
            lambda separation: separation[2].flagged,
            "taken for an original",
            kind="count",
            place="print",
        ),
        column(
            "absent",
            lambda separation: separation[2].absent,
            "retrained models",
            kind="count",
            place="print",
        ),
        column("present", lambda separation: separation[2].present, "originals", kind="count"),
        column("benchmarks", lambda separation: separation[2].benchmarks, kind="count"),
    )
    rows: list[Separation] = []
    for judged in result.metrics:
        rows.append((judged.metric, "all benchmarks", judged.on_all))
        rows.append((judged.metric, "canaries", judged.on_canaries))
        for benchmark in judged.by_benchmark:
            rows.append((judged.metric, benchmark.benchmark, benchmark))
    return table(columns, rows)


def facts(result: Judged) -> Mapping[str, object]:
    """Return which panels have controls, which benchmarks hold canaries, and why nothing is
    known."""
    return {"reason": result.reason, "panels": result.panels, "canaries": result.canaries}


def areas_table(rows: tuple[PoolArea, ...], labels: Labels) -> Table[PoolArea]:
    """Return one row per metric of the pools."""
    column = Column[PoolArea]
    columns = (
        column("metric", lambda metric_area: metric_area.metric, place="file"),
        column("label", lambda metric_area: metric_area.label, "metric", place="print"),
        column("name", lambda metric_area: metric_area.name),
        column("auc", lambda metric_area: metric_area.auc, "AUC", kind="number", place="print"),
        column("low", lambda metric_area: metric_area.low, kind="number", place="print"),
        column("high", lambda metric_area: metric_area.high, kind="number", place="print"),
        column(
            "is_range", lambda metric_area: metric_area.is_range, "range, no interval", kind="flag"
        ),
        column(
            "printed",
            lambda metric_area: metric_area.printed,
            "printed AUC",
            kind="number",
            place="print",
        ),
        column(
            "known", lambda metric_area: metric_area.models_known, "models that know", kind="count"
        ),
        column(
            "unknown", lambda metric_area: metric_area.models_unknown, "never knew", kind="count"
        ),
        column(
            "variants_known",
            lambda metric_area: metric_area.variants_known,
            "variants that know",
            kind="count",
        ),
        column(
            "variants_unknown",
            lambda metric_area: metric_area.variants_unknown,
            "variants that never knew",
            kind="count",
        ),
        column(
            "reference_value",
            lambda metric_area: metric_area.trained_without,
            "trained without",
            kind="number",
        ),
    )
    return table(columns, rows)


CONTROLS = Answer(
    "controls",
    calibration.compute,
    silent,
    Part(
        "separation", "AUC of each metric between original and retrained models", separation_table
    ),
    facts=facts,
    key="calibration",
)
AREAS = Answer(
    "ground_truth",
    ground_truth.compute,
    silent,
    Part(
        "ground_truth",
        "AUC of each metric between models that know and models that never did",
        areas_table,
    ),
    key="ground_truth",
)
