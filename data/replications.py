"""Values that studies report of a method and no suite holds: repeated runs, other hardware or
seeds.

Each file of `replications/` is one table of such values. What a suite prints is not repeated here,
but for a file with the id of a suite: it has the values of that suite by some metrics study by
study, and those replace the suite's by these metrics where sources are counted."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pandas as pd

from data.columns import (
    HIGHEST_SEED,
    SUPPORTS,
    TableSchema,
    choice_column,
    count_column,
    id_column,
    number_column,
    text_column,
    url_column,
)
from data.names import NAMES, names
from data.problems import Problem, Problems, SuiteProblems
from data.raw_files import read_bytes
from data.rules import check_alone

FOLDER = Path(__file__).parent / "replications"
COLUMNS = (
    id_column(
        "metric",
        "the metric, on whose scale the value is: an address of names/metrics.csv",
        refers="metrics",
    ),
    id_column("method", "the method: an address of names/methods.csv", refers="methods"),
    text_column("model", "the model that was unlearned, as panels.csv of the suites call it"),
    id_column("split", "what was forgotten, as benchmarks.csv of the suites call it"),
    count_column(
        "seed",
        "random seed, empty where none is named",
        required=False,
        low=0,
        high=HIGHEST_SEED,
    ),
    number_column("value", "the value"),
    text_column(
        "source", "the study, with the same text for all its values: a study is one source"
    ),
    text_column("setup", "how it was run: hardware, precision, what was changed"),
    choice_column(
        "support",
        "what supports the value (`support.csv` says what each word means)",
        choices=SUPPORTS,
    ),
    url_column("url", "its address"),
    text_column("note", "what must be known of it", required=False),
)
KEY = ("metric", "method", "model", "split", "source", "setup", "seed")


@cache
def replications() -> Mapping[str, pd.DataFrame]:
    """Return the values of each file by its stem; a seed is NaN if none is named. Raises
    SuiteProblems."""
    frame_of_file, problems = check_replications(FOLDER)
    if problems:
        raise SuiteProblems(problems, str(FOLDER))
    return frame_of_file


def check_replications(folder: Path) -> tuple[Mapping[str, pd.DataFrame], list[Problem]]:
    """Return the values of each file of a folder that can be read, and every problem."""
    problems = Problems()
    addresses: dict[str, tuple[str, ...]] = {}
    for names_kind in NAMES:
        addresses[names_kind] = tuple(
            dict.fromkeys(name.address for name in names(names_kind).rows)
        )
    frame_of_file: dict[str, pd.DataFrame] = {}
    contents = read_bytes(folder, problems)
    for file_name in contents:
        n_before = problems.count
        schema = TableSchema(file_name.removesuffix(".csv"), KEY, COLUMNS)
        checked_table = check_alone(schema, contents, addresses, problems)
        if checked_table is not None and problems.count == n_before:
            frame_of_file[schema.name] = pd.DataFrame(checked_table.columns)
    return frame_of_file, problems.all
