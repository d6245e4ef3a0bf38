"""The clusters of metrics: against the publication, SciPy, and limiting cases."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import squareform

from components.answers.clusters import choices, grouping, number, plane, resampled, tree
from components.pages import CLUSTERS
from components.resolved import Resolved
from tests.answered import content, view_of
from tests.made import made_tables
from tests.released import TABLES, built_in

SMALL = made_tables(np.random.default_rng(0).random((1, 1, 6, 5)))
"""Five metrics in one block."""


def found(tables=TABLES, **query):
    return content(CLUSTERS, tables, **query)


def result_of(tables=TABLES, **query):
    return view_of(tables, **query).of(grouping.compute)


def said(tables=TABLES, **query):
    answer = grouping.say(result_of(tables, **query), view_of(tables, **query).labels)
    return " ".join(s for s in (*answer.lines, *answer.notes, *answer.notices) if s)


def test_published_protocol_gives_the_published_partition():
    result = found(protocol="published")
    assert result["labels"] == {"FA": 1, "RA": 1, "MIA": 1, "AD": 2, "JS": 2}
    assert (result["k"], result["silhouette_k"], result["gap_k"]) == (2, 2, 2)
    same = result["published"][0]["same"]
    assert (same["rand"], same["p"], same["p_min"], same["arrangements"]) == (1, 0.1, 0.1, 10)
    assert all(c["rand"] == {"published": 1.0} for c in result["choices"] if c["protocol"] == "published")
    assert "This is the published partition {FA, RA, MIA} | {AD, JS}" in said(protocol="published")


def test_tie_aware_protocol_does_not():
    result = found()
    assert result["labels"] == {"FA": 1, "RA": 1, "MIA": 2, "AD": 1, "JS": 1}
    assert result["gap_k"] == 1
    assert result["published"][0]["same"]["rand"] == pytest.approx(-2 / 13)
    assert result["choices"][0]["rand"]["published"] == pytest.approx(-2 / 13)
    assert {p["blocks_defined"] for p in result["dendrogram"] if p["x"] == "FA"} == {3}
    assert result["blocks"] == 9
    assert [m["published_cluster"] for m in result["metrics"]] == [1, 1, 1, 2, 2]
    assert said().startswith(
        "The metrics form no firm groups; shown are 2 clusters: {FA, RA, AD, JS} | {MIA}. These groups are no better"
    )
    assert "exactly these clusters come back in 44 % of draws." in said()
    assert "some τ rest on 3 of 9 blocks, others on up to 9" in said()


@pytest.mark.parametrize(("protocol", "method"), [("tie-aware", "single"), ("published", "ward")])
def test_tree_equals_scipy_on_the_distances(protocol, method):
    result = found(SMALL, protocol=protocol, linkage=method)
    got = result_of(SMALL, protocol=protocol, linkage=method).got
    distance = squareform(np.sqrt(2 * (1 - got.tau)).round(12), checks=False)
    merges = linkage(distance, method)
    assert result["linkage"] == method
    assert [b["height"] for b in result["brackets"]] == pytest.approx(merges[:, 2])
    assert [p["distance"] for p in result["dendrogram"]] == pytest.approx(distance)
    assert result["cophenetic"] == pytest.approx(cophenet(merges, distance)[0])
    theirs = fcluster(merges, result["k"], "maxclust")
    ours = np.array([result["labels"][m] for m in got.metrics])
    assert ((ours[:, None] == ours) == (theirs[:, None] == theirs)).all()
    assert result["order"].index("X1") <= 2  # the first metric is in the left half


def test_number_of_clusters_can_be_asked_for():
    result = found(SMALL, k="3")
    assert (result["k"], len(set(result["labels"].values()))) == (3, 3)
    assert result["silhouette"] == pytest.approx(result["by_k"][2]["silhouette"])
    assert found(SMALL, k="1")["silhouette"] is None
    assert said(SMALL, k="1").startswith("X1, X2, X3, X4 and X5 are shown as one cluster.")
    every = found(SMALL, k="5")
    assert every["silhouette"] == 0  # each alone in its cluster
    assert len(set(every["labels"].values())) == 5
    fewer = found(panel="blip2_multimodal", protocol="published", k="5")
    assert (fewer["k"], fewer["k_reason"]) == (3, "5 clusters were asked for, but only 3 metrics can be clustered.")


def test_two_methods_leave_two_metrics_and_say_why():
    result = found(panel="blip2_multimodal")
    (pair,) = result["dendrogram"]
    assert (pair["x"], pair["y"], pair["tau"]) == ("RA", "AD", -1)
    assert (result["k"], result["silhouette_k"], result["coassociation"]) == (1, None, [])
    reasons = {u["metric"]: u["reason"] for u in result["unclusterable"]}
    assert "one value for all methods in every block where it was measured (1 of 1)" in reasons["FA"]
    assert reasons["MIA"] == reasons["JS"] == "not measured in these runs"
    (published,) = result["published"]
    assert (published["same"]["n"], published["left_out"]) == (2, ["FA", "MIA", "JS"])
    assert "Only RA and AD (τ −1.000) can be compared" in said(panel="blip2_multimodal")
    assert "every τ of a block is +1 or −1, which is no evidence" in said(panel="blip2_multimodal")


def test_ward_gives_way_where_the_distances_are_not_euclidean():
    # A and B, A and C, B and C are comparable on different benchmarks only, and contradict one another in a circle
    values = np.full((3, 1, 4, 3), 1.0)
    up, down = np.arange(4.0), np.arange(4.0)[::-1]
    values[0, 0, :, 0], values[0, 0, :, 1] = up, up
    values[1, 0, :, 1], values[1, 0, :, 2] = up, up
    values[2, 0, :, 0], values[2, 0, :, 2] = up, down
    tables = made_tables(values)
    result = found(tables, linkage="ward")
    assert (result["linkage"], result["euclidean"]) == ("average", False)
    assert "smallest eigenvalue of the τ matrix is −1.000" in result["linkage_reason"]
    assert plane.NOT_EUCLIDEAN in plane.map_sentence(result_of(tables, linkage="ward"), view_of(tables).labels)
    rows = {(c["protocol"], c["linkage"]) for c in result["choices"]}
    assert ("tie-aware", "ward") not in rows
    assert ("published", "ward") in rows


def left_out(values, **query):
    return [(u["metric"], u["reason"]) for u in found(made_tables(values), **query)["unclusterable"]]


def test_what_cannot_be_clustered_is_named_with_the_reason():
    apart = np.full((2, 1, 4, 4), 1.0)
    apart[0, 0, :, :3] = np.random.default_rng(0).normal(size=(4, 3))
    apart[1, 0, :, 3] = np.arange(4)
    assert left_out(apart) == [("X4", "no τ with X1, X2 and X3: no block in which both rank the methods")]
    once = np.random.default_rng(0).normal(size=(1, 1, 4, 3))
    once[0, 0, 1:, 2] = np.nan
    assert left_out(once) == [("X3", "measured for one method at most in every block, so it orders nothing")]
    missing = np.random.default_rng(0).normal(size=(2, 1, 4, 3))
    missing[:, 0, 1, 2] = np.nan
    assert left_out(missing, protocol="published") == [("X3", "a value is missing in every block")]
    assert left_out(missing) == []


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (np.zeros((0, 0, 0, 3)), "No run matches these filters."),
        (np.zeros((1, 1, 3, 1)), "The suite has one metric: clusters need at least two."),
        (np.ones((1, 1, 1, 3)), "One method is selected"),
        (np.ones((2, 2, 4, 3)), "No two metrics have a τ with each other"),
    ],
)
def test_nothing_to_cluster(values, reason):
    tables = made_tables(values)
    result, view = found(tables), view_of(tables)
    assert reason in result["reason"]
    assert (result["k"], result["metrics"], result["order"]) == (None, [], [])
    assert result["silhouette"] is result["gap_k"] is result["cophenetic"] is result["stress"] is None
    assert said(tables) == result["reason"]
    for answer in (tree.TREE, plane.MAP, number.NUMBER, resampled.RESAMPLED, choices.CHOICES):
        assert not any(answer.said(view).lines)
        assert not any(part.when(view.of(answer.compute)) for part in answer.parts)


def test_all_values_tied_as_published_are_one_point():
    result = found(made_tables(np.ones((2, 2, 4, 3))), protocol="published")
    assert list(result["labels"]) == ["X1", "X2", "X3"]
    assert (result["metrics"][0]["x"], result["metrics"][0]["y"], result["stress"]) == (0, 0, 0)
    assert (result["gap_k"], result["gap_reason"]) == (None, "all metrics give the same order")
    assert result["tied_cut"]
    assert result["published"] == []


def test_repeats_with_the_seed_of_the_selection():
    first, again, other = (Resolved(SMALL, view_of(SMALL, rng=r).selection).of(grouping.compute) for r in "778")
    assert first.gap == again.gap
    assert first.gap != other.gap


def test_answers_below_the_first_screen():
    view = view_of()
    assert (
        number.NUMBER.said(view)
        .lines[0]
        .startswith("The silhouette, which cannot pick one cluster, picks 2; the gap picks 1 (200 random references).")
    )
    reported = view_of(built_in("muse_quantization"))
    assert plane.map_sentence(reported.of(grouping.compute), reported.labels) == (
        "Stress-1 of the map is 0.000 (0 = exact). All pairs of metrics are equally near: τ +1.000."
    )
    assert "RA and JS join first, at distance 0.816; the last join is at 1.551" in tree.tree_sentence(
        result_of(), view.labels
    )
    assert plane.map_sentence(result_of(), view.labels).startswith(
        "Stress-1 of the map is 0.104 (0 = exact). Nearest are RA and JS (τ +0.667); farthest apart FA and MIA"
    )
    assert (
        resampled.RESAMPLED.said(view).lines[0].startswith("From all 10 resamples of 3 benchmarks. With probability ")
    )
    assert "Least certain: FA and AD share a cluster in 0.632." in resampled.RESAMPLED.said(view).lines[0]
    assert choices.CHOICES.said(view).lines[0] == (
        "With k by silhouette: tie-aware, 3 of 4 linkages give {FA, RA, AD, JS} | {MIA}; as published, 4 of 4 linkages "
        "give {FA, RA, MIA} | {AD, JS}."
    )
