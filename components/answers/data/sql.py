"""Queries on the public tables: examples, and what a result says in words."""

from collections.abc import Mapping, Sequence

import pandas as pd

from components.format import counted, thousands
from data.sandbox import LIMITS

EXAMPLES: Mapping[str, str] = {
    "All runs": """
SELECT * FROM runs
""",
    "Mean of each metric by method": """
SELECT method, metric_id AS metric, round(avg(value), 4) AS mean, count(*) AS runs
FROM run JOIN score USING (suite, run_id)
WHERE suite = 'unified_unlearning' AND panel = 'llava_multimodal'
GROUP BY ALL ORDER BY metric, mean
""",
    "Metrics with one value for all methods of a benchmark": """
SELECT panel, benchmark, metric_id AS metric, min(value) AS only_value, count(*) AS runs
FROM run JOIN score USING (suite, run_id)
GROUP BY suite, panel, benchmark, metric_id
HAVING min(value) = max(value)
ORDER BY ALL
""",
    "Spread over seeds": """
SELECT benchmark, method, round(stddev_pop(JS), 5) AS sd, count(*) AS seeds
FROM unified_unlearning.runs
WHERE panel = 'llava_multimodal'
GROUP BY ALL ORDER BY sd DESC
""",
}
"""Queries to start from, by what they answer."""
SCHEMA = """
SELECT
  table_name AS "table",
  CASE schema_name WHEN 'main' THEN 'all suites' ELSE schema_name END AS "of",
  string_agg(column_name || ' ' || lower(data_type), ', ' ORDER BY column_index) AS columns
FROM duckdb_columns()
WHERE NOT internal AND list_contains(current_schemas(false), schema_name)
GROUP BY table_name, schema_name ORDER BY schema_name = 'main', table_name
"""
"""The tables with their columns: first those of the suite, as on screen, then those that hold all
suites."""


def result_frame(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> pd.DataFrame:
    """Return the result of a query; names that repeat get a number, whole numbers stay whole."""
    column_names: list[str] = []
    for column in columns:
        column_name = column
        repetition = 1
        while column_name in column_names:
            repetition += 1
            column_name = f"{column}_{repetition}"
        column_names.append(column_name)
    frame = pd.DataFrame([list(row) for row in rows], columns=column_names, dtype=object)
    for column_name in column_names:
        values = [value for value in frame[column_name] if value is not None]
        value_types = {type(value) for value in values}
        if value_types == {int}:
            frame[column_name] = frame[column_name].astype("Int64")
        elif value_types and value_types <= {int, float}:
            frame[column_name] = frame[column_name].astype("float64")
        elif value_types <= {str} and len(values) == len(frame):
            frame[column_name] = frame[column_name].astype("str")
    return frame


def result_sentence(frame: pd.DataFrame, truncated: bool) -> str:
    """Return how much came back."""
    frame_size = f"{counted(len(frame), 'row')} of {counted(len(frame.columns), 'column')}"
    if truncated:
        bounds = f"{thousands(LIMITS.rows)} rows and {thousands(LIMITS.bytes)} bytes"
        return f"The first {frame_size}: a query gives back at most {bounds}."
    return f"{frame_size}." if len(frame) else "No row matches."
