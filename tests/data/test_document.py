"""The lists of columns in data/README.md are those that the code describes."""

import re

from data.columns import TABLES
from data.document import README, documented


def test_every_list_is_current() -> None:
    text = README.read_text(encoding="utf-8")
    assert documented(text) == text, "run python -m data.document"
    lists = re.findall(r"<!-- columns of (\S+) -->", text)
    assert sorted(lists) == sorted([*TABLES, "suite.toml", "statistics", "names", "known_metrics", "replications"])
    for table in TABLES.values():
        assert f"### `{table.name}.csv` ({'required' if table.required else 'optional'})" in text


def test_a_list_that_is_not_current_is_written_anew() -> None:
    text = "before\n<!-- columns of samples -->\nof yesterday\n<!-- end -->\nafter\n"
    found = documented(text)
    assert found.startswith(
        "before\n<!-- columns of samples -->\n| column | holds | values |\n|---|---|---|\n| `panel` |"
    )
    assert found.endswith("|\n<!-- end -->\nafter\n")
    assert "yesterday" not in found
