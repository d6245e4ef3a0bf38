"""Do metrics tell models apart where the right answer is known? Tables of the report: controls, and
pools of models with and without the knowledge."""

from collections.abc import Mapping

from components.answers.record import Answer, Part, silent
from components.results import calibration, ground_truth
from components.results.calibration import Judged
from components.results.ground_truth import PoolArea
from components.stats.audits.recognition import Recognition
from components.table import Column, Table, count_column, flag_column, number_column, table
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
        number_column("auc", lambda separation: separation[2].auc, "AUC"),
        count_column("flagged", lambda separation: separation[2].flagged, "taken for an original"),
        count_column("absent", lambda separation: separation[2].absent, "retrained models"),
        count_column(
            "present", lambda separation: separation[2].present, "originals", place="screen"
        ),
        count_column("benchmarks", lambda separation: separation[2].benchmarks, place="screen"),
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
        number_column("auc", head="AUC"),
        number_column("low"),
        number_column("high"),
        flag_column("is_range", head="range, no interval", place="screen"),
        number_column("printed", head="printed AUC"),
        count_column("known", "models_known", "models that know", place="screen"),
        count_column("unknown", "models_unknown", "never knew", place="screen"),
        count_column("variants_known", head="variants that know", place="screen"),
        count_column("variants_unknown", head="variants that never knew", place="screen"),
        number_column("reference_value", "trained_without", "trained without", place="screen"),
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
