"""The tables of the first suite against the released ranking table and its paper."""

import pandas as pd
import pytest

from data.folders import BUILT_IN
from data.load import load_suite
from tests.cases import cases

SCORES = ["FA", "RA", "MIA", "AD", "JS"]


@pytest.fixture(scope="module")
def tables():
    return load_suite(BUILT_IN / "unified_unlearning")


def test_rows_of_a_block_stand_in_the_order_that_breaks_ties(tables):
    order = ["gradient_ascent", "random_labels", "finetune_retain", "salun"]
    for (panel, _, _), block in tables.runs.groupby(["panel", "benchmark", "seed"], sort=False):
        expected = ["gradient_ascent", "finetune_retain"] if panel == "blip2_multimodal" else order
        assert list(block["method"]) == expected
    assert [m.id for m in tables.methods] == order
    assert list(tables.runs["run_id"]) == list(range(1, 51))
    assert list(pd.unique(tables.runs["seed"])) == [42, 123, 5508]


@pytest.mark.parametrize(("method", "means"), cases("data/ranking_table.csv").items())
def test_means_of_the_released_ranking_table(tables, method, means):
    """outputs/ranking_table.json prints the mean of each metric over the nine runs of a method."""
    runs = tables.runs[
        (tables.runs["panel"] == "llava_multimodal") & (tables.runs["method"] == method)
    ]
    assert len(runs) == 9
    assert runs[SCORES].mean().to_list() == pytest.approx([*map(float, means)], rel=1e-14)


def test_single_values_to_the_last_digit(tables):
    runs = tables.runs.set_index(["panel", "benchmark", "method", "seed"])
    assert (
        runs.loc[("llava_multimodal", "mmubench", "gradient_ascent", 123), "JS"]
        == 9.903051977744326e-05
    )
    assert (
        runs.loc[("llava_multimodal", "mllmu_bench", "salun", 5508), "oracle_distance"]
        == 0.36567102614138447
    )
    assert runs.loc[("resnet_unimodal", "cifar10", "gradient_ascent", 5508), "AD"] == 7534450.4
    assert runs.loc[("resnet_unimodal", "cifar10", "salun", 5508), "JS"] == 0.6892247796058655
    assert runs.loc[("blip2_multimodal", "mmubench", "finetune_retain", 42), "RA"] == 0.63


def test_published_claims(tables):
    published = tables.published.set_index("claim")
    assert len(published) == 40
    assert published["status"].value_counts().to_dict() == {
        "released": 34,
        "later_revision": 3,
        "superseded": 3,
    }
    for claim, (text, decimals) in cases("data/printed_claims.csv").items():
        assert (published.loc[claim, "printed"], published.loc[claim, "decimals"]) == (
            text,
            int(decimals),
        )
        assert published.loc[claim, "value"] == float(text)
    weights = published[published["statistic"] == "weight_published"]["value"]
    assert len(weights) == 5
    assert weights.sum() == pytest.approx(1, abs=1e-12)


def test_proportions_are_whole_numbers_of_samples(tables):
    """Every value that samples.csv calls a proportion of n is k/n for a whole k."""
    samples = tables.extras["samples"]
    assert len(samples) == 11
    for row in samples.itertuples():
        runs = tables.runs[
            (tables.runs["panel"] == row.panel) & (tables.runs["benchmark"] == row.benchmark)
        ]
        counts = runs[row.metric].dropna() * row.n
        assert len(counts) >= 2
        assert (counts - counts.round()).abs().max() < 1e-9
    llava = samples[samples["panel"] == "llava_multimodal"].set_index(["benchmark", "metric"])["n"]
    assert llava["mmubench"].to_dict() == {"FA": 30, "RA": 50, "MIA": 30}
