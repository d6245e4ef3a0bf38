"""The tables of the first suite against figures printed elsewhere: the released ranking table, the paper."""

import math

import pandas as pd
import pytest

from data.folders import BUILT_IN
from data.load import load_suite
from tests.data.conftest import cases

SCORES = ["FA", "RA", "MIA", "AD", "JS"]


@pytest.fixture(scope="module")
def tables():
    return load_suite(BUILT_IN / "unified_unlearning")


def test_runs_per_panel(tables):
    assert tables.runs.groupby("panel", sort=False).size().to_dict() == {
        "llava_multimodal": 36,
        "resnet_unimodal": 12,
        "blip2_multimodal": 2,
    }
    assert tables.reference_panel.id == "llava_multimodal"
    assert [p.id for p in tables.panels if p.reference] == ["llava_multimodal"]


def test_rows_of_a_block_stand_in_the_order_that_breaks_ties(tables):
    order = ["gradient_ascent", "random_labels", "finetune_retain", "salun"]
    for (panel, _, _), block in tables.runs.groupby(["panel", "benchmark", "seed"], sort=False):
        expected = ["gradient_ascent", "finetune_retain"] if panel == "blip2_multimodal" else order
        assert list(block["method"]) == expected
    assert [m.id for m in tables.methods] == order
    assert list(tables.runs["run_id"]) == list(range(1, 51))
    assert list(pd.unique(tables.runs["seed"])) == [42, 123, 5508]


@pytest.mark.parametrize(("method", "means"), cases("ranking_table.csv").items())
def test_means_of_the_released_ranking_table(tables, method, means):
    """outputs/ranking_table.json prints the mean of each metric over the nine runs of a method."""
    runs = tables.runs[(tables.runs["panel"] == "llava_multimodal") & (tables.runs["method"] == method)]
    assert len(runs) == 9
    assert runs[SCORES].mean().to_list() == pytest.approx([*map(float, means)], rel=1e-14)


def test_single_values_to_the_last_digit(tables):
    runs = tables.runs.set_index(["panel", "benchmark", "method", "seed"])
    assert runs.loc[("llava_multimodal", "mmubench", "gradient_ascent", 123), "JS"] == 9.903051977744326e-05
    assert runs.loc[("llava_multimodal", "mllmu_bench", "salun", 5508), "oracle_distance"] == 0.36567102614138447
    assert runs.loc[("resnet_unimodal", "cifar10", "gradient_ascent", 5508), "AD"] == 7534450.4
    assert runs.loc[("resnet_unimodal", "cifar10", "salun", 5508), "JS"] == 0.6892247796058655
    assert runs.loc[("blip2_multimodal", "mmubench", "finetune_retain", 42), "RA"] == 0.63


def test_what_was_not_measured_is_missing(tables):
    missing = tables.runs.set_index("panel")[[*SCORES, "oracle_distance"]].isna().groupby("panel").sum()
    assert missing.loc["llava_multimodal"].to_list() == [0, 0, 0, 0, 0, 0]
    assert missing.loc["resnet_unimodal"].to_list() == [0, 0, 0, 0, 2, 12]
    assert missing.loc["blip2_multimodal"].to_list() == [0, 0, 2, 0, 2, 0]
    lost = tables.runs[(tables.runs["panel"] == "resnet_unimodal") & tables.runs["JS"].isna()]
    assert list(zip(lost["method"], lost["seed"], strict=True)) == [("gradient_ascent", 42), ("gradient_ascent", 5508)]


def test_metrics(tables):
    maps = {m.id: [(u.name, u.scale) for u in m.utilities] for m in tables.metrics}
    assert maps["AD"] == [("reciprocal", 1.0), ("exponential", 100.0)]
    assert maps["FA"] == maps["MIA"] == maps["JS"] == [("complement", 1.0)]
    assert maps["RA"] == [("identity", 1.0)]
    assert maps["oracle_distance"] == []
    by_id = {m.id: m for m in tables.metrics}
    assert by_id["JS"].upper_bound == math.log(2)
    assert by_id["AD"].upper_bound is None
    assert "ln 2" in by_id["JS"].measures
    assert "0.5" in by_id["MIA"].measures
    assert "no sign of privacy" in by_id["MIA"].measures


def test_published_claims(tables):
    published = tables.published.set_index("claim")
    assert len(published) == 40
    assert published["status"].value_counts().to_dict() == {"released": 34, "later_revision": 3, "superseded": 3}
    for claim, (text, decimals) in cases("printed_claims.csv").items():
        assert (published.loc[claim, "printed"], published.loc[claim, "decimals"]) == (text, int(decimals))
        assert published.loc[claim, "value"] == float(text)
    weights = published[published["statistic"] == "weight_published"]["value"]
    assert len(weights) == 5
    assert weights.sum() == pytest.approx(1, abs=1e-12)


def test_weights_of_the_later_revision(tables):
    weights = tables.extras["weights"]
    assert dict(zip(weights["metric"], weights["weight"], strict=True)) == {
        "FA": 0.0745,
        "RA": 0.1719,
        "MIA": 0.1781,
        "AD": 0.2727,
        "JS": 0.3028,
    }
    assert set(weights["transform"]) == {"exponential"}
    assert weights["weight"].sum() == pytest.approx(1, abs=1e-12)
    assert "chance" in weights["note"].iloc[0]


def test_recoverability_counts_and_published_partition(tables):
    table = tables.extras["recoverability"]
    counts = list(zip(table["method"], table["directly_suppressed"], table["any_evidence"], strict=True))
    assert counts == [("gradient_ascent", 6, 6), ("gradient_ascent", 6, 5), ("salun", 18, 18), ("", 24, 23)]
    assert table["mean_score"].iloc[0] == 0.833
    table = tables.extras["partitions"]
    assert dict(zip(table["metric"], table["cluster"], strict=True)) == {"FA": 1, "RA": 1, "MIA": 1, "AD": 2, "JS": 2}


def test_proportions_are_whole_numbers_of_samples(tables):
    """Every value that samples.csv calls a proportion of n is k/n for a whole k."""
    samples = tables.extras["samples"]
    assert len(samples) == 11
    for row in samples.itertuples():
        runs = tables.runs[(tables.runs["panel"] == row.panel) & (tables.runs["benchmark"] == row.benchmark)]
        counts = runs[row.metric].dropna() * row.n
        assert len(counts) >= 2
        assert (counts - counts.round()).abs().max() < 1e-9
    llava = samples[samples["panel"] == "llava_multimodal"].set_index(["benchmark", "metric"])["n"]
    assert llava["mmubench"].to_dict() == {"FA": 30, "RA": 50, "MIA": 30}
