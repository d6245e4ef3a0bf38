"""The clusters part: against the publication, SciPy, and limiting cases."""

import json

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import squareform

from components.plain import plain
from components.resolved import Resolved
from components.selection import parse
from components.views.clusters import tables as clusters_tables
from components.views.clusters import words as clusters_words
from components.views.clusters.result import clusters
from tests.made import made_metric, made_tables
from tests.released import TABLES

KEYS = {"k", "labels", "order", "silhouette", "gap_k", "cophenetic", "stress", "coassociation", "unclusterable"}


def resolved(tables=TABLES, **query):
    chosen, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, chosen)


def part(tables=TABLES, **query):
    found = clusters(resolved(tables, **query))
    assert set(found) >= KEYS
    json.dumps(plain(found), allow_nan=False)
    return found


def said(tables=TABLES, **query):
    shown = resolved(tables, **query)
    return " ".join(clusters_words.sentences(shown, clusters(shown)))


def test_published_protocol_gives_the_published_partition():
    found = part(protocol="published")
    assert found["labels"] == {"FA": 1, "RA": 1, "MIA": 1, "AD": 2, "JS": 2}
    assert (found["k"], found["silhouette_k"], found["gap_k"]) == (2, 2, 2)
    (published,) = found["published"]
    assert published["rand"] == 1
    assert (published["p"], published["p_min"], published["arrangements"]) == (0.1, 0.1, 10)
    assert all(c["rand"] == [1.0] for c in found["choices"] if c["protocol"] == "published")


def test_tie_aware_protocol_does_not():
    found = part()
    assert found["labels"] == {"FA": 1, "RA": 1, "MIA": 2, "AD": 1, "JS": 1}
    assert found["gap_k"] == 1
    assert found["published"][0]["rand"] == pytest.approx(-2 / 13)
    assert found["blocks_defined"][0] == [3, 3, 3, 3, 3]
    assert found["blocks_defined"][3][4] == found["blocks"] == 9


@pytest.mark.parametrize("protocol", ["tie-aware", "published"])
@pytest.mark.parametrize("method", ["average", "complete", "single", "ward"])
def test_tree_equals_scipy_on_the_distances(protocol, method):
    found = part(protocol=protocol, linkage=method)
    distance = squareform(np.sqrt(2 * (1 - np.array(found["tau"]))).round(12), checks=False)
    merges = linkage(distance, method)
    assert found["linkage"] == method
    assert [b["height"] for b in found["brackets"]] == pytest.approx(merges[:, 2])
    assert found["cophenetic"] == pytest.approx(cophenet(merges, distance)[0])
    theirs = fcluster(merges, found["k"], "maxclust")
    ours = np.array([found["labels"][m] for m in found["metrics"]])
    assert ((ours[:, None] == ours) == (theirs[:, None] == theirs)).all()


def test_first_metric_is_in_the_left_half():
    for protocol in ("tie-aware", "published"):
        found = part(protocol=protocol)
        assert found["order"].index("FA") <= 2
        assert sorted(found["order"]) == sorted(found["metrics"])


def test_resamples_of_three_benchmarks_are_all_ten():
    found = part()
    assert found["resampling"]["resamples"] == 10
    assert found["resampling"]["exact"]
    # FA and RA rank nothing without MMUBench, which a resample lacks with probability (2/3)³
    assert found["resampling"]["undefined"] == pytest.approx(8 / 27)
    assert found["resampling"]["unusable"] == pytest.approx(1 / 27)  # UnLOK-VQA alone leaves AD and JS
    pair = {(p["x"], p["y"]): p for p in found["coassociation"]}
    assert len(pair) == 10
    assert pair["FA", "RA"]["defined"] == pytest.approx(19 / 27)
    assert pair["AD", "JS"]["defined"] == pytest.approx(26 / 27)


def test_number_of_clusters_can_be_asked_for():
    found = part(k="3")
    assert found["k"] == 3
    assert len(set(found["labels"].values())) == 3
    assert found["silhouette"] == pytest.approx(found["by_k"][2]["silhouette"])
    assert found["silhouette_k"] == 2
    assert part(k="1")["silhouette"] is None
    every = part(k="5")
    assert every["silhouette"] == 0  # each alone in its cluster
    assert len(set(every["labels"].values())) == 5


def test_more_clusters_than_metrics_is_told():
    found = part(panel="blip2_multimodal", protocol="published", k="5")
    assert found["k"] == 3
    assert "5 clusters were asked for, but only 3 metrics" in found["k_reason"]


