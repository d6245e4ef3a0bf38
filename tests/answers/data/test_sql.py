"""Examples of queries, and results as frames and words."""

import pandas as pd
import pytest

from components.answers.data.sql import EXAMPLES, SCHEMA, result_frame, result_sentence
from data import sandbox


@pytest.mark.parametrize("question", EXAMPLES)
def test_every_example_is_answered(question: str) -> None:
    result = sandbox.run(EXAMPLES[question].strip(), suite="unified_unlearning")
    assert result.rows
    assert not result.truncated


def test_the_schema_names_every_table_of_the_database() -> None:
    rows = sandbox.run(SCHEMA, suite="unified_unlearning").rows
    tables = {(table, suite): columns for table, suite, columns in rows}
    of_suite, everywhere = (
        {table for table, suite in tables if suite == place}
        for place in ("unified_unlearning", "all suites")
    )
    assert {"runs", "metrics", "methods", "samples"} <= of_suite
    assert {"suite", "metric", "method", "benchmark", "panel"} <= everywhere
    assert {"run", "score", "published"} <= everywhere
    assert [r[1] for r in rows] == sorted(
        (r[1] for r in rows), key=lambda suite: suite == "all suites"
    )
    assert "value double" in tables["score", "all suites"]
    assert tables["runs", "unified_unlearning"].endswith("JS double, oracle_distance double")


def test_results_keep_kinds_and_names_and_are_counted() -> None:
    frame = result_frame(
        ("a", "a", "b", "c", "d"), [(1, 0.5, "x", None, True), (None, None, "y", "z", False)]
    )
    assert list(frame.columns) == ["a", "a_2", "b", "c", "d"]
    assert [str(t) for t in frame.dtypes] == ["Int64", "float64", "str", "object", "object"]
    assert result_frame(("n",), [(1,), (0.5,)])["n"].tolist() == [1.0, 0.5]
    assert result_frame(("n",), []).empty
    assert result_sentence(pd.DataFrame({"a": [1]}), False) == "1 row of 1 column."
    assert result_sentence(pd.DataFrame({"a": []}), False) == "No row matches."
    sentence = result_sentence(pd.DataFrame({"a": [1, 2]}), True)
    assert sentence.startswith("The first 2 rows of 1 column:")
    assert "1\u202f000 rows" in sentence
