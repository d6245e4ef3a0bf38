"""Values of further studies: what is there, and what is refused."""

import pandas as pd
import pytest

from data.columns import SUPPORTS
from data.folders import BUILT_IN
from data.replications import FOLDER, check_replications, replications


def test_npo_on_forget05_lies_where_its_source_puts_it():
    rows = replications()["npo"]
    rows = rows[(rows["metric"] == "forget_quality") & (rows["model"] == "Llama-2-7b-chat-hf")]
    by_setup = {
        s: rows_of_setup["value"].tolist()
        for s, rows_of_setup in rows[rows["split"] == "forget05"].groupby("setup")
    }
    assert sorted(round(v, 3) for v in by_setup["2xH100 ZeRO-3 (Aug 2026)"]) == [
        0.142,
        0.628,
        0.713,
        0.713,
        0.793,
    ]
    ada = by_setup["1xRTX6000Ada no DeepSpeed (Aug 2026)"]
    assert (min(ada), max(ada)) == pytest.approx((1.4e-12, 1.9e-9), rel=0.05)
    assert set(rows["support"]) == {"rerun"} < set(SUPPORTS)


def test_what_a_suite_prints_is_not_repeated():
    runs = pd.read_csv(BUILT_IN / "openunlearning" / "runs.csv").set_index(
        ["panel", "benchmark", "method"]
    )
    assert runs.loc[("tofu_llama2_7b", "forget05", "npo"), "forget_quality"] == 0.09
    assert not replications()["npo"]["source"].str.contains("repro.md", regex=False).any()


@pytest.mark.parametrize(
    ("column", "text", "expected"),
    [
        ("metric", "speed", "an id of metrics.csv: "),
        ("method", "nobody", "an id of methods.csv: "),
        ("value", "nan", "a number"),
        ("seed", "-1", "a whole number from 0 to 4294967295, or empty"),
        ("support", "sure", "computed, recomputed, rerun or printed"),
        ("url", "", "an address that begins with https:// or http://"),
        ("seed", "1", "it once (it stands in line 3)"),
    ],
)
def test_what_is_refused(tmp_path, column, text, expected):
    frame = pd.read_csv(FOLDER / "npo.csv", dtype=str, keep_default_na=False, nrows=6)
    frame = frame[frame["metric"] == "forget_quality"].reset_index(drop=True)
    frame.loc[0, column] = text
    frame.to_csv(tmp_path / "npo.csv", index=False)
    frames, (problem,) = check_replications(tmp_path)
    assert (frames, problem.line) == ({}, 3 if expected.startswith("it once") else 2)
    assert problem.expected.startswith(expected.replace("line 3", "line 2"))