def test_cifar_leaves_out_nothing_that_has_a_tau():
    found = part(panel="resnet_unimodal")
    assert found["benchmarks"] == ["cifar10"]
    assert found["resampling"]["resamples"] == 1
    assert "every resample is the same" in found["resampling"]["reason"]
    assert set(found["metrics"]) | {u["metric"] for u in found["unclusterable"]} == {"FA", "RA", "MIA", "AD", "JS"}


def test_two_methods_leave_two_metrics_and_say_why():
    found = part(panel="blip2_multimodal")
    assert found["metrics"] == ["RA", "AD"]
    assert found["tau"][0][1] == -1
    assert found["k"] == 1
    assert found["silhouette_k"] is None
    assert found["coassociation"] == []
    reasons = {u["metric"]: u["reason"] for u in found["unclusterable"]}
    assert "one value for all methods in every block where it was measured (1 of 1)" in reasons["FA"]
    assert reasons["MIA"] == reasons["JS"] == "not measured in these runs"
    assert found["published"][0]["n"] == 2
    assert found["published"][0]["left_out"] == ["FA", "MIA", "JS"]


def test_ward_gives_way_where_the_distances_are_not_euclidean():
    # A and B, A and C, B and C are comparable on different benchmarks only, and contradict one another in a circle
    values = np.full((3, 1, 4, 3), 1.0)
    up, down = np.arange(4.0), np.arange(4.0)[::-1]
    values[0, 0, :, 0], values[0, 0, :, 1] = up, up
    values[1, 0, :, 1], values[1, 0, :, 2] = up, up
    values[2, 0, :, 0], values[2, 0, :, 2] = up, down
    tables = made_tables(values)
    found = part(tables, linkage="ward")
    assert found["linkage"] == "average"
    assert "smallest eigenvalue of the τ matrix is −1.000" in found["linkage_reason"]
    assert found["euclidean"] is False
    assert found["map"]
    assert found["map_reason"]
    assert ("tie-aware", "ward") not in {(c["protocol"], c["linkage"]) for c in found["choices"]}
    assert ("published", "ward") in {(c["protocol"], c["linkage"]) for c in found["choices"]}


def test_metric_without_a_common_block_is_named_with_the_reason():
    values = np.full((2, 1, 4, 4), 1.0)
    values[0, 0, :, :3] = np.random.default_rng(0).normal(size=(4, 3))
    values[1, 0, :, 3] = np.arange(4)
    found = part(made_tables(values))
    assert found["metrics"] == ["X1", "X2", "X3"]
    (left,) = found["unclusterable"]
    assert left["metric"] == "X4"
    assert left["reason"] == "no τ with X1, X2 and X3: no block in which both rank the methods"


def test_metric_measured_for_one_method_ranks_nothing():
    values = np.random.default_rng(0).normal(size=(1, 1, 4, 3))
    values[0, 0, 1:, 2] = np.nan
    (left,) = part(made_tables(values))["unclusterable"]
    assert "one method at most" in left["reason"]


def test_missing_value_in_every_block_stops_the_published_protocol():
    values = np.random.default_rng(0).normal(size=(2, 1, 4, 3))
    values[:, 0, 1, 2] = np.nan
    (left,) = part(made_tables(values), protocol="published")["unclusterable"]
    assert left["reason"] == "a value is missing in every block"
    assert part(made_tables(values))["unclusterable"] == []


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (np.zeros((0, 0, 0, 3)), "No run matches these filters."),
        (np.zeros((1, 1, 3, 1)), "The suite has one metric: clusters need at least two."),
        (np.ones((1, 1, 1, 3)), "One method is selected"),
        (np.ones((2, 2, 4, 3)), "No two metrics have a τ with each other"),
    ],
)
def test_nothing_to_cluster_is_said(values, reason):
    tables = made_tables(values)
    found = part(tables)
    assert reason in found["reason"]
    assert (found["k"], found["metrics"], found["map"]) == (None, [], {})
    assert found["silhouette"] is found["gap_k"] is found["cophenetic"] is found["stress"] is None
    assert reason in said(tables)


def test_filters_that_exclude_one_another():
    shown = Resolved(TABLES, parse({"panel": "llava_multimodal"}, TABLES)[0])
    empty = Resolved(TABLES, type(shown.selection)(**{**vars(shown.selection), "benchmarks": ("cifar10",)}))
    found = clusters(empty)
    assert found["reason"] == "No run matches these filters."
    assert len(found["unclusterable"]) == 5


def test_all_values_tied_as_published_are_one_point():
    found = part(made_tables(np.ones((2, 2, 4, 3))), protocol="published")
    assert found["metrics"] == ["X1", "X2", "X3"]
    assert set(found["map"]["X1"]) == {0.0}
    assert found["stress"] == 0
    assert found["gap_k"] is None
    assert found["gap_reason"] == "all metrics give the same order"
    assert found["tied_cut"]


