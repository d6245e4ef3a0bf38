"""The runs of a selection as records of Every Eval Ever 0.3.0: what `data.read.every_eval_ever`
reads.

A record is one method with one seed, its results every benchmark and metric that was measured.
Seeds, roles, targets and maps have no field there: the rows of the suite's tables are under
`additional_details`, column by column."""

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from components.exports.provenance import provenance
from components.panels import selected_runs, whole_runs
from components.resolved import Resolved
from data.columns import SUITE_KEYS
from data.read.every_eval_ever import VERSION
from data.registry import Metric
from data.write import text_frames

UNITS: Mapping[tuple[float | None, float | None], str] = {
    (0, 1): "proportion",
    (0, 100): "percent",
}
"""Units by the bounds of a metric."""
Details = Mapping[str, str]
"""A row of a table as texts by table and column, without empty ones."""


def json_lines(view: Resolved) -> str:
    """Return the runs of a view as JSON Lines in ASCII: some readers end a line at U+2028 too."""
    return "".join(f"{json.dumps(record, ensure_ascii=True)}\n" for record in records(view))


def records(view: Resolved) -> Iterator[dict[str, Any]]:
    """Yield a record for each method and seed of a view.

    References and originals are included: metrics aim at them.
    """
    suite = view.tables.suite
    panel = view.selection.panel
    method_values = _runs(view)
    details = {
        table_name: _details(table_name.removesuffix("s"), text_frame)
        for table_name, text_frame in text_frames(
            view.tables, "metrics", "methods", "benchmarks", "panels"
        ).items()
    }
    metrics = [metric for metric in view.tables.metrics if method_values[metric.id].notna().any()]
    source = {f"suite.{suite_key}": str(getattr(suite, suite_key)) for suite_key in SUITE_KEYS}
    for (method, seed), method_runs in method_values.groupby(
        ["method", "seed"], sort=False, observed=True
    ):
        method_details = details["methods"][str(method)]
        results = []
        for run_values in method_runs.to_dict("records"):
            benchmark = details["benchmarks"][run_values["benchmark"]]
            for metric in metrics:
                if pd.notna(run_values[metric.id]):
                    score_details = {"score": float(run_values[metric.id])}
                    results.append(
                        {
                            "evaluation_result_id": f"{run_values['benchmark']}/{metric.id}",
                            "evaluation_name": f"{suite.id}.{run_values['benchmark']}",
                            "source_data": _source_data(benchmark),
                            "metric_config": _config(metric, details["metrics"][metric.id]),
                            "score_details": score_details,
                        }
                    )
        yield {
            "schema_version": VERSION,
            "evaluation_id": f"{suite.id}/{panel}/{method}/{seed}/{view.tables.data_version}",
            "retrieved_timestamp": _epoch(suite.retrieved),
            "source_metadata": {
                "source_name": suite.title,
                "source_type": "documentation",
                "source_organization_name": suite.authors,
                "evaluator_relationship": "other",
                "additional_details": {**provenance(view), **source},
            },
            "eval_library": {"name": "unknown", "version": "unknown"},
            "model_info": {
                "name": method_details["method.name"],
                "id": f"{suite.id}/{method}",
                "additional_details": {
                    "deployment_type": "unknown",
                    "model_availability": "unknown",
                    "seed": str(seed),
                    **details["panels"][panel],
                    **method_details,
                },
            },
            "evaluation_results": results,
        }


def _runs(view: Resolved) -> pd.DataFrame:
    """Return the runs shown and those of unranked models, in the order of the methods."""
    ranked = [method.id for method in view.tables.candidates]
    panel_runs = whole_runs(view.tables, view.selection.panel, view.selection.benchmarks)
    is_shown = panel_runs["run_id"].isin(selected_runs(view.tables, view.selection)["run_id"])
    panel_runs = panel_runs[is_shown | ~panel_runs["method"].isin(ranked)]
    methods = [method.id for method in view.tables.methods]
    positions = panel_runs["method"].astype(str).map(methods.index)
    return panel_runs.loc[positions.sort_values(kind="stable").index]


def _details(table_name: str, frame: pd.DataFrame) -> dict[str, Details]:
    """Return the rows of a table by id."""
    details_of_id: dict[str, Details] = {}
    for table_row in frame.to_dict("records"):
        details = {
            f"{table_name}.{column}": str(cell_text)
            for column, cell_text in table_row.items()
            if cell_text
        }
        details_of_id[table_row["id"]] = details
    return details_of_id


def _source_data(benchmark: Details) -> dict[str, Any]:
    source: dict[str, Any] = {"dataset_name": benchmark["benchmark.name"], "source_type": "other"}
    if "benchmark.url" in benchmark:
        source |= {"source_type": "url", "url": [benchmark["benchmark.url"]]}
    return {**source, "additional_details": benchmark}


def _config(metric: Metric, details: Details) -> dict[str, Any]:
    config: dict[str, Any] = {
        "evaluation_description": metric.measures,
        "metric_id": metric.id,
        "metric_name": metric.name,
        "metric_kind": metric.family,
    }
    bounds = (metric.lower_bound, metric.upper_bound)
    if bounds in UNITS:
        config["metric_unit"] = UNITS[bounds]
    low = "-Infinity" if metric.lower_bound is None else metric.lower_bound
    if metric.scale == "log":
        low = 0.0  # smaller values count as the lower bound and may be there
    return {
        **config,
        "lower_is_better": metric.direction == "lower",
        "score_type": "continuous",
        "min_score": low,
        "max_score": "Infinity" if metric.upper_bound is None else metric.upper_bound,
        "additional_details": details,
    }


def _epoch(iso_date: str) -> str:
    midnight = datetime.datetime.fromisoformat(iso_date).replace(tzinfo=datetime.UTC)
    return f"{midnight.timestamp():.0f}"
