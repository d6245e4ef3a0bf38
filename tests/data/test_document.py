"""The lists of columns in data/README.md are those that the code describes."""

import re

from data.columns import TABLES
from data.document import README, documented
from data.suite_rules import MAX_BLOCKS, MAX_RANKED
from tests.conftest import ROOT


def test_every_list_is_current():
    text = README.read_text(encoding="utf-8")
    assert documented(text) == text, "run python -m data.document"
    lists = re.findall(r"<!-- columns of (\S+) -->", text)
    assert sorted(lists) == sorted(
        [
            *TABLES,
            *("suite.toml", "statistics", "names", "known_metrics", "replications"),
            *("thresholds", "openings"),
        ]
    )
    for table in TABLES.values():
        assert f"### `{table.name}.csv` ({'required' if table.required else 'optional'})" in text


def test_the_bounds_told_to_who_adds_data_and_to_who_hosts_are_those_checked():
    runs, methods, metrics = (
        f"{TABLES[t].max_rows:,}".replace(",", " ") for t in ("runs", "methods", "metrics")
    )
    for file in (README, ROOT / ".github" / "HOSTING.md"):
        told = " ".join(file.read_text(encoding="utf-8").split())
        assert f"A suite has at most {runs} runs, {methods} methods" in told
        for bound in (
            f"{metrics} metrics",
            f"{MAX_RANKED} ",
            f"{MAX_BLOCKS} blocks (a benchmark and a seed)",
        ):
            assert bound in told.partition("A suite has at most ")[2][:260]


def test_a_list_that_is_not_current_is_written_anew():
    text = "before\n<!-- columns of samples -->\nof yesterday\n<!-- end -->\nafter\n"
    renewed = documented(text)
    assert renewed.startswith(
        "before\n<!-- columns of samples -->\n| column | holds | values |\n|---|---|---|\n|"
        " `panel` |"
    )
    assert renewed.endswith("|\n<!-- end -->\nafter\n")
    assert "yesterday" not in renewed
