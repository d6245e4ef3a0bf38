"""The clusters of metrics: against the publication, SciPy, and limiting cases."""

import json
from functools import cache

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import squareform

from components.plain import to_plain
from components.resolved import Resolved
from components.selection import parse
from components.views.clusters.result.clusters import clusters
from tests.made import made_metric, made_tables
from tests.released import TABLES


@cache
def result_of(tables=TABLES, **query):
    chosen, problems = parse(query, tables)
    assert not problems
    result = clusters(Resolved(tables, chosen))
    json.dumps(to_plain(result), allow_nan=False)
    return result


def test_published_protocol_gives_the_published_partition():
    result = result_of(protocol="published")
    assert result.labels == {"FA": 1, "RA": 1, "MIA": 1, "AD": 2, "JS": 2}
    assert (result.k, result.silhouette_k, result.gap_k) == (2, 2, 2)
    (published,) = result.published
    assert published.rand == 1
    assert (published.p, published.p_min, published.arrangements) == (0.1, 0.1, 10)
    assert all(c.rand == (1.0,) for c in result.choices if c.protocol == "published")


def test_tie_aware_protocol_does_not():
    result = result_of()
    assert result.labels == {"FA": 1, "RA": 1, "MIA": 2, "AD": 1, "JS": 1}
    assert result.gap_k == 1
    assert result.published[0].rand == pytest.approx(-2 / 13)
    assert result.blocks_defined[0] == (3, 3, 3, 3, 3)
    assert result.blocks_defined[3][4] == result.blocks == 9


@pytest.mark.parametrize("protocol", ["tie-aware", "published"])
@pytest.mark.parametrize("method", ["average", "complete", "single", "ward"])
def test_tree_equals_scipy_on_the_distances(protocol, method):
    result = result_of(protocol=protocol, linkage=method)
    distance = squareform(np.sqrt(2 * (1 - np.array(result.tau))).round(12), checks=False)
    merges = linkage(distance, method)
    assert result.linkage == method
    assert [b.height for b in result.brackets] == pytest.approx(merges[:, 2])
    assert result.cophenetic == pytest.approx(cophenet(merges, distance)[0])
    theirs = fcluster(merges, result.k, "maxclust")
    ours = np.array([result.labels[m] for m in result.metrics])
    assert ((ours[:, None] == ours) == (theirs[:, None] == theirs)).all()


def test_first_metric_is_in_the_left_half():
    for protocol in ("tie-aware", "published"):
        result = result_of(protocol=protocol)
        assert result.order.index("FA") <= 2
        assert sorted(result.order) == sorted(result.metrics)


def test_resamples_of_three_benchmarks_are_all_ten():
    result = result_of()
    assert result.resampling.resamples == 10
    assert result.resampling.exact
    # FA and RA rank nothing without MMUBench, which a resample lacks with probability (2/3)³
    assert result.resampling.undefined == pytest.approx(8 / 27)
    assert result.resampling.unusable == pytest.approx(1 / 27)  # UnLOK-VQA alone leaves AD and JS
    pair = {(p.x, p.y): p for p in result.coassociation}
    assert len(pair) == 10
    assert pair["FA", "RA"].defined == pytest.approx(19 / 27)
    assert pair["AD", "JS"].defined == pytest.approx(26 / 27)


def test_number_of_clusters_can_be_asked_for():
    result = result_of(k="3")
    assert result.k == 3
    assert len(set(result.labels.values())) == 3
    assert result.silhouette == pytest.approx(result.by_k[2].silhouette)
    assert result.silhouette_k == 2
    assert result_of(k="1").silhouette is None
    every = result_of(k="5")
    assert every.silhouette == 0  # each alone in its cluster
    assert len(set(every.labels.values())) == 5


def test_more_clusters_than_metrics_is_told():
    result = result_of(panel="blip2_multimodal", protocol="published", k="5")
    assert result.k == 3
    assert "5 clusters were asked for, but only 3 metrics" in result.k_reason


def test_cifar_leaves_out_nothing_that_has_a_tau():
    result = result_of(panel="resnet_unimodal")
    assert result.benchmarks == ("cifar10",)
    assert result.resampling.resamples == 1
    assert result.resampling.reason
    assert set(result.metrics) | {u.metric for u in result.unclusterable} == {"FA", "RA", "MIA", "AD", "JS"}


