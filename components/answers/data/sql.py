"""Queries on the public tables: examples, and what a result says in words."""

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go

from components.format import UNDEFINED, counted, figure_text, shortened
from components.plotting.bars import bars
from components.plotting.marks import name_rows
from components.plotting.theme import Mode, palette
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
    "What was not measured": """
SELECT run.panel, metric.id AS metric, count(*) AS runs_without
FROM run JOIN metric USING (suite)
LEFT JOIN score ON score.suite = run.suite AND score.run_id = run.run_id AND score.metric_id = metric.id
WHERE score.value IS NULL
GROUP BY ALL ORDER BY runs_without DESC, panel, metric
""",
    "Spread over seeds": """
SELECT benchmark, method, round(stddev_pop(JS), 5) AS sd, count(*) AS seeds
FROM unified_unlearning.runs
WHERE panel = 'llava_multimodal'
GROUP BY ALL ORDER BY sd DESC
""",
    "What is printed, by source": """
SELECT "where", status, count(*) AS claims
FROM published
GROUP BY ALL ORDER BY claims DESC
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
"""The tables with their columns: first those of the suite, as on screen, then those that hold all suites."""


def result_frame(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> pd.DataFrame:
    """The result of a query; names that repeat get a number, numbers that only hold whole values stay whole."""
    names: list[str] = []
    for name in columns:
        new, n = name, 2
        while new in names:
            new, n = f"{name}_{n}", n + 1
        names.append(new)
    frame = pd.DataFrame([list(r) for r in rows], columns=names, dtype=object)
    for name in names:
        known = [v for v in frame[name] if v is not None]
        if known and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in known):
            whole = all(isinstance(v, int) for v in known)
            frame[name] = frame[name].astype("Int64" if whole else "float64")
        elif all(isinstance(v, str) for v in known):
            frame[name] = frame[name].astype("str") if len(known) == len(frame) else frame[name]
    return frame


def result_sentence(frame: pd.DataFrame, truncated: bool) -> str:
    """How much came back."""
    size = f"{counted(len(frame), 'row')} of {counted(len(frame.columns), 'column')}"
    if truncated:
        most = f"{LIMITS.rows:,} rows and {LIMITS.bytes:,} bytes".replace(",", "\N{NARROW NO-BREAK SPACE}")
        return f"The first {size}: a query gives back at most {most}."
    return f"{size}." if len(frame) else "No row matches."


def drawable(frame: pd.DataFrame) -> str | None:
    """The column of numbers for a simple chart: the last one with fractions, else the last one.

    None when there is no number to draw, or fewer than two or more than 60 rows.
    """
    numeric = [str(c) for c in frame.columns if pd.api.types.is_numeric_dtype(frame[c])]
    if not numeric or not 2 <= len(frame) <= 60:
        return None
    measured = [c for c in numeric if pd.api.types.is_float_dtype(frame[c])]
    return (measured or numeric)[-1]


def row_labels(frame: pd.DataFrame) -> list[str]:
    """A label for every row of a chart: all its text cells; the row number where there is no text."""
    texts = [c for c in frame.columns if not pd.api.types.is_numeric_dtype(frame[c])]
    rows = frame[texts].itertuples(index=False)
    labels = [" · ".join(UNDEFINED if pd.isna(v) else str(v) for v in row) for row in rows]
    return labels if texts else [f"row {i + 1}" for i in range(len(frame))]


def query_bars(labels: Sequence[str], values: Sequence[float | None], name: str, mode: Mode) -> go.Figure:
    """Bars under one another in the order of the rows; a row without a value keeps its place and has none."""
    fig, shown = go.Figure(), [figure_text(shortened(label, 80)) for label in labels]
    marker = {"color": palette(mode).accent}
    bars(fig, values, marker, data=shown, hover="%{customdata}: %{x:.6~g}", showlegend=False)
    fig.update_xaxes(title_text=figure_text(shortened(name, 60)), zeroline=True)
    return name_rows(fig, labels, most=34).update_layout(bargap=0.3, height=110 + 26 * len(labels))
