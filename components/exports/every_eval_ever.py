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
from components.panels import whole_runs
from components.resolved import Resolved
from data.columns import SUITE_KEYS
from data.read.every_eval_ever import VERSION
from data.registry import Metric
from data.write import text_frames

_UNKNOWN = {"deployment_type": "unknown", "model_availability": "unknown"}
Row = Mapping[str, str]


def json_lines(view: Resolved) -> str:
    """Return the runs of a view as JSON Lines in ASCII: some readers end a line at U+2028 too."""
    return "".join(f"{json.dumps(record, ensure_ascii=True)}\n" for record in records(view))


def records(view: Resolved) -> Iterator[dict[str, Any]]:
    """A record for each method and seed of a view; references and originals are included: metrics
    aim at them."""
    suite, panel = view.tables.suite, view.selection.panel
    runs = _with_references(view)
    order = {m.id: i for i, m in enumerate(view.tables.methods)}
    runs = runs.sort_values("method", key=lambda ids: ids.astype(str).map(order), kind="stable")
    frames = {n: _rows(frame) for n, frame in text_frames(view.tables, *_WRITTEN).items()}
    rows = {name: {row["id"]: row for row in frame} for name, frame in frames.items()}
    metrics = [m for m in view.tables.metrics if runs[m.id].notna().any()]
    source = {f"suite.{key}": str(getattr(suite, key)) for key in SUITE_KEYS}
    for (method, seed), own in runs.groupby(["method", "seed"], sort=False, observed=True):
        about = rows["methods"][str(method)]
        details = _details("panel", rows["panels"][panel]) | _details("method", about)
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
                "name": about["name"],
                "id": f"{suite.id}/{method}",
                "additional_details": {**_UNKNOWN, "seed": str(seed), **details},
            },
            "evaluation_results": [
                _result(
                    m,
                    run[m.id],
                    rows["metrics"][m.id],
                    rows["benchmarks"][str(run["benchmark"])],
                    suite.id,
                )
                for run in own.to_dict("records")
                for m in metrics
                if pd.notna(run[m.id])
            ],
        }


def _rows(frame: pd.DataFrame) -> list[Row]:
    return [{str(k): str(v) for k, v in row.items()} for row in frame.to_dict("records")]


_WRITTEN = ("metrics", "methods", "benchmarks", "panels")


def _with_references(view: Resolved) -> pd.DataFrame:
    chosen, ranked = view.selected_runs, [m.id for m in view.tables.candidates]
    every = whole_runs(view.tables, view.selection.panel, view.selection.benchmarks)
    return every[every["run_id"].isin(chosen["run_id"]) | ~every["method"].isin(ranked)]


def _result(metric: Metric, value: float, about: Row, benchmark: Row, suite: str) -> dict[str, Any]:
    """One score with its metric and benchmark."""
    low, high = metric.lower_bound, metric.upper_bound
    unit = "proportion" if (low, high) == (0, 1) else "percent" if (low, high) == (0, 100) else ""
    url = benchmark.get("url", "")
    return {
        "evaluation_result_id": f"{benchmark['id']}/{metric.id}",
        "evaluation_name": f"{suite}.{benchmark['id']}",
        "source_data": {
            "dataset_name": benchmark["name"],
            **({"source_type": "url", "url": [url]} if url else {"source_type": "other"}),
            "additional_details": _details("benchmark", benchmark),
        },
        "metric_config": {
            "evaluation_description": metric.measures,
            "metric_id": metric.id,
            "metric_name": metric.name,
            "metric_kind": metric.family,
            **({"metric_unit": unit} if unit else {}),
            "lower_is_better": metric.direction == "lower",
            "score_type": "continuous",
            # on a log scale smaller values count as the lower bound and may be there
            "min_score": "-Infinity" if low is None else 0.0 if metric.scale == "log" else low,
            "max_score": "Infinity" if high is None else high,
            "additional_details": _details("metric", about),
        },
        "score_details": {"score": float(value)},
    }


def _details(table: str, row: Row) -> dict[str, str]:
    """A row as texts by table and column; what is empty is left out."""
    return {f"{table}.{column}": text for column, text in row.items() if text}


def _epoch(date: str) -> str:
    return f"{datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.UTC).timestamp():.0f}"
