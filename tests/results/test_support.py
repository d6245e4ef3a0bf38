"""What supports a row (METHODS 21): what is stated first, then what others ran again, and always
that of its weakest cell."""

from dataclasses import replace

import pandas as pd
import pytest

from components.answers.leaderboard.methods import METHODS
from components.results.support import PRINTED, Supported, support_of_rows
from data.registry import Tables
from tests.answered import board, view_of
from tests.beside import beside
from tests.made import small
from tests.released import built_in

OPEN = built_in("openunlearning")


def of(tables: Tables, **query: str) -> dict[str, Supported]:
    return dict(support_of_rows(view_of(tables, **query)))


def test_npo_was_run_again_by_one_study_with_the_range_that_it_reports() -> None:
    supports = of(OPEN, weights="forget_quality:1", benchmarks="forget05")
    assert supports["npo"].words == "run again by others (1 study)"
    assert (supports["npo"].low, supports["npo"].high) == pytest.approx(
        (1.4275699621532978e-12, 0.7933622419382523)
    )
    assert supports["rmu"] == PRINTED
    row = board(view_of(OPEN, weights="forget_quality:1", benchmarks="forget05"))["npo"]
    assert (row["support"], row["support_studies"]) == ("rerun", 1)
    columns = METHODS.table(
        view_of(OPEN, weights="forget_quality:1", benchmarks="forget05"), "leaderboard"
    ).columns
    assert "supported" in [c.id for c in columns], "rows differ"


def test_a_row_has_the_support_of_its_least_supported_weighted_cell() -> None:
    support = pd.DataFrame(**beside(__file__)).astype({"low": float, "high": float})
    tables = replace(small(), extras={"support": support})
    supports = of(tables, weights="X1:1,X2:1")
    assert supports["m1"].kind == "recomputed", "on b2 and b3 it was computed"
    assert supports["m2"] == Supported("rerun", 2, 0.1, 0.9, "two studies")
    assert supports["m3"].kind == "printed"
    assert of(tables, weights="X1:1", benchmarks="b2")["m1"].kind == "computed"
    assert of(replace(tables, suite=replace(tables.suite, private=True))) == {}


def test_calibration_was_computed_here_and_seeds_of_others_are_printed() -> None:
    assert {s.kind for s in of(built_in("calibration")).values()} == {"computed"}
    assert {s.kind for s in of(built_in("muse_seeds")).values()} == {"printed"}
