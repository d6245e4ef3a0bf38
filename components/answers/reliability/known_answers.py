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
    rows: list[Separation] = []
    for judged in result.metrics:
        rows.append((judged.metric, "all benchmarks", judged.on_all))
        rows.append((judged.metric, "canaries", judged.on_canaries))
        for benchmark in judged.by_benchmark:
            rows.append((judged.metric, benchmark.benchmark, benchmark))
    return table(
        rows,
        Column("metric", lambda separation: separation[0], kind="metric"),
        Column("on", lambda separation: separation[1], kind="benchmark"),
        Column("auc", lambda separation: separation[2].auc, "AUC", kind="number"),
        Column(
            "flagged",
            lambda separation: separation[2].flagged,
            "taken for an original",
            kind="count",
        ),
        Column("absent", lambda separation: separation[2].absent, "retrained models", kind="count"),
        Column(
            "present",
            lambda separation: separation[2].present,
            "originals",
            kind="count",
            place="screen",
        ),
        Column(
            "benchmarks", lambda separation: separation[2].benchmarks, kind="count", place="screen"
        ),
    )


def facts(result: Judged) -> Mapping[str, object]:
    """Return which panels have controls, which benchmarks hold canaries, and why nothing is
    known."""
    return {"reason": result.reason, "panels": result.panels, "canaries": result.canaries}


def areas_table(rows: tuple[PoolArea, ...], labels: Labels) -> Table[PoolArea]:
    """Return one row per metric of the pools."""
    return table(
        rows,
        Column("metric", place="file"),
        Column("label", head="metric"),
        Column("name", place="screen"),
        Column("auc", head="AUC", kind="number"),
        Column("low", kind="number"),
        Column("high", kind="number"),
        Column("is_range", head="range, no interval", kind="flag", place="screen"),
        Column("printed", head="printed AUC", kind="number"),
        Column("known", "models_known", "models that know", kind="count", place="screen"),
        Column("unknown", "models_unknown", "never knew", kind="count", place="screen"),
        Column("variants_known", head="variants that know", kind="count", place="screen"),
        Column("variants_unknown", head="variants that never knew", kind="count", place="screen"),
        Column(
            "reference_value", "trained_without", "trained without", kind="number", place="screen"
        ),
    )


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