def test_planted_blocks_are_found_by_both_statistics():
    rng = np.random.default_rng(3)
    base = rng.normal(size=(4, 1, 7, 2))
    values = base[..., [0, 1, 0, 1, 0, 1]] + 0.3 * rng.normal(size=(4, 2, 7, 6))
    found = part(made_tables(values, metrics=[made_metric(f"X{i}", "higher") for i in range(6)]))
    assert found["k"] == found["gap_k"] == 2
    assert list(found["labels"].values()) == [1, 2, 1, 2, 1, 2]
    assert found["published"] == []
    assert found["resampling"]["same"] > 0.9


def test_repeats_with_the_seed_of_the_selection():
    assert part(rng="7")["by_k"] == part(rng="7")["by_k"]
    assert part(rng="7")["by_k"] != part(rng="8")["by_k"]


def test_sentences_are_computed():
    tie_aware, published = said(), said(protocol="published")
    assert "Tie-aware: 2 clusters (chosen by silhouette, mean silhouette 0.183" in tie_aware
    assert "{FA, RA, AD, JS} | {MIA}" in tie_aware
    assert "The gap statistic picks one cluster" in tie_aware
    assert "This is not the published partition {FA, RA, MIA} | {AD, JS}" in tie_aware
    assert "This is the published partition {FA, RA, MIA} | {AD, JS}" in published
    assert "exact p 0.100, smallest in reach 0.100" in published
    assert "Counted tie-aware, the silhouette gives {FA, RA, AD, JS} | {MIA}" in published


def test_cautions_and_captions_of_small_panels():
    shown = resolved(panel="blip2_multimodal")
    found = clusters(shown)
    assert "only RA and AD (τ −1.000) can be compared; two metrics cannot be grouped" in said(panel="blip2_multimodal")
    assert any("no evidence" in c for c in clusters_words.cautions(shown, found))
    assert clusters_words.replaced(found) == []
    assert "Rand" not in said(panel="blip2_multimodal")
    assert "MIA (not measured in these runs)" in clusters_words.unclusterable_sentence(found)
    assert clusters_words.resampling_sentence(shown, found).startswith("No resampling: ")
    assert clusters_words.map_sentence(shown, found).endswith("It shows only RA and AD (τ −1.000).")


def test_draws_without_some_metrics_are_told_as_a_probability():
    words = clusters_words.resampling_sentence(resolved(), clusters(resolved()))
    assert "With probability 0.296 some metrics cannot be compared, with 0.037 too few can for a clustering." in words


def test_tree_in_words():
    shown = resolved()
    said = clusters_words.tree_sentence(shown, clusters(shown))
    assert said.startswith("RA and JS join first, at distance 0.816; the last join is at ")
    assert said.endswith("cophenetic correlation of 0.816.")
    two = resolved(panel="blip2_multimodal")
    assert clusters_words.tree_sentence(two, clusters(two)) == (
        "RA and AD join first, at distance 2.000; there is no other join."
    )
    same = resolved(made_tables(np.ones((2, 2, 4, 3))), protocol="published")
    assert "no cophenetic correlation" in clusters_words.tree_sentence(same, clusters(same))


def test_tables_hold_what_is_drawn():
    shown = resolved()
    found = clusters(shown)
    pairs = clusters_tables.matrix_table(shown, found)
    assert len(pairs) == 10
    assert pairs["τ"].iloc[0] == pytest.approx(found["tau"][0][1])
    assert pairs.loc[0, ["metric", "with", "blocks", "of"]].tolist() == ["FA", "RA", 3, 9]
    assert pairs["distance"].iloc[0] == pytest.approx(np.sqrt(2 * (1 - found["tau"][0][1])))
    assert clusters_tables.map_table(shown, found)["published cluster"].tolist() == [1, 1, 1, 2, 2]
    assert clusters_tables.number_table(shown, found)["k"].tolist() == [1, 2, 3, 4]
    assert len(clusters_tables.coassociation_table(shown, found)) == 10
    choices = clusters_tables.choices_table(shown, found)
    assert len(choices) == 8
    assert "Rand with Published clusters" in choices.columns


def test_tables_of_nothing_are_empty():
    shown = resolved(made_tables(np.ones((1, 1, 1, 3))))
    found = clusters(shown)
    for table in (clusters_tables.matrix_table, clusters_tables.map_table, clusters_tables.number_table):
        assert table(shown, found).empty