def test_two_methods_leave_two_metrics_and_say_why():
    result = result_of(panel="blip2_multimodal")
    assert result.metrics == ("RA", "AD")
    assert result.tau[0][1] == -1
    assert result.k == 1
    assert result.silhouette_k is None
    assert result.coassociation == ()
    reasons = {u.metric: u.reason for u in result.unclusterable}
    assert "one value for all methods in every block where it was measured (1 of 1)" in reasons["FA"]
    assert reasons["MIA"] == reasons["JS"] == "not measured in these runs"
    assert result.published[0].n == 2
    assert result.published[0].left_out == ("FA", "MIA", "JS")


def test_ward_gives_way_where_the_distances_are_not_euclidean():
    # A and B, A and C, B and C are comparable on different benchmarks only, and contradict one another in a circle
    values = np.full((3, 1, 4, 3), 1.0)
    up, down = np.arange(4.0), np.arange(4.0)[::-1]
    values[0, 0, :, 0], values[0, 0, :, 1] = up, up
    values[1, 0, :, 1], values[1, 0, :, 2] = up, up
    values[2, 0, :, 0], values[2, 0, :, 2] = up, down
    tables = made_tables(values)
    result = result_of(tables, linkage="ward")
    assert result.linkage == "average"
    assert "smallest eigenvalue of the τ matrix is −1.000" in result.linkage_reason
    assert result.euclidean is False
    assert result.map
    assert result.map_reason
    assert ("tie-aware", "ward") not in {(c.protocol, c.linkage) for c in result.choices}
    assert ("published", "ward") in {(c.protocol, c.linkage) for c in result.choices}


def test_metric_without_a_common_block_is_named_with_the_reason():
    values = np.full((2, 1, 4, 4), 1.0)
    values[0, 0, :, :3] = np.random.default_rng(0).normal(size=(4, 3))
    values[1, 0, :, 3] = np.arange(4)
    result = result_of(made_tables(values))
    assert result.metrics == ("X1", "X2", "X3")
    (left,) = result.unclusterable
    assert left.metric == "X4"
    assert left.reason == "no τ with X1, X2 and X3: no block in which both rank the methods"


def test_metric_measured_for_one_method_ranks_nothing():
    values = np.random.default_rng(0).normal(size=(1, 1, 4, 3))
    values[0, 0, 1:, 2] = np.nan
    (left,) = result_of(made_tables(values)).unclusterable
    assert "one method at most" in left.reason


def test_missing_value_in_every_block_stops_the_published_protocol():
    values = np.random.default_rng(0).normal(size=(2, 1, 4, 3))
    values[:, 0, 1, 2] = np.nan
    (left,) = result_of(made_tables(values), protocol="published").unclusterable
    assert left.reason == "a value is missing in every block"
    assert result_of(made_tables(values)).unclusterable == ()


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
    result = result_of(tables)
    assert reason in result.reason
    assert (result.k, result.metrics, result.map) == (None, (), {})
    assert result.silhouette is result.gap_k is result.cophenetic is result.stress is None


def test_filters_that_exclude_one_another():
    shown = Resolved(TABLES, parse({"panel": "llava_multimodal"}, TABLES)[0])
    empty = Resolved(TABLES, type(shown.selection)(**{**vars(shown.selection), "benchmarks": ("cifar10",)}))
    result = clusters(empty)
    assert result.reason == "No run matches these filters."
    assert len(result.unclusterable) == 5


def test_all_values_tied_as_published_are_one_point():
    result = result_of(made_tables(np.ones((2, 2, 4, 3))), protocol="published")
    assert result.metrics == ("X1", "X2", "X3")
    assert set(result.map["X1"]) == {0.0}
    assert result.stress == 0
    assert result.gap_k is None
    assert result.gap_reason == "all metrics give the same order"
    assert result.tied_cut


def test_planted_blocks_are_found_by_both_statistics():
    rng = np.random.default_rng(3)
    base = rng.normal(size=(4, 1, 7, 2))
    values = base[..., [0, 1, 0, 1, 0, 1]] + 0.3 * rng.normal(size=(4, 2, 7, 6))
    result = result_of(made_tables(values, metrics=[made_metric(f"X{i}", "higher") for i in range(6)]))
    assert result.k == result.gap_k == 2
    assert list(result.labels.values()) == [1, 2, 1, 2, 1, 2]
    assert result.published == ()
    assert result.resampling.same > 0.9


def test_repeats_with_the_seed_of_the_selection():
    assert result_of(rng="7").by_k == result_of.__wrapped__(rng="7").by_k
    assert result_of(rng="7").by_k != result_of(rng="8").by_k
