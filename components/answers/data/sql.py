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
    names: list[str] = []
    for column in columns:
        name = column
        repetition = 1
        while name in names:
            repetition += 1
            name = f"{column}_{repetition}"
        names.append(name)
    frame = pd.DataFrame([list(row) for row in rows], columns=names, dtype=object)
    for name in names:
        values = [value for value in frame[name] if value is not None]
        types = {type(value) for value in values}
        if types == {int}:
            frame[name] = frame[name].astype("Int64")
        elif types and types <= {int, float}:
            frame[name] = frame[name].astype("float64")
        elif types <= {str} and len(values) == len(frame):
            frame[name] = frame[name].astype("str")
    return frame


def result_sentence(frame: pd.DataFrame, truncated: bool) -> str:
    """Return how much came back."""
    size = f"{counted(len(frame), 'row')} of {counted(len(frame.columns), 'column')}"
    if truncated:
        bounds = f"{thousands(LIMITS.rows)} rows and {thousands(LIMITS.bytes)} bytes"
        return f"The first {size}: a query gives back at most {bounds}."
    return f"{size}." if len(frame) else "No row matches."
